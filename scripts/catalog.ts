/** Writes what is generated in the pages for designers: expansions of examples, odds, fields and findings. */
import { readFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { CATALOG_PAGES, catalogPage } from "./catalog/page.ts"

for (const name of CATALOG_PAGES) {
  const page = resolve(import.meta.dirname, "..", name)
  writeFileSync(page, await catalogPage(readFileSync(page, "utf8")))
}
