/** Writes what the typed client knows of the contract: its table of routes, its methods, and their types. */
import { writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { clientFiles } from "./client/files.ts"

for (const [path, text] of await clientFiles()) writeFileSync(resolve(import.meta.dirname, "..", path), text)
