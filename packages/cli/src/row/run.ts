/** Runs the row of a command: input, question, operation, and what is shown of the answer. */
import { currentNames } from "@garrison/core/catalog/currentNames"
import { namesFor } from "@garrison/core/catalog/namesBeside"
import { type ErrorCode, isRefusal } from "@garrison/core/errorCodes"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { catalogId } from "../action/catalogIds.ts"
import { playerUuid } from "../action/identifiers.ts"
import { actOf, confirmAct, sayDryRun } from "../action/operator.ts"
import { withDatabase } from "../local.ts"
import { jsonOf, operate, sayNext, sayUndo } from "../operate.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { kindOfCode } from "../output/kindOfCode.ts"
import { printMessage } from "../output/print.ts"
import type { Run, Said } from "./Code.ts"
import type { Given, Leaf, Parameter } from "./leaf.ts"
import { missing } from "./missing.ts"
import type { Load, Refused, Row } from "./Row.ts"
import { rowModules } from "./rowModules.ts"
import { isList, showAnswer } from "./show.ts"

const rowOf = (noun: string, words: string): Effect.Effect<Row> =>
  Effect.promise(async () => {
    const row = (await rowModules[noun]?.())?.rows[words]
    if (row === undefined || !("operation" in row)) throw new Error(`there is no row for garrison ${words}`)
    return row
  })

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0

/** The value that a flag or an argument gives its field; undefined: none. A name is made the id that it means. */
const valueOf = Effect.fnUntraced(function* (parameter: Parameter, given: unknown) {
  const { field, isAny, isRequired, kind, refers, says } = parameter
  if (says !== undefined) return given === true ? says : undefined
  if (kind === "flag") return given === true ? true : undefined
  if (refers !== undefined && typeof given === "string") return yield* catalogId(refers, given)
  if (isAny !== true && field.endsWith("player_uuid") && typeof given === "string") return yield* playerUuid(given)
  return (kind === "list" || kind === "map") && !isRequired && isEmpty(given) ? undefined : given
})

const contradiction = (names: ReadonlyArray<string>): CommandFailure =>
  new CommandFailure({
    kind: "usage",
    sentence: `${names.join(" and ")} contradict each other.`,
  })

/** The input of the operation as the command line gives it. */
const inputOf = Effect.fnUntraced(function* (leaf: Leaf, given: Given) {
  const input: Record<string, unknown> = { ...leaf.fixed }
  const by = new Map<string, string>()
  const named = [
    ...leaf.arguments.map((parameter) => ({ parameter, word: `<${parameter.name}>` })),
    ...leaf.flags.map((parameter) => ({ parameter, word: `--${parameter.name}` })),
  ]
  for (const { parameter, word } of named) {
    const value = yield* valueOf(parameter, given[parameter.name])
    if (value === undefined) continue
    const other = by.get(parameter.field)
    if (other !== undefined) return yield* contradiction([other, word])
    by.set(parameter.field, word)
    input[parameter.field] = value
  }
  return input
})

const saidOf = ({ dryRun, ifRevision, json, ndjson, reason, yes }: Given): Said => ({
  json: json === true,
  ndjson: ndjson === true,
  yes: yes === true,
  dryRun: dryRun === true,
  reason: Option.fromUndefinedOr(reason as string | undefined),
  ifRevision: Option.fromUndefinedOr(ifRevision as number | undefined),
})

/** A text with what is given for the fields that it names. */
const filled = (text: string, given: Given): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, field: string) => (field in given ? String(given[field]) : whole))

const failureOf = ({ kind, next, sentence }: Refused, code: ErrorCode, given: Given): CommandFailure =>
  new CommandFailure({
    kind: kind ?? kindOfCode[code],
    sentence: filled(sentence, given),
    ...(next !== undefined && { next: filled(next, given) }),
  })

/** Makes a refusal the failure that the row says, or that its kind of subject says. */
const telling =
  ({ refusals = {} }: Pick<Row, "refusals">, input: Given) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.mapError(work, (error): E | CommandFailure => {
      if (!isRefusal(error)) return error
      const said = refusals[error._tag] ?? refusals[error.code] ?? missing[error._tag]
      return said === undefined ? error : failureOf(said, error.code, input)
    })

/** Makes answers as JSON those that people see: with the names of the catalog of now, where the row says so. */
const makeNaming = ({ names }: Row, { json, ndjson }: Said) =>
  names !== true || json || ndjson
    ? Effect.succeed((answer: unknown): object => Object(answer))
    : Effect.map(withDatabase("read", currentNames), (named) => (answer: unknown): object => ({
        ...Object(answer),
        ...namesFor(answer, named),
      }))

type Naming = Effect.Success<ReturnType<typeof makeNaming>>

const nextOf = (answer: unknown): string | null =>
  typeof answer === "object" && answer !== null && "next" in answer && typeof answer.next === "string"
    ? answer.next
    : null

/** Runs the read that the row asks for first, or rehearses its act where anybody will be asked, and shows that. */
const foundFirst = Effect.fnUntraced(function* (row: Row, input: Given, said: Said, naming: Naming) {
  if (row.first === undefined) return undefined
  const first = yield* Effect.promise(row.first)
  const known = Object.fromEntries(Object.entries(input).filter(([field]) => field in first.input))
  if (first.kind === "read") return jsonOf(first, yield* operate(first, known).pipe(telling(row, input)))
  if (said.yes || said.dryRun || said.json) return undefined
  const rehearsal = { ...said, dryRun: true }
  const found = jsonOf(first, yield* operate(first, known, yield* actOf(rehearsal)).pipe(telling(row, input)))
  yield* showAnswer(row.show, said, naming(found), input)
  yield* sayDryRun(rehearsal)
  return found
})

/** Asks what the row asks before it does anything. */
const asked = Effect.fnUntraced(function* (row: Row, input: Given, said: Said, naming: Naming) {
  const found = yield* foundFirst(row, input, said, naming)
  const question = row.ask?.(naming(input), found) ?? row.question
  if (question === undefined) return
  if (typeof question === "object" && "sentence" in question) {
    return yield* failureOf(question, "resource_not_found", input)
  }
  const text = typeof question === "string" ? filled(question, input) : yield* question
  yield* confirmAct(said, text)
})

const refused = (row: Row, input: Given, answer?: unknown): Effect.Effect<void, CommandFailure> => {
  const why = row.refuse?.(input, answer)
  return why === undefined ? Effect.void : Effect.fail(failureOf(why, "resource_not_found", input))
}

const runOperation = Effect.fnUntraced(function* (row: Row, input: Given, said: Said) {
  const operation = yield* Effect.promise(row.operation)
  const act = yield* actOf(said)
  yield* refused(row, input)
  const naming = yield* makeNaming(row, said)
  yield* asked(row, input, said, naming)
  const answer = jsonOf(operation, yield* operate(operation, input, act, row.use).pipe(telling(row, input)))
  yield* refused(row, input, answer)
  yield* showAnswer(row.show, said, naming(answer), input)
  const after = row.after?.(answer, { given: input, isRehearsed: said.dryRun })
  if (after !== undefined) yield* printMessage(after)
  if (isList(row.show)) yield* sayNext(said, nextOf(answer))
  yield* sayUndo(answer, said)
  yield* sayDryRun(said)
})

/** Runs the row of a leaf with what its command line gives. */
export const runRow = Effect.fnUntraced(function* (noun: string, leaf: Leaf, given: Given) {
  const row = yield* rowOf(noun, leaf.words)
  return yield* runOperation(row, yield* inputOf(leaf, given), saidOf(given))
})

/** Runs the code of a leaf with what its command line gives. */
export const runCode = Effect.fnUntraced(function* (load: Load<Run<unknown>>, leaf: Leaf, given: Given) {
  const input = yield* inputOf(leaf, given)
  const run = yield* Effect.promise(load)
  return yield* run(input, saidOf(given)).pipe(telling({}, input))
})
