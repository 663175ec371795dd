/** Writes what is generated in `docs/catalog.md`: expansions of examples, odds, and the reference of every field. */
import { readFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { catalogPage } from "./catalog/page.ts"

const page = resolve(import.meta.dirname, "../docs/catalog.md")

writeFileSync(page, await catalogPage(readFileSync(page, "utf8")))
