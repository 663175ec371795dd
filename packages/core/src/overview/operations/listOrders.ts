/** The orders of a player of any age, for operators (decisions, section 17). */
import * as Effect from "effect/Effect"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { READING_ORDERS } from "../rules.ts"
import { listInput, orderPage, pageOf, passPlayer } from "./lists.ts"
import { OrderSummary } from "./parts.ts"

/** Lists the orders of a player, of any age. */
export const listAllOrders = read(
  { name: "player.listOrders", permissions: READING_ORDERS },
  {
    title: "List the orders of a player",
    sentence:
      "List the orders of a player, of any age, in a few fields each, the newest first and a page at a time. Each page but " +
      "the last ends with the marker of the next. order.find has all of an order.",
    input: listInput,
    answer: value(pageOf(OrderSummary, "OrdersOfPlayer", "The orders, the newest first.")),
    refusals: ["resource_not_found"],
    run: ({ player_uuid: player, ...wanted }) => Effect.andThen(passPlayer(player), orderPage(player, wanted)),
  },
)
