/**
 * Documents made to break the reader: refused in a sentence, at their place, whatever they are (decisions, section 10).
 */
import { assert, describe, it } from "@effect/vitest"
import { DOCUMENT_SIZE_MAX } from "@garrison/core/catalog/rules/plain"
import { parseDocument } from "@garrison/core/catalog/rules/read"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { applied, check, placeOf, sampleWith } from "./sample.ts"

const parsed = (text: string, format: "json" | "yaml"): unknown => {
  const result = parseDocument(text, format)
  return Result.isSuccess(result) ? result.success : result.failure.message
}

/** What the checker says of the text of a document. */
const found = (text: string, format: "json" | "yaml") =>
  Effect.map(check(Result.getOrThrow(parseDocument(text, format))), (report) => report.findings.map(placeOf))

const nested = (depth: number): unknown => {
  let value: unknown = []
  for (let level = 1; level < depth; level++) value = [value]
  return value
}

/** A text of 800 characters, and lists of nine aliases each, `levels` deep: that text 9 to that power times. */
const aliases = (levels: number): string =>
  Array.from({ length: levels + 1 }, (_, level) =>
    level === 0
      ? `a0: &a0 ${"x".repeat(800)}`
      : `a${level}: &a${level} [${Array(9)
          .fill(`*a${level - 1}`)
          .join(", ")}]`,
  ).join("\n")

const selfContained = () => {
  const items: Record<string, unknown> = { 1: {} }
  const document = { items, extra: [] as Array<unknown> }
  document.extra.push({ again: document })
  return document
}

describe("what programs pass as a document", () => {
  it.effect.each<readonly [string, unknown, string]>([
    ["itself, further in", selfContained(), "extra.0.again"],
    ["a Map", { items: new Map([["1", {}]]) }, "items"],
    ["a Date", applied([["time_frames.1.start", new Date(0)]]), "time_frames.1.start"],
    ["a function", applied([["items.1.type", () => "unit"]]), "items.1.type"],
    ["a symbol where no field is", { items: { 1: {} }, extra: Symbol("x") }, "extra"],
    ["NaN", applied([["items.1.ref_item_id", Number.NaN]]), "items.1.ref_item_id"],
    ["NaN where no field is", { extra: { deep: Number.NaN } }, "extra.deep"],
    ["infinity", applied([["items.4.coupon_discount_percentage", -Infinity]]), "items.4.coupon_discount_percentage"],
    ["a hole in a list", { extra: [1, undefined] }, "extra.1"],
    ["U+0000", applied([["items.1.custom_data.name", "a\0"]]), "items.1.custom_data.name"],
    ["half a surrogate pair", applied([["items.1.custom_data.name", "\ud83c"]]), "items.1.custom_data.name"],
    ["a key with U+0000", applied([["items.1.custom_data.a\0", "a"]]), "items.1.custom_data.a\0"],
    ["an entry with half a surrogate pair for a key", { items: { "\udfb2": {} } }, "items.\udfb2"],
    ["the key __proto__", { items: JSON.parse('{"__proto__":{"type":"unit"}}') }, "items.__proto__"],
    ["nothing", undefined, ""],
  ])("is refused once and at its place when it holds %s", ([, document, place]) =>
    Effect.gen(function* () {
      const report = yield* check(document)
      assert.deepStrictEqual(
        report.findings.map(placeOf).filter(([code]) => code !== "unknown_part"),
        [["not_plain_data", place]],
      )
      assert.isFalse(report.accepted)
    }),
  )

  it.effect("may nest 32 levels, and not 33", () =>
    Effect.gen(function* () {
      const path = `extra${".0".repeat(31)}`
      assert.deepStrictEqual((yield* check({ extra: nested(31) })).findings.map(placeOf), [["unknown_part", "extra"]])
      assert.deepStrictEqual((yield* check({ extra: nested(32) })).findings.map(placeOf), [["not_plain_data", path]])
      assert.deepStrictEqual((yield* check({ extra: nested(1e6) })).findings.map(placeOf), [["not_plain_data", path]])
    }),
  )

  it.effect("may leave members undefined, as in null: not given", () =>
    Effect.gen(function* () {
      const document = { ...sampleWith(), promotions: undefined, custom_data: null }
      assert.isTrue((yield* check(document)).accepted)
    }),
  )
})

describe("YAML that means more than it says", () => {
  it.effect("is refused when its aliases stand for more than a document may hold", () =>
    Effect.gen(function* () {
      assert.isBelow(aliases(9).length, 2000)
      assert.isAbove(800 * 9 ** 9, DOCUMENT_SIZE_MAX)
      const places = yield* found(aliases(9), "yaml")
      assert.strictEqual(places.length, 1)
      assert.match(String(places[0]), /^not_plain_data,a\d$/)
    }),
  )

  it.effect("is taken when they stand for little", () =>
    Effect.gen(function* () {
      const text = "items:\n  1: &coin { type: unit, custom_data: { name: coin } }\n  2: *coin\n  3: { <<: *coin }\n"
      assert.deepStrictEqual(parsed(text, "yaml"), {
        items: { 1: coin, 2: coin, 3: coin },
      })
      assert.deepStrictEqual(yield* found(text, "yaml"), [])
    }),
  )

  it("cannot contain itself", () => {
    assert.include(parsed("items: &a\n  1: *a\n", "yaml"), "Unknown YAML alias '*a'")
  })
})

const coin = { type: "unit", custom_data: { name: "coin" } }

describe("the text of a document", () => {
  it.each<readonly [what: string, format: "json" | "yaml", text: string, sentence: string]>([
    ["nothing", "json", "", "not valid JSON"],
    ["two documents", "json", '{"items":{}} {}', "not valid JSON"],
    ["a million brackets", "json", `{"x":${"[".repeat(1e6)}${"]".repeat(1e6)}}`, "nested deeper than 32 levels"],
    ["a million brackets", "yaml", `x: ${"[".repeat(1e6)}${"]".repeat(1e6)}`, "nested deeper than 32 levels"],
    ["two documents", "yaml", "items: {}\n---\nitems: {}\n", "Multiple YAML documents are not supported at line 2"],
    ["a key given twice", "yaml", "items:\n  1: {}\n  1: {}\n", "Duplicate key '1' at line 3"],
    ["a key given twice on one line", "yaml", "items: { 1: {}, 1: {} }\n", "Duplicate key '1'"],
    ["an id in two spellings", "yaml", "items:\n  1000: {}\n  1e3: {}\n", "Duplicate key '1000' at line 3"],
    ["a tab for an indent", "yaml", "items:\n\t1: {}\n", "Tabs cannot be used for YAML indentation at line 2"],
    ["broken JSON of many lines", "yaml", `[${"1,\n".repeat(60_000)}`, "not valid JSON"],
  ])("is refused in a sentence: %s (%s)", (_, format, text, sentence) => {
    const result = parseDocument(text, format)
    assert.strictEqual(Result.isFailure(result) ? result.failure.code : "", "text_unreadable")
    assert.include(parsed(text, format), sentence)
  })

  it("may begin with a byte order mark and end its lines as Windows does", () => {
    assert.deepStrictEqual(parsed('\uFEFF{\r\n"items": {}\r\n}', "json"), { items: {} })
    assert.deepStrictEqual(parsed("\uFEFFitems:\r\n  1:\r\n    type: unit\r\n", "yaml"), {
      items: { 1: { type: "unit" } },
    })
  })

  it("is JSON in YAML too, exact and however long", () => {
    const document = { x: Array.from({ length: 60_000 }, (_, index) => index) }
    assert.deepStrictEqual(parsed(JSON.stringify(document, null, 1), "yaml"), document)
    assert.deepStrictEqual(parsed('{"x": 9007199254740993}', "yaml"), { x: 9_007_199_254_740_993n })
    assert.deepStrictEqual(parsed("{x: [1, # braces without quotes are YAML\n2]}", "yaml"), { x: [1, 2] })
  })

  it.effect("names ids as numbers are written, and nothing else", () =>
    Effect.gen(function* () {
      const ids = ["01", "-1", "9007199254740992", "1.5", "1e400", "+", "one", "''"]
      const places = yield* found(`items:\n${ids.map((id) => `  ${id}: {}\n`).join("")}  4294967296: {}\n`, "yaml")
      const read = ids.map((id) => (id === "1e400" ? "Infinity" : id === "''" ? "" : id))
      assert.sameDeepMembers(
        places,
        read.map((id) => ["key_not_an_id", `items.${id}`]),
      )
    }),
  )

  it.effect("keeps integers whole, and says that they are too large and not that they are none", () =>
    Effect.gen(function* () {
      const text = '{"items":{"1":{"ref_item_id":9007199254740993,"type":5},"2":{"ref_item_id":9007199254740991}}}'
      for (const format of ["json", "yaml"] as const) {
        assert.sameDeepMembers(yield* found(text, format), [
          ["less_than_equal", "items.1.ref_item_id"],
          ["string_type", "items.1.type"],
        ])
      }
    }),
  )

  it.effect("has dates as texts and no numbers that are none", () =>
    Effect.gen(function* () {
      const text =
        "items: { 1: {} }\ntime_frames:\n  1: { start: 2026-01-01, end: 2026-01-02T00:00:00Z }\n  2: { start: .nan, end: -.inf }\n"
      assert.sameDeepMembers(yield* found(text, "yaml"), [
        ["datetime_parsing", "time_frames.1.start"],
        ["not_plain_data", "time_frames.2.start"],
        ["not_plain_data", "time_frames.2.end"],
      ])
    }),
  )

  it.effect("says what is wrong with each of very many entries, and counts them", () =>
    Effect.gen(function* () {
      const items = Object.fromEntries(Array.from({ length: 20_000 }, (_, id) => [id, { type: "unt" }]))
      const report = yield* check({ items })
      assert.deepInclude(report, { accepted: false, refusals: 20_000 })
    }),
  )
})
