/** Tables for people: columns that line up whatever stands in them, and fit a narrow terminal. */
import { assert, describe, it } from "@effect/vitest"
import { span, table } from "../../../packages/cli/src/output/table.ts"
import { padded, shortened, textWidth } from "../../../packages/cli/src/output/textWidth.ts"

interface Row {
  readonly name: string
  readonly note: string
}

const columns = [
  { heading: "NAME", text: (row: Row) => row.name },
  { heading: "NOTE", text: (row: Row) => row.note, cuttable: true },
]

describe("textWidth", () => {
  it("counts columns of a terminal, not characters", () => {
    for (const [text, width] of [
      ["Ada", 3],
      ["Łódź", 4],
      ["e\u0301", 1],
      ["龍", 2],
      ["한국", 4],
      ["👩‍🚀", 2],
      ["👍🏽!", 3],
      ["", 0],
    ] as const) {
      assert.strictEqual(textWidth(text), width, text)
    }
  })

  it("pads and cuts by columns, and never cuts a character in two", () => {
    assert.strictEqual(padded("龍", 4), "龍  ")
    assert.strictEqual(shortened("龍龍龍", 5), "龍龍…")
    assert.strictEqual(shortened("龍龍龍", 4), "龍…")
    assert.strictEqual(shortened("👩‍🚀👩‍🚀", 3), "👩‍🚀…")
    assert.strictEqual(shortened("fits", 4), "fits")
  })
})

describe("table", () => {
  const rows = [
    { name: "龍", note: "a dragon" },
    { name: "Ada", note: "somebody about whom there is much to say" },
  ]

  it("lines columns up under their headings", () => {
    assert.deepStrictEqual(table(columns, rows, undefined).split("\n"), [
      "NAME  NOTE",
      "龍    a dragon",
      "Ada   somebody about whom there is much to say",
    ])
  })

  it("cuts only what may be cut, and only where the terminal is too narrow", () => {
    assert.deepStrictEqual(table(columns, rows, 20).split("\n"), [
      "NAME  NOTE",
      "龍    a dragon",
      "Ada   somebody abou…",
    ])
    const long = "x".repeat(30)
    assert.include(table(columns, [{ name: long, note: "y" }], 10), long)
  })
})

it("a time span is told in the largest unit that fits", () => {
  assert.deepStrictEqual([1, 59, 60, 90, 3600, 86_400, 172_800].map(span), [
    "1 second",
    "59 seconds",
    "1 minute",
    "90 seconds",
    "1 hour",
    "1 day",
    "2 days",
  ])
})
