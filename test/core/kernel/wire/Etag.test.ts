import { assert, describe, it } from "@effect/vitest"
import {
  type EtagCondition,
  type EtagValue,
  matchesStrongly,
  matchesWeakly,
  parseEtags,
  quoteEtag,
} from "@garrison/core/kernel/wire/Etag"
import * as fc from "fast-check"

const strong = (tag: string): EtagValue => ({ weak: false, tag })
const weak = (tag: string): EtagValue => ({ weak: true, tag })

/** Texts that are allowed between the quotes of a tag (RFC 9110, section 8.8.3, etagc). */
const etagText = fc.string({
  unit: fc
    .oneof(fc.constant(0x21), fc.integer({ min: 0x23, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff }))
    .map((code) => String.fromCharCode(code)),
  maxLength: 20,
})
const etagValue = fc.record({ weak: fc.boolean(), tag: etagText })
const space = fc.constantFrom("", " ", "\t", "  ")

const written = ({ weak: isWeak, tag }: EtagValue): string => `${isWeak ? "W/" : ""}"${tag}"`

describe("parseEtags", () => {
  it("reads every list that the grammar allows, and writes it as it was", () => {
    const list = fc.array(fc.tuple(etagValue, space, space), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(list, (members) => {
        const header = members.map(([value, before, after]) => `${before}${written(value)}${after}`).join(",")
        assert.deepStrictEqual(
          parseEtags(header),
          members.map(([value]) => value),
        )
      }),
      { numRuns: 1000 },
    )
  })

  it.each<[string, EtagCondition]>([
    ["*", "*"],
    [" * ", "*"],
    ['"a"', [strong("a")]],
    ['W/"a"', [weak("a")]],
    ['""', [strong("")]],
    ["a", [strong("a")]],
    ["W/a", [weak("a")]],
    ["a, b", [strong("a"), strong("b")]],
    ['"a",,"b",', [strong("a"), strong("b")]],
    ['"a,b"', [strong("a,b")]],
    ['"a" "b", "c"', [strong("c")]],
    ['"open, "c"', [strong("c")]],
    ['w/"a"', []],
    ['"a', []],
    ["", []],
    [" , ,", []],
    ["a b", []],
    ['"a",\u00a0"b"', [strong("a")]],
    ["\u00a0*", []],
  ])("%s", (header, expected) => assert.deepStrictEqual(parseEtags(header), expected))

  it("ends for any header, in time that grows no faster than the header", () => {
    for (const piece of [" ", '"', ",", "a ", 'a"', 'W/"', '"a" ', ", ,", "\t\t"]) {
      const header = piece.repeat(16_384 / piece.length)
      // What this thread computes, whatever else the machine does: a second is what quadratic time would take.
      const before = process.threadCpuUsage()
      parseEtags(header)
      assert.isBelow(process.threadCpuUsage(before).user, 1_000_000)
    }
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ",", " ", "W", "/", "a", "*", "\u00ff") }), (header) => {
        parseEtags(header)
      }),
      { numRuns: 2000 },
    )
  })
})

describe("conditions on a tag (RFC 9110, section 13.1)", () => {
  it("If-None-Match compares weakly: a list matches when it holds the tag, marked weak or not", () => {
    fc.assert(
      fc.property(fc.array(etagValue, { maxLength: 5 }), etagText, (values, tag) => {
        const header = values.map(written).join(", ")
        assert.strictEqual(
          matchesWeakly(header, tag),
          values.some((value) => value.tag === tag),
        )
      }),
    )
  })

  it("If-Match compares strongly: only a tag that is not marked weak matches", () => {
    fc.assert(
      fc.property(fc.array(etagValue, { maxLength: 5 }), etagText, (values, tag) => {
        const header = values.map(written).join(", ")
        assert.strictEqual(
          matchesStrongly(header, tag),
          values.some((value) => !value.weak && value.tag === tag),
        )
      }),
    )
  })

  it.each([
    ["an absent If-None-Match matches nothing", matchesWeakly(undefined, "a"), false],
    ["an absent If-Match asks for nothing", matchesStrongly(undefined, "a"), true],
    ["an absent If-Match asks for nothing, without a representation too", matchesStrongly(undefined, undefined), true],
    ["If-Match * needs a representation", matchesStrongly("*", undefined), false],
    ["If-Match * takes any representation", matchesStrongly("*", "a"), true],
    ["If-Match with a tag needs a representation", matchesStrongly('"a"', undefined), false],
    ["If-None-Match * matches any representation", matchesWeakly("*", "a"), true],
    ["a bare value matches", matchesWeakly("a", "a"), true],
    ["a quoted value matches", matchesWeakly(quoteEtag("a"), "a"), true],
    ["a bare value matches strongly", matchesStrongly("a", "a"), true],
    ["letter case counts", matchesWeakly('"A"', "a"), false],
    ["a part of the tag does not match", matchesWeakly('"ab"', "a"), false],
    ["an empty header matches nothing", matchesWeakly("", "a"), false],
    ["an empty If-Match matches nothing", matchesStrongly("", "a"), false],
  ])("%s", (_, actual, expected) => assert.strictEqual(actual, expected))
})
