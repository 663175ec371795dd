/**
 * Text of others keeps to its place (guarantees, the console): one line, of the width that it says, with nothing that a
 * terminal obeys, turns or hides, and read back as what was written.
 */
import { assert, describe, it } from "@effect/vitest"
import { cellText, safeLines, safeText } from "@garrison/tui/part/safeText"
import * as FastCheck from "fast-check"
import { Text } from "ink"
import { createElement } from "react"
import { inkWidth } from "../../support/tui/width.ts"
import { frameOf, misfits, obeyedOrUnseen } from "../../support/tui/frame.ts"
import { hostileTexts } from "../../support/tui/hostile.ts"

/** What a text was before it was made safe. */
const readBack = (safe: string): string =>
  safe.replaceAll(/‹([0-9A-F]+)›|[\u2400-\u2421\u2040\u02D6]/g, (sign, code: string | undefined) => {
    if (sign === "\u2040") return "\u200D"
    if (sign === "\u02D6") return "\uFE0F"
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16))
    const at = (sign.codePointAt(0) ?? 0) - 0x2400
    return String.fromCodePoint(at === 0x21 ? 0x7f : at)
  })

const anyText = FastCheck.oneof(
  FastCheck.constantFrom(...Object.values(hostileTexts)).map((text) => text.slice(0, 300)),
  FastCheck.string({ unit: "binary", maxLength: 30 }),
  FastCheck.string({ unit: "grapheme", maxLength: 30 }),
  FastCheck.array(
    FastCheck.constantFrom(
      "\u{1B}[",
      "\u{202E}",
      "\u{200D}",
      "\u{301}",
      "👩",
      "\u{1F3FD}",
      "語",
      "a",
      " ",
      "\u{FE0F}",
      "‹",
      "\n",
      "क",
      "\u{94D}",
      "\u{1F1E9}",
      "\u{D800}",
      "\u{1100}",
      "\u{1161}",
      "ำ",
    ),
    { maxLength: 20 },
  ).map((parts) => parts.join("")),
)

/** The columns of a text whose characters are each drawn alone, and of flags. */
const widthByCharacters = (safe: string): number =>
  Array.from(new Intl.Segmenter("en").segment(safe), ({ segment }) =>
    /^\p{RGI_Emoji_Flag_Sequence}$/v.test(segment)
      ? 2
      : Array.from(segment).reduce((sum, character) => sum + inkWidth(character), 0),
  ).reduce((sum, width) => sum + width, 0)

/** What a text does that it must not do. */
const faultsOf = (text: string, columns: number): ReadonlyArray<string> => {
  const safe = safeText(text)
  const cells = [cellText(text, columns), cellText(text, columns, "right")]
  const faults: Readonly<Record<string, boolean>> = {
    "is obeyed or unseen": [safe, ...cells].some((drawn) => obeyedOrUnseen.test(drawn)),
    "has a flood of accents": /\p{Mn}{4}/u.test(safe),
    "is not what was written": readBack(safe) !== text,
    "has a width that depends on what is joined": inkWidth(safe) !== widthByCharacters(safe),
    "does not fill its cell": cells.some((cell) => inkWidth(cell) !== columns),
    "is wider than its room": inkWidth(safeText(text, columns)) > columns,
  }
  return Object.keys(faults).filter((fault) => faults[fault])
}

describe("text of others", () => {
  for (const [name, text] of Object.entries(hostileTexts)) {
    it(`keeps to its place: ${name}`, () => {
      for (const columns of [0, 1, 2, 3, 7, 20, 80]) assert.deepStrictEqual(faultsOf(text, columns), [])
    })
  }

  it("keeps to its place, whatever it is made of", () => {
    FastCheck.assert(
      FastCheck.property(anyText, FastCheck.nat(60), (text, columns) => {
        assert.deepStrictEqual(faultsOf(text, columns), [])
      }),
      { numRuns: 3000 },
    )
  })

  it("leaves plain text and words of other scripts as they are", () => {
    for (const text of ["Ada Lovelace", "Tiếng Việt", "日本語", "مرحبا", "Ünïcödé", "a_b-c.d", "😀", "🇩🇪", "한국어"]) {
      assert.strictEqual(safeText(text), text)
    }
  })

  it("says which code points it replaced", () => {
    assert.strictEqual(safeText("a\u{1B}[2Jb"), "a␛[2Jb")
    assert.strictEqual(safeText("user\u{202E}exe"), "user‹202E›exe")
    assert.strictEqual(safeText(" a  b "), "␠a ␠b␠")
    assert.strictEqual(safeText("‹1B›"), "‹2039›1B‹203A›")
  })

  it("moves nothing that is drawn after it", () => {
    const columns = 40
    const drawnBeside = (text: string) =>
      frameOf(createElement(Text, { wrap: "truncate" }, `[${cellText(text, columns)}]`), {
        columns: columns + 2,
        rows: 2,
      })
    FastCheck.assert(
      FastCheck.property(anyText, (text) => {
        const frame = drawnBeside(text)
        const [line = "", ...more] = frame.split("\n")
        assert.deepStrictEqual(misfits(frame, { columns: columns + 2, rows: 2 }), [])
        assert.strictEqual(inkWidth(line), columns + 2)
        assert.isTrue(line.startsWith("[") && line.endsWith("]"))
        assert.strictEqual(more.join(""), "")
      }),
      { numRuns: 500 },
    )
  })

  it("breaks long texts into lines that fit, and loses nothing but spaces", () => {
    FastCheck.assert(
      FastCheck.property(anyText, FastCheck.integer({ min: 20, max: 60 }), (text, columns) => {
        const lines = safeLines(text, columns)
        for (const line of lines) {
          assert.isAtMost(inkWidth(line), columns)
          assert.notMatch(line, obeyedOrUnseen)
        }
        const whole = text
          .split(/\r\n|\n/)
          .map((line) => safeText(line))
          .join("")
        assert.strictEqual(lines.join("").replaceAll(" ", ""), whole.replaceAll(" ", ""))
      }),
      { numRuns: 500 },
    )
  })

  it("is made in no time from a text of any length", () => {
    const flood = `a${"\u{301}".repeat(1_000_000)}`
    assert.strictEqual(inkWidth(cellText(flood, 20)), 20)
  })
})
