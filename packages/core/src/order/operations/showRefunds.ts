/** What an order has to do with refunds (decisions, section 12). */
import { value } from "../../operation/answer.ts"
import { OfPlayer, OfOrder } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { OrderRefunds } from "../refundSchema.ts"
import { Refunds } from "../Refunds.ts"

/** Says which order an order refunds, and which one refunds it. */
export const showRefunds = read(
  { name: "order.refunds", permissions: ["operator:read:order"] },
  {
    title: "Refunds of an order",
    sentence: "Which order it refunds, which order refunds it, and what it should have taken and could not.",
    input: { player_uuid: OfPlayer, order_id: OfOrder },
    answer: value(OrderRefunds),
    refusals: ["resource_not_found"],
    run: ({ order_id: orderId, player_uuid: player }) => Refunds.use((refunds) => refunds.ofOrder(player, orderId)),
  },
)
