/** The explanation of an order: its steps as a tree of limited size (decisions, section 12). */
import { assert, describe, it } from "@effect/vitest"
import { explainedEntry, fraction, type OrderExplanation } from "@garrison/core/order/explanation"
import { Explainer } from "@garrison/core/order/rules/explain/explain"
import { plainLabels } from "./plainLabels.ts"
import type { Draft } from "./catalogs.ts"
import { fill, held, items, run, type Setting } from "./fulfilling.ts"

/** The entries of the explanation, as an order with this outcome has them. */
const explained = (setting: Setting, withOdds = true): OrderExplanation["entries"] => {
  const explainer = new Explainer()
  const { outcome } = run({ ...setting, trace: explainer.sink })
  const lasting = new Set([...outcome.changes, ...outcome.newOrders])
  return explainer
    .entries(outcome)
    .map((entry) => explainedEntry(entry, { ids: undefined, lasting, withOdds, withOthers: true, labels: plainLabels }))
}

const table: Draft = {
  items: items(5),
  vendors: {
    1: { loot: { 1: { sub_vendor_id: 2 } } },
    2: {
      type: "randomly_sampled",
      loot: {
        2: { item_id: 1, drop_weight: 1, quantity: 5 },
        3: { drop_weight: 3 },
        4: { item_id: 2, drop_weight: 4, required_item_id: 3 },
        5: { item_id: 2, drop_weight: 0 },
        6: { item_id: 2, active: false },
      },
    },
  },
}

describe("an explanation", () => {
  it("has each number, draw, candidate and change", () => {
    const [entry] = explained({ draft: table, entries: [fill(1)], records: [held(1, 2)] })
    assert.deepStrictEqual(entry, {
      type: "fill_loot",
      loot_id: 1,
      quantity: 1,
      result: "success",
      steps: [
        {
          type: "rule",
          rule: "quantity_in_bounds",
          message: "The quantity 1 is from 1 to 1000000.",
          values: { quantity: 1, minimum: 1, maximum: 1_000_000 },
        },
        {
          type: "rule",
          rule: "loot_active",
          message: "Active is true for loot 1.",
          values: { loot_id: 1, now: "1970-02-11T16:00:00.000Z" },
        },
        { type: "quantity", loot_id: 1, authored: 1, multiplier: 1, quantity: 1 },
        {
          type: "loot",
          loot_id: 1,
          quantity: 1,
          steps: [
            {
              type: "draw",
              vendor_id: 2,
              drawn_loot_id: 2,
              total: 4,
              drawn: 0,
              weight: 1,
              odds: "1/4",
              candidates: [
                { loot_id: 2, weight: 1, odds: "1/4" },
                { loot_id: 3, weight: 3, odds: "3/4" },
              ],
              excluded: [
                {
                  loot_id: 5,
                  reasons: [{ rule: "no_weight", message: "The drop_weight of loot 5 is 0.", values: { loot_id: 5 } }],
                },
                {
                  loot_id: 6,
                  reasons: [{ rule: "loot_inactive", message: "Active is false for loot 6.", values: { loot_id: 6 } }],
                },
                {
                  loot_id: 4,
                  reasons: [
                    {
                      rule: "required_item_missing",
                      message: "The player has 0 of item 3, and 1 are required.",
                      values: { item_id: 3, count: 0, required: 1, loot_id: 4 },
                    },
                  ],
                },
              ],
              steps: [
                { type: "quantity", loot_id: 2, authored: 5, multiplier: 1, quantity: 5 },
                {
                  type: "loot",
                  loot_id: 2,
                  quantity: 5,
                  steps: [
                    {
                      type: "change",
                      loot_id: 2,
                      item_id: 1,
                      inventory_id: "held-1",
                      before: { count: 2 },
                      after: { count: 7 },
                      undone: false,
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    })
  })

  it("without odds shows what was drawn, and neither weights nor candidates", () => {
    const text = JSON.stringify(explained({ draft: table, entries: [fill(1)] }, false))
    assert.include(text, '"drawn_loot_id":2')
    for (const hidden of ["odds", "weight", "candidates", "excluded", "total", '"drawn"'])
      assert.notInclude(text, hidden)
  })

  it("shows why an entry failed, from the outside in, and marks the changes that were undone", () => {
    const draft: Draft = {
      items: items(2),
      vendors: {
        1: { loot: { 1: { sub_vendor_id: 2 } } },
        2: {
          type: "randomly_sampled",
          loot: { 2: { sub_vendor_id: 3 } },
        },
        3: {
          loot: {
            3: { item_id: 1, sort_order: 0 },
            4: { item_id: 2, inventory_operation: "subtract", sort_order: 1, quantity: 3 },
          },
        },
      },
    }
    const [entry] = explained({ draft, entries: [fill(1)], records: [held(2, 1)] })
    assert.strictEqual(entry?.result, "failed_to_fill_any_sub_loot")
    assert.deepStrictEqual(
      entry?.reasons?.map(({ message }) => message),
      ["No loot that was drawn from vendor 2 could be given.", "The player can spend 1 of item 2; loot 4 takes 3."],
    )
    const text = JSON.stringify(entry)
    assert.include(text, '"undone":true')
    assert.notInclude(text, '"undone":false')
    assert.include(text, '"rule":"already_drawn"')
  })

  it("shows checks, skipped loot, level rewards and the numbers of an XP transform", () => {
    const draft: Draft = {
      items: { 1: { level_xp_table_id: 1, level_vendor_id: 2 }, 2: {}, 3: {} },
      xp_tables: { 1: { levels: { 1: 20, 2: 50, 3: 100 } } },
      vendors: {
        1: {
          loot: {
            1: {
              item_id: 1,
              quantity_mult_inventory_item_id: 3,
              xp_quantity_transform_type: "from_current_xp_to_target_additional_level_min_xp",
              hard_quantity_maximum: 70,
            },
          },
        },
        2: { loot: { 2: { item_id: 2, sort_order: 2 }, 3: { item_id: 2, sort_order: 2, active: false } } },
        3: { loot: { 4: { sub_vendor_id: 4 } } },
        4: {
          loot: {
            5: { item_id: 3, inventory_operation: "check_greater_than_or_equal", quantity: 2 },
            6: { item_id: 2 },
          },
        },
      },
    }
    const records = [held(1, 25), held(3, 2)]
    const [rise, check] = explained({ draft, entries: [fill(1), fill(4)], records })
    const steps: ReadonlyArray<unknown> = rise?.steps ?? []
    assert.deepInclude(steps, {
      type: "quantity",
      loot_id: 1,
      authored: 1,
      multiplier: 1,
      multiplier_item_id: 3,
      multiplier_count: 2,
      xp_quantity_transform_type: "from_current_xp_to_target_additional_level_min_xp",
      xp: 25,
      levels: 2,
      hard_quantity_maximum: 70,
      quantity: 70,
    })
    assert.deepInclude(steps, { type: "level", item_id: 1, level: 2 })
    assert.deepInclude(steps, {
      type: "skipped",
      loot_id: 3,
      reasons: [{ rule: "loot_inactive", message: "Active is false for loot 3.", values: { loot_id: 3 } }],
    })
    assert.include(
      JSON.stringify(check),
      '{"type":"check","loot_id":5,"item_id":3,"operation":"check_greater_than_or_equal","count":2,"quantity":2,"is_met":true}',
    )
  })

  it("names the bound that an entry passed, with its number", () => {
    const draft: Draft = {
      items: items(1),
      vendors: {
        1: { loot: { 1: { sub_vendor_id: 2 } } },
        2: { type: "randomly_sampled", loot: { 2: { item_id: 1, fill_in_new_order: true } } },
      },
    }
    const [passed, next] = explained({ draft, entries: [fill(1, 1_001), fill(1)] })
    assert.deepStrictEqual(passed?.reasons?.at(-1), {
      rule: "too_many_orders",
      message: "The entry makes more than 1000 new orders.",
      values: { maximum: 1_000 },
    })
    assert.strictEqual(next?.result, "success")
  })

  it("lists at most 2,000 steps and 20 candidates, and counts the others", () => {
    const loot = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [100 + at, { item_id: 1, stack_limit: 9 }]))
    const draft: Draft = {
      items: items(1),
      vendors: { 1: { loot: { 1: { sub_vendor_id: 2 } } }, 2: { type: "randomly_sampled", loot } },
    }
    const entries = explained({ draft, entries: Array.from({ length: 100 }, () => fill(1, 9)) })
    assert.lengthOf(entries, 100)
    const text = JSON.stringify(entries)
    assert.isBelow((text.match(/"type":|"loot_id":\d+,"weight"/g) ?? []).length, 2_200)
    assert.include(text, '"candidates_left_out":30')
    const last = entries[99]
    assert.isUndefined(last?.steps)
    assert.isAbove(last?.steps_left_out ?? 0, 0)
  })

  it("tells odds in lowest terms", () => {
    assert.deepStrictEqual([fraction(2, 4), fraction(3, 3), fraction(2 ** 40, 2 ** 50)], ["1/2", "1/1", "1/1024"])
  })
})
