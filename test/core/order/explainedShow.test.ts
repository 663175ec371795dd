/** An explanation and a trace in words: what each step, and each end of what was added, says to people. */
import { assert, describe, it } from "@effect/vitest"
import { traceTree } from "@garrison/core/order/inventoryShow"
import type { Line } from "@garrison/core/operation/show/Shown"
import { explainedTree } from "@garrison/core/order/explainedShow"

type Entry = Parameters<typeof explainedTree.lines>[0]["entries"][number]

/** The lines in their depth, with what they list behind them. */
const textOf = (lines: ReadonlyArray<Line>, indent = ""): ReadonlyArray<string> =>
  lines.flatMap(({ list = [], text, within = [] }) => [
    `${indent}${text}${list.length === 0 ? "" : `: ${list.join(", ")}`}`,
    ...textOf(within, `${indent} `),
  ])

const told = (entry: Partial<Entry>) =>
  textOf(
    explainedTree.lines({
      entries: [{ type: "fill_loot", quantity: 1, result: "success", ...entry }],
      item_names: { 1: "Coins" },
      loot_names: { 5: "shop/sword" },
    }),
  )

const because = (message: string) => ({ rule: "rule", message, values: {} })

describe("an explanation in words", () => {
  it("says of each number and each price how it came about", () => {
    const quantity = { type: "quantity", loot_id: 5, authored: 2, multiplier: 3, quantity: 10 } as const
    const price = { type: "price", loot_id: 5, item_id: 1, tier: 1, list_price: 100, owned_parts: 0 } as const
    assert.deepStrictEqual(
      told({
        loot_id: 5,
        steps: [
          { ...quantity, multiplier_item_id: 1, hard_quantity_maximum: 10 },
          {
            ...quantity,
            multiplier: 1,
            xp_quantity_transform_type: "from_zero_to_target_exact_level_min_xp",
            levels: 1,
            xp: 7,
          },
          { ...price, unit_price: 100, quantity: 1 },
          { ...price, owned_parts: 20, coupon_item_id: 1, unit_price: 60, quantity: 2 },
        ],
      }),
      [
        "fill_loot loot shop/sword (5) × 1: success",
        " quantity of loot shop/sword (5): 2 × 3 (ordered) × 0 of item Coins (1); at most 10 = 10",
        " quantity of loot shop/sword (5): 2; 1 level by from_zero_to_target_exact_level_min_xp at 7 XP = 10",
        " price of loot shop/sword (5): 1 × 100 of item Coins (1) (100 from 1 on)",
        " price of loot shop/sword (5): 2 × 60 of item Coins (1) (100 from 1 on, less 20 for owned parts, coupon item Coins (1))",
      ],
    )
  })

  it("says what was undone, and what an entry about a record alone has changed", () => {
    const change = { type: "change", item_id: 1, inventory_id: "r", before: { count: 5 }, undone: true } as const
    const after = { count: 2, expires: "2026-01-01T00:00:00.000Z" }
    assert.deepStrictEqual(told({ steps: [{ ...change, after }], steps_left_out: 1, reasons: [because("No.")] }), [
      "fill_loot record r × 1: success",
      " item Coins (1): 5 → 2, until 2026-01-01T00:00:00.000Z (undone)",
      " 1 step left out",
      " because: No.",
    ])
  })

  it("has odds of a draw for those who may see them", () => {
    const draw = { type: "draw", vendor_id: 4, drawn_loot_id: 5 } as const
    const excluded = [{ loot_id: 6, reasons: [because("loot 6 is over"), because("its window ended")] }]
    const odds = { total: 4, drawn: 3, weight: 1, odds: "1/4", candidates: [{ loot_id: 5, weight: 1, odds: "1/4" }] }
    assert.deepStrictEqual(
      told({ loot_id: 9, steps: [draw, { ...draw, ...odds, candidates_left_out: 3, excluded, excluded_left_out: 2 }] }),
      [
        "fill_loot loot 9 × 1: success",
        " draw from vendor 4: loot shop/sword (5)",
        " draw from vendor 4: loot shop/sword (5) (number 3 of 4, odds 1/4)",
        "  candidates: loot shop/sword (5) 1/4, and 3 more",
        "  not among the candidates",
        "   loot 6 is over",
        "    because: its window ended",
        "   and 2 more",
      ],
    )
  })
})

describe("a trace in words", () => {
  it("says where counts came from and went", () => {
    const at = "2026-03-01T10:00:00.000Z"
    const use = { order_id: "B", created: at, count: 2, gave: [] }
    const lot = { created: at, count: 3, left: 0, uses: [] }
    assert.deepStrictEqual(
      textOf(
        traceTree.lines({
          player_uuid: "019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f",
          records: [
            {
              inventory_id: "r",
              item_id: 1,
              count: 0,
              lots_left_out: 2,
              lots: [
                {
                  ...lot,
                  order_id: "A",
                  source: "REWARDS",
                  is_paid: true,
                  given_back_at: at,
                  uses: [use, { ...use, entry_id: "e", gave: [{ item_id: 1, count: 7 }] }],
                },
                lot,
              ],
            },
          ],
        }),
      ),
      [
        "record r: 0 of item 1 in bucket (gone)",
        ` +3 by order A (REWARDS) at ${at}: 0 left, paid for, given back at ${at}`,
        `  2 gone with the inventory session that order B ended at ${at}`,
        `  2 taken by order B at ${at}, which gave 7 of item 1`,
        ` +3 before at ${at}: 0 left`,
        " and 2 older ones",
      ],
    )
  })
})
