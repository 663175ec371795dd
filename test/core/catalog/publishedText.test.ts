/** The stored text of a catalog: read line by line, it is the catalog that was written. */
import { assert, describe, it } from "@effect/vitest"
import { checkForPublication } from "@garrison/core/catalog/publishable"
import { link, linking } from "@garrison/core/catalog/rules/linked"
import { publishedText, readPublished } from "@garrison/core/catalog/rules/publishedText"
import { fromUtf8, utf8 } from "@garrison/core/kernel/wire/Utf8"
import { finished } from "@garrison/core/kernel/work/Work"
import * as Effect from "effect/Effect"
import { cryptoLayer } from "../../support/crypto.ts"
import { sampleWith } from "./sample.ts"

const publishedOf = (document: unknown) =>
  checkForPublication(document).pipe(
    Effect.map(({ publishable, report }) => {
      if (publishable === undefined) throw new Error(JSON.stringify(report.findings))
      return publishable.published
    }),
    Effect.provide(cryptoLayer),
  )

/** Loot of one vendor with these ids. */
const lootOf = (from: number, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [from + index, { item_id: 1 + (index % 7) }]))

/** A vendor with much loot, many vendors with little or none, and more items than a line holds. */
const large = {
  items: Object.fromEntries(Array.from({ length: 1201 }, (_, index) => [index + 1, {}])),
  vendors: {
    1: { type: "randomly_sampled", loot: lootOf(10_000, 1300) },
    ...Object.fromEntries(
      Array.from({ length: 700 }, (_, index) => [index + 2, { loot: lootOf(20_000 + 2 * index, index % 3) }]),
    ),
  },
}

/** The number of pauses until a computation is done. */
const pausesOf = (work: Iterator<undefined, unknown, undefined>): number => {
  let pauses = 0
  while (work.next().done !== true) pauses++
  return pauses
}

describe("the stored text of a catalog", () => {
  for (const [name, document] of [
    ["small", sampleWith(() => undefined)],
    ["large", large],
    ["empty but for an item", { items: { 1: {} }, vendors: {} }],
  ] as const) {
    it.effect(`gives a catalog back that is ${name}`, () =>
      Effect.gen(function* () {
        const published = yield* publishedOf(document)
        assert.deepStrictEqual(finished(readPublished(publishedText(published))), published)
        // A text of an earlier version is one line.
        assert.deepStrictEqual(finished(readPublished(utf8(JSON.stringify(published)))), published)
      }),
    )
  }

  it.effect("is read and linked in parts of at most 500 entries", () =>
    Effect.gen(function* () {
      const published = yield* publishedOf(large)
      const text = publishedText(published)
      for (const line of fromUtf8(text).split("\n")) {
        const { items = {}, vendors = {} } = JSON.parse(line) as Partial<typeof published>
        const loot = Object.values(vendors).flatMap((vendor) => Object.keys(vendor.loot))
        assert.isAtMost(Object.keys(items).length + loot.length, 500)
      }
      assert.isAtLeast(pausesOf(readPublished(text)), 8)
      // 2,000 loot, and the two pauses around them.
      assert.strictEqual(pausesOf(linking(1, published)), 5)
      assert.deepStrictEqual(finished(linking(1, published)), link(1, published))
    }),
  )
})
