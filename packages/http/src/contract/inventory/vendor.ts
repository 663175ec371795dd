/** Reading one vendor of the catalog (decisions, section 10). */
import { AuthoredId, Vendor } from "@garrison/core/catalog/schema"
import { bearer, operation } from "../operation.ts"
import { revalidated, written } from "../success.ts"
import { vendors } from "./vendors.ts"

/** The same for every caller. */
export const vendor = operation({
  id: "vendor",
  method: "GET",
  path: "/inventory/v1/catalog/vendor/:vendor_id",
  mounts: ["public"],
  access: bearer.remembered("any", "catalog:read"),
  lane: vendors.lane,
  summary: "A vendor with its loot and items",
  description:
    "The same bytes that the vendor has in the collection. A client with an older collection asks `vendorEtags` " +
    "which vendors have another etag now, and fetches these. The ETag is `cache_info.etag` of the vendor in quotes, " +
    'with "-gzip", "-br" or "-zstd" before the closing quote in a compressed form.',
  params: { vendor_id: AuthoredId },
  success: written(revalidated(Vendor)),
  refusals: { 404: ["resource_not_found"] },
})
