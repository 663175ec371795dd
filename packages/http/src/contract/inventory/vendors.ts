/** Reading the catalog over HTTP (interface, section 4.6). */
import { readCatalog } from "@garrison/core/catalog/operations/readCatalog"
import { route } from "../route.ts"
import { inCodings } from "../success.ts"

/** The same for every caller. */
export const vendors = route(readCatalog, {
  id: "vendors",
  method: "GET",
  path: "/inventory/v1/catalog/vendor",
  mounts: ["public"],
  who: "any",
  session: "remembered",
  lane: "memory",
  description:
    `${readCatalog.sentence} Sent as it is or compressed with gzip, br or zstd, as Accept-Encoding asks; each form has ` +
    "its own ETag. The ETag of the plain form is the collection's in quotes, that of a compressed form has " +
    '"-gzip", "-br" or "-zstd" before the closing quote.',
  success: inCodings(readCatalog.answer),
})
