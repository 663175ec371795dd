/** What `garrison order list` does. */
import { searchOrders } from "@garrison/core/order/operations/searchOrders"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { isForPeople, type ListForm, type OperationAnswer, operate, sayNext, showList } from "../operate.ts"
import { printMessage } from "../output/print.ts"
import { moment, table } from "../output/table.ts"
import { catalogIdIfGiven } from "./catalogIds.ts"
import { givenOnly } from "./givenOnly.ts"

type FoundOrder = OperationAnswer<typeof searchOrders>["orders"][number]

/** Each different entry once: the loot, and the result where it is not success. */
const entriesOf = ({ entries }: FoundOrder): string =>
  [
    ...new Set(
      entries.map(({ loot_id: loot, quantity, result, type }) => {
        const what = loot === undefined ? type : `${loot}${quantity === 1 ? "" : ` x ${quantity}`}`
        return result === "success" ? what : `${what}: ${result}`
      }),
    ),
  ].join(", ")

const forPeople = (orders: ReadonlyArray<FoundOrder>): string =>
  table<FoundOrder>(
    [
      { heading: "TIME", text: ({ created }) => moment(created) },
      { heading: "ORDER_ID", text: (order) => order.order_id },
      { heading: "SOURCE", text: ({ source }) => source, cuttable: true },
      { heading: "ENTRIES", text: entriesOf, cuttable: true },
    ],
    orders,
  )

interface OrderListInput extends ListForm {
  readonly player: Option.Option<string>
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
  const { after, from, item, limit, loot, player, result, source, to } = input
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
  } else yield* showList(searchOrders, input, found, "orders", () => forPeople(found.orders))
  return yield* sayNext(input, found.next)
})
