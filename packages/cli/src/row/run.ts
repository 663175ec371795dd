/** Runs the row of a command: input, question, operation, and what is shown of the answer. */
import { type ErrorCode, isRefusal } from "@garrison/core/errorCodes"
import { writerOf } from "@garrison/core/operation/answer"
import type { List } from "@garrison/core/operation/show/Shown"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type ActInput, actOf, confirmAct, sayDryRun } from "../action/operator.ts"
import { operate, sayNext, sayUndo } from "../operate.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { kindOfCode } from "../output/kindOfCode.ts"
import { printData, printJson, printLines, printMessage } from "../output/print.ts"
import type { Given, Leaf, Parameter } from "./leaf.ts"
import { missing } from "./missing.ts"
import type { Offerable, Refused, Row, Shown } from "./Row.ts"
import { rowModules } from "./rowModules.ts"
import { factsText, listText } from "./show.ts"

const rowOf = (noun: string, words: string): Effect.Effect<Row> =>
  Effect.promise(async () => {
    const row = (await rowModules[noun]?.())?.rows[words]
    if (row === undefined) throw new Error(`there is no row for garrison ${words}`)
    return row
  })

/** The value that a flag gives its field; undefined: none. */
const valueOf = ({ isRequired, kind, says }: Parameter, given: unknown): unknown => {
  if (says !== undefined) return given === true ? says : undefined
  if (kind === "flag") return given === true ? true : undefined
  return kind === "list" && !isRequired && Array.isArray(given) && given.length === 0 ? undefined : given
}

const contradiction = (names: ReadonlyArray<string>): CommandFailure =>
  new CommandFailure({
    kind: "usage",
    sentence: `${names.map((name) => `--${name}`).join(" and ")} contradict each other.`,
  })

/** The input of the operation as the command line gives it. */
const inputOf = Effect.fnUntraced(function* (leaf: Leaf, given: Given) {
  const input: Record<string, unknown> = { ...leaf.fixed }
  const by = new Map<string, string>()
  for (const parameter of [...leaf.arguments, ...leaf.flags]) {
    const value = valueOf(parameter, given[parameter.name])
    if (value === undefined) continue
    const other = by.get(parameter.field)
    if (other !== undefined) return yield* contradiction([other, parameter.name])
    by.set(parameter.field, parameter.name)
    input[parameter.field] = value
  }
  return input
})

const actInput = ({ dryRun, ifRevision, reason }: Given): ActInput => ({
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
  (row: Row, input: Given) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.mapError(work, (error): E | CommandFailure => {
      if (!isRefusal(error)) return error
      const said = row.refusals?.[error._tag] ?? row.refusals?.[error.code] ?? missing[error._tag]
      return said === undefined ? error : failureOf(said, error.code, input)
    })

const jsonOf = (operation: Offerable, answered: unknown): unknown => JSON.parse(writerOf(operation.answer)(answered))

const isRows = (show: Shown<unknown>): show is List<unknown> => "rows" in show

const showAnswer = (show: Shown<unknown>, given: Given, answer: unknown): Effect.Effect<void> => {
  if ("text" in show) return printData(show.text(answer, given))
  if (!isRows(show)) return printData(factsText(show, answer))
  if (show.rows(answer).length > 0) return printData(listText(show, answer))
  return printMessage(typeof show.empty === "string" ? show.empty : show.empty(answer))
}

const present = ({ show }: Row, given: Given, answer: unknown): Effect.Effect<void> => {
  if (given["ndjson"] === true && isRows(show)) return printLines(show.rows(answer))
  return given["json"] === true ? printJson(answer) : showAnswer(show, given, answer)
}

const nextOf = (answer: unknown): string | null =>
  typeof answer === "object" && answer !== null && "next" in answer && typeof answer.next === "string"
    ? answer.next
    : null

/** Asks what the row asks before it does anything. */
const asked = Effect.fnUntraced(function* (row: Row, input: Given, act: ActInput, yes: boolean) {
  const read = row.first === undefined ? undefined : yield* Effect.promise(row.first)
  const known = Object.entries(input).filter(([field]) => read !== undefined && field in read.input)
  const found =
    read === undefined
      ? undefined
      : jsonOf(read, yield* operate(read, Object.fromEntries(known)).pipe(telling(row, input)))
  const question = row.ask?.(input, found) ?? row.question
  if (question === undefined) return
  if (typeof question === "object" && "sentence" in question) {
    return yield* failureOf(question, "resource_not_found", input)
  }
  const text = typeof question === "string" ? filled(question, input) : yield* question
  yield* confirmAct({ ...act, yes }, text)
})

/** Runs the command of a leaf with what its command line gives. */
export const runRow = Effect.fnUntraced(function* (noun: string, leaf: Leaf, given: Given) {
  const row = yield* rowOf(noun, leaf.words)
  const operation = yield* Effect.promise(row.operation)
  const input = yield* inputOf(leaf, given)
  const conditions = actInput(given)
  const act = yield* actOf(conditions)
  yield* asked(row, input, conditions, given["yes"] === true)
  const answer = jsonOf(operation, yield* operate(operation, input, act, row.use).pipe(telling(row, input)))
  yield* present(row, given, answer)
  const after = row.after?.(answer, { given: input, isRehearsed: conditions.dryRun })
  if (after !== undefined) yield* printMessage(after)
  if (leaf.isList) yield* sayNext({ json: given["json"] === true, ndjson: false }, nextOf(answer))
  yield* sayUndo(answer, conditions)
  yield* sayDryRun(conditions)
})
