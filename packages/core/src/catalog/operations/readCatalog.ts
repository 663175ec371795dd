/** Reading the catalog (interface, section 4.6; decisions, section 10). */
import * as Effect from "effect/Effect"
import { fromUtf8 } from "../../kernel/wire/Utf8.ts"
import { text } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { Catalogs } from "../Catalogs.ts"
import { VendorCollection } from "../schema.ts"

/** Who may read the catalog. It is the same for every caller. */
export const readingCatalog = { permissions: ["catalog:read"] } as const

/** Reads the published catalog. */
export const readCatalog = read(
  { name: "catalog.read", ...readingCatalog },
  {
    title: "All vendors with their loot and items",
    sentence:
      "The published catalog version, with the values that count where its author wrote none. " +
      "`cache_info.etag` can be recomputed: take the resource without `cache_info`, put the etag of each child in its " +
      "place (`item` of a loot, each `loot` of a vendor, each vendor of the collection), write that as canonical JSON " +
      "(RFC 8785), and take the SHA-256 of its UTF-8 bytes in base64url.",
    input: {},
    answer: text(VendorCollection.annotate({ identifier: "VendorCollection" })),
    refusals: ["resource_not_found"],
    run: () => Catalogs.use((catalogs) => Effect.map(catalogs.current, ({ body }) => fromUtf8(body))),
  },
)
