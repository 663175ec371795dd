/**
 * Odds against chance: how often interpreted orders end in each way, and how often the bounds of estimates hold the
 * true number. Draws are seeded, so that a run can be repeated (GARRISON_TEST_SEED).
 */
import { assert, describe, it } from "@effect/vitest"
import type { DocumentLoot } from "@garrison/core/catalog/document"
import { type Ending, endOnce, explored, type Question } from "@garrison/core/odds/rules/explore"
import { Fraction } from "@garrison/core/odds/rules/fraction"
import { oddsOf } from "@garrison/core/odds/rules/odds"
import { CONFIDENCE, type Estimate, meanOf, probabilityOf } from "@garrison/core/odds/rules/sample"
import * as fc from "fast-check"
import { catalogOf, type Draft } from "../order/catalogs.ts"
import { fill, items, NOW } from "../order/fulfilling.ts"
import { draft, inventory, NOW as RANDOM_NOW } from "../order/randomOrders.ts"
import { preciseRandomFrom, testSeed } from "../order/seeded.ts"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import { finished } from "./finished.ts"

const ORDERS = Number(process.env.GARRISON_TEST_ROLLS ?? 2000)

const signature = ({ changes, orders, result }: Ending): string =>
  JSON.stringify([result, orders, Array.from(changes).sort(([left], [right]) => left - right)])

/** A bound that chi-squared passes about once in three million times (Wilson and Hilferty). */
const chiSquaredMax = (freedom: number): number => {
  const part = 2 / (9 * freedom)
  return freedom * (1 - part + 5 * Math.sqrt(part)) ** 3
}

/** Chi-squared of the endings of interpreted orders against their probabilities; undefined: there is no choice. */
const chiSquared = (shape: Draft, question: Question, random: () => number) => {
  const catalog = catalogOf(shape)
  const branches = finished(explored(catalog, question, 200))
  if (branches === undefined || branches.length < 2) return undefined
  const seen = new Map<string, number>()
  for (let count = 0; count < ORDERS; count++) {
    const ended = signature(finished(endOnce(catalog, question, ({ total }) => Math.floor(random() * total))))
    seen.set(ended, (seen.get(ended) ?? 0) + 1)
  }
  let sum = 0
  let bins = 0
  let [rare, rareSeen] = [0, 0]
  for (const branch of branches) {
    const expected = branch.probability.toNumber() * ORDERS
    const found = seen.get(signature(branch)) ?? 0
    seen.delete(signature(branch))
    if (expected < 10) {
      rare += expected
      rareSeen += found
    } else {
      sum += (found - expected) ** 2 / expected
      bins++
    }
  }
  if (rare >= 10) {
    sum += (rareSeen - rare) ** 2 / rare
    bins++
  }
  assert.strictEqual(seen.size, 0, "an order ended in a way that has no probability")
  return bins < 2 ? undefined : { sum, maximum: chiSquaredMax(bins - 1) }
}

const questionOf = (loot: number, records: ReadonlyArray<HeldRecord>): Question => ({
  entry: fill(loot, 2),
  holdings: Holdings.complete(records),
  circumstances: { platform: undefined, isServer: true, now: RANDOM_NOW },
})

/** Catalogs that are tried, and loot with a choice that is compared in each. */
const CATALOGS = 40
const COMPARED_MAX = 2

describe("frequencies of interpreted orders", () => {
  it("agree with the probabilities, on random catalogs", () => {
    const random = preciseRandomFrom(testSeed())
    let compared = 0
    for (const [shape, records] of fc.sample(fc.tuple(draft, inventory), { numRuns: CATALOGS, seed: testSeed() })) {
      let here = 0
      for (let loot = 1; loot <= 30 && here < COMPARED_MAX; loot++) {
        const found = chiSquared(shape, questionOf(loot, records), random)
        if (found === undefined) continue
        here++
        assert.isBelow(found.sum, found.maximum)
      }
      compared += here
    }
    assert.isAbove(compared, 5)
  })

  it("that are skewed are noticed", () => {
    const shape: Draft = {
      items: items(3),
      vendors: {
        1: { type: "randomly_sampled", loot: { 11: { item_id: 1 }, 12: { item_id: 2 } } },
        2: { loot: { 1: { sub_vendor_id: 1 } } },
      },
    }
    const random = preciseRandomFrom(1)
    const fair = chiSquared(shape, { ...questionOf(1, []), entry: fill(1) }, random)
    const skewed = chiSquared(shape, { ...questionOf(1, []), entry: fill(1) }, () => random() ** 1.3)
    assert.isBelow(fair?.sum ?? 0, fair?.maximum ?? 0)
    assert.isAbove(skewed?.sum ?? 0, skewed?.maximum ?? 0)
  })
})

/** Ten draws that each look at the inventory: 3 to the power of 10 ways, which is beyond the bound. */
const tooLarge = (): Draft => {
  const draws = Array.from({ length: 10 }, (_, index) => index + 1)
  const loot = (index: number): Readonly<Record<number, DocumentLoot>> => ({
    [index * 10]: { item_id: index, stack_limit: 5, drop_weight: index },
    [index * 10 + 1]: { item_id: index, quantity: 20, stack_limit: 5 },
    [index * 10 + 2]: { stack_limit: 5, required_item_id: 11, required_item_count: 0 },
  })
  return {
    items: items(11),
    vendors: {
      1: { loot: { 1: { sub_vendor_id: 2 } } },
      2: { loot: Object.fromEntries(draws.map((index) => [1 + index, { sub_vendor_id: 100 + index }])) },
      ...Object.fromEntries(
        draws.map((index) => [100 + index, { type: "randomly_sampled" as const, loot: loot(index) }]),
      ),
    },
  }
}

const holds = (estimate: Fraction | Estimate, exact: number): boolean => {
  if (estimate instanceof Fraction) throw new Error("the odds are exact")
  return estimate.low <= exact && exact <= estimate.high
}

describe("estimates", () => {
  it("take the place of exact odds beyond the bound, and their bounds hold the exact numbers", () => {
    const random = preciseRandomFrom(7)
    const question: Question = {
      entry: fill(1),
      holdings: Holdings.complete([]),
      circumstances: { platform: undefined, isServer: true, now: NOW },
    }
    const draw = (total: number) => Math.floor(random() * total)
    const odds = finished(
      oddsOf(catalogOf(tooLarge()), question, draw, { paths: 500, samples: 5000, steps: 10_000_000 }),
    )
    assert.strictEqual(odds.samples, 5000)
    assert.strictEqual(odds.items.length, 10)
    const held = odds.items.flatMap(({ atLeastOne, expected, itemId }) => {
      const total = itemId + 2
      return [holds(expected, (itemId + 20) / total), holds(atLeastOne, (itemId + 1) / total)]
    })
    // Each misses once in a hundred times, so that two of twenty miss in two of a hundred runs.
    assert.isAtLeast(held.filter(Boolean).length, 19)
  })

  /** How often the bounds hold the mean of a number that is `large` with this probability, and 0 otherwise. */
  const rateOf = (probability: number, count: number, estimate: (drops: number) => Estimate, exact: number) => {
    const random = preciseRandomFrom(count)
    const trials = 1000
    let held = 0
    for (let trial = 0; trial < trials; trial++) {
      let drops = 0
      for (let sample = 0; sample < count; sample++) if (random() < probability) drops++
      if (holds(estimate(drops), exact)) held++
    }
    return held / trials
  }

  it("of probabilities hold the true one at their rate", () => {
    for (const probability of [0.5, 0.1, 0.01]) {
      const rate = rateOf(probability, 500, (drops) => probabilityOf(drops, 500), probability)
      assert.isAbove(rate, CONFIDENCE - 0.015)
    }
  })

  it("of averages hold the true one, also where a rare drop is large; a normal interval does not", () => {
    const [large, probability, count] = [1000, 0.005, 300]
    const range = { least: 0, most: large }
    const sound = (drops: number) => meanOf(drops * large, drops * large ** 2, count, range)
    assert.isAbove(rateOf(probability, count, sound, large * probability), CONFIDENCE)
    const normal = (drops: number): Estimate => {
      const value = (drops * large) / count
      const spread = 2.576 * Math.sqrt((drops * large ** 2) / count / count - value ** 2 / count)
      return { value, low: value - spread, high: value + spread }
    }
    assert.isBelow(rateOf(probability, count, normal, large * probability), 0.9)
  })
})
