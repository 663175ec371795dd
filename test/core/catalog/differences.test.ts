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
    ])
    // The collection does not show prices.
    assert.deepStrictEqual(vendors_with_new_etag, [])
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
