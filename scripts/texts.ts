/**
 * Writes the texts that the bundled command answers with at once: the help of every command, the version, and the
 * completion scripts. `scripts/bundle.ts` runs it; the argument is the folder of the bundle.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { makeTexts } from "./texts/make.ts"

const [, , folder = ""] = process.argv
const target = resolve(folder, "texts")

mkdirSync(target, { recursive: true })
for (const [file, texts] of Object.entries(await makeTexts())) {
  writeFileSync(join(target, `${file}.json`), JSON.stringify(texts))
}
