/** Writes `docs/grants.md`, the reference page of the grants. */
import { writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { grantsPage } from "./grants/page.ts"

writeFileSync(resolve(import.meta.dirname, "../docs/grants.md"), grantsPage())
