/** What entries are called, which entry a name means, and the names beside the ids of an answer. */
import { assert, describe, it } from "@effect/vitest"
import { expandCatalog } from "@garrison/core/catalog/authoring/expand"
import { EMPTY_LOCK } from "@garrison/core/catalog/authoring/lock"
import { namesFor } from "@garrison/core/catalog/namesBeside"
import { labelsOf, namesOf } from "@garrison/core/catalog/rules/labels"
import { nameIndexOf, nameProblem, type NamedKind } from "@garrison/core/catalog/rules/nameIndex"
import { lootName, nameOf, withName } from "@garrison/core/catalog/rules/names"
import * as fc from "fast-check"
import { catalogOf } from "../order/catalogs.ts"

const name = (text: string) => ({ custom_data: { name: text } })

const catalog = catalogOf({
  items: { 1: name("coins"), 2: name("Épée"), 3: {}, 4: name("7"), 5: name("Gem"), 6: name("gem") },
  vendors: {
    10: { ...name("shop"), loot: { 100: { ...name("sword"), item_id: 2 }, 101: { item_id: 1 } } },
    11: { ...name("claims"), loot: { 102: { ...name("sword"), item_id: 2 }, 103: { ...name("purse"), item_id: 1 } } },
    12: { loot: { 104: { ...name("alone"), item_id: 1 } } },
  },
})

describe("the name of an entry", () => {
  it("stands in custom_data, and an empty one is none", () => {
    assert.deepStrictEqual(
      [{}, { custom_data: {} }, name(""), name("coins")].map((entry) => nameOf(entry)),
      [undefined, undefined, undefined, "coins"],
    )
  })

  it("is shown before the id; loot is called by its vendor, too", () => {
    const { item, loot, price, vendor } = labelsOf(catalog)
    assert.deepStrictEqual(
      [item(1), item(3), item(99), loot(100), loot(101), loot(104), loot(99), vendor(10), vendor(12), price("cheap")],
      [
        "item coins (1)",
        "item 3",
        "item 99",
        "loot shop/sword (100)",
        "loot coins (101)",
        "loot alone (104)",
        "loot 99",
        "vendor shop (10)",
        "vendor 12",
        "price point cheap",
      ],
    )
    assert.strictEqual(lootName(undefined, "a"), "a")
    assert.strictEqual(lootName("v", undefined), undefined)
  })

  it("is cut where it is very long", () => {
    assert.strictEqual(withName(1, "x".repeat(500)), `${"x".repeat(128)}… (1)`)
  })
})

const find = (kind: NamedKind, text: number | string) => nameIndexOf(catalog, kind).find(text)

describe("a name that a person gives", () => {
  it("means the entry with that id, then the one with that name, whatever its accents and case", () => {
    assert.deepStrictEqual(
      [find("item", 1), find("item", "1"), find("item", "EPEE"), find("item", "Coins"), find("vendor", "SHOP")],
      [{ id: 1 }, { id: 1 }, { id: 2 }, { id: 1 }, { id: 10 }],
    )
  })

  it("may be digits, where no entry has that id", () => {
    assert.deepStrictEqual([find("item", "7"), find("item", "5")], [{ id: 4 }, { id: 5 }])
  })

  it("means loot as vendor/loot, with the id where the loot has no name, and alone where it is the only one", () => {
    assert.deepStrictEqual(
      [find("loot", "shop/sword"), find("loot", "Claims/Sword"), find("loot", "shop/101"), find("loot", "purse")],
      [{ id: 100 }, { id: 102 }, { id: 101 }, { id: 103 }],
    )
    assert.deepStrictEqual(find("loot", "sword"), { problem: "ambiguous", ids: [100, 102] })
  })

  it("means the exact name before one that differs in case, and neither where it is none of them exactly", () => {
    assert.deepStrictEqual([find("item", "Gem"), find("item", "gem")], [{ id: 5 }, { id: 6 }])
    assert.deepStrictEqual(find("item", "GEM"), { problem: "ambiguous", ids: [5, 6] })
  })

  it("that means nothing is answered with the nearest, and an ambiguous one with what it may mean", () => {
    const problem = (kind: NamedKind, text: string) => {
      const found = find(kind, text)
      return "id" in found ? assert.fail(text) : nameProblem(catalog, kind, text, found)
    }
    assert.deepStrictEqual(
      [problem("loot", "shop/swrod"), problem("item", "platinum"), problem("loot", "sword")],
      [
        "the catalog has no loot shop/swrod; did you mean shop/sword?",
        "the catalog has no item platinum",
        "several loot are called sword: shop/sword (100), claims/sword (102); give the id",
      ],
    )
  })

  it("may be the one under which the entry was written, where it shows another", () => {
    const document = {
      items: { "iron-sword": { custom_data: { name: "Iron Sword" } }, coins: { custom_data: { name: "coins" } } },
      vendors: {
        shop: {
          custom_data: { name: "The Smithy" },
          loot: { "iron-sword": { item: "iron-sword", custom_data: { name: "A sword" } }, plain: { item: "coins" } },
        },
      },
    }
    const expanded = expandCatalog([{ name: "a.yaml", value: document }], EMPTY_LOCK)
    const made = catalogOf(expanded.document as Parameters<typeof catalogOf>[0])
    const found = (kind: NamedKind, texts: ReadonlyArray<string>) => {
      const index = nameIndexOf(made, kind)
      return new Set(texts.map((text) => JSON.stringify(index.find(text)))).size
    }
    assert.strictEqual(found("item", ["iron-sword", "Iron Sword", "IRON-SWORD"]), 1)
    assert.strictEqual(found("vendor", ["shop", "the smithy"]), 1)
    assert.strictEqual(
      found("loot", ["shop/iron-sword", "The Smithy/A sword", "shop/a sword", "the smithy/iron-sword"]),
      1,
    )
    assert.deepStrictEqual(
      Array.from(made.items.values(), ({ authored_name: name }) => name),
      ["iron-sword", undefined],
    )
  })

  it("is what is shown: every entry is found again by the name that the label of it has", () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.-]{0,7}$/), {
      minLength: 1,
      maxLength: 12,
      selector: (text) => text.toLowerCase(),
    })
    fc.assert(
      fc.property(names, (given) => {
        const made = catalogOf({
          items: Object.fromEntries(given.map((one, at) => [at + 1, name(one)])),
          vendors: Object.fromEntries(
            given.map((one, at) => [
              at + 1,
              { ...name(one), loot: { [at + 50]: { ...name("same"), item_id: at + 1 } } },
            ]),
          ),
        })
        const { item, loot, vendor } = namesOf(made)
        for (const at of given.keys()) {
          assert.deepStrictEqual(nameIndexOf(made, "item").find(item(at + 1) ?? ""), { id: at + 1 })
          assert.deepStrictEqual(nameIndexOf(made, "vendor").find(vendor(at + 1) ?? ""), { id: at + 1 })
          assert.deepStrictEqual(nameIndexOf(made, "loot").find(loot(at + 50) ?? ""), { id: at + 50 })
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe("the names beside an answer", () => {
  it("are those of what it mentions, at any depth and in lists, and nothing else", () => {
    const answer = {
      entries: [{ loot_id: 100, details: [{ inv_change: { after_item_id: 1 } }] }],
      item_ids: [2, 3, 99],
      dynamic_bundle_loot_ids: [104],
      vendor_id: 11,
      count: 5,
      inventory_id: "10",
    }
    assert.deepStrictEqual(namesFor(answer, namesOf(catalog)), {
      item_names: { 1: "coins", 2: "Épée" },
      loot_names: { 100: "shop/sword", 104: "alone" },
      vendor_names: { 11: "claims" },
    })
    assert.deepStrictEqual(namesFor({ item_id: 3 }, namesOf(catalog)), {})
  })
})
