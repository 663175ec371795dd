/** Explaining an order (decisions, section 12). */
import * as Effect from "effect/Effect"
import { described, Text, refersTo } from "../../kernel/input/Field.ts"
import { callerOf } from "../../operation/Act.ts"
import { value } from "../../operation/answer.ts"
import { caller, ownExplanation, ownOrder } from "../../operation/examples.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { explanationOf } from "../explain.ts"
import { OrderExplanation } from "../explanation.ts"
import { Orders } from "../Orders.ts"
import { readingOrders } from "./findOrder.ts"

/** Explains an order of a player. A setting decides whether a player sees the odds of draws. */
export const explainOrder = read(
  { name: "order.explain", ...readingOrders },
  {
    title: "How an order came about",
    sentence:
      "Each step by which the order was fulfilled: loot that was skipped and why, each number on the way to a quantity, " +
      "each check with what it compared, each draw, each change. The stored order is interpreted again with the catalog " +
      "version and the random numbers of its time; nothing changes. At most 2,000 steps are listed; `steps_left_out` " +
      "counts the others. `total`, `drawn`, `weight`, `odds`, `candidates` and `excluded` of draws are for callers with " +
      "`inv:read_order:player:any`, and for players if the server's settings say so.",
    // Any text: an order with another id is not found.
    input: { player_uuid: OfPlayer, order_id: described(refersTo("order", Text), "Id of the order.") },
    answer: value(OrderExplanation),
    refusals: ["resource_not_found"],
    example: { input: { player_uuid: caller, order_id: ownOrder["order_id"] }, answer: ownExplanation },
    run: ({ order_id: orderId, player_uuid: player }, act) =>
      Orders.use((orders) => Effect.map(orders.explain(player, orderId, callerOf(act)), explanationOf)),
  },
)
