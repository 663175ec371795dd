/**
 * The text of a document, JSON or YAML: what it stands for, where things stand in it, and that it is refused in a
 * sentence when it was made to break the reader (decisions, section 10).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readDocumentText } from "../../../packages/cli/src/document/documentText.ts"
import { check, placeOf } from "../../core/catalog/sample.ts"

type Format = "json" | "yaml"

const readAs = (text: string, format: Format) => readDocumentText(`file.${format}`, text)

/** What a text stands for, or why it stands for nothing. */
const parsed = (text: string, format: Format) =>
  Effect.map(readAs(text, format), (read) => (Result.isSuccess(read) ? read.success.value : read.failure.message))

/** What the checker says of the text of a document. */
const found = (text: string, format: Format) =>
  Effect.gen(function* () {
    const { value } = Result.getOrThrow(yield* readAs(text, format))
    return (yield* check(value)).findings.map(placeOf)
  })

/** Where values stand in a text. */
const places = (text: string, format: Format, paths: ReadonlyArray<ReadonlyArray<string | number>>) =>
  Effect.map(readAs(text, format), (read) =>
    Result.getOrThrow(read)
      .placesOf(paths)
      .map(({ column, line }) => `${line}:${column}`),
  )

/** A text of 800 characters, and lists of nine aliases each, `levels` deep: that text 9 to that power times. */
const aliases = (levels: number): string =>
  Array.from({ length: levels + 1 }, (_, level) =>
    level === 0
      ? `a0: &a0 ${"x".repeat(800)}`
      : `a${level}: &a${level} [${Array(9)
          .fill(`*a${level - 1}`)
          .join(", ")}]`,
  ).join("\n")

/** Lists of eight aliases each, `levels` deep, around one number. */
const lists = (levels: number): string =>
  Array.from({ length: levels + 1 }, (_, level) =>
    level === 0
      ? "a0: &a0 1"
      : `a${level}: &a${level} [${Array(8)
          .fill(`*a${level - 1}`)
          .join(", ")}]`,
  ).join("\n")

describe("YAML that means more than it says", () => {
  it.effect("is refused before anything is made of it, when its aliases stand for far more than its text", () =>
    Effect.gen(function* () {
      let taken = 0
      for (let levels = 0; levels < 20; levels++) {
        for (const text of [aliases(levels), lists(levels)]) {
          assert.isBelow(text.length, 2500)
          const read = yield* readAs(text, "yaml")
          // Longer than what is counted by the brackets, commas and quotes.
          const most = 3 * (100_000 + 11 * text.length)
          if (Result.isSuccess(read)) assert.isBelow(JSON.stringify(read.success.value).length, most)
          else assert.match(read.failure.message, /^aliases stand for more than \d+ values and characters$/)
          taken += Result.isSuccess(read) ? 1 : 0
        }
      }
      assert.strictEqual(taken, 3 + 6)
    }),
  )

  it.effect("may be ten times as long as its text, in any text: rows that repeat a table, merged defaults", () =>
    Effect.gen(function* () {
      const table = `{ one_of: [${"{ item: coins, weight: 3 }, ".repeat(40)}] }`
      const rows = `t: &t ${table}\nrows:\n${"- *t\n".repeat(100)}`
      assert.lengthOf((yield* parsed(rows, "yaml") as Effect.Effect<{ readonly rows: object }>).rows, 100)
      const defaults = `d: &d { ${Array.from({ length: 9 }, (_, n) => `field_${n}: value`).join(", ")} }`
      const merging = `${defaults}\n${Array.from({ length: 5000 }, (_, n) => `loot_${n}: { <<: *d, item: coin }`).join("\n")}`
      assert.lengthOf(Object.keys((yield* parsed(merging, "yaml")) as object), 5001)
    }),
  )

  it.effect("is taken when they stand for little", () =>
    Effect.gen(function* () {
      const text = "items:\n  1: &coin { type: unit, custom_data: { name: coin } }\n  2: *coin\n  3: { <<: *coin }\n"
      assert.deepStrictEqual(yield* parsed(text, "yaml"), { items: { 1: coin, 2: coin, 3: coin } })
      assert.deepStrictEqual(yield* found(text, "yaml"), [])
    }),
  )

  it.effect("cannot contain itself, nor name what comes later", () =>
    Effect.gen(function* () {
      for (const text of ["items: &a\n  1: *a\n", "items: *a\nvendors: &a {}\n"]) {
        assert.strictEqual(yield* parsed(text, "yaml"), "there is no anchor &a before this")
      }
    }),
  )

  it.effect("is refused when its merge keys copy each other on and on", () =>
    Effect.gen(function* () {
      const maps = Array.from(
        { length: 2000 },
        (_, n) => `m${n}: &m${n} { k${n}: 1${n > 0 ? `, <<: *m${n - 1}` : ""} }`,
      )
      assert.strictEqual(
        yield* parsed(`${maps.join("\n")}\n# ${"x".repeat(1e6)}`, "yaml"),
        "<< copies more than 1000000 members",
      )
    }),
  )

  it.effect("merges what the mapping does not say itself, the first source before the others", () =>
    Effect.gen(function* () {
      const text = "a: &a { x: 1, y: 1 }\nb: &b { y: 2, z: 2 }\nc:\n  <<: [*b, *a]\n  z: 3\nd: { '<<': text }\n"
      assert.deepInclude(yield* parsed(text, "yaml"), { c: { x: 1, y: 2, z: 3 }, d: { "<<": "text" } })
      assert.include(yield* parsed("a: { <<: 5 }", "yaml"), "<< takes a mapping")
    }),
  )
})

const coin = { type: "unit", custom_data: { name: "coin" } }

describe("the text of a document", () => {
  it.effect.each<readonly [what: string, format: Format, text: string, where: string, sentence: string]>([
    ["nothing", "json", "", "1:1", "the text is not valid JSON"],
    ["two documents", "json", '{"items":{}} {}', "1:14", "the text is not valid JSON"],
    [
      "a million brackets",
      "json",
      `{"x":${"[".repeat(1e6)}${"]".repeat(1e6)}}`,
      "1:37",
      "nested deeper than 32 levels",
    ],
    ["a million brackets", "yaml", `x: ${"[".repeat(1e6)}${"]".repeat(1e6)}`, "1:36", "nested deeper than 32 levels"],
    ["a million dashes", "yaml", `${"- ".repeat(1e6)}x`, "1:65", "nested deeper than 32 levels"],
    ["two documents", "yaml", "items: {}\n---\nitems: {}\n", "2:1", "a second document begins here"],
    ["a key given twice", "json", '{"items":{"1":{},\n"1":{}}}', "2:5", "the key is given twice"],
    ["a key given twice", "yaml", "items:\n  1: {}\n  1: {}\n", "3:3", "the key is given twice"],
    ["a key given twice on one line", "yaml", "items: { 1: {}, 1: {} }\n", "1:17", "the key is given twice"],
    ["an id in two spellings", "yaml", "items:\n  1000: {}\n  1e3: {}\n", "3:3", "the key is given twice"],
    ["a tab for an indent", "yaml", "items:\n\t1: {}\n", "2:1", "Tabs are not allowed as indentation"],
    ["a list for a key", "yaml", "items:\n  ? [1]\n  : {}\n", "2:5", "a key must be a text or a number"],
    ["a tag of a program", "yaml", "items: !!js/function x\n", "1:8", "a text that begins with ! needs quotes"],
    ["broken JSON of many lines", "yaml", `[${"1,\n".repeat(60_000)}`, "60001:1", "Flow sequence must end with a ]"],
    ["broken YAML", "yaml", "items: [1", "1:8", "nothing closes this ["],
    ["a very long text", "yaml", `a: 1\n${"# comment\n".repeat(500_000)}`, "1:1", "longer than 4 million characters"],
  ])("is refused in a sentence, at its place: %s (%s)", ([, format, text, where, sentence]) =>
    Effect.gen(function* () {
      const read = yield* readAs(text, format)
      if (Result.isSuccess(read)) return assert.fail("it is read")
      const { message, place } = read.failure
      assert.include(`${place.line}:${place.column} ${message}`, `${where} ${sentence}`)
    }),
  )

  it.effect("is read in a time that grows with its length: keys, aliases, lines in brackets", () =>
    Effect.gen(function* () {
      const keys = yield* parsed(Array.from({ length: 20_000 }, (_, n) => `k${n}: 1`).join("\n"), "yaml")
      assert.lengthOf(Object.keys(keys as object), 20_000)
      const aliased = yield* parsed(`a: &a 1\nb:\n${"- *a\n".repeat(20_000)}`, "yaml")
      assert.lengthOf((aliased as { readonly b: ReadonlyArray<number> }).b, 20_000)
      const lines = yield* parsed(`{x: [${"1,\n".repeat(20_000)}]}`, "yaml")
      assert.lengthOf((lines as { readonly x: ReadonlyArray<number> }).x, 20_000)
    }),
  )

  it.effect("may end its lines as Windows does", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* parsed('{\r\n"items": {}\r\n}', "json"), { items: {} })
      const yaml = yield* parsed("items:\r\n  1:\r\n    type: unit\r\n", "yaml")
      assert.deepStrictEqual(yaml, { items: { 1: { type: "unit" } } })
    }),
  )

  it.effect("has the words of YAML 1.2: no and on are texts", () =>
    Effect.gen(function* () {
      const text = "a: [no, on, yes, off, 'true', true, null, ~, 0x1F, 0o17, 1e3, +5, -.5, 012]"
      assert.deepStrictEqual(yield* parsed(text, "yaml"), {
        a: ["no", "on", "yes", "off", "true", true, null, null, 31, 15, 1000, 5, -0.5, 12],
      })
    }),
  )

  it.effect("is JSON in YAML too, exact and however long", () =>
    Effect.gen(function* () {
      const document = { x: Array.from({ length: 60_000 }, (_, index) => index) }
      assert.deepStrictEqual(yield* parsed(JSON.stringify(document, null, 1), "yaml"), document)
      assert.deepStrictEqual(yield* parsed('{"x": 9007199254740993}', "yaml"), { x: 9_007_199_254_740_993n })
      assert.deepStrictEqual(yield* parsed("x: 9007199254740993", "yaml"), { x: 9_007_199_254_740_993n })
      assert.deepStrictEqual(yield* parsed("x: 0x20000000000001", "yaml"), { x: 9_007_199_254_740_993n })
      const braces = yield* parsed("{x: [1, # braces without quotes are YAML\n2]}", "yaml")
      assert.deepStrictEqual(braces, { x: [1, 2] })
    }),
  )

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
})

describe("the places of a document", () => {
  const yaml = `
items:
  1: { custom_data: { name: coin } }
vendors:
  10:
    loot:
      101: # a comment
        item_id: 1
        effective_from: 2026-01-01T00:00:00Z
`

  it.effect("are known in YAML as in JSON, and YAML reads to the same document", () =>
    Effect.gen(function* () {
      const json =
        '{"items":{"1":{"custom_data":{"name":"coin"}}},"vendors":{"10":{"loot":{"101":{"item_id":1,"effective_from":"2026-01-01T00:00:00Z"}}}}}'
      assert.deepStrictEqual(yield* parsed(yaml, "yaml"), yield* parsed(json, "json"))
      const paths = [[], ["items", "1", "custom_data", "name"], ["vendors", "10", "loot", "101", "item_id"]]
      assert.deepStrictEqual(yield* places(yaml, "yaml", paths), ["2:1", "3:29", "8:18"])
      assert.deepStrictEqual(yield* places(json, "json", paths), ["1:1", "1:38", "1:90"])
    }),
  )

  it.effect("of what is missing, merged or behind an alias is that of what holds it", () =>
    Effect.gen(function* () {
      const text = "a: &a { x: { y: 1 } }\nb: *a\nc:\n  <<: *a\n  z: [1,\n    2]\n"
      const paths = [["a", "x", "y"], ["b", "x", "y"], ["c", "x"], ["c", "z", 1], ["d"]]
      assert.deepStrictEqual(yield* places(text, "yaml", paths), ["1:17", "2:4", "4:3", "6:5", "1:1"])
    }),
  )
})
