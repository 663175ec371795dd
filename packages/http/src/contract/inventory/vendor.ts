/** Reading one vendor of the catalog over HTTP. */
import { findVendor } from "@garrison/core/catalog/operations/findVendor"
import { route } from "../route.ts"
import { inCodings } from "../success.ts"

/** The same for every caller. */
export const vendor = route(findVendor, {
  id: "vendor",
  method: "GET",
  path: "/inventory/v1/catalog/vendor/:vendor_id",
  mounts: ["public"],
  who: "any",
  session: "remembered",
  lane: "memory",
  description:
    "The same bytes that the vendor has in the collection. A client with an older collection asks `vendorEtags` " +
    "which vendors have another etag now, and fetches these. The ETag is `cache_info.etag` of the vendor in quotes, " +
    'with "-gzip", "-br" or "-zstd" before the closing quote in a compressed form.',
  params: findVendor.input,
  success: inCodings(findVendor.answer),
})
