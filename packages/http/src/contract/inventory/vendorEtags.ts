/** Reading the etags of all vendors (decisions, section 10). */
import { VendorEtags } from "@garrison/core/catalog/schema"
import { bearer, operation } from "../operation.ts"
import { revalidated, written } from "../success.ts"
import { vendors } from "./vendors.ts"

/** The same for every caller. */
export const vendorEtags = operation({
  id: "vendorEtags",
  method: "GET",
  path: "/inventory/v1/catalog/etag",
  mounts: ["public"],
  access: bearer.remembered("any", "catalog:read"),
  lane: vendors.lane,
  summary: "The etag of each vendor",
  description:
    "For clients that hold an older collection: vendors with another etag have changed, those that are missing here " +
    "are gone. The answer is canonical JSON (RFC 8785). The SHA-256 of its bytes in base64url is the etag of the " +
    "collection, which is also the ETag here.",
  success: written(revalidated(VendorEtags)),
  refusals: { 404: ["resource_not_found"] },
})
