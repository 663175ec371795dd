/**
 * The checker on documents that are sound and very large, or that have very many faults: it ends. No test here looks at
 * a clock. A check with quadratic time or memory would exceed the time of a test by far.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { check, placeOf } from "./sample.ts"

type ById = Record<string, object>

const countTo = (last: number): Array<number> => Array.from({ length: last }, (_, index) => index + 1)
const itemsTo = (last: number): ById => Object.fromEntries(countTo(last).map((id) => [id, {}]))

interface Conversion {
  readonly from: number
  readonly to: number
  readonly taken: number
  readonly given: number
}

/** Loot that clients may claim, for each conversion, with ids from 1 on. It takes an item and gives another. */
const converting = (conversions: ReadonlyArray<Conversion>, items: ById) => {
  const claimable: ById = {}
  // What the first conversion takes.
  const given = { loot: { 3_000_000: { item_id: 1 } } }
  const vendors: ById = { 0: { loot: claimable }, [conversions.length + 1]: given }
  conversions.forEach(({ from, to, taken, given }, index) => {
    const id = index + 1
    claimable[id] = { sub_vendor_id: id, is_claimable_by_client: true }
    const parts = {
      [1_000_000 + id]: { item_id: from, quantity: taken, inventory_operation: "subtract" },
      [2_000_000 + id]: { item_id: to, quantity: given },
    }
    vendors[id] = { loot: parts }
  })
  return { items, vendors }
}

describe("the checker on a large scale", () => {
  it.effect("follows 12,000 conversions in a chain without a way back", () =>
    Effect.gen(function* () {
      const steps = countTo(12_000).map((from) => ({ from, to: from + 1, taken: 1, given: 2 }))
      const report = yield* check(converting(steps, itemsTo(12_001)))
      assert.deepStrictEqual(report.findings, [])
    }),
  )

  it.effect("examines a price point of 8,000 tiers with 8,000 coupons in part, and says so", () =>
    Effect.gen(function* () {
      const tiers = countTo(8000).map((quantity) => ({
        quantity,
        currencies: [{ price_item_id: 1, price: 16_001 - quantity }],
      }))
      const coupon = {
        coupon_discount_percentage: 0.5,
        coupon_discount_currency_item_id: 1,
        coupon_discount_loot: [1],
      }
      const coupons = Object.fromEntries(countTo(8000).map((at) => [at + 2, coupon]))
      const report = yield* check({
        items: { 1: {}, 2: {}, ...coupons },
        vendors: {
          1: { loot: { 1: { item_id: 2, hard_quantity_maximum: 8000, current_price_point_guid: "p" } } },
          2: {
            loot: Object.fromEntries([1, ...Object.keys(coupons)].map((id, at) => [at + 2, { item_id: Number(id) }])),
          },
        },
        price_points: { p: { current_breakpoints: tiers } },
      })
      assert.include(
        report.findings.map(({ code }) => code),
        "gain_search_bounded",
      )
    }),
  )

  it.effect("examines 5,000 loot that share a price point of 5,000 tiers", () =>
    Effect.gen(function* () {
      const current_breakpoints = countTo(5000).map((quantity) => ({
        quantity,
        currencies: [{ price_item_id: 2, price: 3 }],
      }))
      const loot = Object.fromEntries(countTo(5000).map((id) => [id, { item_id: 1, current_price_point_guid: "p" }]))
      const report = yield* check({
        items: itemsTo(2),
        price_points: { p: { current_breakpoints } },
        vendors: { 1: { loot }, 2: { loot: { 6000: { item_id: 2 } } } },
      })
      assert.deepStrictEqual(report.findings, [])
    }),
  )

  it.effect("names each reward of levels that nobody reaches, for 5,000 items that share a table of 5,000 levels", () =>
    Effect.gen(function* () {
      const levels = Object.fromEntries(countTo(5000).map((level) => [level, level]))
      const rewards = countTo(5000).map((id) => [id, { item_id: 50_000, sort_order: id + 2500 }])
      const items = countTo(5000).map((id) => [id, { level_xp_table_id: 1, level_vendor_id: 1 }])
      const report = yield* check({
        items: { ...Object.fromEntries(items), 50_000: {} },
        xp_tables: { 1: { levels } },
        vendors: { 1: { loot: Object.fromEntries(rewards) } },
      })
      assert.deepStrictEqual([...new Set(report.findings.map(({ code }) => code))], ["level_reward_not_reached"])
      assert.strictEqual(report.warnings, 2500)
    }),
  )

  it.effect("finds for 10,000 checks in a recipe whether each of them ever stops it", () =>
    Effect.gen(function* () {
      const checks = countTo(10_000).map((id) => [
        id,
        { item_id: id, inventory_operation: "check_less_than", quantity: 9 },
      ])
      // As many as an order may change records.
      const gifts = (item: number) => countTo(10_000).map((id) => [100_000 + id, { item_id: item }])
      const claimable = { 1_000_000: { sub_vendor_id: 1, is_claimable_by_client: true } }
      const given = countTo(10_001).map((item) => [200_000 + item, { item_id: item }])
      const recipe = (item: number) => ({
        items: itemsTo(10_001),
        vendors: {
          1: { loot: Object.fromEntries([...checks, ...gifts(item)]) },
          2: { loot: claimable },
          3: { loot: Object.fromEntries(given) },
        },
      })
      assert.deepStrictEqual((yield* check(recipe(1))).findings, [])
      assert.deepStrictEqual((yield* check(recipe(10_001))).findings.map(placeOf), [
        ["claimable_without_end", "vendors.2.loot.1000000"],
      ])
    }),
  )

  it.effect("names the beginning and the end of a long cycle, and each of many cycles", () =>
    Effect.gen(function* () {
      const chain = (length: number) =>
        Object.fromEntries(
          countTo(length).map((id) => {
            const onward = id < length ? { [2 * id]: { sub_vendor_id: id + 1 } } : {}
            return [id, { loot: { ...onward, [2 * id + 1]: { sub_vendor_id: 1 } } }]
          }),
        )
      const [last] = (yield* check({ vendors: chain(25) })).findings.slice(-1)
      assert.deepStrictEqual(last?.path, ["vendors", "1", "loot", "3", "sub_vendor_id"])
      const messages = (yield* check({ vendors: chain(25) })).findings.map(({ message }) => message)
      assert.include(messages, longest(25))
      const report = yield* check({ vendors: chain(12_000) })
      assert.strictEqual(report.refusals, 12_000)
      assert.isBelow(JSON.stringify(report).length, 1_000_000)
    }),
  )

  it.effect("finds every profit in a circle of conversions, and no other", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(fc.array(conversion, { maxLength: 12 }), async (conversions) => {
          const report = await Effect.runPromise(check(converting(conversions, itemsTo(5))))
          const pumps = report.findings.filter(({ code }) => code === "money_pump")
          assert.strictEqual(pumps.length > 0, profits(conversions), JSON.stringify(conversions))
        }),
        { numRuns: 300 },
      ),
    ),
  )
})

/** The finding about the cycle of vendors 1 to `length`. */
const longest = (length: number): string => {
  const first = countTo(10)
  const final = countTo(10).map((id) => length - 10 + id)
  const all = [...first, `… ${length - 20} more …`, ...final, 1].join(" > ")
  return `the vendor contains itself by way of its sub vendors: ${all}`
}

const conversion = fc
  .record({
    from: fc.integer({ min: 1, max: 5 }),
    to: fc.integer({ min: 1, max: 5 }),
    taken: fc.integer({ min: 1, max: 4 }),
    given: fc.integer({ min: 1, max: 4 }),
  })
  .filter(({ from, to }) => from !== to)

/** Whether a way from an item back to it, over each item at most once, gives more than it takes. */
const profits = (conversions: ReadonlyArray<Conversion>): boolean => {
  const from = (start: number, at: number, met: ReadonlyArray<number>, gained: number): boolean =>
    conversions.some((one) => {
      if (one.from !== at) return false
      const product = (gained * one.given) / one.taken
      if (one.to === start) return product > 1 + 1e-9
      return !met.includes(one.to) && from(start, one.to, [...met, one.to], product)
    })
  return countTo(5).some((start) => from(start, start, [start], 1))
}
