/**
 * Prizes that are given only on a condition: each is listed with what has to hold for it, whatever the player owns. The
 * interpreter is the judge. Whatever another inventory can be given more is listed, and a prize whose conditions hold
 * has a chance.
 */
import { assert, describe, it } from "@effect/vitest"
import type { DocumentLoot } from "@garrison/core/catalog/document"
import type { LinkedCatalog } from "@garrison/core/catalog/rules/linked"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import type { Platform } from "@garrison/core/kernel/Platform"
import { answerOf } from "@garrison/core/odds/rules/encode"
import { explored, type Question } from "@garrison/core/odds/rules/explore"
import { oddsOf } from "@garrison/core/odds/rules/odds"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import * as fc from "fast-check"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
import { catalogOf, type Draft } from "../order/catalogs.ts"
import { fill, held, hour, items, NOW } from "../order/fulfilling.ts"
import { plainLabels } from "../order/plainLabels.ts"
import { draft, inventory, NOW as RANDOM_NOW } from "../order/randomOrders.ts"
import { testSeed } from "../order/seeded.ts"
import { finished } from "./finished.ts"

const asked = (
  entry: SubmittedEntry,
  records: ReadonlyArray<HeldRecord>,
  platform?: Platform,
  now = NOW,
): Question => ({
  entry,
  holdings: Holdings.complete(records),
  circumstances: { platform, isServer: platform === undefined, now },
})

const answered = (catalog: LinkedCatalog, question: Question) =>
  answerOf({ etag: "", loot_id: 1, quantity: 1 }, finished(oddsOf(catalog, question, () => 0)), plainLabels)

/** The conditional prizes as "least-most of item: condition (met), …". */
const listed = (shape: Draft, entry: SubmittedEntry, records: ReadonlyArray<HeldRecord> = [], platform?: Platform) =>
  (answered(catalogOf(shape), asked(entry, records, platform)).conditional ?? []).map(
    ({ conditions, item_id, least, most }) =>
      `${least ?? "?"}-${most ?? "?"} of ${item_id}: ${conditions.map(({ is_met, message }) => `${message} (${is_met ?? "?"})`).join("; ")}`,
  )

/** Loot 1 leads to vendor 2, which is drawn from unless another type is said. */
const leading = (
  loot: Readonly<Record<number, DocumentLoot>>,
  more: Draft = {},
  type: "recipe" | "randomly_sampled" = "randomly_sampled",
): Draft => ({
  ...more,
  items: { ...items(6), ...more.items },
  vendors: { 1: { loot: { 1: { sub_vendor_id: 2 } } }, 2: { type, loot }, ...more.vendors },
})

describe("a conditional prize", () => {
  it("of a draw is listed with what it requires and its stack limit, met or not", () => {
    const shape = leading({
      21: { item_id: 1, quantity: 3, required_item_id: 2, required_item_count: 4 },
      22: { item_id: 3, stack_limit: 2 },
      23: { item_id: 4 },
    })
    const rows = (owned: string, spare: string) => [
      `3-3 of 1: the player has at least 4 of item 2 (${owned})`,
      `1-1 of 3: the player has fewer than 2 of item 3 (${spare})`,
    ]
    assert.deepStrictEqual(listed(shape, fill(1)), rows("false", "true"))
    assert.deepStrictEqual(listed(shape, fill(1), [held(2, 4), held(3, 2)]), rows("true", "false"))
  })

  it("that is given on a condition and on its opposite has neither, unless the amounts differ", () => {
    const shape = (quantity: number) =>
      leading(
        {
          21: { item_id: 1, required_item_id: 2, required_item_count: 3 },
          22: { sub_vendor_id: 3, allow_partial_bundles: false },
        },
        {
          vendors: {
            3: {
              loot: {
                31: { item_id: 2, quantity: 3, inventory_operation: "check_less_than" },
                32: { item_id: 1, quantity },
                33: { item_id: 4 },
              },
            },
          },
        },
      )
    const other = "1-1 of 4: the player has fewer than 3 of item 2 (true)"
    assert.deepStrictEqual(listed(shape(1), fill(1)), [other])
    assert.deepStrictEqual(listed(shape(2), fill(1)), [
      "1-1 of 1: the player has at least 3 of item 2 (false)",
      "2-2 of 1: the player has fewer than 3 of item 2 (true)",
      other,
    ])
  })

  it("whose window opens later has that time, and so has all of the recipe around it", () => {
    const window = { inventory_selector_type: "own_transient", time_frame_id: 1 } as const
    const shape = (start: number, end: number) =>
      leading({ 21: { item_id: 1, ...window }, 22: { item_id: 2 } }, { time_frames: { 1: { start, end } } }, "recipe")
    const opens = `it is ${new Date(NOW + hour).toISOString()} or later (false)`
    assert.deepStrictEqual(listed(shape(NOW + hour, NOW + 2 * hour), fill(1)), [
      `1-1 of 1: ${opens}`,
      `1-1 of 2: ${opens}`,
    ])
    for (const [start, end] of [
      [NOW - hour, NOW + hour],
      [NOW - hour, NOW],
    ] as const) {
      assert.deepStrictEqual(listed(shape(start, end), fill(1)), [])
    }
  })

  it("has no condition of a loot that is not drawn: an order gives that in any case", () => {
    const shape = leading({ 21: { item_id: 1, required_item_id: 2, stack_limit: 1 } }, {}, "recipe")
    assert.deepStrictEqual(listed(shape, fill(1)), [])
  })

  it("of a recipe has the checks and the costs of all its parts, in the ordered quantity", () => {
    const shape = leading(
      {
        21: { item_id: 2, quantity: 3, inventory_operation: "subtract" },
        22: { item_id: 3, inventory_operation: "check_less_than", quantity: 1, quantity_type: "absolute" },
        23: { item_id: 4, inventory_operation: "check_greater_than", quantity: 5, quantity_type: "absolute" },
        24: { item_id: 1 },
      },
      {},
      "recipe",
    )
    assert.deepStrictEqual(listed(shape, fill(1, 2), [held(2, 5), held(4, 6)]), [
      "2-2 of 1: the player has no item 3 (true); the player has at least 6 of item 4 (true); " +
        "the player has 6 of item 2, which are taken (false)",
    ])
  })

  it("of a bundle that is given whole has what any part of it requires; of one in parts only its own", () => {
    const bundle = (allow_partial_bundles: boolean) =>
      leading(
        { 21: { sub_vendor_id: 3, allow_partial_bundles }, 22: {} },
        { vendors: { 3: { loot: { 31: { item_id: 1, required_item_id: 2 }, 32: { item_id: 3 } } } } },
      )
    const owned = "the player has at least 1 of item 2 (false)"
    assert.deepStrictEqual(listed(bundle(false), fill(1)), [`1-1 of 1: ${owned}`, `1-1 of 3: ${owned}`])
    assert.deepStrictEqual(listed(bundle(true), fill(1)), [`1-1 of 1: ${owned}`])
  })

  it("knows times, platforms, counts that multiply, and levels", () => {
    const levelled = {
      items: {
        ...items(6),
        5: { level_xp_table_id: 1, level_vendor_id: 3 },
        6: { item_portal_use_ruleset_id: 1 },
      },
      item_portal_use_rulesets: { 1: { platforms: ["Golf" as const] } },
      xp_tables: { 1: { levels: { 1: 0, 2: 20, 3: 50 } } },
      vendors: { 3: { loot: { 31: { item_id: 4, sort_order: 3 } } } },
    } satisfies Draft
    const shape = leading(
      {
        21: { item_id: 1, effective_from: NOW + hour },
        22: { item_id: 2, quantity: 2, quantity_mult_inventory_item_id: 3 },
        23: { item_id: 5, quantity: 25 },
      },
      levelled,
      "recipe",
    )
    assert.deepStrictEqual(listed(shape, fill(1), [held(5, 30)]), [
      "1-1 of 1: it is 1970-02-11T17:00:00.000Z or later (false)",
      "2-2 of 2: the player has any of item 3: the quantity is times that count (false)",
      "1-1 of 4: the XP of item 5 rise to level 3, which needs 50 (true)",
    ])
    // Who has passed the level before reaches it no more; who is too far below it does not reach it yet.
    const rewarded = (xp: number) => listed(shape, fill(1), [held(5, xp)]).at(-1)
    assert.match(rewarded(50) ?? "", /rise to level 3, which needs 50 \(false\)$/)
    assert.match(rewarded(24) ?? "", /rise to level 3, which needs 50 \(false\)$/)
    assert.match(rewarded(25) ?? "", /rise to level 3, which needs 50 \(true\)$/)
    const gated = leading(
      { 21: { item_id: 6 }, 22: { item_id: 1, required_item_id: 5, required_item_count: 20 } },
      levelled,
    )
    const rows = (met: boolean) => [
      "1-1 of 1: the player has at least 20 of item 5 (level 2) (false)",
      `1-1 of 6: the player is on Golf, or a server orders: item 6 is for these platforms (${met})`,
    ]
    assert.deepStrictEqual(listed(gated, fill(1), [], "Golf"), rows(true))
    assert.deepStrictEqual(listed(gated, fill(1), [], "Echo"), rows(false))
    assert.deepStrictEqual(listed(gated, fill(1)), rows(true))
  })

  it("is one row for a range of amounts with the same conditions", () => {
    const shape = leading({
      21: { item_id: 1, quantity: 3, required_item_id: 2 },
      22: { item_id: 1, quantity: 9, required_item_id: 2 },
    })
    assert.deepStrictEqual(listed(shape, fill(1)), ["3-9 of 1: the player has at least 1 of item 2 (false)"])
  })

  it("does not depend on a guard beside it, which gives nothing where the condition fails", () => {
    const shape = leading(
      { 21: { sub_vendor_id: 3, quantity_type: "absolute" }, 22: { item_id: 4 } },
      {
        vendors: {
          3: {
            type: "randomly_sampled",
            loot: { 31: { item_id: 1, stack_limit: 1 }, 32: { required_item_id: 1 } },
          },
        },
      },
      "recipe",
    )
    assert.deepStrictEqual(listed(shape, fill(1)), ["1-1 of 1: the player has no item 1 (true)"])
    // A guard against one of two conditions is none against the other.
    const half = (loot: Readonly<Record<number, DocumentLoot>>) =>
      listed({ ...shape, vendors: { ...shape.vendors, 3: { type: "randomly_sampled", loot } } }, fill(1)).at(-1)
    const both = { 31: { item_id: 1, stack_limit: 1, required_item_id: 2 }, 32: { required_item_id: 1 } }
    assert.strictEqual(half(both), "1-1 of 4: something can be drawn from vendor 3 (?)")
    const fewer = { 33: { item_id: 2, stack_limit: 1, quantity: 0 } }
    assert.match(half({ ...both, ...fewer }) ?? "", /^1-1 of 1: /)
    // Without the guard, the other part of the recipe depends on the draw.
    const { vendors } = shape
    const unguarded = {
      ...shape,
      vendors: { ...vendors, 3: { type: "randomly_sampled", loot: { 31: { item_id: 1, stack_limit: 1 } } } },
    } as Draft
    assert.deepStrictEqual(listed(unguarded, fill(1)), [
      "1-1 of 1: something can be drawn from vendor 3 (?); the player has no item 1 (true)",
      "1-1 of 4: something can be drawn from vendor 3 (?)",
    ])
  })
})

const withoutKey = (entry: object, key: string): object =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => name !== key))

/**
 * A random catalog in which more than a condition keeps nobody from a gain: without rewards of levels, because a broken
 * one fails whoever reaches its level, without rents and settings of a count, which give an owner no more, and
 * without counts that grow too large.
 */
const plainGains = draft.map((shape): Draft => ({
  ...shape,
  items: Object.fromEntries(
    Object.entries(shape.items ?? {}).map(([id, item]) => [id, withoutKey(item, "level_vendor_id")]),
  ),
  vendors: Object.fromEntries(
    Object.entries(shape.vendors ?? {}).map(([id, vendor]) => [
      id,
      {
        ...vendor,
        loot: Object.fromEntries(
          Object.entries(vendor.loot ?? {}).map(
            ([lootId, { inventory_operation: operation, inventory_selector_type: selector, quantity, ...loot }]) => [
              lootId,
              {
                ...loot,
                ...(quantity === undefined ? {} : { quantity: Math.min(quantity, 1000) }),
                ...(operation === undefined || operation === "set" ? {} : { inventory_operation: operation }),
                ...(selector === undefined || selector === "rent" ? {} : { inventory_selector_type: selector }),
              },
            ],
          ),
        ),
      },
    ]),
  ),
}))

/** An inventory that leaves room for more. */
const roomy = inventory.map((records) => records.map((record) => ({ ...record, count: Math.min(record.count, 1000) })))

/** A condition of a candidate: at least, or fewer than so many of items 1 to 3. */
const condition = fc.record({
  has: fc.boolean(),
  item: fc.integer({ min: 1, max: 3 }),
  count: fc.integer({ min: 1, max: 3 }),
})

const candidates = fc.array(
  fc.record({
    conditions: fc.uniqueArray(condition, { maxLength: 3, selector: (one) => `${one.has} ${one.item}` }),
    weight: fc.integer({ min: 1, max: 5 }),
  }),
  { minLength: 1, maxLength: 4 },
)

const owned = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }))

const runs = Number(process.env.GARRISON_TEST_RUNS ?? 100)

describe("on random catalogs", () => {
  it("a prize has a chance exactly if all its conditions hold, and all of them are listed", () => {
    let closed = 0
    const property = fc.property(candidates, owned, (list, counts) => {
      // Candidate i gives item 10 + i. One condition is a required item; several are checks of a whole bundle.
      const shape: Draft = {
        items: { ...items(3), ...Object.fromEntries(list.map((_, at) => [10 + at, {}])) },
        vendors: {
          1: { loot: { 1: { sub_vendor_id: 2 } } },
          2: {
            type: "randomly_sampled",
            loot: Object.fromEntries(
              list.map(({ conditions: [only, ...others], weight }, at): [number, DocumentLoot] => {
                const drop_weight = weight
                if (only === undefined) return [21 + at, { item_id: 10 + at, drop_weight }]
                if (others.length === 0 && only.has)
                  return [
                    21 + at,
                    { item_id: 10 + at, required_item_id: only.item, required_item_count: only.count, drop_weight },
                  ]
                return [21 + at, { sub_vendor_id: 30 + at, allow_partial_bundles: false, drop_weight }]
              }),
            ),
          },
          ...Object.fromEntries(
            list.map(({ conditions }, at) => [
              30 + at,
              {
                loot: {
                  [100 + 10 * at]: { item_id: 10 + at },
                  ...Object.fromEntries(
                    conditions.map(({ count, has, item }, index) => [
                      101 + 10 * at + index,
                      {
                        item_id: item,
                        quantity: count,
                        inventory_operation: has
                          ? ("check_greater_than_or_equal" as const)
                          : ("check_less_than" as const),
                      },
                    ]),
                  ),
                },
              },
            ]),
          ),
        },
      }
      const records = counts.flatMap((count, at) => (count === 0 ? [] : [held(at + 1, count)]))
      const { conditional = [], items: given } = answered(catalogOf(shape), asked(fill(1), records))
      const chances = new Set(given.map(({ item_id }) => item_id))
      for (const [at, { conditions }] of list.entries()) {
        const row = conditional.find(({ item_id }) => item_id === 10 + at)
        assert.deepStrictEqual(row?.conditions.length ?? 0, conditions.length)
        if (row === undefined) continue
        const isMet = row.conditions.every(({ is_met }) => is_met === true)
        assert.strictEqual(chances.has(10 + at), isMet)
        if (!isMet) closed++
        for (const { count, has, item } of conditions) {
          const rule = has ? "has_at_least" : "has_fewer_than"
          const one = row.conditions.find((found) => found.rule === rule && found.item_id === item)
          assert.deepStrictEqual([one?.count, one?.is_met], [count, (counts[item - 1] ?? 0) >= count === has])
        }
      }
    })
    fc.assert(property, { numRuns: runs, seed: testSeed() })
    assert.isAbove(closed, runs / 10)
  })

  it("whatever a player with other items is given is listed for a player who is not", () => {
    let differing = 0
    const property = fc.property(
      plainGains,
      roomy,
      roomy,
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 3 }),
      (shape, mine, theirs, loot, quantity) => {
        const catalog = catalogOf(shape)
        const question = (records: ReadonlyArray<HeldRecord>) =>
          asked(fill(loot, quantity), records, undefined, RANDOM_NOW)
        const gained = (records: ReadonlyArray<HeldRecord>) => {
          const branches = finished(explored(catalog, question(records), 200))
          // A count that grows too large is no condition.
          if (
            branches?.some(({ result }) => result === "failed_to_modify_inventory" || result === "internal_error") !==
            false
          )
            return undefined
          return new Set(branches.flatMap(({ changes }) => [...changes].flatMap(([id, by]) => (by > 0 ? [id] : []))))
        }
        const [own, other] = [gained(mine), gained(theirs)]
        if (own === undefined || other === undefined) return
        const missing = [...other].filter((id) => !own.has(id))
        if (missing.length === 0) return
        differing++
        const { conditional = [], conditional_cut_short: isCut } = answered(catalog, question(mine))
        if (isCut === true) return
        const rows = new Set(conditional.map(({ item_id }) => item_id))
        assert.deepStrictEqual(
          missing.filter((id) => !rows.has(id)),
          [],
        )
      },
    )
    // About one in seventy differs.
    fc.assert(property, { numRuns: 10 * runs, seed: testSeed() })
    assert.isAtLeast(differing, runs / 50)
  })
})
