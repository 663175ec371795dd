/** Giving an item to a player, by an operator (decisions, section 17). */
import * as Schema from "effect/Schema"
import { ItemId, InventoryBucket } from "../../catalog/schema.ts"
import { described, Enumeration, IntegerOf } from "../../kernel/input/Field.ts"
import { TimestampOrUnixText } from "../../kernel/time/Timestamp.ts"
import { value } from "../../operation/answer.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { act } from "../../operation/Operation.ts"
import { reverseField } from "../../operation/reverse.ts"
import { byOrderRefusals, giveItemTo } from "../actByOrder.ts"
import { orderActs } from "../acts.ts"
import { QUANTITY_MAX } from "../rules/interpret/entry/Entry.ts"
import { PlayerOrder } from "../schema.ts"

/** Gives an item. */
export const giveItem = act(
  orderActs.give,
  {
    title: "Give an item to a player",
    sentence:
      "Give an item to a player by an order of source SUPPORT, which makes a new record of it. Levels that the player " +
      "reaches by it are rewarded. An order that would not be fulfilled is refused and not stored.",
    input: {
      player_uuid: OfPlayer,
      item_id: described(ItemId, "The item in the catalog."),
      count: described(IntegerOf({ minimum: 1, maximum: QUANTITY_MAX }), "How many, 1 to 1,000,000."),
      bucket: described(Schema.optionalKey(InventoryBucket), "The bucket of the record (default: none)."),
      type: described(
        Schema.optionalKey(Enumeration(["persistent", "transient"])),
        "persistent: for ever; transient: until the inventory session ends (default: persistent).",
      ),
      expires_at: described(
        Schema.optionalKey(TimestampOrUnixText),
        "When the record ends: 2030-01-31T18:00:00Z or Unix seconds (default: never).",
      ),
    },
    answer: value(
      Schema.Struct({
        player_uuid: OfPlayer,
        order: described(PlayerOrder, "The order, with its entries and their results."),
        reverse: reverseField,
      }).annotate({ identifier: "GivenItem" }),
    ),
    refusals: byOrderRefusals,
    run: ({ bucket, count, expires_at: expires, item_id: itemId, player_uuid: player, type = "persistent" }, by) =>
      giveItemTo(player, { itemId, count, bucket, type, expires }, by),
  },
  "required",
)
