/** What the quote of an order says about its quantities: of entries that succeed, and of nothing that was undone. */
import { assert, describe, it } from "@effect/vitest"
import { Explainer } from "@garrison/core/order/rules/explain/explain"
import { Notes, notesWithin } from "@garrison/core/order/rules/explain/notes"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import { ruleSentence } from "@garrison/core/order/rules/reasons/ruleSentences"
import { plainLabels } from "./plainLabels.ts"
import { fill, held, hour, items, NOW, run } from "./fulfilling.ts"
import type { Draft } from "./catalogs.ts"

/** Loot 1 is a drop table: a recipe whose draw is rolled once. Loot 2 fails after it. Loot 3 is rented. */
const draft: Draft = {
  items: items(3),
  time_frames: { 1: { start: 0, end: 2 * NOW }, 2: { start: 0, end: hour } },
  vendors: {
    1: {
      loot: {
        1: { sub_vendor_id: 2, quantity_type: "absolute" },
        2: { sub_vendor_id: 4 },
        3: { item_id: 3, inventory_selector_type: "rent", time_frame_id: 2 },
        4: { item_id: 3, inventory_selector_type: "rent_timeframe_locked", time_frame_id: 1 },
        5: { item_id: 1, quantity: 2 },
        6: { sub_vendor_id: 3, allow_partial_bundles: false },
        7: { item_id: 1, quantity: 2, hard_quantity_maximum: 6 },
        8: { sub_vendor_id: 7 },
      },
    },
    2: { loot: { 21: { item_id: 1 }, 22: { sub_vendor_id: 3, quantity_type: "absolute" } } },
    3: { type: "randomly_sampled", loot: { 31: { item_id: 2 }, 32: { drop_weight: 127 } } },
    4: {
      loot: {
        41: { sub_vendor_id: 3, quantity_type: "absolute" },
        42: { item_id: 3, inventory_operation: "check_greater_than", quantity: 5, sort_order: 1 },
      },
    },
    // Whatever is drawn first is undone, because its check fails; the other is given.
    5: {
      type: "randomly_sampled",
      loot: { 51: { sub_vendor_id: 4, quantity: 2 }, 52: { item_id: 1 } },
    },
    6: { loot: { 61: { sub_vendor_id: 5 } } },
    7: { type: "randomly_sampled", loot: { 71: { item_id: 1, required_item_id: 2 } } },
  },
}

const notesOf = (entries: ReadonlyArray<SubmittedEntry>, records = [held(3, 0)], isTransaction = false) => {
  const [notes, explainer] = [new Notes(), new Explainer()] as const
  const { outcome } = run({
    draft,
    entries,
    records,
    isTransaction,
    trace: (event) => {
      notes.sink(event)
      explainer.sink(event)
    },
  })
  const found = notes.of(outcome)
  const quoted = outcome.order.entries.map((entry) => found.get(entry) ?? [])
  // The explanation of the same order says the same.
  assert.deepStrictEqual(explainer.entries(outcome).map(notesWithin), quoted)
  return quoted.map((rules) => rules.map((rule) => ruleSentence(rule, plainLabels)))
}

describe("what a quantity does not do", () => {
  it("is said of a drop table, which rolls once for an entry of three, and gives three rolls for three entries", () => {
    assert.deepStrictEqual(notesOf([fill(1, 3)]), [
      ["3 were asked of loot 1, which rolls once per entry, whatever is asked: for 3 rolls, order it as 3 entries."],
    ])
    assert.deepStrictEqual(notesOf([fill(1), fill(1), fill(1)]), [[], [], []])
  })

  it("is not said where the quantity does all that it says", () => {
    assert.deepStrictEqual(notesOf([fill(5, 3), fill(6), fill(4)]).slice(0, 2), [[], []])
    assert.deepStrictEqual(notesOf([fill(3), fill(7, 3)]), [[], []])
    assert.deepStrictEqual(notesOf([fill(7, 4)]), [
      ["The quantity of loot 7 would be 8, and its hard_quantity_maximum is 6."],
    ])
  })

  it("is not said of an order that was rolled back, nor of a draw that gave nothing at all", () => {
    assert.deepStrictEqual(notesOf([fill(1, 3), fill(2)], [], true), [[], []])
    const rules: Array<string> = []
    run({
      draft,
      entries: [fill(8, 3)],
      trace: (event) => {
        if (event._tag === "RuleApplied") rules.push(event.rule._tag)
      },
    })
    assert.notInclude(rules, "DrawnOut")
  })

  it("is said of a pool that has less loot than draws", () => {
    assert.deepStrictEqual(notesOf([fill(6, 3)]), [
      [
        "3 draws were due from vendor 3, which had loot for 2: what is drawn does not come again within an entry. " +
          "For a full draw each time, order entries of quantity 1.",
      ],
    ])
  })

  it("is said of rents: one lasts longer and counts 1, the other counts up until its window ends", () => {
    assert.deepStrictEqual(
      notesOf([fill(3, 3)]).map(([note]) => note?.replace(/ in the bucket.*hours/, " …")),
      ["The rent of item 3 …. A rent adds time, and a count of 1 at the most."],
    )
    const locked = held(3, 2, { expires: 2 * NOW })
    assert.deepStrictEqual(notesOf([fill(4, 3)], [locked]), [
      [
        "The selector rent_timeframe_locked of loot 4 adds 3 to the count of item 3 in this window, which is then 5 " +
          "until 1970-03-25T08:00:00.000Z. The next window begins at 0.",
      ],
    ])
  })

  it("is not said of an entry that fails, nor of loot that was drawn and undone", () => {
    assert.deepStrictEqual(notesOf([fill(2, 3)]), [[]])
    assert.deepStrictEqual(notesOf([fill(61)]), [[]])
  })
})
