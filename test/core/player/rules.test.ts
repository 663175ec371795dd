/** What players may be called. */
import { assert, describe, it } from "@effect/vitest"
import { DISPLAY_NAME_LENGTH_MAX, displayName } from "@garrison/core/player/rules"
import * as fc from "fast-check"

/** The code points of a text. */
const length = (text: string | undefined): number => Array.from(text ?? "").length

describe("displayName", () => {
  it("keeps what people write", () => {
    for (const name of ["Ada", "Éva", "名前", "O'Neil-Smith", "क्षत्रिय", "שָׁלוֹם", "ที่นี่", "Nguyễn", "№ 5 ♥"]) {
      assert.strictEqual(displayName(name), name)
    }
    assert.strictEqual(displayName("  Ada \t Lovelace "), "Ada Lovelace")
    assert.strictEqual(displayName("Ada\u3000\u00a0Lovelace"), "Ada Lovelace")
    assert.strictEqual(displayName("E\u0301va"), "\u00c9va")
  })

  it("keeps emoji whole: joined, flagged, coloured, keycaps, and flags of regions", () => {
    const emoji = ["👩‍👩‍👧", "🏳️‍🌈", "🧑🏽‍🚀", "❤️", "❤️‍🔥", "1️⃣", "🇩🇪", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"]
    for (const one of emoji) {
      assert.strictEqual(displayName(one), one)
      assert.strictEqual(displayName(`Ada ${one}${one} Lovelace`), `Ada ${one}${one} Lovelace`)
    }
  })

  it("drops what hides or forges text, and is nothing when nothing is left", () => {
    assert.strictEqual(displayName("a\u0000b\u001b[31mc\u202ed\u2028e"), "a b [31mcd e")
    for (const empty of ["", " ", "\u0000\n", "\u202e", "\ud800", "\u2800", "\u3164", "\u0301\u0301", "\u200d\ufe0f"]) {
      assert.isUndefined(displayName(empty), JSON.stringify(empty))
    }
  })

  it("drops what is invisible, so that no two names look the same for it", () => {
    const invisible = [
      ...Array.from("\u200b\u200c\u200d\u2060\ufeff"), // zero width
      ...Array.from("\u200e\u200f\u061c\u202a\u202e\u2066\u2069"), // direction
      ...Array.from("\ufe0e\ufe0f\u{e0100}\u180b"), // variation selectors that select nothing
      ...Array.from("\u{e0001}\u{e0041}\u{e007f}"), // tags
      ...Array.from("\u00ad\u034f\u115f\u1160\u3164\uffa0\u17b4\u2061\ufff9"), // soft hyphen, joiner, fillers, operators, notes
      ...Array.from("\ue000\u{f0000}\u0378\uffff"), // private, unassigned, no characters
    ]
    for (const one of invisible) assert.strictEqual(displayName(`A${one}da${one}`), "Ada", JSON.stringify(one))
    assert.strictEqual(displayName("👩\u200d🪵"), "👩🪵", "a join that no font knows")
    assert.strictEqual(displayName("🏴\u{e0067}\u{e007f}"), "🏴", "a flag of no region")
  })

  it("stacks at most four marks on a character, and none on nothing", () => {
    assert.strictEqual(displayName(`Z${"\u0301".repeat(50)}algo`), `\u0179${"\u0301".repeat(4)}algo`)
    assert.strictEqual(displayName("\u0301Ada \u0301\u0302 Lovelace"), "Ada Lovelace")
  })

  it("is cut to 64 code points, however many units they take, and never within a character or an emoji", () => {
    assert.strictEqual(displayName("👩".repeat(80)), "👩".repeat(64))
    assert.strictEqual(displayName(`${"x".repeat(63)}👩`), `${"x".repeat(63)}👩`)
    assert.strictEqual(displayName(`${"x".repeat(62)}👩‍👩‍👧`), "x".repeat(62))
    assert.strictEqual(displayName(`${"x".repeat(63)}q\u0301`), "x".repeat(63))
    assert.strictEqual(displayName("x".repeat(65)), "x".repeat(64))
  })

  it("is never longer than the limit, never half a character, shows something, and is stable", () => {
    const unit = fc.oneof(
      fc.string({ unit: "binary", maxLength: 3 }),
      fc.constantFrom(
        "\u200d",
        "\ufe0f",
        "👩",
        "🚀",
        "🏽",
        "\u{e0067}",
        "\u{e007f}",
        "🏴",
        "\u0301",
        "1",
        "\u20e3",
        " ",
        "🇩",
      ),
    )
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 120 }), (units) => {
        const name = displayName(units.join(""))
        if (name === undefined) return
        assert.isAtMost(length(name), DISPLAY_NAME_LENGTH_MAX)
        assert.match(name, /^[^\p{M}\s]/u)
        assert.isTrue(name.isWellFormed())
        assert.notMatch(name.replaceAll(/\p{RGI_Emoji}/gv, ""), /[\p{Cf}\p{Cc}\p{DI}]|\p{M}{5}/u)
        assert.strictEqual(displayName(name), name)
      }),
      { numRuns: 3000 },
    )
  })
})
