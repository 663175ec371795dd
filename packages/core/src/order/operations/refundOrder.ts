/** Refunding an order (decisions, section 12). */
import { described } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { OfPlayer, OrderId } from "../../operation/fields.ts"
import { act } from "../../operation/Operation.ts"
import { orderActs } from "../acts.ts"
import { FromPaid, OrderRefund, Partial } from "../refundSchema.ts"
import { Refunds } from "../Refunds.ts"

/** Refunds an order with those that it made. */
export const refundOrder = act(
  orderActs.refund,
  {
    title: "Refund an order",
    sentence:
      "Take back what an order gave, with the orders that it made, and give back what it took, as it was. What is gone is " +
      "taken from others of the same item and bucket that were not paid for. A dry run says what can be taken, and where " +
      "the rest went. An order is refunded once; a second refund answers the first one. A refund can be refunded.",
    input: {
      player_uuid: OfPlayer,
      order_id: described(
        OrderId,
        "Id of the order. It was submitted: an order that another one made is refunded with that.",
      ),
      partial: Partial,
      from_paid: FromPaid,
    },
    answer: value(OrderRefund),
    refusals: ["resource_not_found", "refund_incomplete", "refund_not_possible"],
    run: ({ from_paid: fromPaid = false, order_id: orderId, partial: isPartial = false, player_uuid: player }, by) =>
      Refunds.use((refunds) => refunds.refund(player, { orderId, isPartial, fromPaid }, by)),
  },
  "required",
)
