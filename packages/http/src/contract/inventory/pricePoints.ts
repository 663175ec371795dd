/** Reading what the loot of the catalog costs over HTTP. */
import { listPricePoints } from "@garrison/core/catalog/operations/listPricePoints"
import { route } from "../route.ts"
import { inCodings } from "../success.ts"

/** The same for every caller. */
export const pricePoints = route(listPricePoints, {
  id: "pricePoints",
  method: "GET",
  path: "/inventory/v1/catalog/price-point",
  mounts: ["public"],
  who: "any",
  session: "remembered",
  lane: "memory",
  description:
    `${listPricePoints.sentence} Sent as it is or compressed with gzip, br or zstd, as Accept-Encoding asks; each form ` +
    "has its own ETag, as the vendor list has.",
  success: inCodings(listPricePoints.answer),
})
