/** The differences of two catalogs: all that a change means, and nothing else (decisions, section 10). */
import { assert, describe, it } from "@effect/vitest"
import { checkForPublication } from "@garrison/core/catalog/publishable"
import { type CatalogDifferences, differencesOf } from "@garrison/core/catalog/rules/differences"
import * as Effect from "effect/Effect"
import { cryptoLayer } from "../../support/crypto.ts"
import { type Draft, sampleWith } from "./sample.ts"

const published = (document: unknown) =>
  Effect.runPromise(checkForPublication(document).pipe(Effect.provide(cryptoLayer))).then((made) => {
    if (made.publishable === undefined) throw new Error(JSON.stringify(made.report.findings))
    return made.publishable.published
  })

const at = (draft: Draft, ...path: ReadonlyArray<string>): Draft =>
  path.reduce((inner, key) => inner[key] as Draft, draft)

const changedBy = async (change: (draft: Draft) => void): Promise<CatalogDifferences> =>
  differencesOf(await published(sampleWith()), await published(sampleWith(change)))

const NONE: CatalogDifferences = {
  entries: [],
  prices: [],
  chances: [],
  vendors_with_new_etag: [],
  items_no_longer_obtainable: [],
  items_newly_obtainable: [],
}

describe("the differences of two catalogs", () => {
  it("are none where only the spelling differs: the order of keys, and defaults that are written out", async () => {
    const found = await changedBy((draft) => {
      Object.assign(at(draft, "vendors", "10", "loot", "101"), { quantity_type: "relative", active: true })
      Object.assign(at(draft, "items", "1"), { type: "unit", availability_flags: 0 })
      const { items } = draft as unknown as { items: object }
      Object.assign(draft, { items: Object.fromEntries(Object.entries(items).reverse()) })
    })
    assert.deepStrictEqual(found, NONE)
  })

  it("name an entry by its part, with each field before and after", async () => {
    const found = await changedBy((draft) => {
      Object.assign(at(draft, "vendors", "10", "loot", "101"), { quantity: 6, item_id: 5 })
      Object.assign(at(draft, "items"), { 9: { custom_data: { name: "new" } } })
      Object.assign(at(draft, "xp_tables", "1", "levels"), { 4: 200 })
      delete (draft as { promotions?: unknown }).promotions
    })
    assert.deepInclude(found.entries, { part: "item", id: "9", change: "added", fields: [] })
    assert.deepInclude(found.entries, {
      part: "loot",
      id: "101",
      change: "changed",
      fields: [
        { field: "item_id", before: 1, after: 5 },
        { field: "quantity", before: 5, after: 6 },
      ],
    })
    assert.deepInclude(found.entries, {
      part: "xp_table",
      id: "1",
      change: "changed",
      fields: [{ field: "levels", before: { 1: 20, 2: 50, 3: 100 }, after: { 1: 20, 2: 50, 3: 100, 4: 200 } }],
    })
    assert.deepStrictEqual(found.vendors_with_new_etag, [10])
  })

  it("name the loot whose price changed, by tier and currency", async () => {
    const { prices, vendors_with_new_etag } = await changedBy((draft) => {
      Object.assign(at(draft, "price_points", "five"), {
        current_breakpoints: [
          { quantity: 1, currencies: [{ price_item_id: 1, price: 6 }] },
          { quantity: 20, currencies: [{ price_item_id: 1, price: 4 }] },
        ],
      })
    })
    const of = { loot_id: 102, price: "current", price_item_id: 1 } as const
    assert.sameDeepMembers(Array.from(prices), [
      { ...of, quantity: 1, before: 5, after: 6 },
      { ...of, quantity: 10, before: 4 },
      { ...of, quantity: 20, after: 4 },
      { ...of, quantity: 1, coupon_item_id: 4, before: 2, after: 3 },
      { ...of, quantity: 10, coupon_item_id: 4, before: 2 },
      { ...of, quantity: 20, coupon_item_id: 4, after: 2 },
    ])
    // The collection does not show prices.
    assert.deepStrictEqual(vendors_with_new_etag, [])
  })

  it("name what a unit costs with each coupon, when its price or the coupon changes", async () => {
    const coupon = {
      coupon_discount_currency_item_id: 1,
      coupon_discount_percentage: 0.5,
      coupon_discount_loot: [102],
    }
    const withCoupons = (consumed: number, ...changes: ReadonlyArray<(draft: Draft) => void>) =>
      published(
        sampleWith((draft) => {
          Object.assign(at(draft, "items"), {
            4: {},
            70: { ...coupon, coupon_discount_percentage: consumed, coupon_consume_on_use: true },
            71: coupon,
            // It cannot be used, so no price is with it.
            72: { ...coupon, availability_flags: 1 },
          })
          for (const change of changes) change(draft)
        }),
      )
    const before = await withCoupons(0.5)
    const ofLoot = { loot_id: 102, price: "current", price_item_id: 1 } as const
    // The price of one unit is 5, from ten on 4.
    const stronger = differencesOf(before, await withCoupons(0.9))
    assert.deepStrictEqual(stronger.prices, [{ ...ofLoot, quantity: 1, coupon_item_id: 70, before: 2, after: 0 }])
    const dearer = differencesOf(
      before,
      await withCoupons(0.5, (draft) => {
        Object.assign(at(draft, "price_points", "five"), {
          current_breakpoints: [
            { quantity: 1, currencies: [{ price_item_id: 1, price: 9, min_reduced_price: 6 }] },
            { quantity: 10, currencies: [{ price_item_id: 1, price: 8 }] },
          ],
        })
      }),
    )
    assert.sameDeepMembers(Array.from(dearer.prices), [
      { ...ofLoot, quantity: 1, before: 5, after: 9 },
      { ...ofLoot, quantity: 10, before: 4, after: 8 },
      { ...ofLoot, quantity: 1, coupon_item_id: 70, before: 2, after: 6 },
      { ...ofLoot, quantity: 1, coupon_item_id: 71, before: 2, after: 6 },
      { ...ofLoot, quantity: 10, coupon_item_id: 71, before: 2, after: 4 },
    ])
    const gone = await published(
      sampleWith((draft) => Object.assign(at(draft, "items"), { 4: {}, 70: {}, 71: {}, 72: {} })),
    )
    assert.deepStrictEqual(
      differencesOf(before, gone).prices.map(({ after, coupon_item_id }) => [coupon_item_id, after]),
      [
        [70, undefined],
        [71, undefined],
        [71, undefined],
      ],
    )
  })

  it("write times as dates, and name each key of the document's custom_data", async () => {
    const [early, late] = ["2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z"]
    const withTimes = (time: string, own: object) =>
      published(
        sampleWith((draft) => {
          Object.assign(draft, {
            custom_data: own,
            promotions: { CODE: { loot_id: 101, start: time } },
          })
          Object.assign(at(draft, "time_frames"), { 9: { start: early, end: time } })
          Object.assign(at(draft, "vendors", "10", "loot", "101"), { effective_from: time })
        }),
      )
    const found = differencesOf(
      await withTimes("2026-11-15T00:00:00Z", { season: "one", kept: "x" }),
      await withTimes(late, { kept: "x", theme: "snow" }),
    )
    const shown = (field: string) => ({
      field,
      before: "2026-11-15T00:00:00.000Z",
      after: "2026-12-01T00:00:00.000Z",
    })
    const changed = Object.fromEntries(found.entries.map(({ fields, id, part }) => [`${part} ${id}`, fields]))
    assert.deepInclude(changed, {
      "catalog document": [
        { field: "custom_data.season", before: "one" },
        { field: "custom_data.theme", after: "snow" },
      ],
      "loot 101": [shown("effective_from")],
      "promotion CODE": [shown("start")],
      "time_frame 9": [shown("end")],
    })
  })

  it("state the chances of a draw as fractions, also of loot that is new or gone", async () => {
    const { chances } = await changedBy((draft) => {
      Object.assign(at(draft, "vendors", "20", "loot"), { 204: { item_id: 1, drop_weight: 11 } })
    })
    assert.deepStrictEqual(chances, [
      { vendor_id: 20, loot_id: 201, before: "3/11", after: "3/22" },
      { vendor_id: 20, loot_id: 202, before: "7/11", after: "7/22" },
      { vendor_id: 20, loot_id: 203, before: "1/11", after: "1/22" },
      { vendor_id: 20, loot_id: 204, before: "0", after: "1/2" },
    ])
  })

  it("list items that loot gave before and gives no more, whatever the cause", async () => {
    const causes: Readonly<Record<string, (draft: Draft) => void>> = {
      gone: (draft) => void delete (at(draft, "vendors", "20", "loot") as { 203?: unknown })[203],
      inactive: (draft) => Object.assign(at(draft, "vendors", "20", "loot", "203"), { active: false }),
      weightless: (draft) => Object.assign(at(draft, "vendors", "20", "loot", "203"), { drop_weight: 0 }),
      taken: (draft) => Object.assign(at(draft, "vendors", "20", "loot", "203"), { inventory_operation: "subtract" }),
    }
    for (const [cause, change] of Object.entries(causes)) {
      const found = await changedBy(change)
      assert.deepStrictEqual([cause, found.items_no_longer_obtainable], [cause, [2]])
      assert.deepStrictEqual(found.items_newly_obtainable, [])
    }
    const back = await changedBy((draft) => Object.assign(at(draft, "items", "6"), { availability_flags: 2 }))
    assert.deepStrictEqual(back.items_newly_obtainable, [6])
  })
})
