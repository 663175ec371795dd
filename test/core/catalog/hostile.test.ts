/** Documents made to break the checker. Each is refused with a sentence, at its place (decisions, section 10). */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { applied, check, placeOf, sampleWith } from "./sample.ts"

const nested = (depth: number): unknown => {
  let value: unknown = []
  for (let level = 1; level < depth; level++) value = [value]
  return value
}

const selfContained = () => {
  const items: Record<string, unknown> = { 1: {} }
  const document = { items, extra: [] as Array<unknown> }
  document.extra.push({ again: document })
  return document
}

describe("values that programs pass as a document", () => {
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

  it.effect("may have undefined members, which count as null: not given", () =>
    Effect.gen(function* () {
      const document = { ...sampleWith(), promotions: undefined, custom_data: null }
      assert.isTrue((yield* check(document)).accepted)
    }),
  )

  it.effect("lists fewer findings where keys are very long, and counts all", () =>
    Effect.gen(function* () {
      const loot = Object.fromEntries(Array.from({ length: 500 }, (_, id) => [id, { quantity: -1 }]))
      const report = yield* check({ vendors: { ["k".repeat(100_000)]: { loot } } })
      assert.isAbove(report.refusals, 500)
      assert.isAbove(report.findings.length, 10)
      assert.isBelow(JSON.stringify(report).length, 3 * 1024 * 1024)
    }),
  )

  it.effect("reports the fault of each of very many entries, and counts them", () =>
    Effect.gen(function* () {
      const items = Object.fromEntries(Array.from({ length: 20_000 }, (_, id) => [id, { type: "unt" }]))
      const report = yield* check({ items })
      assert.deepInclude(report, { accepted: false, refusals: 20_000 })
    }),
  )
})
