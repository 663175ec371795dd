/** Names that commands show beside ids, and how much is in a document: whatever it holds, nothing is made up. */
import { assert, describe, it } from "@effect/vitest"
import { withName } from "@garrison/core/catalog/rules/names"
import { catalogCounts } from "@garrison/core/catalog/show"
import { catalogNames } from "../../../packages/cli/src/document/catalogNames.ts"
import { catalogOf } from "../../core/order/catalogs.ts"

const name = (text: string) => ({ custom_data: { name: text } })

const document = {
  items: { 1: name("Coin"), 2: {}, 3: name("") },
  vendors: {
    10: { ...name("Shop"), loot: { 100: { ...name("Pouch"), item_id: 1 }, 101: { item_id: 1 } } },
    11: { loot: { 102: { ...name("Chest"), item_id: 1 } } },
  },
}

describe("catalogNames", () => {
  it("has those of custom_data.name; loot is called by its vendor, too", () => {
    const { items, loot, vendors } = catalogNames(catalogOf(document))
    assert.deepStrictEqual([...items], [[1, "Coin"]])
    assert.deepStrictEqual(
      [...loot],
      [
        [100, "Shop/Pouch"],
        [102, "Chest"],
      ],
    )
    assert.deepStrictEqual([...vendors], [[10, "Shop"]])
  })
})

describe("withName", () => {
  it("puts the id behind the name, and leaves an id without a name alone", () => {
    const { items } = catalogNames(catalogOf(document))
    assert.deepStrictEqual([withName(1, items.get(1)), withName(2, items.get(2))], ["Coin (1)", "2"])
  })
})

describe("catalogCounts", () => {
  it("counts items, vendors, and the loot of all vendors", () => {
    assert.deepStrictEqual(catalogCounts(document), { items: 3, vendors: 2, loot: 3 })
  })

  it.each([undefined, null, 7, "text", {}, { items: null, vendors: 7 }])("of %j are zero", (given) => {
    assert.deepStrictEqual(catalogCounts(given), { items: 0, vendors: 0, loot: 0 })
  })
})
