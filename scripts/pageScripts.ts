/** Writes the scripts of pages into the modules that the pages have them from. */
import { writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { pageScripts, scriptModule } from "./pageScripts/make.ts"

for (const [path, entry] of Object.entries(pageScripts)) {
  writeFileSync(resolve(import.meta.dirname, "..", path), await scriptModule(entry))
}
