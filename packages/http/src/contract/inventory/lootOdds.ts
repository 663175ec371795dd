/** Reading the odds of a loot (decisions, section 12). */
import { AuthoredId } from "@garrison/core/catalog/schema"
import { IntegerOf } from "@garrison/core/kernel/Field"
import { LootOddsAnswer } from "@garrison/core/odds/schema"
import * as Schema from "effect/Schema"
import { GOBLIN } from "../examples.ts"
import { operation } from "../operation.ts"
import { revalidated } from "../success.ts"
import { vendors } from "./vendors.ts"

/** A quantity that players may ask for: larger ones take longer to compute. */
const PublishedQuantity = IntegerOf({ minimum: 1, maximum: 100 })

/** The same for every caller. */
export const lootOdds = operation({
  id: "lootOdds",
  method: "GET",
  path: "/inventory/v1/catalog/loot/:loot_id/odds",
  mounts: ["public"],
  access: vendors.access,
  lane: vendors.lane,
  summary: "The odds of a loot",
  description:
    "What the loot gives on average, and how likely it gives any of an item, for a player without items: exact " +
    "fractions, or estimates with bounds where the loot can be drawn in too many ways. `etag` is that of the vendor " +
    "collection. 404 unless the setting `oddsPublished` is on, and where the loot is not active. 503 while many odds of " +
    "other loot are computed.",
  params: { loot_id: AuthoredId },
  query: {
    quantity: Schema.optionalKey(
      PublishedQuantity.annotate({ default: 1, description: "How many are ordered in one entry." }),
    ),
  },
  success: revalidated(LootOddsAnswer),
  refusals: { 404: ["resource_not_found"], 503: ["too_many_odds"] },
  example: {
    answer: {
      etag: "jN7U2wywXo2YlR7sFy31KfmJ4-GziTuVGU7g0526cMA",
      loot_id: GOBLIN,
      quantity: 1,
      exact: true,
      items: [{ item_id: 526, expected: "1", at_least_one: "1" }],
    },
  },
})
