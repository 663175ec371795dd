/** The scripts of pages are what `npm run page-scripts` makes of their sources. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { pageScripts, scriptModule } from "../../scripts/pageScripts/make.ts"

describe("the scripts of pages", () => {
  it.each(Object.entries(pageScripts))("%s is made of %s", async (path, entry) => {
    const written = readFileSync(resolve(import.meta.dirname, "../..", path), "utf8")
    assert.strictEqual(written, await scriptModule(entry), "run npm run page-scripts")
  })
})
