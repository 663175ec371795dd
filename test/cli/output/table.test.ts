/** Tables for people: columns that line up whatever stands in them, and fit a narrow terminal. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
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

  it("cuts what may be cut, and only where the terminal is too narrow", () => {
    assert.deepStrictEqual(table(columns, rows, 20).split("\n"), [
      "NAME  NOTE",
      "龍    a dragon",
      "Ada   somebody abou…",
    ])
  })

  const found = [
    { heading: "TIME", text: () => "2026-11-23 14:52:16 UTC" },
    { heading: "ID", text: () => "019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f" },
    { heading: "LOOT", text: () => "shop/sword of dawn (1073741830)", cuttable: true },
    { heading: "COUNT", text: () => "1000000" },
  ]
  const lineAt = (width: number | undefined) => table(found, [0], width).split("\n")[1]

  it("cuts ids from the middle first, then the seconds, then ids behind names, then words", () => {
    assert.deepStrictEqual([undefined, 104, 90, 70, 66, 59].map(lineAt), [
      "2026-11-23 14:52:16 UTC  019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f  shop/sword of dawn (1073741830)  1000000",
      "2026-11-23 14:52:16 UTC  019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f  shop/sword of dawn (1073741830)  1000000",
      "2026-11-23 14:52:16 UTC  019aa1f2…5e6f  shop/sword of dawn (1073741830)  1000000",
      "2026-11-23 14:52  019aa1f2…5e6f  shop/sword of dawn (10…830)  1000000",
      "2026-11-23 14:52  019aa1f2…5e6f  shop/sword of dawn  1000000",
      "2026-11-23 14:52  019aa1f2…5e6f  shop/sword of da…  1000000",
    ])
  })

  it("fits any terminal that has room for five columns of each", () => {
    const texts = fc.array(fc.tuple(fc.string({ maxLength: 90 }), fc.uuid(), fc.string({ maxLength: 40 })), {
      maxLength: 5,
    })
    fc.assert(
      fc.property(texts, fc.integer({ min: 24, max: 120 }), fc.boolean(), (lines, width, cuttable) => {
        const three = [0, 1, 2].map((at) => ({
          heading: `H${at}`,
          text: (line: ReadonlyArray<string>) => line[at] ?? "",
          cuttable,
        }))
        for (const line of table(three, lines, width).split("\n")) assert.isAtMost(textWidth(line), width)
      }),
    )
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
