/** Runs the row of a command: input, question, operation, and what is shown of the answer. */
import { type ErrorCode, isRefusal } from "@garrison/core/errorCodes"
import { withCurrentNames } from "@garrison/core/catalog/currentNames"
import type { Refusal } from "@garrison/core/kernel/Refusal"
import type { List } from "@garrison/core/operation/show/Shown"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type ActInput, actOf, confirmAct, sayDryRun } from "../action/operator.ts"
import { withDatabase } from "../local.ts"
import { jsonOf, operate, sayNext, sayUndo, tellingFields } from "../operate.ts"
import { confirm } from "../output/ask.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { kindOfCode } from "../output/kindOfCode.ts"
import { printData, printJson, printLines, printMessage, printWarning, whileShowing } from "../output/print.ts"
import type { Given, Leaf, Parameter } from "./leaf.ts"
import { leaves } from "./leaves.ts"
import { deletedPlayer, missingOf } from "./missing.ts"
import type { Load, Offerable, Question, Refused, Row, Shown, Work } from "./Row.ts"
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
    if (other !== undefined) return yield* usage(`--${other} and --${parameter.name} contradict each other.`)
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
        const said = typeof own === "function" ? own(input, first) : (own ?? missingOf(error))
        if (said === undefined) return yield* Effect.fail(error)
        const isGone = own === undefined && error._tag === "PlayerNotFound" && (yield* isDeleted(input))
        return yield* failureOf(isGone ? deletedPlayer : said, error.code, input)
      }),
    )

const isRows = (show: Shown<unknown>): show is List<unknown> => "rows" in show

const nextOf = (answer: unknown): string | null =>
  typeof answer === "object" && answer !== null && "next" in answer && typeof answer.next === "string"
    ? answer.next
    : null

const showRows = (show: List<unknown>, input: Given, answer: unknown): Effect.Effect<void> => {
  const rows = show.rows(answer, input)
  if (rows.length > 0) return printData(listText(show, rows, answer))
  // A page without rows may be in the middle of a list.
  if (nextOf(answer) !== null) return Effect.void
  return printMessage(typeof show.empty === "string" ? show.empty : show.empty(answer, input))
}

const showAnswer = (show: Shown<unknown>, given: Given, input: Given, answer: unknown): Effect.Effect<void> => {
  if ("text" in show) return printData(show.text(answer, input, given["dryRun"] === true))
  return isRows(show) ? showRows(show, input, answer) : printData(factsText(show, answer))
}

const present = Effect.fnUntraced(function* (
  show: Shown<unknown>,
  { names }: Row,
  given: Given,
  input: Given,
  answer: unknown,
) {
  if (given["ndjson"] === true && isRows(show)) return yield* printLines(show.rows(answer, input))
  if (given["json"] === true) return yield* printJson(answer)
  const named = names === true ? yield* withDatabase("read", withCurrentNames(Object(answer))) : answer
  return yield* showAnswer(show, given, input, named)
})

/** What a read answers with, before the operation of the row runs. It gets the fields that it knows. */
const readBefore = Effect.fnUntraced(function* (row: Row, load: Load<Offerable>, given: object) {
  const read = yield* Effect.promise(load)
  const known = Object.fromEntries(Object.entries(given).filter(([field]) => field in read.input))
  return jsonOf(read, yield* operate(read, known).pipe(telling(row, { ...given })))
})

/** Asks what the row asks before it does anything. */
const confirmed = Effect.fnUntraced(function* (
  row: Row,
  question: Question | undefined,
  input: Given,
  act: Confirmation & { readonly json: boolean },
) {
  if (question === undefined) return
  if (typeof question === "string") return yield* confirmAct(act, filled(question, input))
  if (Effect.isEffect(question)) return yield* confirmAct(act, filled(yield* question, input))
  if ("sentence" in question) return yield* failureOf(question, "resource_not_found", input)
  if ("read" in question) {
    const look = readBefore(row, question.read, question.given).pipe(whileShowing("looking"))
    if (!act.json) yield* printData(`${question.text(yield* look)}\n`)
    return yield* confirmAct(act, filled(question.question, input))
  }
  yield* confirm(act.dryRun, filled(question.again, input), failureOf(question.refused, "resource_not_found", input))
})

/** Runs the command of a leaf with what its command line gives: its operation, or work of its own. */
export const runRow = Effect.fnUntraced(function* (noun: string, whole: Leaf, given: Given, loadWork?: Load<Work>) {
  const leaf = yield* meant(whole, given)
  const both = yield* rowOf(noun, leaf.words)
  const row = leaf === whole ? both : (both.or ?? both)
  const operation = yield* Effect.promise(row.operation)
  const input = yield* inputOf(leaf, given)
  const conditions = actInput(given)
  const form = { json: given["json"] === true, ndjson: given["ndjson"] === true }
  const act = yield* actOf(conditions)
  if (loadWork !== undefined) {
    const work = yield* Effect.promise(loadWork)
    return yield* work({ given: input, conditions, ...form }).pipe(telling(row, input))
  }
  if (row.check !== undefined) yield* tellingFields(operation.name)(row.check(input))
  const first = row.first === undefined ? undefined : yield* readBefore(row, row.first, input)
  const own = new Set(Object.keys(leaf.own).filter((name) => given[name] === true))
  const question = row.ask?.(input, first, own) ?? row.question
  yield* confirmed(row, question, input, { ...conditions, yes: given["yes"] === true, json: form.json })
  const use = row.use === "create" && conditions.dryRun ? "upgrade" : row.use
  const answered = yield* operate(operation, input, act, use).pipe(telling(row, input, first))
  const answer = jsonOf(operation, answered)
  const show = typeof row.show === "function" ? row.show(input, first) : row.show
  if (show !== undefined) yield* present(show, row, given, input, answer)
  const warning = row.warn?.(answer)
  if (warning !== undefined) yield* printWarning(warning)
  const after = row.after?.(answer, { given: input, isRehearsed: conditions.dryRun })
  if (after !== undefined) yield* printMessage(after)
  if (leaf.isList) yield* sayNext({ ...form, ndjson: false }, nextOf(answer))
  yield* sayUndo(answered, conditions)
  yield* sayDryRun(conditions)
})

/** Runs the command of these words, from another command. */
export const runWords = (words: string, given: Given) => {
  const leaf = leaves[words]
  if (leaf === undefined) return Effect.die(new Error(`there is no row for garrison ${words}`))
  return runRow(words.split(" ")[0] ?? words, leaf, given)
}
