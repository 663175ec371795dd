/** What `garrison order submit` does. */
import { plainDecoder } from "@garrison/core/kernel/PlainInput"
import { parseJson, withoutNulls } from "@garrison/core/kernel/Json"
import { Orders } from "@garrison/core/order/Orders"
import { OrderRequest, PlayerOrder } from "@garrison/core/order/schema"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { findJsonError } from "../document/jsonPlaces.ts"
import { readInput } from "../document/textFile.ts"
import { withDatabase } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { present, printMessage } from "../output/print.ts"
import { facts, table } from "../output/table.ts"
import { playerUuid } from "./identifiers.ts"
import { localOperator } from "./operator.ts"

interface SubmitInput {
  readonly player: string
  readonly file: Option.Option<string>
  readonly loot: Option.Option<number>
  readonly quantity: number
  readonly source: string
  readonly ref: Option.Option<string>
  readonly json: boolean
}

const decodeRequest = plainDecoder("body", OrderRequest)

const eitherFileOrLoot = new CommandFailure({
  kind: "usage",
  sentence: "An order needs either --file or --loot.",
  next: "Run `garrison order submit --help` for examples.",
})

const nothingPublished = new CommandFailure({
  kind: "notFound",
  sentence: "No catalog has been published yet.",
  next: "Publish one: garrison catalog publish FILE",
})

const readOrder = Effect.fnUntraced(function* (file: string) {
  const text = yield* readInput(file, "order")
  const parsed = parseJson(text)
  if (Result.isSuccess(parsed)) return withoutNulls(parsed.success)
  const place = findJsonError(text)
  const where = place === undefined ? "" : `, line ${place.line}, column ${place.column}`
  return yield* new CommandFailure({
    kind: "usage",
    sentence: `The order cannot be read: ${file}${where}: ${parsed.failure.message}.`,
    next: "Correct the file; nothing was changed.",
  })
})

const orderOf = (input: SubmitInput): Effect.Effect<unknown, CommandFailure> => {
  if (Option.isSome(input.file) === Option.isSome(input.loot)) return Effect.fail(eitherFileOrLoot)
  if (Option.isSome(input.file)) return readOrder(input.file.value)
  const entry = { type: "fill_loot", loot_id: Option.getOrUndefined(input.loot), quantity: input.quantity }
  return Effect.succeed({
    source: input.source,
    entries: [entry],
    ...(Option.isSome(input.ref) ? { client_order_ref_id: input.ref.value } : {}),
  })
}

const changeText = (entry: PlayerOrder["entries"][number]): string =>
  entry.details
    .flatMap((detail) => (detail.inv_change === undefined ? [] : [detail.inv_change]))
    .map(({ before, after, after_item_id, before_item_id }) => {
      const change = (after?.count ?? 0) - (before?.count ?? 0)
      return `${change < 0 ? "" : "+"}${change} of item ${after_item_id ?? before_item_id ?? "?"}`
    })
    .join(", ")

const forPeople = (order: PlayerOrder): string =>
  [
    facts([
      ["order_id", order.order_id],
      ["player_uuid", order.player_uuid],
      ["source", order.source],
    ]),
    "",
    table<PlayerOrder["entries"][number]>(
      [
        { heading: "ENTRY", text: (entry) => entry.type },
        { heading: "LOOT", text: (entry) => (entry.loot_id === undefined ? "-" : String(entry.loot_id)) },
        { heading: "QUANTITY", text: (entry) => String(entry.quantity) },
        { heading: "RESULT", text: (entry) => entry.result ?? "-" },
        { heading: "INVENTORY", text: changeText },
      ],
      order.entries,
    ),
  ].join("\n")

/** Submits an order and prints what became of it; fails when an entry was not fulfilled. */
export const submitOrder = Effect.fn("Order.submit")(function* (input: SubmitInput) {
  const player = yield* playerUuid(input.player)
  const request = yield* decodeRequest(yield* orderOf(input))
  const { wire } = yield* withDatabase(
    { mayCreate: false },
    Orders.use((orders) => orders.submit(player, request, localOperator)),
  ).pipe(
    Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))),
    Effect.catchTag("CatalogNotFound", () => Effect.fail(nothingPublished)),
  )
  const parsed: unknown = Result.getOrElse(parseJson(wire), () => undefined)
  const order = Schema.decodeUnknownSync(PlayerOrder)(parsed)
  yield* present(input.json, parsed, () => forPeople(order))
  const refused = order.entries.filter((entry) => entry.result !== "success")
  if (refused.length === 0) return
  const results = [...new Set(refused.map((entry) => entry.result))].join(", ")
  yield* printMessage(`${refused.length} of ${order.entries.length} entries were not fulfilled: ${results}.`)
  process.exitCode = 1
})
