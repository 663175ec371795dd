/** Computing odds for whoever runs the deployment (decisions, section 12). */
import * as Schema from "effect/Schema"
import { LootId } from "../../catalog/schema.ts"
import { described } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { PlayerUuid } from "../../kernel/Identifier.ts"
import { read } from "../../operation/Operation.ts"
import { LootOdds } from "../LootOdds.ts"
import { ownedFields } from "../owned.ts"
import { LootOddsAnswer, OddsQuantity } from "../schema.ts"

/** The odds of a loot for a player, published or not. */
export const computeOdds = read(
  { name: "odds.compute", permissions: ["operator:odds:read"] },
  {
    title: "The odds of a loot for a player",
    sentence:
      "What the loot gives on average, how likely it gives any of an item and how much, and which prizes have conditions: to " +
      "a player with the inventory of this player, to one who owns what is stated, or to one without items. The odds need " +
      "not be published.",
    input: {
      loot_id: described(LootId, "Id of the loot."),
      quantity: Schema.optionalKey(
        OddsQuantity.annotate({ default: 1, description: "How many are ordered in one entry." }),
      ),
      player_uuid: described(
        Schema.optionalKey(PlayerUuid),
        "The player whose inventory counts. Absent: one who owns what is stated, or nothing.",
      ),
      ...ownedFields,
    },
    answer: value(LootOddsAnswer),
    refusals: ["resource_not_found"],
    run: ({ loot_id: lootId, owning, player_uuid: player, quantity = 1, xp }) =>
      LootOdds.use((odds) => odds.of(lootId, quantity, player, undefined, { owning, xp })),
  },
)
