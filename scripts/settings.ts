/** Writes what the documentation says of the settings: `docs/settings.md`. */
import { writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { settingsPage } from "./settings/tables.ts"

writeFileSync(resolve(import.meta.dirname, "../docs/settings.md"), settingsPage())
