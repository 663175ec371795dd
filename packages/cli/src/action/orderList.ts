/** What `garrison order list` does. */
import { withName } from "@garrison/core/catalog/rules/names"
import { locateOrder } from "@garrison/core/order/operations/locateOrder"
import { searchOrders } from "@garrison/core/order/operations/searchOrders"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { isForPeople, type ListForm, type OperationAnswer, operate, sayNext, showAnswer, showList } from "../operate.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { printMessage } from "../output/print.ts"
import { facts, moment, table } from "../output/table.ts"
import { catalogIdIfGiven } from "./catalogIds.ts"
import { givenOnly } from "./givenOnly.ts"

type Found = OperationAnswer<typeof searchOrders>
type FoundOrder = Found["orders"][number]

/** Each different entry once: the loot, and the result where it is not success. */
const entriesOf = ({ entries }: Pick<FoundOrder, "entries">, names: Found["loot_names"]): string =>
  [
    ...new Set(
      entries.map(({ loot_id: loot, quantity, result, type }) => {
        const what =
          loot === undefined ? type : `${withName(loot, names?.[loot])}${quantity === 1 ? "" : ` x ${quantity}`}`
        return result === "success" ? what : `${what}: ${result}`
      }),
    ),
  ].join(", ")

/** The name of the player, or the uuid of one that was deleted. */
const whose = ({ display_name: name, player_uuid: player }: Pick<FoundOrder, "display_name" | "player_uuid">): string =>
  name ?? player

const forPeople = ({ loot_names: names, orders }: Found, isOfOne: boolean): string =>
  table<FoundOrder>(
    [
      { heading: "TIME", text: ({ created }) => moment(created) },
      ...(isOfOne ? [] : [{ heading: "PLAYER", text: whose, cuttable: true }]),
      { heading: "ORDER_ID", text: (order) => order.order_id },
      { heading: "SOURCE", text: ({ source }) => source, cuttable: true },
      { heading: "ENTRIES", text: (order) => entriesOf(order, names), cuttable: true },
    ],
    orders,
  )

const playerTwice = new CommandFailure({
  kind: "usage",
  sentence: "The player is named twice: as player_uuid and with --player.",
})

interface OrderListInput extends ListForm {
  readonly player: Option.Option<string>
  readonly playerFlag: Option.Option<string>
  readonly loot: Option.Option<string>
  readonly item: Option.Option<string>
  readonly result: Option.Option<string>
  readonly source: Option.Option<string>
  readonly from: Option.Option<string>
  readonly to: Option.Option<string>
  readonly limit: Option.Option<number>
  readonly after: Option.Option<string>
}

/** Finds orders, the newest first, a page at a time. */
export const showOrders = Effect.fn("Order.list")(function* (input: OrderListInput) {
  const { after, from, item, limit, loot, playerFlag, result, source, to } = input
  if (Option.isSome(input.player) && Option.isSome(playerFlag)) return yield* playerTwice
  const player = Option.orElse(input.player, () => playerFlag)
  const given = givenOnly({
    player_uuid: player,
    loot_id: yield* catalogIdIfGiven("loot", loot),
    item_id: yield* catalogIdIfGiven("item", item),
    result,
    source,
    from,
    to,
    limit,
    after,
  })
  const found = yield* operate(searchOrders, given)
  if (found.orders.length === 0 && isForPeople(input)) {
    const until = found.searched_to
    yield* printMessage(
      until === undefined ? "There is no such order." : `There is no such order since ${moment(until)}.`,
    )
  } else yield* showList(searchOrders, input, found, "orders", () => forPeople(found, Option.isSome(player)))
  return yield* sayNext(input, found.next)
})

/** Says whose an order is, and what it is about. */
export const locate = Effect.fn("Order.find")(function* ({
  json,
  order,
}: {
  readonly order: string
  readonly json: boolean
}) {
  const found = yield* operate(locateOrder, { order_id: order }).pipe(
    Effect.catchTag(["OrderNotFound", "EarlierOrdersMissing"], ({ message }) =>
      Effect.fail(new CommandFailure({ kind: "notFound", sentence: message })),
    ),
  )
  yield* showAnswer(locateOrder, json, found, () =>
    facts([
      ["order_id", found.order_id],
      ["player", whose(found)],
      ["player_uuid", found.player_uuid],
      ["created", moment(found.created)],
      ["source", found.source],
      ["submitted by", found.client_id],
      ["made by order", found.parent_order_id],
      ["entries", entriesOf(found, found.loot_names)],
    ]),
  )
  return yield* printMessage(`All of it: garrison order show ${found.player_uuid} ${found.order_id}`)
})
