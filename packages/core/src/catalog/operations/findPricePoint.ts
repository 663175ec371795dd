/** Reading one price point of the catalog (decisions, section 10). */
import * as Effect from "effect/Effect"
import { described } from "../../kernel/input/Field.ts"
import { fromUtf8 } from "../../kernel/wire/Utf8.ts"
import { text } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { Catalogs } from "../Catalogs.ts"
import { PricePointNotFound } from "../errors.ts"
import { PricePointGuid, ServedPricePoint } from "../pricePointSchema.ts"
import { readingCatalog } from "./readCatalog.ts"

/** Finds a price point of the published catalog. */
export const findPricePoint = read(
  { name: "catalog.findPricePoint", ...readingCatalog },
  {
    title: "What the loot of a price point costs",
    sentence: "As the price point is in the list of all. Found by the guid that loot of the vendor list names.",
    input: { price_point_guid: described(PricePointGuid, "Guid of the price point, as loot names it.") },
    answer: text(ServedPricePoint),
    refusals: ["resource_not_found"],
    run: Effect.fnUntraced(function* ({ price_point_guid: guid }) {
      const { byGuid } = yield* (yield* Catalogs).pricePoints
      const found = byGuid.get(guid)
      return found === undefined ? yield* new PricePointNotFound({ code: "resource_not_found" }) : fromUtf8(found.body)
    }),
  },
)
