/** Names that a catalog gives by convention, and how much is in it: whatever a document holds, nothing is made up. */
import { assert, describe, it } from "@effect/vitest"
import { catalogCounts, catalogNames, named } from "../../../packages/cli/src/document/catalogNames.ts"

const document = {
  items: { 1: { custom_data: { name: "Coin" } }, 2: {}, 3: { custom_data: { name: "" } }, 4: { custom_data: 7 } },
  vendors: {
    10: { loot: { 100: { custom_data: { name: "Pouch" } }, 101: { custom_data: { name: 5 } } } },
    11: { loot: { 102: { custom_data: { name: "Chest" } } } },
    12: {},
    13: null,
  },
}

describe("catalogNames", () => {
  it("has those of custom_data.name, of items and of the loot of every vendor", () => {
    const { items, loot } = catalogNames(JSON.stringify(document))
    assert.deepStrictEqual([...items], [[1, "Coin"]])
    assert.deepStrictEqual(
      [...loot],
      [
        [100, "Pouch"],
        [102, "Chest"],
      ],
    )
  })

  it.each(["", "{broken", "null", "7", "[]", '{"items":null}', '{"vendors":{"1":7}}', '{"items":"text"}'])(
    "of %j there are none",
    (text) => {
      const { items, loot } = catalogNames(text)
      assert.deepStrictEqual([items.size, loot.size], [0, 0])
    },
  )
})

describe("named", () => {
  it("puts the name beside the id, and leaves an id without one alone", () => {
    const { items } = catalogNames(JSON.stringify(document))
    assert.deepStrictEqual([named(1, items), named(2, items)], ["1 Coin", "2"])
  })
})

describe("catalogCounts", () => {
  it("counts items, vendors, and the loot of all vendors", () => {
    assert.deepStrictEqual(catalogCounts(document), { items: 4, vendors: 4, loot: 3 })
  })

  it.each([undefined, null, 7, "text", {}, { items: null, vendors: 7 }])("of %j are zero", (given) => {
    assert.deepStrictEqual(catalogCounts(given), { items: 0, vendors: 0, loot: 0 })
  })
})
