/** Clawing an item back (decisions, section 12). */
import * as Schema from "effect/Schema"
import { ItemId } from "../../catalog/schema.ts"
import { described, IntegerOf, Uuid } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { OfPlayer, OrderId } from "../../operation/fields.ts"
import { act } from "../../operation/Operation.ts"
import { orderActs } from "../acts.ts"
import { FromPaid, ItemClawBack, Partial } from "../refundSchema.ts"
import { Refunds } from "../Refunds.ts"
import { COUNT_MAX } from "../../inventory/schema.ts"

/** Claws an item back. */
export const clawBackItem = act(
  orderActs.clawBack,
  {
    title: "Claw an item back",
    sentence:
      "Take an item from a player, wherever it went: from the records that the ledger names. What was paid for is left " +
      "alone, unless from_paid says otherwise. A dry run says what can be taken, and where the rest went. The order that " +
      "takes it can be refunded.",
    input: {
      player_uuid: OfPlayer,
      item_id: described(ItemId, "The item."),
      inventory_id: described(
        Schema.optionalKey(Uuid),
        "From this record alone (default: from every record of the item).",
      ),
      order_id: described(Schema.optionalKey(OrderId), "What this order gave of it (default: whatever gave it)."),
      count: described(
        Schema.optionalKey(IntegerOf({ minimum: 1, maximum: COUNT_MAX })),
        "How many (default: as many as the order gave; without an order, all that can be taken).",
      ),
      partial: Partial,
      from_paid: FromPaid,
    },
    answer: value(ItemClawBack),
    refusals: ["resource_not_found", "refund_incomplete", "refund_not_possible"],
    run: ({ count, from_paid: fromPaid = false, partial: isPartial = false, player_uuid: player, ...named }, by) => {
      const { inventory_id: inventoryId, item_id: itemId, order_id: orderId } = named
      const wanted = { itemId, inventoryId: inventoryId?.toLowerCase(), orderId, count, isPartial, fromPaid }
      return Refunds.use((refunds) => refunds.clawBack(player, wanted, by))
    },
  },
  "required",
)
