/** Reading one vendor of the catalog (decisions, section 10). */
import * as Effect from "effect/Effect"
import { described } from "../../kernel/input/Field.ts"
import { fromUtf8 } from "../../kernel/wire/Utf8.ts"
import { text } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { Catalogs } from "../Catalogs.ts"
import { VendorNotFound } from "../errors.ts"
import { VendorId, Vendor } from "../schema.ts"
import { readingCatalog } from "./readCatalog.ts"

/** Finds a vendor of the published catalog. */
export const findVendor = read(
  { name: "catalog.findVendor", ...readingCatalog },
  {
    title: "A vendor with its loot and items",
    sentence:
      "As the vendor is in the collection. A client with an older collection asks for the etags of all vendors, and " +
      "fetches those that have another etag now.",
    input: { vendor_id: described(VendorId, "Id of the vendor.") },
    answer: text(Vendor),
    refusals: ["resource_not_found"],
    run: Effect.fnUntraced(function* ({ vendor_id: id }) {
      const { body } = yield* (yield* Catalogs).current
      const { vendors } = JSON.parse(fromUtf8(body)) as { readonly vendors: Readonly<Record<string, object>> }
      const vendor = vendors[id]
      return vendor === undefined ? yield* new VendorNotFound({ code: "resource_not_found" }) : JSON.stringify(vendor)
    }),
  },
)
