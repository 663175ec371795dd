/** What players are told of prices: which price points, and where and when their loot is for sale. */
import { assert, describe, it } from "@effect/vitest"
import type { DocumentLoot } from "@garrison/core/catalog/document"
import { pricePointsOf } from "@garrison/core/catalog/rules/pricePoints"
import { PLATFORMS } from "@garrison/core/kernel/Platform"
import { finished } from "@garrison/core/kernel/work/Work"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import * as fc from "fast-check"
import { catalogOf, type Draft } from "../order/catalogs.ts"
import { countsOf, held, hour, NOW, resultsOf, run } from "../order/fulfilling.ts"

const GOLD = 9
const COUNT = 4

/** Items 1 to 4, of which some may be used on some platforms, and a price of 1 gold for each loot from 1 to 6. */
const shopOf = (
  loot: Readonly<Record<number, DocumentLoot>>,
  rulesets: ReadonlyArray<ReadonlyArray<string>>,
  end = NOW + hour,
): Draft =>
  ({
    items: {
      ...Object.fromEntries(
        Array.from({ length: COUNT }, (_, at) => [
          at + 1,
          rulesets[at] === undefined ? {} : { item_portal_use_ruleset_id: at + 1 },
        ]),
      ),
      [GOLD]: {},
      10: { type: "dynamic_bundle" },
    },
    item_portal_use_rulesets: Object.fromEntries(rulesets.map((platforms, at) => [at + 1, { platforms }])),
    time_frames: {
      1: { start: end - hour, end },
      2: { start: end - hour, end, hour_interval: 24 },
      3: { start: end - hour, end, active: false },
    },
    price_points: { p: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: GOLD, price: 1 }] }] } },
    vendors: {
      1: { loot: { 1: { current_price_point_guid: "p", ...loot[1] } } },
      2: { loot: Object.fromEntries(Object.entries(loot).filter(([id]) => Number(id) > 1)) },
      3: { type: "randomly_sampled", loot: { 30: { item_id: 1 }, 31: { item_id: 2 } } },
    },
  }) as Draft

const toldOf = (draft: Draft) => finished(pricePointsOf(catalogOf(draft)))[0]

const buy: SubmittedEntry = {
  type: "purchase_loot",
  loot_id: 1,
  quantity: 1,
  purchase_price: { currencies: [{ price_item_id: GOLD, price: 1 }] },
}

describe("the price points that players see", () => {
  it("name the platforms on which a purchase is not refused for the platform", () => {
    let open = 0
    let shut = 0
    const platforms = ["Golf", "Echo", "Anon"] as const
    const ruleset = fc.option(fc.subarray([...platforms]), { nil: undefined })
    const part = fc.record({
      item_id: fc.integer({ min: 1, max: COUNT }),
      sub_vendor_id: fc.constantFrom(undefined, undefined, undefined, 3),
      active: fc.constantFrom(true, true, false),
    })
    const property = fc.property(
      fc.array(ruleset, { minLength: COUNT, maxLength: COUNT }),
      fc.array(part, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      (rulesets, parts, isBundle) => {
        const own = isBundle ? { sub_vendor_id: 2 } : { item_id: parts[0]?.item_id ?? 1 }
        const inner = parts.map(({ sub_vendor_id, ...rest }, at) => [
          at + 2,
          sub_vendor_id === undefined ? rest : { sub_vendor_id, active: rest.active },
        ])
        const draft = shopOf(
          { 1: own, ...Object.fromEntries(inner) },
          rulesets.map((one) => one ?? [...PLATFORMS]),
        )
        const told = toldOf(draft)?.loot[0]?.platforms ?? PLATFORMS
        for (const platform of platforms) {
          const { outcome } = run({ draft, platform, entries: [buy], records: [held(GOLD, 1)] })
          const [result] = resultsOf(outcome)
          if (told.includes(platform)) assert.notStrictEqual(result, "not_allowed_on_current_portal", platform)
          else assert.notStrictEqual(result, "success", platform)
          if (told.includes(platform)) open++
          else shut++
        }
      },
    )
    fc.assert(property, { numRuns: 150 })
    assert.isAbove(Math.min(open, shut), 50)
  })

  it("name the times at which a time frame refuses a purchase", () => {
    for (const [frame, selector, isWindow, active] of [
      [1, "rent_timeframe_locked", true, true],
      [1, "own_transient", true, true],
      [1, "rent", false, true],
      [2, "rent_timeframe_locked", true, true],
      [3, "rent_timeframe_locked", true, false],
      [1, "own", false, true],
    ] as const) {
      const loot = { item_id: 1, time_frame_id: frame, inventory_selector_type: selector }
      for (const end of [NOW + 2 * hour, NOW + hour + 1, NOW + hour, NOW + 1, NOW, NOW - 100 * hour]) {
        for (const isBundled of [false, true]) {
          const draft = shopOf(isBundled ? { 1: { sub_vendor_id: 2 }, 5: loot } : { 1: loot }, [], end)
          const told = toldOf(draft)
          const start = new Date(end - hour).toISOString()
          const over = new Date(end).toISOString()
          const isRepeated = frame === 2 && isWindow
          assert.deepInclude(told?.loot[0], {
            active,
            ...(isWindow && active ? { for_sale_from: start } : undefined),
            ...(isWindow && active && !isRepeated ? { for_sale_until: over } : undefined),
            ...(isRepeated ? { for_sale_within: [{ start, end: over, hour_interval: 24 }] } : undefined),
          })
          assert.strictEqual(told?.current_breakpoints.length, active ? 1 : 0)
          const { outcome } = run({ draft, entries: [buy], records: [held(GOLD, 1)] })
          // The last window of the repeated frame ended 96 hours after its first end, four hours ago.
          const isOpen = active && (!isWindow || (end - hour <= NOW && NOW < end))
          assert.strictEqual(resultsOf(outcome)[0], isOpen ? "success" : "loot_not_active", `${frame} ${end - NOW}`)
        }
      }
    }
  })

  it("tell as not for sale what gives nothing, which is refused before it is paid", () => {
    const later = NOW + hour
    const soon = { active: true, for_sale_from: new Date(later).toISOString() }
    const gift = { sub_vendor_id: 2 }
    const cases: ReadonlyArray<readonly [Readonly<Record<number, DocumentLoot>>, object, boolean]> = [
      [{ 1: gift, 2: { item_id: 1, active: false } }, { active: false }, false],
      [{ 1: gift, 2: { item_id: 1, active: false }, 3: { item_id: 2 } }, { active: true }, true],
      [{ 1: gift, 2: { item_id: 1, effective_from: later } }, soon, false],
      [{ 1: gift, 2: { item_id: 1, effective_from: NOW } }, { active: true }, true],
      // A check gives nothing; a vendor of checks alone is meant so.
      [{ 1: gift, 2: { item_id: 1, inventory_operation: "check_less_than" } }, { active: true }, true],
      [
        { 1: gift, 2: { item_id: 1, inventory_operation: "check_less_than" }, 3: { item_id: 2, active: false } },
        { active: false },
        false,
      ],
      // Within vendors: loot 30 and 31 of vendor 3 are active.
      [{ 1: gift, 2: { sub_vendor_id: 3, active: false } }, { active: false }, false],
      [{ 1: gift, 2: { sub_vendor_id: 3 }, 4: { item_id: 1, active: false } }, { active: true }, true],
      [{ 1: { sub_vendor_id: 2 } }, { active: false }, false],
    ]
    for (const [loot, told, isSold] of cases) {
      const draft = shopOf(loot, [])
      assert.deepInclude(toldOf(draft)?.loot[0], told, JSON.stringify(loot))
      // Who could not pay is told the same: nothing is looked at before.
      for (const gold of isSold ? [1] : [1, 0]) {
        const { outcome, holdings } = run({ draft, entries: [buy], records: [held(GOLD, gold)] })
        assert.deepStrictEqual(resultsOf(outcome), [isSold ? "success" : "loot_not_active"], JSON.stringify(loot))
        assert.strictEqual(countsOf(holdings)[GOLD], isSold ? 0 : gold)
      }
    }
  })

  it("of a bundle whose parts are chosen have the limits of its conditions alone", () => {
    const parts: Readonly<Record<number, DocumentLoot>> = {
      1: { item_id: 10, sub_vendor_id: 2 },
      2: { item_id: 1 },
      3: { item_id: 2, inventory_operation: "check_less_than", quantity: 5 },
    }
    const told = toldOf(shopOf(parts, [["Golf"], ["Echo", "Golf"]]))
    assert.deepStrictEqual(told?.loot[0]?.platforms, ["Echo", "Golf"])
  })

  it("tell tiers, of now and of before a sale, while some loot that names them is not turned off", () => {
    const tiers = [{ quantity: 1, currencies: [{ price_item_id: GOLD, price: 7 }] }]
    const told = (...active: ReadonlyArray<boolean>) => {
      const base = shopOf({ 1: { item_id: 1 } }, [])
      const loot = active.map((one, at) => [40 + at, { item_id: 1, pre_sale_price_point_guid: "before", active: one }])
      const draft = {
        ...base,
        price_points: { ...base.price_points, before: { current_breakpoints: tiers, pre_sale_breakpoints: tiers } },
        vendors: { ...base.vendors, 4: { loot: Object.fromEntries(loot) } },
      } as Draft
      const point = finished(pricePointsOf(catalogOf(draft))).find((one) => one.price_point_guid === "before")
      return [point?.current_breakpoints.length, point?.pre_sale_breakpoints.length]
    }
    assert.deepStrictEqual(told(true), [1, 1])
    assert.deepStrictEqual(told(false, true), [1, 1])
    assert.deepStrictEqual(told(false), [0, 0])
    assert.deepStrictEqual(told(false, false), [0, 0])
  })

  it("are those that loot names, in the order of their guids, with loot by its id", () => {
    const base = shopOf({ 1: { item_id: 1 }, 5: { item_id: 2, current_price_point_guid: "p" } }, [])
    const more = { b: {}, a: {}, "10": {}, unused: {} }
    const named = Object.fromEntries(
      ["b", "a", "10"].map((guid, at) => [40 + at, { item_id: 1, pre_sale_price_point_guid: guid }]),
    )
    const draft = {
      ...base,
      price_points: { ...base.price_points, ...more },
      vendors: { ...base.vendors, 4: { loot: named } },
    } as Draft
    const told = finished(pricePointsOf(catalogOf(draft)))
    assert.deepStrictEqual(
      told.map(({ loot, price_point_guid: guid }) => [guid, loot.map(({ loot_id: id, use }) => [id, use])]),
      [
        ["10", [[42, "pre_sale"]]],
        ["a", [[41, "pre_sale"]]],
        ["b", [[40, "pre_sale"]]],
        [
          "p",
          [
            [1, "current"],
            [5, "current"],
          ],
        ],
      ],
    )
  })
})
