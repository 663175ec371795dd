/** Reading the etags of all vendors over HTTP. */
import { listVendorEtags } from "@garrison/core/catalog/operations/listVendorEtags"
import { route } from "../route.ts"
import { inCodings } from "../success.ts"

/** The same for every caller. */
export const vendorEtags = route(listVendorEtags, {
  id: "vendorEtags",
  method: "GET",
  path: "/inventory/v1/catalog/etag",
  mounts: ["public"],
  who: "any",
  session: "remembered",
  lane: "memory",
  description: `${listVendorEtags.sentence} It is also the ETag here.`,
  success: inCodings(listVendorEtags.answer),
})
