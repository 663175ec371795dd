/** The documented types of hosts are what `npm run host-types` makes of the schemas. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { hostTypes } from "../../scripts/hostTypes/declarations.ts"

describe("the types of hosts", () => {
  it("are made of the schemas", () => {
    const written = readFileSync(resolve(import.meta.dirname, "../../packages/core/src/hostTypes.ts"), "utf8")
    assert.strictEqual(written, hostTypes(), "run npm run host-types")
  })
})
