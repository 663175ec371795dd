/**
 * Odds against the interpreter. Every sequence of draws of a small order is interpreted, which is slow and cannot be
 * wrong; the odds must be the same fractions. GARRISON_TEST_RUNS tries more random catalogs.
 */
import { assert, describe, it } from "@effect/vitest"
import type { DocumentLoot } from "@garrison/core/catalog/document"
import type { LinkedCatalog } from "@garrison/core/catalog/rules/linked"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import { answerOf } from "@garrison/core/odds/rules/encode"
import { explored, type Question } from "@garrison/core/odds/rules/explore"
import { Fraction, ONE, ZERO } from "@garrison/core/odds/rules/fraction"
import { type Odds, oddsOf } from "@garrison/core/odds/rules/odds"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import * as fc from "fast-check"
import { catalogOf, type Draft } from "../order/catalogs.ts"
import { fill, items, NOW } from "../order/fulfilling.ts"
import { draft, inventory, NOW as RANDOM_NOW } from "../order/randomOrders.ts"
import { testSeed } from "../order/seeded.ts"
import { finished } from "@garrison/core/kernel/Work"
import { Holdings } from "@garrison/core/order/rules/holdings"

const circumstances = { platform: undefined, isServer: true, now: NOW } as const

const noDraw = (): number => {
  throw new Error("the odds are not exact")
}

const question = (entry: SubmittedEntry, records: ReadonlyArray<HeldRecord> = []): Question => ({
  entry,
  holdings: Holdings.complete(records),
  circumstances,
})

/** The odds as texts, in the form of the answers. */
const written = (odds: Odds) => {
  const { failures = [], items: all, samples } = answerOf({ etag: "", loot_id: 1, quantity: 1 }, odds)
  return {
    samples,
    items: Object.fromEntries(all.map(({ at_least_one, expected, item_id }) => [item_id, [expected, at_least_one]])),
    failures: Object.fromEntries(
      failures
        .map(({ probability, result }) => [result, probability] as const)
        .sort(([left], [right]) => (left < right ? -1 : 1)),
    ),
  }
}

/** Random orders with more paths are left out, because this many take a second. */
const PATHS_JUDGED = 500

/** The odds by exploring every sequence of draws, without any of the shortcuts. */
const judged = (catalog: LinkedCatalog, asked: Question) => {
  const branches = finished(explored(catalog, asked, PATHS_JUDGED))
  if (branches === undefined) return undefined
  const all = new Map<number, { expected: Fraction; atLeastOne: Fraction }>()
  const failures = new Map<string, Fraction>()
  let total = ZERO
  for (const { changes, probability, result } of branches) {
    total = total.plus(probability)
    if (result !== "success") failures.set(result, (failures.get(result) ?? ZERO).plus(probability))
    for (const [id, change] of changes) {
      const known = all.get(id) ?? { expected: ZERO, atLeastOne: ZERO }
      all.set(id, {
        expected: known.expected.plus(probability.times(Fraction.of(change))),
        atLeastOne: change > 0 ? known.atLeastOne.plus(probability) : known.atLeastOne,
      })
    }
  }
  assert.strictEqual(String(total), "1", "the probabilities of all paths sum to one")
  return {
    samples: undefined,
    items: Object.fromEntries(
      Array.from(all)
        .filter(([, { atLeastOne, expected }]) => !expected.isZero || !atLeastOne.isZero)
        .map(([id, { atLeastOne, expected }]) => [id, [String(expected), String(atLeastOne)]]),
    ),
    failures: Object.fromEntries(
      Array.from(failures, ([result, probability]) => [result, String(probability)] as const).sort(([left], [right]) =>
        left < right ? -1 : 1,
      ),
    ),
  }
}

const oddsIn = (shape: Draft, entry: SubmittedEntry, records?: ReadonlyArray<HeldRecord>) => {
  const catalog = catalogOf(shape)
  const asked = question(entry, records)
  const odds = written(finished(oddsOf(catalog, asked, noDraw)))
  assert.deepStrictEqual(odds, judged(catalog, asked))
  return odds
}

/** A vendor of draws, 2, behind loot 1; `loot` has ids from 11. */
const drawing = (loot: Readonly<Record<number, DocumentLoot>>): Draft => ({
  items: items(9),
  vendors: {
    1: { loot: { 1: { sub_vendor_id: 2 } } },
    2: { type: "randomly_sampled", loot },
  },
})

describe("the odds of an entry", () => {
  it("are the weights, for one draw", () => {
    const odds = oddsIn(
      drawing({ 11: { item_id: 1 }, 12: { item_id: 2, quantity: 7, drop_weight: 2 }, 13: {} }),
      fill(1),
    )
    assert.deepStrictEqual(odds, { samples: undefined, items: { 1: ["1/4", "1/4"], 2: ["7/2", "1/2"] }, failures: {} })
  })

  it("know that a drawn candidate leaves", () => {
    const odds = oddsIn(drawing({ 11: { item_id: 1 }, 12: { item_id: 2, drop_weight: 2 }, 13: {} }), fill(1, 2))
    assert.deepStrictEqual(odds.items, { 1: ["7/12", "7/12"], 2: ["5/6", "5/6"] })
  })

  it("know that a candidate with an order of its own stays", () => {
    const odds = oddsIn(drawing({ 11: { item_id: 1, fill_in_new_order: true }, 12: {}, 13: {} }), fill(1, 2))
    assert.deepStrictEqual(odds.items, { 1: ["7/9", "2/3"] })
  })
})

const runs = Number(process.env.GARRISON_TEST_RUNS ?? 60)

describe("on random catalogs", () => {
  it("the odds are those of every sequence of draws, and exact", () => {
    let exact = 0
    let whole = 0
    const property = fc.property(
      draft,
      inventory,
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 3 }),
      (shape, records, loot, quantity) => {
        const catalog = catalogOf(shape)
        const asked: Question = {
          entry: fill(loot, quantity),
          holdings: Holdings.complete(records),
          circumstances: { platform: undefined, isServer: true, now: RANDOM_NOW },
        }
        const expected = judged(catalog, asked)
        if (expected === undefined) return
        whole++
        if (Object.keys(expected.items).length > 0) exact++
        assert.deepStrictEqual(written(finished(oddsOf(catalog, asked, noDraw))), expected)
      },
    )
    fc.assert(property, { numRuns: runs, seed: testSeed() })
    assert.isAbove(whole, runs / 2)
    assert.isAbove(exact, runs / 20)
  })
})

describe("fractions", () => {
  it("are in lowest terms, and a whole number has no denominator", () => {
    assert.strictEqual(String(Fraction.of(6, -4)), "-3/2")
    assert.strictEqual(String(Fraction.of(6, 3)), "2")
    assert.strictEqual(String(ONE.minus(ONE)), "0")
    assert.strictEqual(Fraction.of(1, 10n ** 400n).toNumber(), 0)
    assert.strictEqual(Fraction.of(2n ** 2000n, 3n * 2n ** 2000n).toNumber(), 1 / 3)
  })
})
