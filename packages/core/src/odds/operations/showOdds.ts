/** Reading the odds that a deployment publishes (decisions, section 12). */
import * as Schema from "effect/Schema"
import { LootId } from "../../catalog/schema.ts"
import { described, IntegerOf } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { GOBLIN } from "../../operation/examples.ts"
import { read } from "../../operation/Operation.ts"
import { LootOdds } from "../LootOdds.ts"
import { ownedFields } from "../owned.ts"
import { LootOddsAnswer } from "../schema.ts"

/** A quantity that players may ask for: larger ones take longer to compute. */
const PublishedQuantity = IntegerOf({ minimum: 1, maximum: 100 })

/** The odds of a loot, the same for every caller. */
export const showOdds = read(
  { name: "odds.show", permissions: ["catalog:read"] },
  {
    title: "The odds of a loot",
    sentence:
      "What the loot gives on average, how likely it gives any of an item and how much, and which prizes have conditions, for " +
      "a player without items or for one who owns what is stated: exact fractions, or estimates with bounds where the loot can be drawn in too many ways. `etag` is that of the vendor " +
      "collection. Not found unless the setting `oddsPublished` is on, and where the loot is not active. Refused while " +
      "many odds of other loot are computed.",
    input: {
      loot_id: described(LootId, "Id of the loot."),
      quantity: Schema.optionalKey(
        PublishedQuantity.annotate({ default: 1, description: "How many are ordered in one entry." }),
      ),
      ...ownedFields,
    },
    answer: value(LootOddsAnswer),
    refusals: ["resource_not_found", "too_many_odds"],
    example: {
      input: { loot_id: GOBLIN },
      answer: {
        etag: "jN7U2wywXo2YlR7sFy31KfmJ4-GziTuVGU7g0526cMA",
        loot_id: GOBLIN,
        quantity: 1,
        exact: true,
        items: [{ item_id: 526, expected: "1", at_least_one: "1", least: 1, most: 1 }],
      },
    },
    run: ({ loot_id: lootId, owning, quantity = 1, xp }) =>
      LootOdds.use((odds) => odds.published(lootId, quantity, { owning, xp })),
  },
)
