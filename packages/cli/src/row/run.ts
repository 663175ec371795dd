/** Runs the row of a command: input, question, operation, and what is shown of the answer. */
import { currentNames } from "@garrison/core/catalog/currentNames"
import { namesFor } from "@garrison/core/catalog/namesBeside"
import { type ErrorCode, isRefusal } from "@garrison/core/errorCodes"
import type { Refusal } from "@garrison/core/kernel/Refusal"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { actOf, confirmAct, sayDryRun } from "../action/operator.ts"
import { withDatabase } from "../local.ts"
import { jsonOf, operate, sayNext, sayUndo, tellingFields } from "../operate.ts"
import { confirm } from "../output/ask.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { kindOfCode } from "../output/kindOfCode.ts"
import { printData, printMessage, printWarning, whileShowing } from "../output/print.ts"
import type { Run, Said } from "./Code.ts"
import type { Given, Leaf, Parameter } from "./leaf.ts"
import { leaves } from "./leaves.ts"
import { deletedPlayer, missingOf } from "./missing.ts"
import type { Load, Offerable, Question, Refused, Row, Shown } from "./Row.ts"
import { rowModules } from "./rowModules.ts"
import { isList, momentText, nextOf, showAnswer } from "./show.ts"
import { writtenValue } from "./written.ts"

/** The row of a command; undefined: the command is code. */
const rowOf = (noun: string, words: string): Effect.Effect<Row | undefined> =>
  Effect.promise(async () => {
    const row = (await rowModules[noun]?.())?.rows[words]
    if (row === undefined) throw new Error(`there is no row for garrison ${words}`)
    return "operation" in row ? row : undefined
  })

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0

/** The value that a flag or an argument gives its field; undefined: none. */
const valueOf = ({ isRequired, kind, says }: Parameter, given: unknown): unknown => {
  if (says !== undefined) return given === true ? says : undefined
  if (kind === "flag") return given === true ? true : undefined
  return (kind === "list" || kind === "map") && !isRequired && isEmpty(given) ? undefined : given
}

const usage = (sentence: string): CommandFailure => new CommandFailure({ kind: "usage", sentence })

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)

/** The flags and arguments of a command that its other operation has not. */
const ownOf = (leaf: Leaf, other: Leaf): ReadonlyArray<string> => {
  const others = new Set([...other.arguments, ...other.flags].map(({ name }) => name))
  return [...leaf.arguments, ...leaf.flags].flatMap(({ name }) => (others.has(name) ? [] : [name]))
}

/** The operation that is meant, of a command with two: the one of which something is given. */
const meant = Effect.fnUntraced(function* (leaf: Leaf, given: Given) {
  const { or } = leaf
  if (or === undefined) return leaf
  const [own, others] = [ownOf(leaf, or), ownOf(or, leaf)]
  const [some, other] = [own, others].map((names) => names.find((name) => isGiven(given[name])))
  if (some !== undefined && other !== undefined) {
    return yield* usage(`Give --${some} and --${other} to commands of their own: each is an act of their own.`)
  }
  if (some === undefined && other === undefined && leaf.conditions.length > 0) {
    const names = [...leaf.flags, ...or.flags].flatMap(({ name, says }) => (says === undefined ? [`--${name}`] : []))
    return yield* usage(`Say what to change: ${names.join(", ")}.`)
  }
  return other === undefined ? leaf : or
})

/** What stands on the command line for a field. */
interface Written {
  readonly parameter: Parameter
  readonly word: string
  readonly value: unknown
}

/** The input of the operation as the command line gives it. */
const inputOf = Effect.fnUntraced(function* (leaf: Leaf, given: Given) {
  const named = [
    ...leaf.arguments.map((parameter) => ({ parameter, word: `<${parameter.name}>` })),
    ...leaf.flags.map((parameter) => ({ parameter, word: `--${parameter.name}` })),
  ]
  const by = new Map<string, Written>()
  for (const { parameter, word } of named) {
    const own = valueOf(parameter, given[parameter.name])
    const value = own === undefined ? parameter.standard : own
    if (value === undefined) continue
    const other = by.get(parameter.field)
    if (other !== undefined) return yield* usage(`${other.word} and ${word} contradict each other.`)
    by.set(parameter.field, { parameter, word, value })
  }
  // What opens the database comes last.
  const last = ({ parameter }: Written): number => Number(parameter.refers !== undefined)
  const input: Record<string, unknown> = { ...leaf.fixed }
  for (const { parameter, value } of [...by.values()].toSorted((one, another) => last(one) - last(another))) {
    input[parameter.field] = value === parameter.standard ? value : yield* writtenValue(leaf, parameter, value)
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

/** A text for people, with what is given for the fields that it names. */
const filled = (text: string, given: Given): string =>
  momentText(text).replaceAll(/\{(\w+)\}/g, (whole, field: string) => (field in given ? String(given[field]) : whole))

const failureOf = ({ kind, next, sentence }: Refused, code: ErrorCode, given: Given): CommandFailure =>
  new CommandFailure({
    kind: kind ?? kindOfCode[code],
    sentence: filled(sentence, given),
    ...(next !== undefined && { next: filled(next, given) }),
  })

/** Whether the player of the input is there, deleted: most operations do not find such a player. */
const isDeleted = Effect.fnUntraced(function* ({ player_uuid: player }: Given) {
  if (player === undefined) return false
  const { showPlayer } = yield* Effect.promise(() => import("@garrison/core/player/operations/showPlayer"))
  const found = yield* Effect.option(operate(showPlayer, { player_uuid: player }))
  return Option.isSome(found) && found.value.deleted !== undefined
})

/** Makes a refusal the failure that the row says, or that its kind of subject says. */
const telling =
  ({ refusals = {} }: Pick<Row, "refusals">, input: Given, first?: unknown) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.catchIf(
      work,
      (error): error is E & Refusal<ErrorCode> => isRefusal(error),
      Effect.fnUntraced(function* (error) {
        const own = refusals[error._tag] ?? refusals[error.code]
        const said = typeof own === "function" ? own(input, first) : (own ?? missingOf(error))
        if (said === undefined) return yield* Effect.fail(error)
        const isGone = own === undefined && error._tag === "PlayerNotFound" && (yield* isDeleted(input))
        return yield* failureOf(isGone ? deletedPlayer : said, error.code, input)
      }),
    )

/** Makes answers as JSON those that people see: with the names of the catalog of now, where the row says so. */
const makeNaming = ({ names }: Row, { json, ndjson }: Said) =>
  names !== true || json || ndjson
    ? Effect.succeed((answer: unknown): unknown => answer)
    : Effect.map(withDatabase("read", currentNames), (named) => (answer: unknown): unknown => ({
        ...Object(answer),
        ...namesFor(answer, named),
      }))

type Naming = Effect.Success<ReturnType<typeof makeNaming>>

/** What a read answers with, before the operation of the row runs. It gets the fields that it knows. */
const readBefore = Effect.fnUntraced(function* (row: Row, load: Load<Offerable>, given: object) {
  const read = yield* Effect.promise(load)
  const known = Object.fromEntries(Object.entries(given).filter(([field]) => field in read.input))
  return jsonOf(read, yield* operate(read, known).pipe(telling(row, { ...given })))
})

const shownBy = (row: Row, input: Given, first: unknown): Shown<unknown> | undefined =>
  typeof row.show === "function" ? row.show(input, first) : row.show

/** Rehearses the act of the row where anybody will be asked, and shows what came of it. */
const rehearsed = Effect.fnUntraced(function* (row: Row, input: Given, said: Said, naming: Naming) {
  if (said.yes || said.dryRun || said.json) return undefined
  const operation = yield* Effect.promise(row.operation)
  const rehearsal = { ...said, dryRun: true }
  const found = jsonOf(operation, yield* operate(operation, input, yield* actOf(rehearsal)).pipe(telling(row, input)))
  const show = shownBy(row, input, undefined)
  if (show !== undefined) yield* showAnswer(show, rehearsal, naming(found), input)
  yield* sayDryRun(rehearsal)
  return found
})

/** Asks what the row asks before it does anything. */
const confirmed = Effect.fnUntraced(function* (row: Row, question: Question | undefined, input: Given, said: Said) {
  if (question === undefined) return
  if (typeof question === "string") return yield* confirmAct(said, filled(question, input))
  if (Effect.isEffect(question)) return yield* confirmAct(said, filled(yield* question, input))
  if ("sentence" in question) return yield* failureOf(question, "resource_not_found", input)
  if ("read" in question) {
    const look = readBefore(row, question.read, question.given).pipe(whileShowing("looking"))
    if (!said.json) yield* printData(`${question.text(yield* look)}\n`)
    return yield* confirmAct(said, filled(question.question, input))
  }
  yield* confirm(said.dryRun, filled(question.again, input), failureOf(question.refused, "resource_not_found", input))
})

const refused = (row: Row, input: Given, answer?: unknown): Effect.Effect<void, CommandFailure> => {
  const why = row.refuse?.(input, answer)
  return why === undefined ? Effect.void : Effect.fail(failureOf(why, "resource_not_found", input))
}

/** Finds the subject, and asks for consent. Gives what was found. */
const prepared = Effect.fnUntraced(function* (row: Row, leaf: Leaf, input: Given, said: Said, given: Given) {
  const naming = yield* makeNaming(row, said)
  const first =
    row.first === undefined
      ? undefined
      : yield* row.first === row.operation ? rehearsed(row, input, said, naming) : readBefore(row, row.first, input)
  const own = new Set(Object.keys(leaf.own).filter((name) => given[name] === true))
  const question = row.ask?.(Object(naming(input)), first, own) ?? row.question
  yield* confirmed(row, question, input, said)
  return { first, naming }
})

/** What is said behind an answer. */
const sayBehind = Effect.fnUntraced(function* (row: Row, input: Given, said: Said, answer: unknown) {
  const warning = row.warn?.(answer)
  if (warning !== undefined) yield* printWarning(warning)
  const after = row.after?.(answer, { given: input, isRehearsed: said.dryRun })
  if (after !== undefined) yield* printMessage(after)
  if (row.show !== undefined && typeof row.show !== "function" && isList(row.show)) yield* sayNext(said, nextOf(answer))
})

const runOperation = Effect.fnUntraced(function* (row: Row, leaf: Leaf, input: Given, given: Given) {
  const said = saidOf(given)
  const operation = yield* Effect.promise(row.operation)
  const act = yield* actOf(said)
  if (row.check !== undefined) yield* tellingFields(operation.name)(row.check(input))
  yield* refused(row, input)
  const { first, naming } = yield* prepared(row, leaf, input, said, given)
  const use = row.use === "create" && said.dryRun ? "upgrade" : row.use
  const answered = yield* operate(operation, input, act, use).pipe(telling(row, input, first))
  const answer = jsonOf(operation, answered)
  yield* refused(row, input, answer)
  const show = shownBy(row, input, first)
  if (show !== undefined) yield* showAnswer(show, said, naming(answer), input)
  yield* sayBehind(row, input, said, answer)
  yield* sayUndo(answered, said)
  yield* sayDryRun(said)
})

/** Runs the row of a leaf with what its command line gives. */
export const runRow = Effect.fnUntraced(function* (noun: string, whole: Leaf, given: Given) {
  const leaf = yield* meant(whole, given)
  const row = yield* rowOf(noun, leaf.words)
  if (row === undefined) throw new Error(`garrison ${leaf.words} is code`)
  return yield* runOperation(leaf === whole ? row : (row.or ?? row), leaf, yield* inputOf(leaf, given), given)
})

/** Runs the code of a leaf with what its command line gives. */
export const runCode = Effect.fnUntraced(function* (noun: string, load: Load<Run<unknown>>, leaf: Leaf, given: Given) {
  const input = yield* inputOf(leaf, given)
  const row = yield* rowOf(noun, leaf.words)
  const run = yield* Effect.promise(load)
  return yield* run(input, saidOf(given)).pipe(telling(row ?? {}, input))
})

/** Runs the command of these words, from another command. */
export const runWords = (words: string, given: Given) => {
  const leaf = leaves[words]
  if (leaf === undefined) return Effect.die(new Error(`there is no row for garrison ${words}`))
  return runRow(words.split(" ")[0] ?? words, leaf, given)
}
