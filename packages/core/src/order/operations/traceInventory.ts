/** Where counts came from, and where they went (decisions, section 12). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { withCurrentNames } from "../../catalog/currentNames.ts"
import { namesBeside } from "../../catalog/namesBeside.ts"
import { ItemId } from "../../catalog/schema.ts"
import { described, Uuid } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { OfPlayer, OrderId } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { InventoryTrace } from "../refundSchema.ts"
import { Refunds } from "../Refunds.ts"

/** Traces the counts of an item, a record or an order. */
export const traceInventory = read(
  { name: "inventory.trace", permissions: ["operator:read:player"] },
  {
    title: "Where counts came from and went",
    sentence:
      "Show where the counts of an item, of a record or of what an order changed came from, and where they went: which " +
      "orders added to each record, how many are left, and which orders took the others, with what they gave for them. " +
      "Who takes from a record takes what was added first. Without item, record and order the answer is empty.",
    input: {
      player_uuid: OfPlayer,
      item_id: described(Schema.optionalKey(ItemId), "Records of this item."),
      inventory_id: described(Schema.optionalKey(Uuid), "This record."),
      order_id: described(Schema.optionalKey(OrderId), "Records that this order changed."),
    },
    answer: value(
      Schema.Struct({ ...InventoryTrace.fields, ...namesBeside }).annotate({
        identifier: "NamedInventoryTrace",
        description: "Where counts came from, and where they went.",
      }),
    ),
    refusals: ["resource_not_found"],
    run: ({ inventory_id: inventoryId, item_id: itemId, order_id: orderId, player_uuid: player }) =>
      Effect.flatMap(
        Refunds.use((refunds) => refunds.trace(player, { itemId, inventoryId, orderId })),
        withCurrentNames,
      ),
  },
)
