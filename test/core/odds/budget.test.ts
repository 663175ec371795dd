/** Odds have a budget of steps (guarantees R69): what it ends has wider bounds, and answers do not depend on others. */
import { plainLabels } from "../order/plainLabels.ts"
import { assert, describe, it } from "@effect/vitest"
import { NESTING_MAX } from "@garrison/core/catalog/rules/bounds"
import { answerOf } from "@garrison/core/odds/rules/encode"
import { DrawsMade } from "@garrison/core/odds/rules/draws"
import type { Question } from "@garrison/core/odds/rules/explore"
import { Fraction } from "@garrison/core/odds/rules/fraction"
import { reduced } from "@garrison/core/odds/rules/reduce"
import { ODDS_LIMITS, type Odds, oddsOf, type WorkLimits } from "@garrison/core/odds/rules/odds"
import type { Estimate } from "@garrison/core/odds/rules/sample"
import type { Steps } from "@garrison/core/odds/rules/steps"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
import { vi } from "vitest"
import { catalogOf, type Draft } from "../order/catalogs.ts"
import { fill, NOW } from "../order/fulfilling.ts"
import { preciseRandomFrom } from "../order/seeded.ts"
import { costly, largeFractions, readingDraws } from "./costly.ts"
import { finished } from "./finished.ts"

const questionOf = (entry: SubmittedEntry): Question => ({
  entry,
  holdings: Holdings.complete([]),
  circumstances: { platform: undefined, isServer: true, now: NOW },
})

const computing = (shape: Draft, entry: SubmittedEntry, limits?: WorkLimits, made?: DrawsMade, seed = 7) => {
  const random = preciseRandomFrom(seed)
  return oddsOf(catalogOf(shape), questionOf(entry), (total) => Math.floor(random() * total), limits, made)
}

/** The steps that the work said, in all and at once at most, and its result; undefined: it went on after `most`. */
const followed = (work: Steps<Odds>, most: number) => {
  let [all, atOnce] = [0, 0]
  for (let step = work.next(undefined); ; step = work.next(undefined)) {
    if (step.done === true) return { all, atOnce, odds: step.value }
    assert.isNumber(step.value)
    all += Number(step.value)
    atOnce = Math.max(atOnce, Number(step.value))
    if (all > most) return { all, atOnce, odds: undefined }
  }
}

const limits = { ...ODDS_LIMITS, steps: 400_000 }
/** What the last samples may take beyond the budget: two of an entry at its bounds. */
const BEYOND = 400_000

describe("the budget of odds", () => {
  for (const [what, [shape, entry]] of Object.entries(costly)) {
    it(`ends ${what}`, () => {
      const { all, atOnce, odds } = followed(computing(shape, entry, limits), 3 * limits.steps)
      assert.isDefined(odds, "the computation goes on beyond its budget")
      assert.isAtMost(all, limits.steps + BEYOND)
      assert.isAtMost(atOnce, BEYOND / 2)
      assert.isDefined(odds?.samples)
      assert.isTrue(odds?.isCut)
      assert.isAbove((odds?.items.length ?? 0) + (odds?.failures.length ?? 0), 0)
    })

    it(`control: ${what} would go on`, () => {
      const unbounded = { ...limits, steps: Number.MAX_SAFE_INTEGER }
      assert.isUndefined(followed(computing(shape, entry, unbounded), 3 * limits.steps).odds)
    })
  }

  it("is said where it ended the computation, and only there", () => {
    const answered = (odds: Odds) => answerOf({ etag: "", loot_id: 1, quantity: 1 }, odds, plainLabels)
    const exact = answered(finished(computing(readingDraws, fill(1, 3))))
    assert.deepStrictEqual([exact.exact, exact.cut_short], [true, undefined])
    const enough = { paths: 10, samples: 100, steps: 10_000_000 }
    const estimated = answered(finished(computing(readingDraws, fill(1, 3), enough)))
    assert.deepStrictEqual([estimated.exact, estimated.samples, estimated.cut_short], [false, 100, undefined])
    const cut = answered(finished(computing(readingDraws, fill(1, 3), { ...ODDS_LIMITS, steps: 2000 })))
    assert.deepStrictEqual([cut.exact, cut.cut_short], [false, true])
    assert.isBelow(cut.samples ?? 0, 100)
  })

  it("leaves bounds that hold the true numbers, the wider the earlier it ends", () => {
    const exact = new Map(finished(computing(readingDraws, fill(1, 3))).items.map((item) => [item.itemId, item]))
    const widths = [100, 1000, 10_000, 100_000].map((steps) => {
      let [held, all, width] = [0, 0, 0]
      for (let seed = 1; seed <= 20; seed++) {
        const { items } = finished(
          computing(readingDraws, fill(1, 3), { ...ODDS_LIMITS, paths: 10, steps }, undefined, seed),
        )
        for (const { atLeastOne, expected, itemId } of items) {
          for (const [estimate, known] of [
            [atLeastOne, exact.get(itemId)?.atLeastOne],
            [expected, exact.get(itemId)?.expected],
          ] as ReadonlyArray<readonly [Estimate, Fraction]>) {
            all++
            width += estimate.high - estimate.low
            if (estimate.low <= known.toNumber() && known.toNumber() <= estimate.high) held++
          }
        }
      }
      assert.isAtLeast(held / all, 0.98, `${steps} steps`)
      return width / all
    })
    assert.deepStrictEqual(
      widths,
      widths.toSorted((left, right) => right - left),
    )
  })
})

describe("the reduction of a loot", () => {
  it("says a step for each loot that it goes through, and pauses among them", () => {
    const parts = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [100 + at, { item_id: 1 }]))
    const catalog = catalogOf({
      items: { 1: {} },
      vendors: { 1: { loot: { 1: { sub_vendor_id: 2 } } }, 2: { loot: { ...parts, 90: { sub_vendor_id: 2 } } } },
    })
    const [any] = catalog.items.values()
    const loot = catalog.loot.get(1)
    if (any === undefined || loot === undefined) throw new Error("the catalog lacks its loot")
    const surroundings = { now: NOW, platform: undefined, made: new DrawsMade() }
    // Item 1 is read, so that no part of it is plain: all of them stay, in every vendor of the chain.
    const work = reduced({ loot, quantity: 1, isBought: false, read: [1] }, any, surroundings)
    const said: Array<number> = []
    for (let step = work.next(undefined); step.done !== true; step = work.next(undefined)) said.push(Number(step.value))
    assert.isAtLeast(
      said.reduce((sum, steps) => sum + steps, 0),
      NESTING_MAX * 1000,
    )
    assert.isAtMost(Math.max(...said), BEYOND / 2)
    assert.isAbove(said.length, NESTING_MAX)
  })
})

const QUANTITIES = Array.from({ length: 20 }, (_, at) => at + 1)

describe("quantities of the same loot", () => {
  it("have the same odds, whatever was computed before", () => {
    const made = new DrawsMade()
    const shuffled = [5, 9, 1, 7, 3, 9, 4, 2]
    for (const quantity of shuffled) {
      for (const steps of [20_000, 100_000, 2_000_000]) {
        const bounds = { ...ODDS_LIMITS, samples: 50, steps }
        const alone = finished(computing(largeFractions, fill(1, quantity), bounds))
        assert.deepStrictEqual(finished(computing(largeFractions, fill(1, quantity), bounds, made)), alone)
      }
    }
  })

  it("share the draws that they have in common", () => {
    const arithmetic = (made: () => DrawsMade): number => {
      const multiplied = vi.spyOn(Fraction.prototype, "times")
      for (const quantity of QUANTITIES) finished(computing(largeFractions, fill(1, quantity), undefined, made()))
      const { length } = multiplied.mock.calls
      multiplied.mockRestore()
      return length
    }
    const shared = new DrawsMade()
    assert.isBelow(
      4 * arithmetic(() => shared),
      arithmetic(() => new DrawsMade()),
    )
  })
})
