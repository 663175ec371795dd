/** How entries of a catalog are called where a person reads of them (decisions, section 10). */
import { assert, describe, it } from "@effect/vitest"
import { labelsOf } from "@garrison/core/catalog/rules/labels"
import { catalogOf } from "../order/catalogs.ts"

const name = (text: string) => ({ custom_data: { name: text } })

const labels = labelsOf(
  catalogOf({
    items: { 1: { type: "unit", ...name("coins") }, 2: { type: "unit" } },
    vendors: {
      10: {
        type: "recipe",
        ...name("shop"),
        loot: {
          100: { item_id: 1, ...name("purse") },
          101: { item_id: 1 },
          102: { item_id: 2 },
          103: { sub_vendor_id: 20 },
        },
      },
      20: { type: "randomly_sampled", ...name("chest"), loot: { 200: { drop_weight: 1 } } },
    },
  }),
)

describe("a label", () => {
  it.each([
    [labels.item(1), "item coins (1)"],
    [labels.item(2), "item 2"],
    [labels.vendor(20), "vendor chest (20)"],
    [labels.loot(100), "loot shop/purse (100)"],
    [labels.loot(101), "loot coins (101)"],
    [labels.loot(102), "loot 102"],
    [labels.loot(103), "loot chest (103)"],
    [labels.loot(200), "loot nothing (200)"],
    [labels.loot(999), "loot 999"],
  ])("is the name with the id behind it, for loot without a name what it gives: %s", (shown, expected) => {
    assert.strictEqual(shown, expected)
  })
})
