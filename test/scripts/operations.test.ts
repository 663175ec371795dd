/** The reference page of the operations is what `npm run operations` makes of the table. */
import { assert, describe, it } from "@effect/vitest"
import { operations } from "@garrison/core/operations"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { operationsPage } from "../../scripts/operations/page.ts"

describe("the table of operations", () => {
  it("has each name once", () => {
    const names = operations.map(({ name }) => name)
    assert.deepStrictEqual(names, [...new Set(names)])
  })

  it("is what docs/operations.md says", () => {
    const page = readFileSync(resolve(import.meta.dirname, "../../docs/operations.md"), "utf8")
    assert.strictEqual(page, operationsPage(), "run npm run operations")
  })
})
