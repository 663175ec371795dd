/** Taking an item from a player, by an operator (decisions, section 17). */
import * as Schema from "effect/Schema"
import { ItemId, InventoryBucket } from "../../catalog/schema.ts"
import { described, Enumeration, IntegerOf, Uuid } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { act } from "../../operation/Operation.ts"
import { reverseField } from "../../operation/reverse.ts"
import { byOrderRefusals, takeItemFrom } from "../actByOrder.ts"
import { orderActs } from "../acts.ts"
import { QUANTITY_MAX } from "../rules/interpret/entry/Entry.ts"
import { PlayerOrder } from "../schema.ts"

/** Takes an item. */
export const takeItem = act(
  orderActs.take,
  {
    title: "Take an item from a player",
    sentence:
      "Take an item from a player by an order of source SUPPORT, from the records that would be spent first. A player who " +
      "has fewer is left as before. inventory.clawBack also follows what was spent or turned into something else.",
    input: {
      player_uuid: OfPlayer,
      item_id: described(ItemId, "The item in the catalog."),
      count: described(IntegerOf({ minimum: 1, maximum: QUANTITY_MAX }), "How many, 1 to 1,000,000."),
      bucket: described(Schema.optionalKey(InventoryBucket), "From records of this bucket only (default: of any)."),
      type: described(
        Schema.optionalKey(Enumeration(["persistent", "transient"])),
        "From records of this type only: persistent or transient (default: of any).",
      ),
      inventory_id: described(Schema.optionalKey(Uuid), "From this record only (default: from any)."),
    },
    answer: value(
      Schema.Struct({
        player_uuid: OfPlayer,
        order: described(PlayerOrder, "The order, with its entries and their results."),
        reverse: reverseField,
      }).annotate({ identifier: "TakenItem" }),
    ),
    refusals: byOrderRefusals,
    run: ({ bucket, count, inventory_id: inventoryId, item_id: itemId, player_uuid: player, type }, by) =>
      takeItemFrom(player, { itemId, count, bucket, type, inventoryId: inventoryId?.toLowerCase() }, by),
  },
  "required",
)
