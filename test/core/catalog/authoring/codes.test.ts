/** Every code of names, forms and files has a test that reaches it. */
import { assert, describe, it } from "@effect/vitest"
import { FORM_ERRORS, FORM_WARNINGS } from "@garrison/core/catalog/rules/codes"
import { readdirSync, readFileSync } from "node:fs"
import { resolve } from "node:path"

/** Where the findings of forms are tested. The command reports on the lock file. */
const tests = ["test/core/catalog/authoring", "test/cli"].map((path) =>
  resolve(import.meta.dirname, "../../../..", path),
)

describe("the codes of authoring forms", () => {
  it("are each expected by a test", () => {
    const texts = tests.flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith(".test.ts") && name !== "codes.test.ts")
        .map((name) => readFileSync(resolve(folder, name), "utf8")),
    )
    const meanings = Object.entries({ ...FORM_ERRORS, ...FORM_WARNINGS })
    const untested = meanings.filter(
      ([code, { sentence }]) => !texts.some((text) => text.includes(`"${code}"`) || text.includes(sentence)),
    )
    assert.deepStrictEqual(untested, [])
  })
})
