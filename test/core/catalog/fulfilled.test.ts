/**
 * What passes the checker without a finding can be fulfilled: for each loot of random catalogs a player and a sequence
 * of draws are sought for which the interpreter gives the loot, and for each candidate those that draw it.
 * GARRISON_TEST_RUNS tries more catalogs.
 */
import { assert, describe, it } from "@effect/vitest"
import { isEverAvailable } from "@garrison/core/catalog/rules/availability"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { catalogOf, type Draft } from "../order/catalogs.ts"
import { NOW } from "../order/fulfilling.ts"
import { unfulfillable } from "./oracles.ts"
import { plausible } from "./plausible.ts"
import { findingsAt } from "./sample.ts"
import { orderOf, refusal } from "./seeking.ts"

/** Asserts that each active loot is given to some player, and each candidate drawn for some. Answers how many. */
const assertFulfilled = (draft: Draft): number => {
  const catalog = catalogOf(draft)
  let shown = 0
  for (const loot of catalog.loot.values()) {
    if (!isEverAvailable(loot)) continue
    const refused = refusal(catalog, { entryAt: () => orderOf(loot) })
    assert.isUndefined(refused, `loot ${loot.loot_id}: ${refused}`)
    shown++
    for (const candidate of loot.subVendor?.candidates ?? []) {
      if (loot.quantity === 0) continue
      const undrawn = refusal(catalog, { entryAt: () => orderOf(loot), wanted: candidate })
      assert.isUndefined(undrawn, `candidate ${candidate.loot_id} of loot ${loot.loot_id}: ${undrawn}`)
      shown++
    }
  }
  return shown
}

/** Mistakes that hold at any time, and for all records that a player may hold. */
const hopeless = unfulfillable.filter(({ code }) =>
  ["checks_contradict", "quantity_too_large", "rent_too_long", "item_in_no_bucket"].includes(code),
)

const runs = Number(process.env.GARRISON_TEST_RUNS ?? 150)
const seed = Number(process.env.GARRISON_TEST_SEED ?? 8)

describe("a catalog without a finding", () => {
  it(
    "is fulfilled for some player: each loot is given, and each candidate drawn",
    async () => {
      let passed = 0
      let shown = 0
      await fc.assert(
        fc.asyncProperty(plausible, async (draft) => {
          if ((await Effect.runPromise(Effect.provide(findingsAt(draft, NOW), TestClock.layer()))).length > 0) return
          passed++
          shown += assertFulfilled(draft)
        }),
        { numRuns: runs, seed },
      )
      if (runs > 150) console.log(JSON.stringify({ seed, runs, passed, shown }))
      assert.isAbove(passed, runs / 5, "too few catalogs have no finding")
      assert.isAbove(shown, 5 * passed)
    },
    runs * 1000,
  )

  for (const { mistake, nearMiss, what } of hopeless) {
    it(`has a player where a mistake has none: ${what}`, () => {
      const refusals = [mistake, nearMiss].map((draft) => {
        const catalog = catalogOf(draft)
        const loot = catalog.loot.get(1) ?? assert.fail("there is no loot 1")
        return refusal(catalog, { entryAt: () => orderOf(loot) })
      })
      assert.isString(refusals[0])
      assert.isUndefined(refusals[1])
    })
  }
})
