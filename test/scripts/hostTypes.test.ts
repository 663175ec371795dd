/** The documented types and methods of hosts are what `npm run host-types` makes of the schemas and rows. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { hostFiles } from "../../scripts/hostTypes/methods.ts"

describe("the types of hosts", () => {
  it("are made of the schemas", async () => {
    for (const [path, text] of await hostFiles()) {
      const written = readFileSync(resolve(import.meta.dirname, "../..", path), "utf8")
      assert.strictEqual(written, text, "run npm run host-types")
    }
  })
})
