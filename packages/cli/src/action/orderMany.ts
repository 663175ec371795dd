/** What `garrison order submit-many` does. */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { isRefusal } from "@garrison/core/errorCodes"
import type { InvalidDetail } from "@garrison/core/kernel/input/Invalid"
import { parseJson } from "@garrison/core/kernel/wire/Json"
import { plainDecoder } from "@garrison/core/kernel/input/PlainInput"
import { withoutNulls } from "@garrison/core/kernel/input/PlainValue"
import type { WireJson } from "@garrison/core/kernel/wire/WireJson"
import { Orders } from "@garrison/core/order/Orders"
import { OrderQuote } from "@garrison/core/order/quoteSchema"
import { OrderForPlayer, ORDERS_MAX } from "@garrison/core/order/schema"
import { entryCountOf } from "@garrison/core/order/rules/submission"
import { type PlayersOrder, submitEach } from "@garrison/core/order/submitMany"
import { submitWaiting } from "@garrison/core/order/waitForRate"
import * as Arr from "effect/Array"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stdio from "effect/Stdio"
import { readJson, type TextProblem } from "../document/documentText.ts"
import { readInput } from "../document/textFile.ts"
import { withDatabase } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { counted } from "@garrison/core/operation/show/counted"
import { nothingPublished, wrongInput } from "../output/explain.ts"
import { printable, printData, printMessage, printWarning, whileProgressing } from "../output/print.ts"
import type { Said } from "../row/Code.ts"
import { ordersWithIds } from "./catalogIds.ts"
import { localOperator } from "./operator.ts"

interface ManyInput {
  readonly file: string
  readonly dryRun?: boolean
  /** Undefined: on a terminal. */
  readonly wait?: boolean
}

/** Most flaws that are listed of a file. */
const FLAWS_LISTED_MAX = 20

const decodeOrder = plainDecoder(OrderForPlayer)

const unreadable = (file: string, line: number, { message, path, place }: TextProblem): CommandFailure => {
  const key = path.length === 0 ? "" : `${path.join(".")}: `
  const at = `${file}, line ${line - 1 + place.line}, column ${place.column}`
  return new CommandFailure({
    kind: "usage",
    sentence: `The orders cannot be read: ${at}: ${key}${message}.`,
    next: "Correct the file; nothing was changed.",
  })
}

/** The orders in the text, each a line of JSON, or all of them one array. An empty line is no order. */
const valuesIn = (file: string, text: string): Result.Result<ReadonlyArray<unknown>, CommandFailure> => {
  if (text.trimStart().startsWith("[")) {
    const read = readJson(text)
    return Result.isFailure(read)
      ? Result.fail(unreadable(file, 1, read.failure))
      : Result.succeed(read.success.value as ReadonlyArray<unknown>)
  }
  const values: Array<unknown> = []
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue
    const read = readJson(line)
    if (Result.isFailure(read)) return Result.fail(unreadable(file, index + 1, read.failure))
    values.push(read.success.value)
  }
  return Result.succeed(values)
}

/** The orders of the file. A flaw in one of them refuses the file, before any order is submitted. */
const ordersIn = Effect.fnUntraced(function* (file: string) {
  const written = yield* Effect.fromResult(valuesIn(file, yield* readInput(file, "orders")))
  const values = yield* ordersWithIds(written.map(withoutNulls), (index) => [`order ${index + 1}`])
  const orders: Array<PlayersOrder> = []
  const flaws: Array<InvalidDetail> = []
  for (const [index, value] of values.entries()) {
    const decoded = yield* Effect.result(decodeOrder(value))
    if (Result.isFailure(decoded)) {
      flaws.push(...decoded.failure.detail.map((one) => ({ ...one, loc: [`order ${index + 1}`, ...one.loc] })))
      if (flaws.length >= FLAWS_LISTED_MAX) break
    } else {
      const { player_uuid: player, ...request } = decoded.success
      orders.push({ player, request })
    }
  }
  return flaws.length === 0 ? orders : yield* wrongInput({ detail: flaws.slice(0, FLAWS_LISTED_MAX) })
})

/** How an order ended: as it is stored or quoted, or as an error. */
type OrderExit = Exit.Exit<{ readonly wire: WireJson }, unknown>

const readOrder = (wire: WireJson): OrderQuote =>
  Schema.decodeUnknownSync(OrderQuote)(Result.getOrThrow(parseJson(wire, Number.POSITIVE_INFINITY)))

/** What became of an order, in one line. */
interface Told {
  readonly line: string
  /** Why it was only partly fulfilled; undefined: every entry was. */
  readonly failure: string | undefined
}

const toldOrder = (number: number, player: string, wire: WireJson, json: boolean): Told => {
  const { entries, order_id: id } = readOrder(wire)
  const results = entries.map(({ result }) => result ?? "-")
  const line = json
    ? `{"number":${number},"player_uuid":"${player}","order":${wire}}`
    : [number, player, id ?? "-", results.join(", ") || "-"].join("  ")
  return { line, failure: results.find((result) => result !== "success") }
}

/** The line of one order. An unexpected error has none, and ends the command. */
const toldRefusal = (number: number, player: string, error: unknown, json: boolean): Told | undefined => {
  if (!isRefusal(error)) return undefined
  const { code, message } = error
  const line = json
    ? JSON.stringify({ number, player_uuid: player, error: { code, message } })
    : [number, player, "-", `${code}: ${message}`].join("  ")
  return { line, failure: code }
}

const lineOf = (number: number, { player }: PlayersOrder, exit: OrderExit, json: boolean): Told | undefined => {
  if (Exit.isSuccess(exit)) return toldOrder(number, player, exit.value.wire, json)
  const [reason] = exit.cause.reasons
  return reason?._tag === "Fail" ? toldRefusal(number, player, reason.error, json) : undefined
}

/** What became of all orders so far. */
interface Done {
  /** How many orders have an end. */
  count: number
  /** How many orders failed, by result or error code. */
  readonly failures: Map<string, number>
}

interface NumberedOrder extends PlayersOrder {
  /** Its place in the file, from 1. */
  readonly number: number
}

const failed = ({ failures }: Done): number => Array.from(failures.values()).reduce((sum, one) => sum + one, 0)

/** Prints the lines of the orders that ended, in the sequence of the file, and counts them. */
const tellEnds = Effect.fnUntraced(function* (
  batch: ReadonlyArray<NumberedOrder>,
  ends: ReadonlyMap<number, OrderExit>,
  done: Done,
  { json }: Said,
) {
  for (const order of batch) {
    const exit = ends.get(order.number)
    const ended = exit && lineOf(order.number, order, exit, json)
    if (ended === undefined) continue
    yield* printData(json ? ended.line : printable(ended.line))
    done.count++
    if (ended.failure !== undefined) done.failures.set(ended.failure, (done.failures.get(ended.failure) ?? 0) + 1)
  }
})

/** Makes the function that submits one order, and waits for the rate of its player if asked to, or quotes it. */
const submittingFor = Effect.fnUntraced(function* ({ dryRun = false }: ManyInput, isWaiting: boolean) {
  const orders = yield* Orders
  return ({ player, request }: PlayersOrder, onWait: () => void) => {
    if (dryRun) return orders.quote(player, request, localOperator)
    const submit = orders.submit(player, request, localOperator)
    return isWaiting ? submitWaiting(submit, entryCountOf(request), onWait) : submit
  }
})

/** Whether the command waits for the rate: as the flags say, and otherwise where a person sees it wait. */
const waits = ({ wait }: ManyInput) =>
  wait === undefined ? Effect.flatMap(Stdio.Stdio, ({ stderrIsTerminal }) => stderrIsTerminal) : Effect.succeed(wait)

/** Submits the orders, 100 at a time. Ends with the error of an order of which nothing is known. */
const runAll = Effect.fnUntraced(function* (
  orders: ReadonlyArray<NumberedOrder>,
  done: Done,
  input: ManyInput,
  said: Said,
  isWaiting: boolean,
  show: (progress: string) => void,
) {
  const submitting = yield* submittingFor(input, isWaiting)
  for (const batch of Arr.chunksOf(orders, ORDERS_MAX)) {
    const progress = `${done.count} of ${counted(orders.length, "order")}`
    show(`${progress} …`)
    const ends = new Map<number, OrderExit>()
    const onWait = () => show(`${progress}, waiting for the rate of a player …`)
    yield* submitEach(batch, (order) =>
      Effect.onExit(submitting(order, onWait), (exit) => Effect.sync(() => ends.set(order.number, exit))),
    ).pipe(Effect.ensuring(tellEnds(batch, ends, done, said)))
    const unknown = Array.from(ends.values()).find(
      (exit) => lineOf(0, batch[0] as PlayersOrder, exit, true) === undefined,
    )
    if (unknown !== undefined && Exit.isFailure(unknown)) return yield* Effect.die(Cause.squash(unknown.cause))
  }
  return undefined
})

const notFulfilled = (done: Done): CommandFailure => {
  const count = failed(done)
  const causes = Array.from(done.failures, ([cause, times]) => `${cause} (${times})`).join(", ")
  const were = `${counted(done.count, "order")} ${count === 1 ? "was" : "were"}`
  return new CommandFailure({ kind: "failure", sentence: `${count} of ${were} only partly fulfilled: ${causes}.` })
}

/** Says how far it came when it was stopped, and how to go on. */
const sayStopped = (done: Done, all: number, unnamed: number) => {
  const sum = failed(done)
  const causes = Array.from(done.failures, ([cause, times]) => `${cause} (${times})`).join(", ")
  const next =
    unnamed === 0
      ? "Submit the same file again to go on: an order that is stored is answered, and not fulfilled again."
      : `Go on with the orders that have no line above: ${counted(unnamed, "order")} without client_order_ref_id would be fulfilled again.`
  return printMessage(
    `Stopped: ${done.count} of ${counted(all, "order")} were submitted, ${done.count - sum} fulfilled and ${sum} not` +
      `${causes === "" ? "" : `: ${causes}`}. ${next}`,
  )
}

/** Submits or quotes all orders of a file, and prints what became of each; fails when one was only partly fulfilled. */
export const submitMany = Effect.fn("Order.submitMany")(function* (input: ManyInput, said: Said) {
  const { dryRun = false } = input
  const orders = (yield* ordersIn(input.file)).map((order, at): NumberedOrder => ({ ...order, number: at + 1 }))
  const unnamed = orders.filter(({ request }) => request.client_order_ref_id === undefined).length
  if (unnamed > 0 && !dryRun) {
    const have = `${counted(unnamed, "order")} ${unnamed === 1 ? "has" : "have"}`
    yield* printWarning(`${have} no client_order_ref_id, and would be fulfilled again if the file was submitted again`)
  }
  const done: Done = { count: 0, failures: new Map() }
  const isWaiting = yield* waits(input)
  yield* withDatabase(
    "upgrade",
    Effect.gen(function* () {
      yield* (yield* Catalogs).current
      yield* whileProgressing((show) => runAll(orders, done, input, said, isWaiting, show))
    }),
  ).pipe(
    Effect.onInterrupt(() => (dryRun ? Effect.void : sayStopped(done, orders.length, unnamed))),
    Effect.catchTag("CatalogNotFound", () => Effect.fail(nothingPublished)),
  )
  if (done.failures.size > 0) return yield* notFulfilled(done)
  return undefined
})
