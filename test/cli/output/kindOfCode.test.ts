/** Every error code of the core has an exit code, by a table and not by how the code is spelt. */
import { CatalogNotFound } from "@garrison/core/catalog/errors"
import { refusal } from "@garrison/core/kernel/Refusal"
import { PlayerNotFound } from "@garrison/core/player/errors"
import { assert, describe, it } from "@effect/vitest"
import { explain } from "../../../packages/cli/src/output/explain.ts"
import { kindOfCode } from "../../../packages/cli/src/output/kindOfCode.ts"

const anyCode: Readonly<Record<string, string>> = {}
class Coded extends refusal("Coded", anyCode)<{ readonly code: string }> {}

describe("the exit code of an error", () => {
  it.each([
    ["catalog_etag_mismatch", "conflict"],
    ["client_id_taken", "conflict"],
    ["basic_auth_credentials_not_found", "auth"],
    ["auth_not_jwt", "auth"],
    ["resource_not_found", "notFound"],
    ["login_capacity_reached", "failure"],
  ] as const)("of %s is that of %s", (code, kind) => {
    assert.strictEqual(kindOfCode[code], kind)
    assert.strictEqual(explain(new Coded({ code }))?.kind, kind)
  })

  it("comes with the sentence of the error itself", () => {
    const code = "resource_not_found"
    assert.strictEqual(explain(new PlayerNotFound({ code }))?.sentence, "There is no such player.")
    assert.strictEqual(explain(new CatalogNotFound({ code }))?.sentence, "No catalog has been published yet.")
  })

  it("is not made up for a code that is no code of the core", () => {
    for (const code of ["no_such_code", "toString"]) assert.isUndefined(explain(new Coded({ code })))
  })
})
