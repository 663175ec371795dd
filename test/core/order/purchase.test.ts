/**
 * Purchases: prices, coupons, price reductions, and the order of the checks (decisions, section 12). A failing purchase
 * changes nothing, and spends exactly what it says.
 */
import { assert, describe, it } from "@effect/vitest"
import type { DocumentItem, DocumentLoot, PricePoint } from "@garrison/core/catalog/document"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import type { EntryResult } from "@garrison/core/order/enumerations"
import type { TraceEvent } from "@garrison/core/order/rules/explain/trace"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import * as fc from "fast-check"
import type { Draft } from "./catalogs.ts"
import { countsOf, held, NOW, resultsOf, run, type Setting } from "./fulfilling.ts"

const MAXIMUM = Number.MAX_SAFE_INTEGER
const [SWORD, GOLD, GEMS, COUPON, HELMET, SHIELD, SET] = [1, 2, 3, 4, 5, 6, 7]

const tier = (quantity: number, gold: number, minimum?: number) => ({
  quantity,
  currencies: [
    { price_item_id: GOLD, price: gold, ...(minimum === undefined ? undefined : { min_reduced_price: minimum }) },
    { price_item_id: GEMS, price: 5 },
  ],
})

const halfOff: DocumentItem = {
  coupon_discount_currency_item_id: GOLD,
  coupon_discount_percentage: 0.5,
  coupon_discount_loot: [10],
  coupon_consume_on_use: true,
}

/** A shop that sells swords (loot 10) and a set of helmet and shield (loot 20). */
const shop = ({
  coupon = halfOff,
  loot = {},
  prices = {},
}: {
  readonly coupon?: DocumentItem
  readonly loot?: DocumentLoot
  readonly prices?: PricePoint
} = {}): Draft => ({
  items: {
    [SWORD]: {},
    [GOLD]: {},
    [GEMS]: {},
    [COUPON]: coupon,
    [HELMET]: {},
    [SHIELD]: {},
    [SET]: { type: "recipe_with_price_reduction" },
  },
  vendors: {
    1: { loot: { 10: { item_id: SWORD, current_price_point_guid: "sword", ...loot } } },
    2: { loot: { 20: { item_id: SET, sub_vendor_id: 3, current_price_point_guid: "set" } } },
    3: {
      loot: {
        30: { item_id: HELMET, current_price_point_guid: "helmet" },
        31: { item_id: SHIELD, quantity: 3, current_price_point_guid: "shield" },
        32: { item_id: GEMS, inventory_operation: "check_less_than", quantity: 9, current_price_point_guid: "helmet" },
      },
    },
  },
  price_points: {
    sword: { current_breakpoints: [tier(10, 80), tier(1, 100), tier(100, 50)], ...prices },
    set: { current_breakpoints: [tier(1, 150, 20)] },
    helmet: { current_breakpoints: [tier(1, 40)] },
    shield: { current_breakpoints: [tier(1, 50), tier(3, 45)] },
  },
})

const buy = (price: number, quantity = 1, fields: Partial<SubmittedEntry> = {}): SubmittedEntry => ({
  type: "purchase_loot",
  loot_id: 10,
  quantity,
  purchase_price: { currencies: [{ price_item_id: GOLD, price }] },
  ...fields,
})

const couponed = (price: number, quantity = 1): SubmittedEntry =>
  buy(price, quantity, {
    purchase_price: { currencies: [{ price_item_id: GOLD, price }], price_coupon_item_id: COUPON },
  })

const rich = [held(GOLD, 10_000), held(GEMS, 8), held(COUPON, 2)]

/** The result of the only entry, and the counts of all items afterwards. */
const bought = (entry: SubmittedEntry, { draft = shop(), records = rich, ...setting }: Partial<Setting> = {}) => {
  const { holdings, outcome } = run({ isServer: false, source: "CLIENT", draft, records, ...setting, entries: [entry] })
  return { result: resultsOf(outcome)[0], counts: countsOf(holdings), details: outcome.order.entries[0]?.details ?? [] }
}

/** What the purchase cost in gold; the result, if it failed. */
const costOf = (entry: SubmittedEntry, setting: Partial<Setting> = {}): number | EntryResult | undefined => {
  const { counts, result } = bought(entry, setting)
  const before = (setting.records ?? rich).reduce((sum, { count, itemId }) => sum + (itemId === GOLD ? count : 0), 0)
  return result === "success" ? before - (counts[GOLD] ?? 0) : result
}

describe("the price of a purchase", () => {
  for (const [quantity, price, cost] of [
    [1, 100, 100],
    [9, 100, 900],
    [10, 80, 800],
    [99, 80, 7920],
    [100, 50, 5000],
    [10, 100, "price_does_not_match"],
    [10, 800, "price_does_not_match"],
    [9, 80, "price_does_not_match"],
    [1, -100, "price_does_not_match"],
    [0, 100, "quantity_not_allowed"],
    [-1, 100, "quantity_not_allowed"],
    [1_000_001, 50, "quantity_not_allowed"],
    [1_000_000, 50, "cannot_afford_price"],
  ] as const) {
    it(`is that of a unit at the highest tier not above the quantity: ${quantity} at ${price}: ${cost}`, () => {
      assert.strictEqual(costOf(buy(price, quantity)), cost)
    })
  }

  it("of a strict price point needs the quantity of a tier, and a cap is its highest", () => {
    const strict = shop({ prices: { strict_flag: true } })
    assert.strictEqual(costOf(buy(100, 9), { draft: strict }), "quantity_not_allowed")
    assert.strictEqual(costOf(buy(80, 10), { draft: strict }), 800)
    assert.strictEqual(costOf(buy(50, 101), { draft: strict }), "quantity_not_allowed")
    const capped = shop({ prices: { cap_flag: true } })
    assert.strictEqual(costOf(buy(50, 100), { draft: capped }), 5000)
    assert.strictEqual(costOf(buy(50, 101), { draft: capped }), "quantity_not_allowed")
    assert.strictEqual(costOf(buy(50, 101)), 5050)
  })

  it("is stated in one currency of the tier: in the list, or else in the deprecated pair", () => {
    const stating = (purchase_price: SubmittedEntry["purchase_price"]) =>
      costOf(buy(0, 1, purchase_price === undefined ? {} : { purchase_price }))
    assert.strictEqual(stating({ price_item_id: GOLD, price: 100 }), 100)
    assert.strictEqual(stating({ price_item_id: GOLD, price: 99 }), "price_does_not_match")
    assert.strictEqual(stating({ price_item_id: GEMS, price: 5 }), 0)
    assert.strictEqual(stating({ price_item_id: GOLD, price: 100, currencies: [] }), 100)
    const gems = { price_item_id: GEMS, price: 5 }
    assert.strictEqual(stating({ price_item_id: GOLD, price: 99, currencies: [gems] }), 0)
    assert.strictEqual(stating({ currencies: [gems, { price_item_id: GOLD, price: 100 }] }), "price_does_not_match")
    for (const half of [{}, { price: 100 }, { price_item_id: GOLD }]) {
      assert.strictEqual(stating(half), "price_does_not_match")
    }
    const { purchase_price: _price, ...bare } = buy(100)
    assert.strictEqual(costOf(bare), "price_does_not_match")
  })

  it("is told where the stated one does not match: each currency, lowered by what the player has", () => {
    const told = (entry: SubmittedEntry, setting: Partial<Setting> = {}) => {
      let prices: ReadonlyArray<object> | undefined
      const trace = (event: TraceEvent) => {
        if (event._tag === "PricesExpected") prices = event.prices
      }
      const { outcome } = run({
        isServer: false,
        source: "CLIENT",
        draft: shop(),
        records: rich,
        ...setting,
        trace,
        entries: [entry],
      })
      const reason = outcome.order.entries[0]?.reason
      if (reason?._tag === "PriceDiffers") assert.deepStrictEqual(reason.expected, prices)
      return prices?.map((price) => Object.values(price))
    }
    const gems = [GEMS, 5, 5]
    assert.deepStrictEqual(told(buy(99)), [[GOLD, 100, 100], gems])
    assert.deepStrictEqual(told(buy(100)), [[GOLD, 100, 100], gems])
    assert.deepStrictEqual(told(buy(99, 10)), [[GOLD, 80, 80], gems])
    // The coupon lowers gold alone, for one unit, and only for who has it.
    assert.deepStrictEqual(told(couponed(99)), [[GOLD, 100, 50], gems])
    assert.deepStrictEqual(told(couponed(99, 10)), [[GOLD, 80, 80], gems])
    assert.deepStrictEqual(told(couponed(99), { records: [held(GOLD, 1)] }), [[GOLD, 100, 100], gems])
    assert.deepStrictEqual(told(couponed(99), { disabled: ["coupons"] }), [[GOLD, 100, 100], gems])
    const set = buy(1, 1, { loot_id: 20 })
    assert.deepStrictEqual(told(set), [[GOLD, 150, 150], gems])
    assert.deepStrictEqual(told(set, { records: [held(HELMET, 1)] }), [
      [GOLD, 150, 110],
      [GEMS, 5, 0],
    ])
    const barred = { ...shop(), item_portal_use_rulesets: { 1: { platforms: ["Golf"] } } } as Draft
    const draft = { ...barred, items: { ...barred.items, [GOLD]: { item_portal_use_ruleset_id: 1 } } }
    assert.deepStrictEqual(told(buy(99), { draft, platform: "Echo" }), [gems])
    assert.deepStrictEqual(told(buy(99), { draft, platform: "Golf" }), [[GOLD, 100, 100], gems])
    // No price of what cannot be bought, and none of before a sale.
    assert.isUndefined(told(buy(100), { draft: shop({ loot: { active: false } }) }))
    assert.isUndefined(told(buy(100, 9), { draft: shop({ prices: { strict_flag: true } }) }))
    assert.isUndefined(told(buy(100), { draft: shop({ loot: { effective_from: NOW + 1 } }) }))
    assert.isUndefined(told(buy(100, 1, { vendor_etag: "old" })))
    const sale = shop({ prices: { current_breakpoints: [tier(1, 60)], pre_sale_breakpoints: [tier(1, 100)] } })
    assert.deepStrictEqual(told(buy(100), { draft: sale }), [[GOLD, 60, 60], gems])
  })

  it("that is told is the one to state, and what the player pays of it, on random shops", () => {
    let paid = 0
    const property = fc.property(
      fc.record({
        loot_id: fc.constantFrom(10, 20),
        quantity: fc.integer({ min: 1, max: 12 }),
        percentage: fc.constantFrom(0.1, 0.5, 1, -0.5),
        minimum: fc.integer({ min: 0, max: 120 }),
        coupons: fc.integer({ min: 0, max: 2 }),
        isNamed: fc.boolean(),
        helmets: fc.integer({ min: 0, max: 1 }),
        shields: fc.integer({ min: 0, max: 4 }),
      }),
      ({ coupons, helmets, isNamed, loot_id, minimum, percentage, quantity, shields }) => {
        const coupon = { ...halfOff, coupon_discount_percentage: percentage, coupon_discount_loot: [10, 20] }
        const draft = shop({ coupon, prices: { current_breakpoints: [tier(1, 100, minimum), tier(10, 80, minimum)] } })
        const records = [
          held(GOLD, 100_000),
          held(GEMS, 8),
          held(COUPON, coupons),
          held(HELMET, helmets),
          held(SHIELD, shields),
        ]
        let prices: ReadonlyArray<{ readonly itemId: number; readonly price: number; readonly reduced: number }> = []
        const trace = (event: TraceEvent) => {
          if (event._tag === "PricesExpected") ({ prices } = event)
        }
        const named = isNamed && coupons > 0 ? { price_coupon_item_id: COUPON } : undefined
        const stating = (itemId: number, price: number) =>
          buy(0, quantity, {
            loot_id,
            purchase_price: { currencies: [{ price_item_id: itemId, price }], ...named },
          })
        bought(stating(GOLD, 1), { draft, records, trace })
        assert.strictEqual(prices.length, 2)
        for (const { itemId, price, reduced } of prices) {
          const { counts, details, result } = bought(stating(itemId, price), { draft, records })
          assert.notStrictEqual(result, "price_does_not_match")
          if (result !== "success") continue
          const [first] = details
          const before = itemId === GOLD ? 100_000 : 8
          assert.strictEqual(before - (counts[itemId] ?? 0), reduced * quantity)
          assert.isDefined(first)
          paid++
        }
      },
    )
    fc.assert(property, { numRuns: 200 })
    assert.isAbove(paid, 150)
  })

  it("may be nothing, which spends nothing", () => {
    const free = shop({ prices: { current_breakpoints: [tier(1, 0)] } })
    const { counts, details, result } = bought(buy(0), { draft: free, records: [] })
    assert.deepStrictEqual([result, details.length, counts], ["success", 1, { [SWORD]: 1 }])
  })

  it("before a sale is only shown: no purchase pays it", () => {
    const sale = shop({
      loot: { pre_sale_price_point_guid: "set" },
      prices: { current_breakpoints: [tier(1, 60)], pre_sale_breakpoints: [tier(1, 100)] },
    })
    assert.strictEqual(costOf(buy(60), { draft: sale }), 60)
    assert.strictEqual(costOf(buy(100), { draft: sale }), "price_does_not_match")
    const only = shop({ prices: { current_breakpoints: [], pre_sale_breakpoints: [tier(1, 100)] } })
    assert.strictEqual(costOf(buy(100), { draft: only }), "price_not_allowed")
  })

  it("beyond 2^53-1 in all cannot be afforded; one of exactly 2^53-1 can", () => {
    const dear = shop({ prices: { current_breakpoints: [tier(1, MAXIMUM)] } })
    const records = [held(GOLD, MAXIMUM), held(GOLD, MAXIMUM, { inventoryId: "more", bucket: "golf" })]
    assert.strictEqual(bought(buy(MAXIMUM), { draft: dear, records }).result, "success")
    assert.strictEqual(costOf(buy(MAXIMUM, 2), { draft: dear, records }), "cannot_afford_price")
  })

  it("is spent from the session's bucket first, and from allowed buckets only", () => {
    const ruled: Draft = {
      ...shop(),
      items: { ...shop().items, [GOLD]: { inventory_bucket_use_rule_set_id: "golf only" } },
      inventory_bucket_use_rule_sets: { "golf only": { buckets: { golf: ["golf", "none"] } } },
    }
    const inBucket = (bucket: HeldRecord["bucket"], count: number) =>
      held(GOLD, count, { inventoryId: `in-${bucket}`, bucket })
    const records = [inBucket("echo", 500), inBucket("none", 90), inBucket("golf", 70)]
    const { details, result } = bought(buy(100), { draft: ruled, records, platform: "Golf" })
    assert.strictEqual(result, "success")
    assert.deepStrictEqual(
      details.map((detail) => (detail._tag === "inventory_change" ? [detail.after.bucket, detail.after.count] : [])),
      [
        ["golf", 0],
        ["none", 60],
        ["golf", 1],
      ],
    )
    assert.strictEqual(bought(buy(80, 10), { draft: ruled, records, platform: "Golf" }).result, "cannot_afford_price")
    assert.strictEqual(bought(buy(100), { draft: ruled, records, platform: "Echo" }).result, "cannot_afford_price")
  })

  it("is not spent when the loot cannot be given", () => {
    const blocked = shop({ loot: { item_id: SHIELD, inventory_operation: "check_greater_than", quantity: 1 } })
    const { counts, details, result } = bought(buy(100), { draft: blocked })
    assert.deepStrictEqual([result, details.length], ["cannot_meet_loot_required", 0])
    assert.strictEqual(counts[GOLD], 10_000)
  })
})

describe("a coupon", () => {
  const percent = (percentage: number, fields: DocumentItem = {}): DocumentItem => ({
    ...halfOff,
    coupon_discount_percentage: percentage,
    ...fields,
  })

  for (const [price, percentage, cost] of [
    [100, 0.5, 50],
    [101, 0.5, 50],
    [10, 0.9, 1],
    [10, 0.1, 9],
    [10, 0.3, 7],
    [3, 0.1, 2],
    [1000, 0.29, 710],
    [10, 1, 0],
    [10, 0, 10],
    [10, 1e-7, 9],
    [10, 5e-324, 9],
    [10, -0.5, 15],
  ] as const) {
    it(`lowers ${price} by ${percentage} to ${cost}, rounded down`, () => {
      const draft = shop({ coupon: percent(percentage), prices: { current_breakpoints: [tier(1, price)] } })
      assert.strictEqual(costOf(couponed(price), { draft }), cost)
    })
  }

  it("lowers a price of 2^53-1 exactly", () => {
    const prices = { current_breakpoints: [tier(1, MAXIMUM)] }
    const draft = shop({ coupon: percent(0.1), prices })
    assert.strictEqual(
      costOf(couponed(MAXIMUM), { draft, records: [held(GOLD, MAXIMUM), held(COUPON, 1)] }),
      8106479329266891,
    )
    const raising = shop({ coupon: percent(-1e300), prices })
    assert.strictEqual(costOf(couponed(MAXIMUM), { draft: raising }), "cannot_afford_price")
  })

  it("stops at min_reduced_price, which raises no price", () => {
    const minimum = (least: number) =>
      shop({ coupon: percent(0.9), prices: { current_breakpoints: [tier(1, 100, least)] } })
    assert.strictEqual(costOf(couponed(100), { draft: minimum(30) }), 30)
    assert.strictEqual(costOf(couponed(100), { draft: minimum(10) }), 10)
    assert.strictEqual(costOf(couponed(100), { draft: minimum(300) }), 100)
  })

  it("that is consumed on use buys one unit and is then gone; another buys any quantity, and stays", () => {
    assert.strictEqual(bought(couponed(100)).counts[COUPON], 1)
    assert.strictEqual(costOf(couponed(80, 10)), "coupon_item_not_applicable_for_quantity")
    const kept = shop({ coupon: percent(0.5, { coupon_consume_on_use: false }) })
    const { counts, result } = bought(couponed(80, 10), { draft: kept })
    assert.deepStrictEqual([result, counts[COUPON], counts[GOLD]], ["success", 2, 9600])
  })

  it("is a unit with a percentage, for this loot and this currency", () => {
    const result = (coupon: DocumentItem) => costOf(couponed(100), { draft: shop({ coupon }) })
    const { coupon_discount_percentage: _percentage, ...noPercentage } = halfOff
    const { coupon_discount_currency_item_id: _currency, ...noCurrency } = halfOff
    assert.strictEqual(result(noPercentage), "coupon_item_not_applicable_for_loot")
    assert.strictEqual(result({ ...halfOff, type: "recipe" }), "coupon_item_not_applicable_for_loot")
    assert.strictEqual(result({ ...halfOff, coupon_discount_loot: [20] }), "coupon_item_not_applicable_for_loot")
    assert.strictEqual(result(noCurrency), "coupon_item_not_applicable_for_price_item")
  })

  it("that pays the price itself cannot be used up as well", () => {
    const draft = shop({
      coupon: percent(0.5, { coupon_discount_currency_item_id: COUPON }),
      prices: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: COUPON, price: 4 }] }] },
    })
    const entry = buy(0, 1, { purchase_price: { price_item_id: COUPON, price: 4, price_coupon_item_id: COUPON } })
    assert.strictEqual(bought(entry, { draft }).result, "failed_to_spend_coupon")
    assert.deepStrictEqual(bought(entry, { draft, records: [held(COUPON, 3)] }).counts, { [SWORD]: 1, [COUPON]: 0 })
  })
})

describe("a recipe with price reduction", () => {
  const set: Partial<SubmittedEntry> = { loot_id: 20 }
  const gold = held(GOLD, 10_000)

  for (const [owned, cost] of [
    [[], 150],
    [[held(HELMET, 1)], 110],
    [[held(HELMET, 5)], 110],
    [[held(SHIELD, 2)], 150],
    // Three shields are a part; at that tier a shield costs 45.
    [[held(SHIELD, 3)], 20],
    [[held(HELMET, 1), held(SHIELD, 3)], 20],
    [[held(HELMET, 1, { expires: NOW })], 150],
  ] as const) {
    const names = owned.map(
      ({ count, expires, itemId }) => `${count} of item ${itemId}${expires === undefined ? "" : ", expired"}`,
    )
    it(`costs ${cost} who owns ${names.join(" and ") || "no part"}: the parts' prices less, not below the minimum`, () => {
      assert.strictEqual(costOf(buy(150, 1, set), { records: [gold, ...owned] }), cost)
    })
  }

  it("is stated at its full price, and a coupon lowers what is left", () => {
    const draft = shop({ coupon: { ...halfOff, coupon_discount_loot: [20] } })
    const entry = { ...couponed(150), ...set }
    const records = [gold, held(COUPON, 1), held(HELMET, 1)]
    assert.strictEqual(costOf(entry, { draft, records }), 55)
    assert.strictEqual(costOf(buy(110, 1, set), { records }), "price_does_not_match")
  })

  it("counts parts in the currency that is paid, and no part that is not given now", () => {
    const gems = { ...set, purchase_price: { currencies: [{ price_item_id: GEMS, price: 5 }] } }
    // The helmet's price is 5 gems, too.
    const owning = [held(GEMS, 5), held(HELMET, 1)]
    assert.strictEqual(bought(buy(0, 1, gems), { records: owning }).counts[GEMS], 5)
    const draft = shop()
    const later = {
      ...draft,
      vendors: {
        ...draft.vendors,
        3: {
          loot: {
            30: { item_id: HELMET, current_price_point_guid: "helmet", effective_from: NOW + 1 },
            31: { item_id: SHIELD },
          },
        },
      },
    }
    assert.strictEqual(costOf(buy(150, 1, set), { draft: later, records: [gold, held(HELMET, 1)] }), 150)
  })
})

describe("a dynamic bundle", () => {
  const bundle = (parts: Readonly<Record<number, DocumentLoot>> = {}, fields: DocumentLoot = {}): Draft => ({
    ...shop(),
    items: { ...shop().items, 8: { type: "dynamic_bundle" } },
    vendors: {
      1: { loot: { 50: { item_id: 8, sub_vendor_id: 2, current_price_point_guid: "sword", ...fields } } },
      2: {
        loot: {
          60: { item_id: SHIELD, sort_order: 2 },
          61: { item_id: HELMET, quantity: 2, sort_order: 1 },
          62: { item_id: SWORD },
          ...parts,
        },
      },
    },
  })
  const choose = (ids: ReadonlyArray<number> | undefined, fields: Partial<SubmittedEntry> = {}): SubmittedEntry => ({
    ...buy(100),
    type: "purchase_dynamic_bundle",
    loot_id: 50,
    ...(ids === undefined ? undefined : { dynamic_bundle_loot_ids: ids }),
    ...fields,
  })

  it("gives the chosen parts in fulfilment order, each named in the details, for the price of the bundle", () => {
    const { counts, details, result } = bought(choose([60, 61]), { draft: bundle(), records: [held(GOLD, 1000)] })
    assert.strictEqual(result, "success")
    assert.deepStrictEqual(counts, { [GOLD]: 900, [HELMET]: 2, [SHIELD]: 1 })
    assert.deepStrictEqual(
      details.map(({ _tag, ...detail }) => [_tag, "lootId" in detail ? detail.lootId : undefined]),
      [
        ["inventory_change", 50],
        ["dynamic_bundle_lti", 61],
        ["inventory_change", 61],
        ["dynamic_bundle_lti", 60],
        ["inventory_change", 60],
      ],
    )
  })

  it("multiplies its parts by the ordered quantity", () => {
    const { counts } = bought(choose([61], { quantity: 3 }), { draft: bundle({}, { quantity: 2 }) })
    assert.deepStrictEqual([counts[GOLD], counts[HELMET]], [9700, 12])
  })

  it("applies every check and subtraction, and none can be chosen", () => {
    const draft = bundle({ 63: { item_id: GEMS, quantity: 8, inventory_operation: "subtract" } })
    const paid = bought(choose([62]), { draft })
    assert.deepStrictEqual([paid.result, paid.counts[GEMS], paid.counts[SWORD]], ["success", 0, 1])
    const poor = bought(choose([62]), { draft, records: [held(GOLD, 1000), held(GEMS, 7)] })
    assert.deepStrictEqual(
      [poor.result, poor.counts[GOLD], poor.details.length],
      ["failed_to_consume_loot_required", 1000, 0],
    )
    assert.strictEqual(bought(choose([63]), { draft }).result, "dynamic_bundle_ltis_do_not_match")
  })

  for (const [result, entry, draft, setting] of [
    ["dynamic_bundles_not_available", choose(undefined, { quantity: 0 }), bundle(), { disabled: ["dynamic_bundles"] }],
    ["quantity_not_allowed", choose([60], { quantity: 0 }), bundle()],
    ["loot_not_found", choose([60], { loot_id: 99 }), bundle()],
    ["loot_not_active", choose([60]), bundle({}, { active: false })],
    ["vendor_version_does_not_match", choose([], { vendor_etag: "old" }), bundle()],
    ["dynamic_bundle_invalid", choose([60], { loot_id: 60 }), bundle()],
    ["dynamic_bundle_invalid", choose([]), bundle()],
    ["dynamic_bundle_invalid", choose(undefined), bundle()],
    ["dynamic_bundle_ltis_do_not_match", choose([60, 50]), bundle()],
    ["dynamic_bundle_ltis_do_not_match", choose([60, 99]), bundle()],
    ["dynamic_bundle_ltis_do_not_match", choose([60, 60], { purchase_price: {} }), bundle()],
    ["loot_not_active", choose([64], { purchase_price: {} }), bundle({ 64: { item_id: SWORD, active: false } })],
    ["price_does_not_match", choose([60], { purchase_price: {} }), bundle()],
    ["invalid_entry_type", { ...choose([60]), type: "purchase_loot" }, bundle()],
  ] as ReadonlyArray<readonly [EntryResult, SubmittedEntry, Draft, Partial<Setting>?]>) {
    it(`with ${JSON.stringify(entry.dynamic_bundle_loot_ids)} of loot ${entry.loot_id}: ${result}`, () => {
      assert.strictEqual(bought(entry, { draft, ...setting }).result, result)
    })
  }

  it("of a draw cannot be chosen from, because its weights would not count", () => {
    const draft = bundle()
    const drawn = {
      ...draft,
      vendors: { ...draft.vendors, 2: { type: "randomly_sampled" as const, loot: { 60: {} } } },
    }
    assert.strictEqual(bought(choose([60]), { draft: drawn }).result, "dynamic_bundle_invalid")
  })
})

describe("the order of the checks of a purchase", () => {
  const base = shop({ loot: { active: true } })
  const broken: Draft = {
    ...base,
    items: { ...base.items, 8: { ...halfOff, availability_flags: 1 }, 9: {} },
    vendors: {
      ...base.vendors,
      4: {
        loot: {
          40: { item_id: SWORD, active: false },
          41: { item_id: SWORD },
          42: { item_id: SWORD, current_price_point_guid: "strict" },
        },
      },
    },
    price_points: { ...base.price_points, strict: { strict_flag: true, current_breakpoints: [tier(5, 100)] } },
  }
  const price = (itemId: number, amount: number, couponId?: number): Partial<SubmittedEntry> => ({
    purchase_price: {
      currencies: [{ price_item_id: itemId, price: amount }],
      ...(couponId === undefined ? undefined : { price_coupon_item_id: couponId }),
    },
  })
  /** Each purchase mends the fault of the purchase before it, and keeps those that are checked later. */
  const ladder: ReadonlyArray<readonly [EntryResult, Partial<SubmittedEntry>, Partial<Setting>?]> = [
    ["quantity_not_allowed", { quantity: 0, loot_id: 99, vendor_etag: "old" }],
    ["loot_not_found", { loot_id: 99, vendor_etag: "old" }],
    ["loot_not_active", { loot_id: 40, vendor_etag: "old" }],
    ["vendor_version_does_not_match", { loot_id: 41, vendor_etag: "old" }],
    ["price_not_allowed", { loot_id: 41, quantity: 3, purchase_price: {} }],
    ["quantity_not_allowed", { loot_id: 42, quantity: 3, purchase_price: {} }],
    ["price_does_not_match", { purchase_price: { price_coupon_item_id: 99 } }],
    ["price_item_not_found", price(99, 1, 99)],
    ["loot_not_for_sale_with_price_item", price(9, 1, 99)],
    ["price_does_not_match", price(GOLD, 1, 99)],
    ["coupons_disabled", price(GOLD, 100, 99), { disabled: ["coupons"] }],
    ["coupon_item_not_found", { ...price(GOLD, 100, 99), quantity: 2 }],
    ["coupon_item_not_active", { ...price(GOLD, 100, 8), quantity: 2 }],
    ["coupon_item_not_applicable_for_loot", { ...price(GEMS, 5, 9), quantity: 2 }],
    ["coupon_item_not_applicable_for_price_item", { ...price(GEMS, 5, COUPON), quantity: 2 }],
    ["coupon_item_not_applicable_for_quantity", { ...price(GOLD, 100, COUPON), quantity: 2 }],
    ["cannot_afford_price", price(GOLD, 100, COUPON), { records: [] }],
    ["cannot_afford_coupon", price(GOLD, 100, COUPON), { records: [held(GOLD, 50)] }],
    ["success", price(GOLD, 100, COUPON), { records: [held(GOLD, 50), held(COUPON, 1)] }],
  ]
  for (const [index, [result, fields, setting]] of ladder.entries()) {
    it(`${index + 1}: ${result}`, () => {
      const found = bought({ ...buy(100), ...fields }, { draft: broken, records: [], ...setting })
      assert.strictEqual(found.result, result)
    })
  }
})

describe("any purchase", () => {
  const anyPurchase = fc.record({
    price: fc.integer({ min: 0, max: 200 }),
    minimum: fc.integer({ min: 0, max: 250 }),
    quantity: fc.integer({ min: 1, max: 4 }),
    percentage: fc.double({ min: -1, max: 1, noNaN: true }),
    isConsumed: fc.boolean(),
    isCouponed: fc.boolean(),
    gold: fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 3 }),
    coupons: fc.integer({ min: 0, max: 2 }),
    isBlocked: fc.boolean(),
  })

  it("that fails changes nothing; one that succeeds spends unit price times quantity, not below the minimum", () => {
    const seen = new Set<EntryResult | undefined>()
    fc.assert(
      fc.property(
        anyPurchase,
        ({ coupons, gold, isBlocked, isConsumed, isCouponed, minimum, percentage, price, quantity }) => {
          const draft = shop({
            coupon: { ...halfOff, coupon_discount_percentage: percentage, coupon_consume_on_use: isConsumed },
            prices: { current_breakpoints: [tier(1, price, minimum)] },
            loot: isBlocked ? { item_id: SHIELD, inventory_operation: "subtract" } : {},
          })
          const records = [
            ...gold.map((count, index) =>
              held(GOLD, count, { inventoryId: `gold-${index}`, expires: NOW + 1 + index }),
            ),
            held(COUPON, coupons),
          ]
          const priced: Array<Extract<TraceEvent, { _tag: "Priced" }>> = []
          const { counts, details, result } = bought(isCouponed ? couponed(price, quantity) : buy(price, quantity), {
            draft,
            records,
            trace: (event) => {
              if (event._tag === "Priced") priced.push(event)
            },
          })
          seen.add(result)
          const before = gold.reduce((sum, count) => sum + count, 0)
          for (const count of Object.values(counts)) assert.isAtLeast(count, 0)
          if (result !== "success") {
            assert.deepStrictEqual(
              [counts[GOLD] ?? 0, counts[COUPON], counts[SWORD], details.length],
              [before, coupons, undefined, 0],
            )
            return
          }
          const spent = before - (counts[GOLD] ?? 0)
          const unitPrice = priced[0]?.unitPrice ?? Number.NaN
          assert.strictEqual(spent, unitPrice * quantity)
          assert.isAtLeast(unitPrice, Math.min(price, minimum))
          if (!isCouponed) assert.strictEqual(unitPrice, price)
          assert.strictEqual(counts[COUPON], coupons - (isCouponed && isConsumed ? 1 : 0))
          assert.strictEqual(counts[SWORD], quantity)
        },
      ),
      { numRuns: 500 },
    )
    // The property has reached both sides.
    for (const result of ["success", "cannot_afford_price", "failed_to_consume_loot_required"] as const) {
      assert.isTrue(seen.has(result), result)
    }
  })
})
