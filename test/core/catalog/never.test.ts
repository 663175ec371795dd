/**
 * What no purchase, code or level ever gives is found, and shown by the interpreter: the order of the mistake fails or
 * gives less, and that of the near miss does not. What servers and operators use as it is has no finding.
 */
import { assert, describe, it } from "@effect/vitest"
import { labelsOf } from "@garrison/core/catalog/rules/labels"
import { findUnpayable } from "@garrison/core/catalog/rules/prices"
import { surveyOf } from "@garrison/core/catalog/rules/survey"
import * as Effect from "effect/Effect"
import { catalogOf, type Draft, published } from "../order/catalogs.ts"
import { countsOf, items, NOW, run } from "../order/fulfilling.ts"
import type { Never } from "./neverDrafts.ts"
import { priceNever } from "./priceOracles.ts"
import { promotionNever } from "./promotionOracles.ts"
import { legitimate, reachNever } from "./reachOracles.ts"
import { findingsAt, placeOf } from "./sample.ts"

/** How an order of the draft ends. A player submits it where the platform matters, and else a server does. */
const endOf = (draft: Draft, entry: Never["entry"], { platform, records = [] }: Never) => {
  const { holdings, outcome } = run({
    draft,
    records,
    entries: [entry],
    isServer: platform === undefined,
    ...(platform === undefined ? undefined : { platform, source: "CLIENT" as const }),
  })
  return { reason: outcome.order.entries[0]?.reason?._tag, counts: countsOf(holdings) }
}

describe("what no purchase, code or level ever gives", () => {
  for (const one of [...promotionNever, ...priceNever, ...reachNever]) {
    const { at, code, end, entry, mistake, nearMiss, nearMissEnd = {}, nearMissEntry = entry, what } = one
    it.effect(`is found, and shown by an order: ${what}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* findingsAt(mistake, NOW)).map(placeOf), [[code, at]])
        const ended = endOf(mistake, entry, one)
        assert.strictEqual(ended.reason, end.reason)
        if (end.counts !== undefined) assert.deepStrictEqual(ended.counts, end.counts)
        assert.deepStrictEqual((yield* findingsAt(nearMiss, NOW)).map(placeOf), [])
        const near = endOf(nearMiss, nearMissEntry, one)
        assert.strictEqual(near.reason, nearMissEnd.reason)
        if (nearMissEnd.counts !== undefined) assert.deepStrictEqual(near.counts, nearMissEnd.counts)
      }),
    )
  }

  for (const [what, draft] of legitimate) {
    it.effect(`is not found in ${what}`, () =>
      Effect.map(findingsAt(draft, NOW), (found) => assert.deepStrictEqual(found.map(placeOf), [])),
    )
  }
})

describe("a required item that nothing gives", () => {
  it.effect("is asked for by a draw alone: in a recipe that nothing draws, the field has no effect", () =>
    Effect.gen(function* () {
      const draft = { items: items(2), vendors: { 1: { loot: { 1: { item_id: 1, required_item_id: 2 } } } } }
      const found = yield* findingsAt(draft, NOW)
      assert.deepStrictEqual(found.map(placeOf), [["recipe_field_ignored", "vendors.1.loot.1.required_item_id"]])
    }),
  )
})

describe("a price point with very many tiers", () => {
  it("is judged once for all of its coupons: 20,000 tiers, and 20,000 coupons of which the last suffices", () => {
    const count = 20_000
    const ids = Array.from({ length: count }, (_, index) => index + 2)
    const fields = { coupon_discount_currency_item_id: 1, coupon_discount_loot: [1] }
    const draft: Draft = {
      items: {
        1: {},
        ...Object.fromEntries(
          ids.map((id) => [id, { ...fields, coupon_discount_percentage: id === count + 1 ? 1 : 0.1 }]),
        ),
      },
      vendors: { 1: { loot: { 1: { current_price_point_guid: "p" } } } },
      price_points: {
        p: {
          current_breakpoints: ids.map((quantity) => ({
            quantity,
            currencies: [{ price_item_id: 1, price: 2 ** 53 - 1 }],
          })),
        },
      },
    }
    const catalog = catalogOf(draft)
    const found = (without: number) => {
      const items = new Map([...catalog.items].filter(([id]) => id !== without))
      return findUnpayable(published(draft), { ...catalog, items }, surveyOf(catalog), labelsOf(catalog)).length
    }
    assert.strictEqual(found(0), 0)
    assert.strictEqual(found(count + 1), count)
  })
})
