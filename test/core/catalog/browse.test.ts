/** Looking things up in a catalog: names, pages, and who leads to an entry. */
import { assert, describe, it } from "@effect/vitest"
import { entriesNamed, indexOf, keyOf, pageOf } from "@garrison/core/catalog/rules/browse"
import { checkForPublication } from "@garrison/core/catalog/publishable"
import * as Effect from "effect/Effect"
import { cryptoLayer } from "../../support/crypto.ts"

const published = (document: unknown) =>
  Effect.runPromise(checkForPublication(document).pipe(Effect.provide(cryptoLayer))).then((made) => {
    if (made.publishable === undefined) throw new Error(JSON.stringify(made.report.findings))
    return made.publishable.published
  })

const name = (text: string) => ({ custom_data: { name: text } })

const index = indexOf(
  await published({
    items: {
      1: name("Gold"),
      2: { ...name("Épée"), entitled_loot_id: 10, type: "entitlement" },
      10: { level_vendor_id: 6, level_xp_table_id: 1 },
      11: { coupon_discount_loot: [10], coupon_discount_percentage: 0.5 },
    },
    vendors: {
      5: {
        ...name("Shop"),
        loot: {
          10: { ...name("Sword"), item_id: 2, current_price_point_guid: "cheap", required_item_id: 1 },
          11: { sub_vendor_id: 6 },
          12: { item_id: 1, inventory_operation: "check_greater_than" },
          13: { item_id: 1, inventory_operation: "check_greater_than_or_equal_and_subtract" },
        },
      },
      6: { loot: { 20: { item_id: 1, quantity_mult_inventory_item_id: 2 } } },
    },
    xp_tables: { 1: { levels: { 1: 0, 2: 10 } } },
    price_points: { cheap: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: 1, price: 5 }] }] } },
    promotions: { HELLO: { loot_id: 10 } },
  }),
)

const leadsTo = (kind: Parameters<typeof keyOf>[0], id: number | string) =>
  (index.leads.get(keyOf(kind, id)) ?? []).map((lead) => `${lead.kind} ${lead.id} ${lead.by}`).sort()

describe("who leads to an entry", () => {
  it("is every item, vendor, loot, price and promotion that refers to it, with how", () => {
    assert.deepStrictEqual(leadsTo("item", 1), [
      "loot 10 requires",
      "loot 12 checks",
      "loot 13 takes",
      "loot 20 gives",
      "price_point cheap is_paid_in",
    ])
    assert.deepStrictEqual(leadsTo("item", 2), ["loot 10 gives", "loot 20 multiplies_by"])
    assert.deepStrictEqual(leadsTo("loot", 10), [
      "item 11 discounts",
      "item 2 entitles_to",
      "promotion HELLO is_a_code_for",
      "vendor 5 holds",
    ])
    assert.deepStrictEqual(leadsTo("vendor", 6), ["item 10 rewards_levels_by", "loot 11 fulfils"])
    assert.deepStrictEqual(leadsTo("price_point", "cheap"), ["loot 10 costs"])
    assert.deepStrictEqual(leadsTo("vendor", 5), [])
  })
})

describe("entriesNamed", () => {
  it("finds by id before it finds by name, and by name without accents and case", () => {
    const named = (word: string, kind?: "item" | "loot") =>
      entriesNamed(index, word, kind).map((entry) => keyOf(entry.kind, entry.id))
    assert.deepStrictEqual(named("EPEE"), ["item 2"])
    assert.deepStrictEqual(named("10"), ["item 10", "loot 10"])
    assert.deepStrictEqual(named("10", "loot"), ["loot 10"])
    assert.deepStrictEqual(named("HELLO"), ["promotion HELLO"])
    assert.deepStrictEqual(named("epe"), [])
  })
})

describe("pageOf", () => {
  it("reads every entry once, in the order of numbers, page after page", () => {
    const found: Array<string> = []
    for (let after: string | undefined, pages = 0; pages < 9; pages++) {
      const page = pageOf(index, "item", { find: undefined, after, limit: 2 })
      found.push(...page.entries.map(({ id }) => id))
      if (page.next === undefined) break
      after = page.next
    }
    assert.deepStrictEqual(found, ["1", "2", "10", "11"])
  })

  it("holds those whose name or id has the text", () => {
    const page = pageOf(index, "item", { find: "PÉE", after: undefined, limit: 9 })
    assert.deepStrictEqual([page.entries.map(({ id }) => id), page.next], [["2"], undefined])
    assert.lengthOf(pageOf(index, "item", { find: "1", after: undefined, limit: 9 }).entries, 3)
  })
})
