/** Catalogs that pay without end: what the interpreter does with a round of orders, again and again. */
import { assert, describe, it } from "@effect/vitest"
import type { Finding } from "@garrison/core/catalog/rules/findings"
import type { OrdersWitness } from "@garrison/core/catalog/rules/witness"
import { rehearse, WAYS } from "@garrison/core/order/rules/interpret/rehearse"
import { catalogOf, type Draft } from "../order/catalogs.ts"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { NOW } from "../order/fulfilling.ts"
import { check, findingsAt, placeOf } from "./sample.ts"
import { lotteryOf, payers, slowPayers } from "./payers.ts"

/** Whether the round gains with each way to draw. */
const gainsSurely = (draft: Draft, round: Omit<OrdersWitness, "kind">): boolean =>
  WAYS.every((way) => {
    const done = rehearse(catalogOf(draft), { kind: "orders", ...round }, NOW, [way])
    return done !== undefined && !("reason" in done)
  })

/** The codes of findings about what pays without end. */
const GAINS: ReadonlySet<string> = new Set([
  "claimable_without_end",
  "claim_multiplied",
  "money_pump",
  "session_gives_again",
  "gain_search_bounded",
])

/** Those, and those about what pays on average or in each window. */
const ALL_GAINS: ReadonlySet<string> = new Set([
  ...GAINS,
  "draws_gain_on_average",
  "new_orders_gain_on_average",
  "windows_gain_again",
])

const gainsFound = (draft: Draft, codes = GAINS) =>
  Effect.map(findingsAt(draft, NOW), (findings): ReadonlyArray<Finding> =>
    findings.filter(({ code }) => codes.has(code)),
  )

describe("a catalog that pays without end", () => {
  for (const { at, code, mistake, nearMisses, round, what } of payers) {
    it(`pays in each round: ${what}`, () => {
      assert.isTrue(gainsSurely(mistake, round))
    })

    it.effect(`has a finding whose orders gain: ${what}`, () =>
      Effect.gen(function* () {
        const found = yield* gainsFound(mistake)
        assert.deepStrictEqual(found.map(placeOf), [[code, at]])
        const witness = found[0]?.witness
        if (witness?.kind !== "orders") return assert.fail("it has no orders")
        assert.isTrue(gainsSurely(mistake, witness), JSON.stringify(witness))
      }),
    )

    for (const [near, draft] of nearMisses) {
      it(`does not pay where ${near}: ${what}`, () => {
        assert.isFalse(gainsSurely(draft, round))
      })

      it.effect(`has no finding where ${near}: ${what}`, () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(
            (yield* gainsFound(draft)).map(({ message }) => message),
            [],
          )
        }),
      )
    }
  }
})

describe("a catalog that pays on average, or in each window", () => {
  for (const { code, figure, mistake, nearMisses, what } of slowPayers) {
    it.effect(`has a finding of its own, with the figure: ${what}`, () =>
      Effect.gen(function* () {
        const found = yield* gainsFound(mistake, ALL_GAINS)
        assert.deepStrictEqual(found.map(placeOf), [[code, "vendors.1.loot.10"]])
        assert.include(found[0]?.message, figure)
      }),
    )

    for (const [near, draft] of nearMisses) {
      it.effect(`has no finding where ${near}: ${what}`, () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(
            (yield* gainsFound(draft, ALL_GAINS)).map(({ message }) => message),
            [],
          )
        }),
      )
    }
  }

  it("has one exactly where the average of what is drawn is above the price", async () => {
    const prize = fc.record({ coins: fc.integer({ min: 1, max: 60 }), weight: fc.integer({ min: 1, max: 9 }) })
    let gained = 0
    await fc.assert(
      fc.asyncProperty(fc.array(prize, { minLength: 2, maxLength: 4 }), async (prizes) => {
        const total = prizes.reduce((sum, { weight }) => sum + weight, 0)
        const isGain = prizes.reduce((sum, { coins, weight }) => sum + coins * weight, 0) > 30 * total
        const { findings } = await Effect.runPromise(check(lotteryOf(30, prizes)))
        const found = findings.filter(({ code }) => code === "draws_gain_on_average" || code === "money_pump")
        assert.strictEqual(found.length === 1, isGain, JSON.stringify(prizes))
        gained += isGain ? 1 : 0
      }),
      { numRuns: 100, seed: 1 },
    )
    assert.isAbove(gained, 20)
  })
})
