/** Writes what the documentation says of the settings: the table of the README, and `docs/settings.md`. */
import { readFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { settingsPage, withTable } from "./settings/tables.ts"

const root = resolve(import.meta.dirname, "..")
const readme = resolve(root, "README.md")

writeFileSync(readme, withTable(readFileSync(readme, "utf8")))
writeFileSync(resolve(root, "docs/settings.md"), settingsPage())
