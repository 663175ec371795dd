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
import type { PlayersOrder } from "@garrison/core/order/submitMany"
import * as Arr from "effect/Array"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readJson, type TextProblem } from "../document/documentText.ts"
import { readInput } from "../document/textFile.ts"
import { withDatabase } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { counted } from "../output/counted.ts"
import { nothingPublished, wrongInput } from "../output/explain.ts"
import { printable, printData, printWarning, whileProgressing } from "../output/print.ts"
import { ordersWithIds } from "./catalogIds.ts"
import { localOperator } from "./operator.ts"

interface ManyInput {
  readonly file: string
  readonly dryRun: boolean
  readonly json: boolean
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

/** Submits the orders of a batch, or quotes each by itself. */
const endsOf = Effect.fnUntraced(function* (batch: ReadonlyArray<PlayersOrder>, isDryRun: boolean) {
  const orders = yield* Orders
  const exits: ReadonlyArray<OrderExit> = isDryRun
    ? yield* Effect.forEach(batch, ({ player, request }) => Effect.exit(orders.quote(player, request, localOperator)))
    : yield* orders.submitMany(batch, localOperator)
  return exits
})

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
  count: number
  /** How many orders failed, by result or error code. */
  readonly failures: Map<string, number>
}

/** Submits a batch and prints a line for each order. Ends with the error of an order of which nothing is known. */
const runBatch = Effect.fnUntraced(function* (batch: ReadonlyArray<PlayersOrder>, done: Done, input: ManyInput) {
  const exits = yield* endsOf(batch, input.dryRun)
  let unknown: OrderExit | undefined
  for (const [index, exit] of exits.entries()) {
    const ended = lineOf(done.count + index + 1, batch[index] as PlayersOrder, exit, input.json)
    if (ended === undefined) {
      unknown ??= exit
      continue
    }
    yield* printData(input.json ? ended.line : printable(ended.line))
    if (ended.failure !== undefined) done.failures.set(ended.failure, (done.failures.get(ended.failure) ?? 0) + 1)
  }
  done.count += batch.length
  if (unknown !== undefined && Exit.isFailure(unknown)) return yield* Effect.die(Cause.squash(unknown.cause))
  return undefined
})

const notFulfilled = ({ count, failures }: Done): CommandFailure => {
  const failed = Array.from(failures.values()).reduce((sum, one) => sum + one, 0)
  const causes = Array.from(failures, ([cause, times]) => `${cause} (${times})`).join(", ")
  const were = `${counted(count, "order")} ${failed === 1 ? "was" : "were"}`
  return new CommandFailure({ kind: "failure", sentence: `${failed} of ${were} only partly fulfilled: ${causes}.` })
}

/** Submits or quotes all orders of a file, and prints what became of each; fails when one was only partly fulfilled. */
export const submitMany = Effect.fn("Order.submitMany")(function* (input: ManyInput) {
  const orders = yield* ordersIn(input.file)
  const unnamed = orders.filter(({ request }) => request.client_order_ref_id === undefined).length
  if (unnamed > 0 && !input.dryRun) {
    const have = `${counted(unnamed, "order")} ${unnamed === 1 ? "has" : "have"}`
    yield* printWarning(`${have} no client_order_ref_id, and would be fulfilled again if the file was submitted again`)
  }
  const done: Done = { count: 0, failures: new Map() }
  yield* withDatabase(
    "upgrade",
    Effect.gen(function* () {
      yield* (yield* Catalogs).current
      yield* whileProgressing((show) =>
        Effect.forEach(
          Arr.chunksOf(orders, ORDERS_MAX),
          (batch) =>
            Effect.andThen(
              Effect.sync(() => show(`${done.count} of ${counted(orders.length, "order")} …`)),
              runBatch(batch, done, input),
            ),
          { discard: true },
        ),
      )
    }),
  ).pipe(Effect.catchTag("CatalogNotFound", () => Effect.fail(nothingPublished)))
  if (done.failures.size > 0) return yield* notFulfilled(done)
  return undefined
})
