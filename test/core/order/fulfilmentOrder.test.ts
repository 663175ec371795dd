/** The sequence in which loot is fulfilled, and the steps that compute its quantity (decisions, section 12). */
import { assert, describe, it } from "@effect/vitest"
import type { DocumentLoot } from "@garrison/core/catalog/document"
import * as fc from "fast-check"
import type { Draft } from "./catalogs.ts"
import { countsOf, fill, held, items, one, resultsOf, run } from "./fulfilling.ts"

/** Loot of a recipe by id, in the sequence of its fulfilment: sort_order, then operation, then id. */
const inOrder: ReadonlyArray<readonly [number, DocumentLoot]> = [
  [29, { sort_order: -1, inventory_operation: "set", quantity: 50 }],
  [22, { inventory_operation: "check_greater_than", quantity: 1 }],
  [23, { inventory_operation: "check_less_than", quantity: 100 }],
  [28, { inventory_operation: "check_greater_than_or_equal", quantity: 1 }],
  [21, { inventory_operation: "subtract" }],
  [26, { inventory_operation: "check_greater_than_or_equal_and_subtract" }],
  [20, { inventory_operation: "add" }],
  [24, { inventory_operation: "set", quantity: 7 }],
  [27, { inventory_operation: "add" }],
  [25, { sort_order: 1, inventory_operation: "check_greater_than_or_equal", quantity: 8 }],
]

describe("the order of loot", () => {
  it("is by sort_order, then checks, subtractions, additions and settings, then by id, in any written order", () => {
    const shuffled = fc.shuffledSubarray([...inOrder], { minLength: inOrder.length, maxLength: inOrder.length })
    fc.assert(
      fc.property(shuffled, (list) => {
        const seen: Array<number> = []
        const draft: Draft = {
          items: items(1),
          vendors: {
            1: { loot: { 1: { sub_vendor_id: 2 } } },
            2: { loot: Object.fromEntries(list.map(([id, loot]) => [id, { item_id: 1, ...loot }])) },
          },
        }
        const { outcome } = run({
          draft,
          entries: [fill(1)],
          trace: (event) => {
            if (event._tag === "LootBegan" && event.lootId !== 1) seen.push(event.lootId)
          },
        })
        assert.deepStrictEqual(resultsOf(outcome), ["success"])
        assert.deepStrictEqual(
          seen,
          inOrder.map(([id]) => id),
        )
      }),
    )
  })

  it("large ids too are ordered as numbers", () => {
    // Members whose names are not array indexes stay in the order in which they were written.
    const ids = [9, 10, 2 ** 32 + 9, 2 ** 32 + 10, 2 ** 33]
    const loot = Object.fromEntries(ids.toReversed().map((id) => [id, { item_id: 1 }]))
    const draft = { items: items(1), vendors: { 1: { loot: { 1: { sub_vendor_id: 2 } } }, 2: { loot } } }
    assert.deepStrictEqual(
      run({ draft, entries: [fill(1)] }).outcome.changes.map(({ lootId }) => lootId),
      ids,
    )
  })
})

describe("the steps of a quantity", () => {
  const draft: Draft = {
    items: { 1: { level_xp_table_id: 1 }, 2: {} },
    xp_tables: { 1: { levels: { 1: 10, 2: 20, 3: 40, 4: 80, 5: 160, 6: 320, 7: 640 } } },
  }
  const transform = "from_current_level_min_xp_to_target_additional_level_min_xp"
  const xp = (loot: DocumentLoot) =>
    countsOf(
      run({
        draft: {
          ...draft,
          vendors: {
            1: { loot: { 1: { sub_vendor_id: 2, quantity: 2 } } },
            2: { loot: { 2: { item_id: 1, ...loot } } },
          },
        },
        entries: [fill(1)],
        records: [held(1, 10), held(2, 3)],
      }).holdings,
    )[1]

  const loot = { quantity: 1, quantity_mult_inventory_item_id: 2, xp_quantity_transform_type: transform } as const

  it("the ordered quantity, times the parent's, times the multiplier item, counts levels; the cap limits their XP", () => {
    // 1 × 2 (parent) × 3 (owned) = 6 levels above the first, which is 640 - 10 XP.
    assert.strictEqual(xp(loot), 10 + 630)
    assert.strictEqual(xp({ ...loot, hard_quantity_maximum: 100 }), 10 + 100)
    // The cap does not limit the number of levels.
    assert.strictEqual(xp({ ...loot, hard_quantity_maximum: 631 }), 10 + 630)
  })

  it("an absolute quantity is multiplied only by the multiplier item", () => {
    assert.strictEqual(xp({ ...loot, quantity_type: "absolute" }), 10 + 70)
  })

  it("a quantity may exceed the bounds before its cap", () => {
    const many = { quantity: Number.MAX_SAFE_INTEGER, hard_quantity_maximum: 5 }
    assert.strictEqual(one(many, { entries: [fill(1, 1_000_000)] }).counts[1], 5)
  })
})

describe("new orders", () => {
  it("come only from draws: in a recipe the same loot is filled inline", () => {
    const draft: Draft = {
      items: items(1),
      vendors: {
        1: { loot: { 1: { sub_vendor_id: 2 } } },
        2: { loot: { 2: { item_id: 1, fill_in_new_order: true } } },
      },
    }
    const { outcome, holdings } = run({ draft, entries: [fill(1, 3)] })
    assert.strictEqual(outcome.newOrders.length, 0)
    assert.deepStrictEqual(countsOf(holdings), { 1: 3 })
  })

  it("requirements and stack limits apply only to draws: directly requested loot is given", () => {
    const limited = { stack_limit: 1, required_item_id: 2 }
    assert.deepStrictEqual(one(limited, { records: [held(1, 1)] }).counts, { 1: 2 })
  })
})
