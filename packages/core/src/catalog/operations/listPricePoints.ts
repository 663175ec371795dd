/** Reading what the loot of the catalog costs (decisions, section 10). */
import * as Effect from "effect/Effect"
import { fromUtf8 } from "../../kernel/wire/Utf8.ts"
import { text } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { Catalogs } from "../Catalogs.ts"
import { PricePointCollection } from "../pricePointSchema.ts"
import { readingCatalog } from "./readCatalog.ts"

/** Lists the price points that loot names. */
export const listPricePoints = read(
  { name: "catalog.listPricePoints", ...readingCatalog },
  {
    title: "What loot costs",
    sentence:
      "Every price point that loot names, with its tiers, the tiers of before a sale, and the loot. " +
      "`current_price_point_guid` of loot in the vendor list leads to the price that a purchase states, and " +
      "`pre_sale_price_point_guid` to the one that is shown as the price before. A price point that only inactive loot " +
      "names has no tiers.",
    input: {},
    answer: text(PricePointCollection),
    refusals: ["resource_not_found"],
    run: () => Catalogs.use((catalogs) => Effect.map(catalogs.pricePoints, ({ all }) => fromUtf8(all.body))),
  },
)
