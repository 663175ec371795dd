/**
 * What shows a finding: the interpreter runs the orders of each witness round after round, and the player owns more
 * after each. A vendor never gives loot whose witness says so, whatever is drawn.
 */
import { assert, describe, it } from "@effect/vitest"
import type { CheckReport } from "@garrison/core/catalog/rules/findings"
import type { Witness } from "@garrison/core/catalog/rules/witness"
import { rehearse } from "@garrison/core/order/rules/interpret/rehearse"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { catalogOf, type Draft } from "../order/catalogs.ts"
import { countsOf, fill, NOW, run } from "../order/fulfilling.ts"
import { check } from "./sample.ts"

const priced = (price: number, quantity = 1): Draft["price_points"] & object => ({
  p: { current_breakpoints: [{ quantity, currencies: [{ price_item_id: 1, price }] }] },
})

/** Clients may turn `taken` of one item into `given` of another. */
interface Conversion {
  readonly from: number
  readonly to: number
  readonly taken: number
  readonly given: number
}

const converting = (conversions: ReadonlyArray<Conversion>): Draft => ({
  items: { 1: {}, 2: {}, 3: {} },
  vendors: Object.fromEntries([
    [
      100,
      {
        type: "recipe",
        loot: Object.fromEntries(
          conversions.map((_, at) => [at + 1, { sub_vendor_id: at + 1, is_claimable_by_client: true }]),
        ),
      },
    ],
    ...conversions.map(({ from, given, taken, to }, at) => [
      at + 1,
      {
        type: "recipe",
        loot: {
          [1000 + at]: { item_id: from, quantity: taken, inventory_operation: "subtract" },
          [2000 + at]: { item_id: to, quantity: given },
        },
      },
    ]),
  ]) as Draft["vendors"] & object,
})

const gaining: ReadonlyArray<readonly [what: string, code: string, draft: Draft, entries: number]> = [
  [
    "a claim for nothing",
    "claimable_without_end",
    { items: { 1: {} }, vendors: { 1: { loot: { 1: { item_id: 1, is_claimable_by_client: true } } } } },
    1,
  ],
  [
    "a claim that draws, and sometimes draws nothing",
    "claimable_without_end",
    {
      items: { 1: {} },
      vendors: {
        1: { loot: { 1: { sub_vendor_id: 2, is_claimable_by_client: true, quantity_type: "absolute" } } },
        2: { type: "randomly_sampled", loot: { 2: { drop_weight: 3 }, 3: { item_id: 1 } } },
      },
    },
    1,
  ],
  [
    "a purchase at price 0",
    "claimable_without_end",
    {
      items: { 1: {}, 2: {} },
      vendors: { 1: { loot: { 1: { item_id: 2, current_price_point_guid: "p" } } } },
      price_points: priced(0, 3),
    },
    1,
  ],
  [
    "a claim that needs a key, and takes nothing",
    "claimable_without_end",
    {
      items: { 1: {}, 2: {} },
      vendors: {
        1: { loot: { 1: { sub_vendor_id: 2, is_claimable_by_client: true } } },
        2: { loot: { 2: { item_id: 2, inventory_operation: "check_greater_than" }, 3: { item_id: 1 } } },
      },
    },
    1,
  ],
  [
    "a price that is paid back with a profit",
    "money_pump",
    {
      items: { 1: {} },
      vendors: { 1: { loot: { 1: { item_id: 1, quantity: 6, current_price_point_guid: "p" } } } },
      price_points: priced(5),
    },
    1,
  ],
  [
    "a circle of conversions, each of which is made as often as it must be",
    "money_pump",
    converting([
      { from: 1, to: 2, taken: 3, given: 2 },
      { from: 2, to: 1, taken: 3, given: 5 },
    ]),
    5,
  ],
]

const reported = (draft: Draft): Effect.Effect<CheckReport> => check(structuredClone(draft))

const witnessOf = ({ findings }: CheckReport, code: string): Witness | undefined =>
  findings.find((finding) => finding.code === code)?.witness

/** Rehearses the witness; each round must end with as much of each item as before, and more of one. */
const assertGains = (draft: Draft, witness: Witness | undefined): void => {
  if (witness?.kind !== "orders") return assert.fail("it has no orders")
  const done = rehearse(catalogOf(draft), witness, NOW)
  if (done === undefined || "reason" in done) return assert.fail(JSON.stringify(done))
  const counts = [done.holds, ...done.rounds]
  assert.strictEqual(done.rounds.length, 3)
  counts.slice(1).forEach((after, at) => {
    const before = counts[at] ?? {}
    const items = Object.keys({ ...before, ...after }).map(Number)
    assert.isTrue(items.every((item) => (after[item] ?? 0) >= (before[item] ?? 0)))
    assert.isTrue(items.some((item) => (after[item] ?? 0) > (before[item] ?? 0)))
  })
}

describe("the witness of a gain", () => {
  for (const [what, code, draft, entries] of gaining) {
    it.effect(`gains in each round: ${what}`, () =>
      Effect.gen(function* () {
        const report = yield* reported(draft)
        const witness = witnessOf(report, code)
        assertGains(draft, witness)
        const orders = witness?.kind === "orders" ? witness.orders : []
        assert.strictEqual(orders.flatMap((order) => order.entries).length, entries)
      }),
    )
  }

  it("gains in each round, for every profit in a circle of random conversions", async () => {
    let shown = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc
            .record({
              from: fc.integer({ min: 1, max: 3 }),
              to: fc.integer({ min: 1, max: 3 }),
              taken: fc.integer({ min: 1, max: 7 }),
              given: fc.integer({ min: 1, max: 7 }),
            })
            .filter(({ from, to }) => from !== to),
          { maxLength: 6 },
        ),
        async (conversions) => {
          const draft = converting(conversions)
          const { findings } = await Effect.runPromise(reported(draft))
          for (const { code, witness } of findings) {
            if (code !== "money_pump") continue
            assertGains(draft, witness)
            shown++
          }
        },
      ),
      { numRuns: 200, seed: 1 },
    )
    assert.isAbove(shown, 20)
  })

  it.effect("is absent where the counts of a few rounds pass the largest one", () =>
    Effect.gen(function* () {
      const doubled = { item_id: 1, quantity_type: "absolute", quantity_mult_inventory_item_id: 1 } as const
      const takes = { item_id: 2, inventory_operation: "subtract" } as const
      const report = yield* reported({
        items: { 1: {}, 2: {} },
        vendors: {
          1: {
            loot: {
              1: { sub_vendor_id: 2, quantity_type: "absolute", current_price_point_guid: "p" },
              2: { sub_vendor_id: 3, is_claimable_by_client: true },
            },
          },
          2: { loot: { 3: takes, 4: takes, 5: doubled } },
          3: { loot: { 6: { item_id: 2, inventory_operation: "check_less_than" }, 7: { item_id: 2 }, 8: doubled } },
        },
        price_points: priced(1),
      })
      assert.include(
        report.findings.map(({ code }) => code),
        "money_pump",
      )
      assert.isUndefined(witnessOf(report, "money_pump"))
    }),
  )

  it("is refuted by the interpreter where the orders fail, or gain nothing", () => {
    const orders = [{ source: "CLIENT", entries: [{ type: "fill_loot", loot_id: 1, quantity: 1 }] }] as const
    const inactive: Draft = {
      items: { 1: { availability_flags: 1 } },
      vendors: { 1: { loot: { 1: { item_id: 1, is_claimable_by_client: true } } } },
    }
    assert.deepStrictEqual(rehearse(catalogOf(inactive), { kind: "orders", orders }, NOW), {
      reason: { _tag: "ItemInactive", itemId: 1 },
    })
    const even = converting([
      { from: 1, to: 2, taken: 1, given: 1 },
      { from: 2, to: 1, taken: 1, given: 1 },
    ])
    const circle = [1, 2].map((loot_id) => ({ type: "fill_loot", loot_id, quantity: 1 }) as const)
    assert.isUndefined(
      rehearse(catalogOf(even), { kind: "orders", orders: [{ source: "CLIENT", entries: circle }] }, NOW),
    )
  })
})

describe("the witness of loot that never drops", () => {
  const draft: Draft = {
    items: { 1: {}, 2: {}, 3: { availability_flags: 1 } },
    vendors: {
      1: { loot: { 1: { sub_vendor_id: 2 } } },
      2: {
        type: "randomly_sampled",
        loot: {
          2: { item_id: 1, drop_weight: 3 },
          3: { item_id: 2, drop_weight: 0 },
          4: { item_id: 3, drop_weight: 5 },
        },
      },
    },
  }

  it.effect("has odds 0 and the candidates, and no number that is drawn gives the loot", () =>
    Effect.gen(function* () {
      const { findings } = yield* reported(draft)
      const candidates = [
        { loot_id: 2, weight: 3 },
        { loot_id: 4, weight: 5 },
      ]
      const shared = { kind: "odds", vendor_id: 2, odds: "0", candidates }
      assert.deepStrictEqual(
        findings.filter(({ code }) => code === "loot_never_drops").map(({ witness }) => witness),
        [
          { ...shared, loot_id: 3, because: "its drop weight is 0" },
          { ...shared, loot_id: 4, because: "its item is inactive" },
        ] as Array<Witness | undefined>,
      )
      for (let drawn = 0; drawn < 8; drawn++) {
        const { holdings } = run({ draft, entries: [fill(1)], choose: ({ total }) => Math.min(drawn, total - 1) })
        assert.deepStrictEqual(countsOf(holdings), { 1: 1 })
      }
    }),
  )
})
