/** Writes `docs/operations.md`, the reference page of the operations. */
import { writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { operationsPage } from "./operations/page.ts"

writeFileSync(resolve(import.meta.dirname, "../docs/operations.md"), operationsPage())
