/** Reading the etags of all vendors (decisions, section 10). */
import * as Effect from "effect/Effect"
import { fromUtf8 } from "../../kernel/wire/Utf8.ts"
import { text } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { Catalogs } from "../Catalogs.ts"
import { VendorEtags } from "../schema.ts"
import { readingCatalog } from "./readCatalog.ts"

/** Lists the etags of the vendors. */
export const listVendorEtags = read(
  { name: "catalog.listEtags", ...readingCatalog },
  {
    title: "The etag of each vendor",
    sentence:
      "For clients that hold an older collection: vendors with another etag have changed, those that are missing here " +
      "are gone. The answer is canonical JSON (RFC 8785). The SHA-256 of its bytes in base64url is the etag of the " +
      "collection.",
    input: {},
    answer: text(VendorEtags),
    refusals: ["resource_not_found"],
    run: () =>
      Catalogs.use((catalogs) =>
        Effect.flatMap(catalogs.current, ({ vendorEtags }) => Effect.map(vendorEtags, fromUtf8)),
      ),
  },
)
