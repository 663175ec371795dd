import { assert, describe, it } from "@effect/vitest"
import { fromUtf8, utf8, Utf8Writer } from "@garrison/core/kernel/wire/Utf8"
import * as fc from "fast-check"

const platform = new TextEncoder()

describe("utf8", () => {
  it("gives the platform's bytes for any text, broken surrogate pairs too", () => {
    const half = fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code))
    const unit = fc.oneof(fc.string({ unit: "binary", maxLength: 1 }), half)
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 40 }), (units) => {
        const text = units.join("")
        assert.deepStrictEqual([...utf8(text)], [...platform.encode(text)])
      }),
      { numRuns: 1000 },
    )
  })

  it("are read as the text that they were made of, with its byte order mark", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => assert.strictEqual(fromUtf8(utf8(text)), text)))
    assert.strictEqual(fromUtf8(utf8("\uFEFFtext")), "\uFEFFtext")
    assert.throws(() => fromUtf8(Uint8Array.of(0x61, 0xff)), TypeError)
  })

  it.each([0, 0x7f, 0x80, 0x7ff, 0x800, 0xffff, 0x10000, 0x10ffff])("code point %i", (code) => {
    const text = String.fromCodePoint(code)
    assert.deepStrictEqual([...utf8(text)], [...platform.encode(text)])
  })

  it("are the same when a text is written piece by piece, and at its beginning once more", () => {
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("é".repeat(9000), "\u{1F511}".repeat(300_000)))
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
        const writer = new Utf8Writer()
        for (const one of ["head", ...texts]) writer.write(one)
        writer.overwrite(0, "HEAD")
        assert.isTrue(Buffer.from(writer.bytes()).equals(platform.encode(`HEAD${texts.join("")}`)))
      }),
      { numRuns: 50 },
    )
  })
})
