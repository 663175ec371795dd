/** Reading the catalog (interface, section 4.6; decisions, section 10). */
import { VendorCollection } from "@garrison/core/catalog/schema"
import { bearer, operation } from "../operation.ts"
import { revalidated, written } from "../success.ts"

/** The same for every caller. */
export const vendors = operation({
  id: "vendors",
  method: "GET",
  path: "/inventory/v1/catalog/vendor",
  mounts: ["public"],
  access: bearer.remembered("any", "catalog:read"),
  lane: "memory",
  summary: "All vendors with their loot and items",
  description:
    "The published catalog version, with the values that count where its author wrote none. Sent as it is or " +
    "compressed with gzip, br or zstd, as Accept-Encoding asks; each form has its own ETag. " +
    "`cache_info.etag` can be recomputed: take the resource without `cache_info`, put the etag of each child in its " +
    "place (`item` of a loot, each `loot` of a vendor, each vendor of the collection), write that as canonical JSON " +
    "(RFC 8785), and take the SHA-256 of its UTF-8 bytes in base64url. The ETag of the plain form is the " +
    'collection\'s in quotes, that of a compressed form has "-gzip", "-br" or "-zstd" before the closing quote.',
  success: written(revalidated(VendorCollection.annotate({ identifier: "VendorCollection" }))),
  refusals: { 404: ["resource_not_found"] },
})
