/** What players may be called. */
import { assert, describe, it } from "@effect/vitest"
import { DISPLAY_NAME_LENGTH_MAX, displayName } from "@garrison/core/player/rules"
import * as fc from "fast-check"

describe("displayName", () => {
  it("keeps what people write", () => {
    for (const name of ["Ada", "Éva", "名前", "👩‍👩‍👧", "O'Neil-Smith"]) assert.strictEqual(displayName(name), name)
    assert.strictEqual(displayName("  Ada \t Lovelace "), "Ada Lovelace")
    assert.strictEqual(displayName("E\u0301va"), "\u00c9va")
  })

  it("drops what hides or forges text, and is nothing when nothing is left", () => {
    assert.strictEqual(displayName("a\u0000b\u001b[31mc\u202ed\u2028e"), "a b [31mc d e")
    for (const empty of ["", " ", "\u0000\n", "\u202e", "\ud800"]) assert.isUndefined(displayName(empty))
  })

  it("is never longer than the limit, never half a character, and stable", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (given) => {
        const name = displayName(given)
        if (name === undefined) return
        assert.isAtMost(name.length, DISPLAY_NAME_LENGTH_MAX)
        assert.isAtLeast(name.length, 1)
        assert.isTrue(name.isWellFormed())
        assert.strictEqual(displayName(name), name)
      }),
      { numRuns: 2000 },
    )
    assert.strictEqual(displayName("x".repeat(63) + "👩")?.length, 63)
  })
})
