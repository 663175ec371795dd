/** Reading one price point of the catalog over HTTP. */
import { findPricePoint } from "@garrison/core/catalog/operations/findPricePoint"
import { route } from "../route.ts"
import { inCodings } from "../success.ts"

/** The same for every caller. */
export const pricePoint = route(findPricePoint, {
  id: "pricePoint",
  method: "GET",
  path: "/inventory/v1/catalog/price-point/:price_point_guid",
  mounts: ["public"],
  who: "any",
  session: "remembered",
  lane: "memory",
  description:
    "The same bytes that the price point has in the list of all. The ETag is its `cache_info.etag` in quotes, with " +
    '"-gzip", "-br" or "-zstd" before the closing quote in a compressed form.',
  params: findPricePoint.input,
  success: inCodings(findPricePoint.answer),
})
