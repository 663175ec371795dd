/** Decoding by the parts of the schema that a document has gives what the whole schema gives, in the same order. */
import { assert, describe, it } from "@effect/vitest"
import { CatalogDocument } from "@garrison/core/catalog/document"
import { decodeSound } from "@garrison/core/catalog/rules/decodeSound"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as FastCheck from "fast-check"
import { plausible } from "./plausible.ts"
import { sampleWith } from "./sample.ts"

const decodeWhole = Schema.decodeUnknownResult(CatalogDocument)

const sameAsWhole = (given: unknown): boolean => {
  const [whole, sound] = [decodeWhole(given), decodeSound(given)]
  if (Result.isFailure(whole)) assert.isUndefined(sound)
  else assert.strictEqual(JSON.stringify(sound), JSON.stringify(whole.success))
  return Result.isSuccess(whole)
}

/** Every place of a value, by the keys that lead to it. */
const placesOf = (value: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> => [
  path,
  ...(typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, member]) => placesOf(member, [...path, key]))
    : []),
]

const replaced = (value: unknown, [key, ...path]: ReadonlyArray<string>, by: unknown): unknown => {
  if (key === undefined) return by
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...(value as object) }
  copy[key] = replaced(copy[key], path, by)
  return copy
}

describe("decoding by parts of the schema", () => {
  it("gives what the whole schema gives, for documents that fit", () => {
    assert.isTrue(sameAsWhole(sampleWith()))
    FastCheck.assert(FastCheck.property(plausible, (draft) => void sameAsWhole(draft)))
  })

  it("fits where the whole schema fits, whatever stands at one place", () => {
    const places = placesOf(sampleWith())
    const values = [null, [], {}, { odd: 1 }, "", "unit", -1, 1, 0.5, true, 10n, "2026-01-01T00:00:00Z"]
    let fitting = 0
    for (const place of places) {
      for (const value of values) if (sameAsWhole(replaced(sampleWith(), place, value))) fitting++
    }
    assert.isAbove(fitting, 100)
    assert.isBelow(fitting, places.length * values.length - 100)
  })

  it("takes an unknown field for none, also one whose name reads like several fields", () => {
    // Fields in an order of which no other document has them, so that the odd item is the first with its part.
    const sound = { ref_item_id: 7, legacy_subtype: 2, coupon_consume_on_use: true, legacy_type: 1 }
    const odd = { [Object.keys(sound).join()]: 5 }
    assert.isTrue(sameAsWhole({ items: { 1: odd, 2: sound }, vendors: {} }))
  })

  it("fits more parts of the schema than are kept", () => {
    const names = ["ui_hint", "sort_order", "stack_limit", "drop_weight", "quantity", "active", "item_id", "loot_id"]
    const all = Array.from({ length: 2 ** names.length }, (_, bits) =>
      Object.fromEntries(names.filter((_, at) => bits & (1 << at)).map((name) => [name, name === "active" ? true : 1])),
    )
    const loot = Object.fromEntries(all.entries())
    assert.isTrue(sameAsWhole({ vendors: { 1: { loot } } }))
    assert.isFalse(
      sameAsWhole({ vendors: { 1: { loot: { ...loot, last: { use_inventory_bucket: "none of them" } } } } }),
    )
  })
})
