/** Runs the row of a command: input, question, operation, and what is shown of the answer. */
import { type ErrorCode, isRefusal } from "@garrison/core/errorCodes"
import type { Refusal } from "@garrison/core/kernel/Refusal"
import type { List } from "@garrison/core/operation/show/Shown"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type ActInput, actOf, confirmAct, sayDryRun } from "../action/operator.ts"
import { jsonOf, operate, sayNext, sayUndo } from "../operate.ts"
import { confirm } from "../output/ask.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { kindOfCode } from "../output/kindOfCode.ts"
import { printData, printJson, printLines, printMessage } from "../output/print.ts"
import type { Given, Leaf, Parameter } from "./leaf.ts"
import { deletedPlayer, missing } from "./missing.ts"
import type { Load, Question, Refused, Row, Shown, Work } from "./Row.ts"
import { rowModules } from "./rowModules.ts"
import { factsText, listText, momentText } from "./show.ts"
import { writtenValue } from "./written.ts"

type Confirmation = ActInput & { readonly yes: boolean }

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
    if (value === undefined) {
      if (parameter.standard !== undefined) input[parameter.field] = parameter.standard
      continue
    }
    const other = by.get(parameter.field)
    if (other !== undefined) return yield* contradiction([other, parameter.name])
    by.set(parameter.field, parameter.name)
    input[parameter.field] = yield* writtenValue(leaf, parameter, value)
  }
  return input
})

const actInput = ({ dryRun, ifRevision, reason }: Given): ActInput => ({
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
  (row: Row, input: Given, first?: unknown) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.catchIf(
      work,
      (error): error is E & Refusal<ErrorCode> => isRefusal(error),
      Effect.fnUntraced(function* (error) {
        const own = row.refusals?.[error._tag] ?? row.refusals?.[error.code]
        const said = typeof own === "function" ? own(input, first) : (own ?? missing[error._tag])
        if (said === undefined) return yield* Effect.fail(error)
        const isGone = own === undefined && error._tag === "PlayerNotFound" && (yield* isDeleted(input))
        return yield* failureOf(isGone ? deletedPlayer : said, error.code, input)
      }),
    )

const isRows = (show: Shown<unknown>): show is List<unknown> => "rows" in show

const showRows = (show: List<unknown>, input: Given, answer: unknown): Effect.Effect<void> => {
  const rows = show.rows(answer, input)
  if (rows.length > 0) return printData(listText(show, rows, answer))
  return printMessage(typeof show.empty === "string" ? show.empty : show.empty(answer, input))
}

const showAnswer = (show: Shown<unknown>, input: Given, answer: unknown): Effect.Effect<void> => {
  if ("text" in show) return printData(show.text(answer, input))
  return isRows(show) ? showRows(show, input, answer) : printData(factsText(show, answer))
}

const present = (show: Shown<unknown>, given: Given, input: Given, answer: unknown): Effect.Effect<void> => {
  if (given["ndjson"] === true && isRows(show)) return printLines(show.rows(answer, input))
  return given["json"] === true ? printJson(answer) : showAnswer(show, input, answer)
}

const nextOf = (answer: unknown): string | null =>
  typeof answer === "object" && answer !== null && "next" in answer && typeof answer.next === "string"
    ? answer.next
    : null

/** What the read of the row finds before anything is asked or done. */
const foundFirst = Effect.fnUntraced(function* (row: Row, input: Given) {
  if (row.first === undefined) return undefined
  const read = yield* Effect.promise(row.first)
  const known = Object.entries(input).filter(([field]) => field in read.input)
  return jsonOf(read, yield* operate(read, Object.fromEntries(known)).pipe(telling(row, input)))
})

/** Asks what the row asks before it does anything. */
const confirmed = Effect.fnUntraced(function* (question: Question | undefined, input: Given, act: Confirmation) {
  if (question === undefined) return
  if (typeof question === "string") return yield* confirmAct(act, filled(question, input))
  if (Effect.isEffect(question)) return yield* confirmAct(act, filled(yield* question, input))
  if ("sentence" in question) return yield* failureOf(question, "resource_not_found", input)
  yield* confirm(act.dryRun, filled(question.again, input), failureOf(question.refused, "resource_not_found", input))
})

/** Runs the command of a leaf with what its command line gives: its operation, or work of its own. */
export const runRow = Effect.fnUntraced(function* (noun: string, leaf: Leaf, given: Given, loadWork?: Load<Work>) {
  const row = yield* rowOf(noun, leaf.words)
  const operation = yield* Effect.promise(row.operation)
  const input = yield* inputOf(leaf, given)
  const conditions = actInput(given)
  const act = yield* actOf(conditions)
  if (loadWork !== undefined) {
    const work = yield* Effect.promise(loadWork)
    const forms = { json: given["json"] === true, ndjson: given["ndjson"] === true }
    return yield* work({ given: input, conditions, ...forms }).pipe(telling(row, input))
  }
  const first = yield* foundFirst(row, input)
  const own = new Set(Object.keys(leaf.own).filter((name) => given[name] === true))
  const question = row.ask?.(input, first, own) ?? row.question
  yield* confirmed(question, input, { ...conditions, yes: given["yes"] === true })
  const answered = yield* operate(operation, input, act, row.use).pipe(telling(row, input, first))
  const answer = jsonOf(operation, answered)
  const show = typeof row.show === "function" ? row.show(input, first) : row.show
  if (show !== undefined) yield* present(show, given, input, answer)
  const after = row.after?.(answer, { given: input, isRehearsed: conditions.dryRun })
  if (after !== undefined) yield* printMessage(after)
  if (leaf.isList) yield* sayNext({ json: given["json"] === true, ndjson: false }, nextOf(answer))
  yield* sayUndo(answered, conditions)
  yield* sayDryRun(conditions)
})
