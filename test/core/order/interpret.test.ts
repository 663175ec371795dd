/** The effects of fulfilling loot, rule by rule (decisions, sections 11 and 12). */
import { assert, describe, it } from "@effect/vitest"
import type { DocumentLoot } from "@garrison/core/catalog/document"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import type { Platform } from "@garrison/core/kernel/Platform"
import type { EntryResult } from "@garrison/core/order/enumerations"
import type { Chooser } from "@garrison/core/order/rules/interpret/ask"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
import { fulfil } from "@garrison/core/order/rules/interpret/interpret"
import type { TraceEvent } from "@garrison/core/order/rules/explain/trace"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import { catalogOf, type Draft } from "./catalogs.ts"
import { countsOf, fill, held, hour, items, NOW, one, resultsOf, run, type Setting } from "./fulfilling.ts"

const nestedIn = (parent: DocumentLoot): Draft => ({
  items: items(2),
  vendors: {
    1: { loot: { 1: { sub_vendor_id: 2, ...parent } } },
    2: { loot: { 2: { item_id: 1, quantity: 3 }, 3: { item_id: 2, quantity: 7, quantity_type: "absolute" } } },
  },
})

const countsIn = (parent: DocumentLoot) => countsOf(run({ draft: nestedIn(parent), entries: [fill(1, 4)] }).holdings)

describe("quantity", () => {
  it("relative multiplies by the ordered quantity, absolute does not", () => {
    assert.strictEqual(one({ quantity: 3 }, { entries: [fill(1, 4)] }).counts[1], 12)
    assert.strictEqual(one({ quantity: 3, quantity_type: "absolute" }, { entries: [fill(1, 4)] }).counts[1], 3)
  })

  it("the parent's quantity multiplies its relative parts, also when the parent is absolute", () => {
    assert.deepStrictEqual(countsIn({ quantity: 2 }), { 1: 24, 2: 7 })
    assert.deepStrictEqual(countsIn({ quantity: 2, quantity_type: "absolute" }), { 1: 6, 2: 7 })
  })

  it("a multiplier item multiplies by its owned and rented count", () => {
    const loot = { quantity: 2, quantity_mult_inventory_item_id: 2 }
    const records = [held(2, 3), held(2, 4, { inventoryId: "b", expires: NOW + 1 }), held(2, 9, { expires: NOW })]
    assert.strictEqual(one(loot, { records }).counts[1], 14)
    const none = one(loot)
    assert.strictEqual(none.result, "success")
    assert.strictEqual(none.outcome.changes.length, 0)
  })

  it("the cap comes last; 0 means no cap", () => {
    assert.strictEqual(one({ quantity: 30, hard_quantity_maximum: 7 }, { entries: [fill(1, 9)] }).counts[1], 7)
    assert.strictEqual(one({ quantity: 30, hard_quantity_maximum: 0 }).counts[1], 30)
  })

  it("a count never leaves 2^53-1", () => {
    const full = one({ quantity: 1 }, { records: [held(1, Number.MAX_SAFE_INTEGER)] })
    assert.strictEqual(full.result, "failed_to_modify_inventory")
    const exact = one({ quantity: 1 }, { records: [held(1, Number.MAX_SAFE_INTEGER - 1)] })
    assert.strictEqual(exact.counts[1], Number.MAX_SAFE_INTEGER)
  })
})

describe("what all buckets hold of an item", () => {
  const MAXIMUM = Number.MAX_SAFE_INTEGER
  const other = (fields: Partial<HeldRecord> = {}) => held(1, MAXIMUM - 5, { inventoryId: "other", ...fields })
  const byHand = (entry: Omit<SubmittedEntry, "quantity">, quantity: number, records: ReadonlyArray<HeldRecord>) =>
    resultsOf(run({ draft: { items: items(1) }, records, entries: [{ ...entry, quantity }] }).outcome)[0]
  const frame = { time_frame_id: 1, inventory_selector_type: "rent" } as const
  const frames: Draft = { time_frames: { 1: { start: NOW, end: NOW + hour } } }
  const tooMuch = "failed_to_modify_inventory"

  it("stays within 2^53-1, whichever record grows, by loot and by hand", () => {
    const elsewhere = [other({ bucket: "golf" })]
    assert.strictEqual(one({ quantity: 5 }, { records: elsewhere }).result, "success")
    assert.strictEqual(one({ quantity: 6 }, { records: elsewhere }).result, tooMuch)
    assert.strictEqual(one({ quantity: 6, inventory_operation: "set" }, { records: elsewhere }).result, tooMuch)
    const grown = [other({ bucket: "golf" }), held(1, 3)]
    assert.strictEqual(one({ quantity: 5, inventory_operation: "set" }, { records: grown }).result, "success")
    assert.strictEqual(one({ quantity: 3 }, { records: grown }).result, tooMuch)
    assert.strictEqual(one(frame, { draft: frames, records: [held(1, MAXIMUM)] }).result, tooMuch)
    assert.strictEqual(one(frame, { draft: frames, records: [held(1, MAXIMUM - 1)] }).result, "success")
    for (const type of ["create_new_persistent_inventory", "create_new_transient_inventory"] as const) {
      assert.strictEqual(byHand({ type, item_id: 1 }, 5, elsewhere), "success")
      assert.strictEqual(byHand({ type, item_id: 1 }, 6, elsewhere), tooMuch)
    }
    const update = { type: "update_inventory", inventory_id: "held-1" } as const
    assert.strictEqual(byHand(update, 5, grown), "success")
    assert.strictEqual(byHand(update, 6, grown), tooMuch)
  })

  it("leaves out records that have expired", () => {
    assert.strictEqual(one({ quantity: 6 }, { records: [other({ expires: NOW })] }).result, "success")
    assert.strictEqual(one({ quantity: 6 }, { records: [other({ expires: NOW + 1 })] }).result, tooMuch)
  })

  it("that is more already can be spent and not grow, and counts as 2^53-1", () => {
    const records = [held(1, MAXIMUM), other({ bucket: "golf" })]
    assert.strictEqual(one({ quantity: 1 }, { records }).result, tooMuch)
    const spent = one({ quantity: MAXIMUM, inventory_operation: "subtract" }, { records })
    assert.strictEqual(spent.result, "success")
    const counted: Array<number> = []
    const trace = (event: TraceEvent) => event._tag === "Checked" && counted.push(event.count)
    one({ inventory_operation: "check_greater_than" }, { records, trace })
    assert.deepStrictEqual(counted, [MAXIMUM])
  })
})

describe("operations", () => {
  it("set makes the selector's record the quantity", () => {
    assert.strictEqual(one({ inventory_operation: "set", quantity: 4 }, { records: [held(1, 9)] }).counts[1], 4)
    assert.strictEqual(one({ inventory_operation: "set", quantity: 4 }).counts[1], 4)
    assert.strictEqual(one({ inventory_operation: "set", quantity: 0 }, { records: [held(1, 9)] }).counts[1], 0)
  })

  const checks: ReadonlyArray<readonly [DocumentLoot["inventory_operation"] & string, number, EntryResult]> = [
    ["check_greater_than_or_equal", 5, "success"],
    ["check_greater_than_or_equal", 6, "cannot_meet_loot_required"],
    ["check_greater_than", 4, "success"],
    ["check_greater_than", 5, "cannot_meet_loot_required"],
    ["check_less_than", 6, "success"],
    ["check_less_than", 5, "cannot_meet_loot_blocker"],
    ["check_greater_than_or_equal_and_subtract", 5, "success"],
    ["check_greater_than_or_equal_and_subtract", 6, "cannot_meet_loot_required"],
    ["subtract", 5, "success"],
    ["subtract", 6, "failed_to_consume_loot_required"],
  ]
  for (const [operation, quantity, result] of checks) {
    it(`${operation} ${quantity} of 5: ${result}`, () => {
      const done = one({ inventory_operation: operation, quantity }, { records: [held(1, 5)] })
      assert.strictEqual(done.result, result)
      assert.strictEqual(done.counts[1], operation.endsWith("subtract") && result === "success" ? 0 : 5)
    })
  }

  it("a check counts own and rent, not expired records", () => {
    const records = [held(1, 2), held(1, 3, { expires: NOW + 1 }), held(1, 9, { expires: NOW })]
    const check = (quantity: number) =>
      one({ inventory_operation: "check_greater_than_or_equal", quantity }, { records }).result
    assert.strictEqual(check(5), "success")
    assert.strictEqual(check(6), "cannot_meet_loot_required")
  })

  it("an item that every player owns counts as 1, and cannot be spent", () => {
    const draft = { items: { 1: { availability_flags: 2 } } } as Partial<Draft> as Draft
    const operate = (inventory_operation: DocumentLoot["inventory_operation"] & string) =>
      one({ inventory_operation }, { draft }).result
    assert.strictEqual(operate("check_greater_than_or_equal"), "success")
    assert.strictEqual(operate("check_less_than"), "cannot_meet_loot_blocker")
    assert.strictEqual(operate("subtract"), "failed_to_consume_loot_required")
    assert.strictEqual(operate("check_greater_than_or_equal_and_subtract"), "failed_to_consume_loot_required")
  })

  it("checks come before spending, spending before giving, where sort_order is equal", () => {
    const draft: Draft = {
      items: items(2),
      vendors: {
        1: { loot: { 1: { sub_vendor_id: 2 } } },
        2: {
          loot: {
            2: { item_id: 1, quantity: 5 },
            3: { item_id: 1, quantity: 5, inventory_operation: "subtract" },
            4: { item_id: 1, quantity: 5, inventory_operation: "check_greater_than_or_equal" },
          },
        },
      },
    }
    const poor = run({ draft, entries: [fill(1)] })
    assert.deepStrictEqual(resultsOf(poor.outcome), ["cannot_meet_loot_required"])
    const rich = run({ draft, entries: [fill(1)], records: [held(1, 5)] })
    assert.deepStrictEqual(
      rich.outcome.changes.map(({ lootId, after }) => [lootId, after.count]),
      [
        [3, 0],
        [2, 5],
      ],
    )
  })
})

const afterOf = (done: ReturnType<typeof one>) => done.outcome.changes.map(({ after }) => after)

describe("selectors", () => {
  const frames = { 1: { start: NOW - hour, end: NOW + hour, hour_interval: 24 }, 2: { start: 0, end: NOW } }
  const draft = { time_frames: frames } as Draft
  it("own adds to the record without expiry of the bucket", () => {
    const records = [held(1, 1, { bucket: "echo" }), held(1, 2, { expires: NOW + 1 }), held(1, 4)]
    const [changed] = afterOf(one({ quantity: 3 }, { records }))
    assert.strictEqual(changed?.count, 7)
    assert.strictEqual(changed?.bucket, "none")
    assert.isUndefined(changed?.expires)
  })

  it("rent extends the expiry by the frame's length per unit, from now or from the running expiry", () => {
    const rent = { inventory_selector_type: "rent", time_frame_id: 1, quantity: 2 } as const
    const [fresh] = afterOf(one(rent, { draft }))
    assert.strictEqual(fresh?.expires, NOW + 4 * hour)
    assert.strictEqual(fresh?.count, 1)
    const [extended] = afterOf(one(rent, { draft, records: [held(1, 1, { expires: NOW + 5 })] }))
    assert.strictEqual(extended?.expires, NOW + 5 + 4 * hour)
    assert.strictEqual(extended?.count, 1)
    const [again] = afterOf(one(rent, { draft, records: [held(1, 1, { expires: NOW })] }))
    assert.strictEqual(again?.revision, 1)
    assert.strictEqual(one({ ...rent, time_frame_id: 99 }, { draft }).result, "internal_error")
    assert.strictEqual(one({ inventory_selector_type: "rent" }, { draft }).result, "failed_to_modify_inventory")
  })

  it("rent changes the expiry, never the count", () => {
    const rent = { inventory_selector_type: "rent", time_frame_id: 1 } as const
    const records = [held(1, 5, { expires: NOW + 5 })]
    const [longer] = afterOf(one(rent, { draft, records }))
    assert.deepStrictEqual([longer?.count, longer?.expires], [5, NOW + 5 + 2 * hour])
    const [set] = afterOf(one({ ...rent, inventory_operation: "set", quantity: 3 }, { draft, records }))
    assert.deepStrictEqual([set?.count, set?.expires], [5, NOW + 6 * hour])
    const [ended] = afterOf(one({ ...rent, inventory_operation: "set", quantity: 0 }, { draft, records }))
    assert.deepStrictEqual([ended?.count, ended?.expires], [0, NOW])
    // A used-up record is rented anew, from now on.
    const [anew] = afterOf(one(rent, { draft, records: [held(1, 0, { expires: NOW + 5 })] }))
    assert.deepStrictEqual([anew?.count, anew?.expires], [1, NOW + 2 * hour])
  })

  it("rent_timeframe_locked keeps one record per window, expiring at its end", () => {
    const locked = { inventory_selector_type: "rent_timeframe_locked", time_frame_id: 1, quantity: 2 } as const
    const first = one(locked, { draft })
    assert.deepStrictEqual(
      afterOf(first).map(({ count, expires }) => [count, expires]),
      [[2, NOW + hour]],
    )
    const twice = one(locked, { draft, entries: [fill(1), fill(1)] })
    assert.strictEqual(twice.counts[1], 4)
    assert.strictEqual(Array.from(twice.holdings.all()).length, 1)
    assert.strictEqual(one({ ...locked, time_frame_id: 2 }, { draft }).result, "loot_not_active")
  })

  it("what lasts for a window is given while it is open alone, and each repeat has its own", () => {
    for (const selector of ["rent_timeframe_locked", "own_transient", "rent", "own"] as const) {
      for (const isRepeated of [false, true]) {
        // The window is open for an hour, from -3 hours to +3 hours around now; repeats follow after 4 hours.
        for (let begins = -3; begins <= 3; begins += 0.5) {
          const start = NOW + begins * hour
          const window = { start, end: start + hour, ...(isRepeated ? { hour_interval: 4 } : undefined) }
          const loot = { inventory_selector_type: selector, time_frame_id: 1 }
          const { result } = one(loot, { draft: { time_frames: { 1: window } } })
          const isOpen = begins > -1 && begins <= 0
          const isWindow = selector === "rent_timeframe_locked" || selector === "own_transient"
          const told = `${selector} ${begins} ${isRepeated}`
          assert.strictEqual(result, !isWindow || isOpen ? "success" : "loot_not_active", told)
        }
      }
    }
  })

  it("a closed window: no claim without its mark, no candidate, no reward; the rest of a level and of parts is given", () => {
    const draftOf = (start: number): Draft => ({
      items: { ...items(5), 4: { level_xp_table_id: 1, level_vendor_id: 5 } },
      xp_tables: { 1: { levels: { 1: 0, 2: 10 } } },
      time_frames: { 1: { start, end: NOW + hour } },
      vendors: {
        1: {
          loot: {
            1: { sub_vendor_id: 2 },
            2: { sub_vendor_id: 3 },
            3: { item_id: 4, quantity: 10 },
            4: { sub_vendor_id: 6 },
          },
        },
        2: {
          loot: {
            20: { item_id: 1, inventory_operation: "check_less_than" },
            21: { item_id: 1, inventory_selector_type: "rent_timeframe_locked", time_frame_id: 1 },
            22: { item_id: 2, quantity: 10 },
          },
        },
        3: {
          type: "randomly_sampled",
          loot: {
            30: { item_id: 1, inventory_selector_type: "own_transient", time_frame_id: 1, drop_weight: 9 },
            31: { item_id: 3, fill_in_new_order: true },
          },
        },
        5: {
          loot: {
            50: { item_id: 1, inventory_selector_type: "own_transient", time_frame_id: 1, sort_order: 2 },
            51: { item_id: 5, sort_order: 2 },
          },
        },
        6: { type: "randomly_sampled", loot: { 60: { sub_vendor_id: 2, allow_partial_bundles: true } } },
      },
    })
    const drawn: Array<number> = []
    const played = (start: number) =>
      run({
        draft: draftOf(start),
        entries: [fill(1), fill(1), fill(2), fill(3), fill(4)],
        choose: ({ candidates, total, vendorId }) => {
          if (vendorId === 3) drawn.push(candidates.length)
          return total - 1
        },
      })
    const shut = played(NOW + 1)
    assert.deepStrictEqual(resultsOf(shut.outcome), [
      "loot_not_active",
      "loot_not_active",
      "success",
      "success",
      "success",
    ])
    assert.deepStrictEqual(countsOf(shut.holdings), { 2: 10, 3: 1, 4: 10, 5: 1 })
    const open = played(NOW)
    assert.deepStrictEqual(resultsOf(open.outcome), [
      "success",
      "cannot_meet_loot_blocker",
      "success",
      "success",
      "failed_to_fill_any_sub_loot",
    ])
    assert.deepStrictEqual(countsOf(open.holdings), { 1: 2, 2: 10, 3: 1, 4: 10, 5: 1 })
    assert.deepStrictEqual(drawn, [1, 2])
  })

  it("own_transient makes a transient record", () => {
    const [made] = afterOf(one({ inventory_selector_type: "own_transient" }))
    assert.strictEqual(made?.type, "transient")
    assert.isUndefined(made?.expires)
  })
})

const bucketOf = (setting: Partial<Setting>, loot: DocumentLoot = {}) =>
  one(loot, setting).outcome.changes[0]?.after.bucket

const ruled = {
  items: { 1: { inventory_bucket_use_rule_set_id: "narrow" } },
  inventory_bucket_use_rule_sets: { narrow: { buckets: { echo: ["echo", "free"] } } },
} as Partial<Draft> as Draft

const spread = [
  held(1, 5, { inventoryId: "free", bucket: "free" }),
  held(1, 5, { inventoryId: "echo", bucket: "echo" }),
  held(1, 5, { inventoryId: "golf", bucket: "golf" }),
  held(1, 5, { inventoryId: "soon", bucket: "free", expires: NOW + 1 }),
]

const checkFrom = (quantity: number, platform: Platform) =>
  one({ inventory_operation: "check_greater_than_or_equal", quantity }, { draft: ruled, records: spread, platform })
    .result

const spendFrom = (quantity: number) =>
  one({ inventory_operation: "subtract", quantity }, { draft: ruled, records: spread, platform: "Echo" })

describe("buckets", () => {
  it("a grant goes to the entry's bucket, else the loot's, else the session's, else the bucket none", () => {
    const entries: ReadonlyArray<SubmittedEntry> = [{ ...fill(1), use_inventory_bucket: "golf" }]
    const loot: DocumentLoot = { use_inventory_bucket: "sweat" }
    assert.strictEqual(bucketOf({ entries, platform: "Echo" }, loot), "golf")
    assert.strictEqual(bucketOf({ platform: "Echo" }, loot), "sweat")
    assert.strictEqual(bucketOf({ platform: "Echo" }), "echo")
    assert.strictEqual(bucketOf({}), "none")
  })

  it("a client does not choose the bucket", () => {
    const entries: ReadonlyArray<SubmittedEntry> = [{ ...fill(1), use_inventory_bucket: "golf" }]
    assert.strictEqual(
      bucketOf({ entries, platform: "Echo", source: "CLIENT" }, { is_claimable_by_client: true }),
      "echo",
    )
  })

  it("only allowed buckets count; a session without a rule in the rule set may use no bucket", () => {
    assert.strictEqual(checkFrom(15, "Echo"), "success")
    assert.strictEqual(checkFrom(16, "Echo"), "cannot_meet_loot_required")
    assert.strictEqual(checkFrom(1, "Golf"), "cannot_meet_loot_required")
  })

  it("spending takes the session's bucket first, then the earliest expiry, and only allowed buckets", () => {
    assert.deepStrictEqual(
      spendFrom(12).outcome.changes.map(({ after: { inventoryId, count } }) => [inventoryId, count]),
      [
        ["echo", 0],
        ["soon", 0],
        ["free", 3],
      ],
    )
    assert.strictEqual(spendFrom(16).result, "failed_to_consume_loot_required")
  })

  it("spending again takes what was added meanwhile, in its place in the order", () => {
    const subtract = { item_id: 1, inventory_operation: "subtract" } as const
    const draft: Draft = {
      items: items(1),
      vendors: {
        1: {
          loot: {
            1: { ...subtract, quantity: 6 },
            2: { item_id: 1, quantity: 4 },
            3: { ...subtract, quantity: 6 },
            4: { item_id: 1, quantity: 2, use_inventory_bucket: "golf" },
            5: { ...subtract, quantity: 7 },
          },
        },
      },
    }
    const records = [
      held(1, 5, { inventoryId: "echo", bucket: "echo" }),
      held(1, 9, { inventoryId: "none", acquired: 1 }),
    ]
    const { outcome } = run({ draft, records, entries: [1, 2, 3, 4, 5].map((id) => fill(id)), platform: "Echo" })
    assert.deepStrictEqual(
      outcome.changes.map(({ after: { bucket, count } }) => [bucket, count]),
      [
        ["echo", 0],
        ["none", 8],
        ["echo", 4],
        ["echo", 0],
        ["none", 6],
        ["golf", 2],
        ["none", 0],
        ["golf", 1],
      ],
    )
  })
})

describe("recipes", () => {
  const draft: Draft = {
    items: { ...items(3), 4: { availability_flags: 1 } },
    vendors: {
      1: { loot: { 1: { sub_vendor_id: 2 } } },
      2: {
        loot: {
          2: { item_id: 1 },
          3: { item_id: 2, active: false },
          4: { item_id: 2, effective_from: NOW + 1 },
          5: { item_id: 3, effective_from: NOW },
          6: { item_id: 4, sort_order: 1, inventory_operation: "check_less_than", quantity: 1 },
        },
      },
    },
  }

  it("a failure fails the entry; loot that is inactive or not effective yet is skipped", () => {
    assert.deepStrictEqual(resultsOf(run({ draft, entries: [fill(1)] }).outcome), ["item_not_active"])
    const fine = run({ draft: { ...draft, items: items(4) }, entries: [fill(1)] })
    assert.deepStrictEqual(resultsOf(fine.outcome), ["success"])
    assert.deepStrictEqual(countsOf(fine.holdings), { 1: 1, 3: 1 })
  })
})

/** A vendor of weights 1, 2, 3 over items 1, 2, 3. */
const sampled = (changes: Readonly<Record<number, DocumentLoot>> = {}, more: Partial<Draft> = {}): Draft => ({
  items: items(5),
  ...more,
  vendors: {
    1: { loot: { 1: { sub_vendor_id: 2 } } },
    2: {
      type: "randomly_sampled",
      loot: Object.fromEntries([1, 2, 3].map((id) => [10 + id, { item_id: id, drop_weight: id, ...changes[10 + id] }])),
    },
    ...more.vendors,
  },
})

/** Plays the given numbers, and notes the totals that they were drawn from. */
const playing = (...numbers: ReadonlyArray<number>) => {
  const totals: Array<number> = []
  const rest = [...numbers]
  const choose: Chooser = (draw) => {
    totals.push(draw.total)
    assert.strictEqual(
      draw.candidates.reduce((sum, { weight }) => sum + weight, 0),
      draw.total,
    )
    return rest.shift() ?? 0
  }
  return { choose, totals }
}

const nested = (depth: number): Draft => ({
  items: items(1),
  vendors: Object.fromEntries([
    [1, { loot: { 1: { sub_vendor_id: 100 } } }],
    ...Array.from({ length: depth }, (_, level) => [
      100 + level,
      {
        type: "randomly_sampled" as const,
        loot: {
          [1000 + level]: {
            fill_in_new_order: true,
            ...(level === depth - 1 ? { item_id: 1 } : { sub_vendor_id: 101 + level }),
          },
        },
      },
    ]),
  ]) as Draft["vendors"] & object,
})

describe("draws", () => {
  it("each number selects a loot, by weight in order", () => {
    const drawn = [0, 1, 2, 3, 4, 5].map(
      (number) => run({ draft: sampled(), entries: [fill(1)], choose: () => number }).outcome.changes[0]?.lootId,
    )
    assert.deepStrictEqual(drawn, [11, 12, 12, 13, 13, 13])
  })

  it("a draw per unit, without replacement, until the pool is empty", () => {
    const { choose, totals } = playing(1, 0, 0)
    const { outcome } = run({ draft: sampled(), entries: [fill(1, 9)], choose })
    assert.deepStrictEqual(resultsOf(outcome), ["success"])
    assert.deepStrictEqual(totals, [6, 4, 3])
    assert.deepStrictEqual(
      outcome.changes.map(({ lootId }) => lootId),
      [12, 11, 13],
    )
  })

  it("loot of weight 0, inactive or not effective yet is no candidate", () => {
    const { choose, totals } = playing(0)
    run({
      draft: sampled({ 11: { drop_weight: 0 }, 12: { active: false } }),
      entries: [fill(1)],
      choose,
    })
    assert.deepStrictEqual(totals, [3])
    const later = playing(0)
    run({ draft: sampled({ 13: { effective_from: NOW + 1 } }), entries: [fill(1)], choose: later.choose })
    assert.deepStrictEqual(later.totals, [3])
  })

  it("the required item must be held in the required count, owned or rented", () => {
    const draft = sampled({ 13: { required_item_id: 5, required_item_count: 2 } })
    const total = (records: ReadonlyArray<HeldRecord>) => {
      const { choose, totals } = playing(0)
      run({ draft, entries: [fill(1)], choose, records })
      return totals[0]
    }
    assert.strictEqual(total([held(5, 1)]), 3)
    assert.strictEqual(total([held(5, 1), held(5, 1, { inventoryId: "b", expires: NOW + 1 })]), 6)
    assert.strictEqual(total([held(5, 1), held(5, 9, { inventoryId: "b", expires: NOW })]), 3)
  })

  it("a reached stack limit takes the loot out, also between two draws", () => {
    const draft = sampled({ 13: { stack_limit: 2, fill_in_new_order: true } })
    const { choose, totals } = playing(5, 5, 0)
    const { outcome } = run({ draft, entries: [fill(1, 3)], choose })
    assert.deepStrictEqual(totals, [6, 6, 3])
    assert.strictEqual(outcome.newOrders.length, 2)
  })

  it("a requirement that a draw meets lets the loot in for the next draw", () => {
    const draft = sampled({ 13: { required_item_id: 1 } })
    const { choose, totals } = playing(0, 4)
    const { outcome } = run({ draft, entries: [fill(1, 2)], choose })
    assert.deepStrictEqual(totals, [3, 5])
    assert.deepStrictEqual(
      outcome.changes.map(({ lootId }) => lootId),
      [11, 13],
    )
  })

  it("a draw that cannot be filled is dropped and drawn again", () => {
    const draft = sampled({}, { items: { ...items(2), 3: { availability_flags: 1 } } })
    const { choose, totals } = playing(5, 0)
    const { outcome } = run({ draft, entries: [fill(1)], choose })
    assert.deepStrictEqual(totals, [6, 3])
    assert.deepStrictEqual(
      outcome.changes.map(({ lootId }) => lootId),
      [11],
    )
  })

  it("a draw that fails midway is undone completely", () => {
    const bundle = { sub_vendor_id: 3, allow_partial_bundles: false }
    const parts = {
      20: { item_id: 4, quantity: 7 },
      21: { item_id: 4, quantity: Number.MAX_SAFE_INTEGER, sort_order: 1 },
    }
    const draft = sampled(
      { 11: bundle, 12: { ...bundle, fill_in_new_order: true } },
      { vendors: { 3: { loot: parts } } },
    )
    const { outcome, holdings } = run({ draft, entries: [fill(1, 3)] })
    assert.deepStrictEqual(resultsOf(outcome), ["success"])
    assert.deepStrictEqual(
      outcome.order.entries[0]?.details.map((detail) => detail.lootId),
      [13],
    )
    assert.strictEqual(outcome.newOrders.length, 0)
    assert.strictEqual(countsOf(holdings)[4] ?? 0, 0)
  })

  it("loot without an item is drawn like any other and changes no record", () => {
    const draft: Draft = {
      items: items(1),
      vendors: {
        1: { loot: { 1: { sub_vendor_id: 2 } } },
        2: { type: "randomly_sampled", loot: { 10: { drop_weight: 127 }, 11: { item_id: 1 } } },
      },
    }
    const nothing = run({ draft, entries: [fill(1)], choose: () => 126 })
    assert.deepStrictEqual(resultsOf(nothing.outcome), ["success"])
    assert.strictEqual(nothing.outcome.changes.length, 0)
    assert.strictEqual(run({ draft, entries: [fill(1)], choose: () => 127 }).outcome.changes.length, 1)
  })

  it("loot filled in new orders stays in the pool; the entry refers to the orders", () => {
    const draft = sampled({ 11: { fill_in_new_order: true } })
    const { choose, totals } = playing(0, 0, 0)
    const { outcome } = run({ draft, entries: [fill(1, 3)], choose })
    assert.deepStrictEqual(totals, [6, 6, 6])
    assert.strictEqual(outcome.newOrders.length, 3)
    assert.deepStrictEqual(
      outcome.order.entries[0]?.details.map((detail) => detail._tag),
      ["new_order", "new_order", "new_order"],
    )
    for (const { entries, parent } of outcome.newOrders) {
      assert.strictEqual(parent, outcome.order)
      assert.deepStrictEqual(entries[0]?.request, { type: "fill_loot", loot_id: 11, quantity: 1 })
      assert.strictEqual(entries[0]?.details.length, 1)
    }
  })

  it("orders nest eight deep and not deeper", () => {
    const eight = run({ draft: nested(8), entries: [fill(1)] })
    assert.deepStrictEqual(resultsOf(eight.outcome), ["success"])
    assert.strictEqual(eight.outcome.newOrders.length, 8)
    const nine = run({ draft: nested(9), entries: [fill(1), fill(1)] })
    assert.deepStrictEqual(resultsOf(nine.outcome), ["failed_to_submit_new_order", "failed_to_submit_new_order"])
    assert.deepStrictEqual(countsOf(nine.holdings), {})
    assert.strictEqual(nine.outcome.newOrders.length, 0)
  })

  it("an order makes up to a thousand others", () => {
    const draft = sampled({ 11: { fill_in_new_order: true } })
    assert.deepStrictEqual(resultsOf(run({ draft, entries: [fill(1, 1000)] }).outcome), ["success"])
    assert.deepStrictEqual(resultsOf(run({ draft, entries: [fill(1, 1001)] }).outcome), ["failed_to_submit_new_order"])
  })
})

/** A bundle of two items, the second limited to 1, in a draw with loot without an item. */
const bundle = (loot: DocumentLoot, parts: Readonly<Record<number, DocumentLoot>> = {}): Draft => ({
  items: items(3),
  vendors: {
    1: { loot: { 1: { sub_vendor_id: 2 } } },
    2: { type: "randomly_sampled", loot: { 10: { sub_vendor_id: 3, ...loot } } },
    3: { loot: { 20: { item_id: 1 }, 21: { item_id: 2, stack_limit: 1 }, ...parts } },
  },
})

const given = (draft: Draft, records: ReadonlyArray<HeldRecord>) => {
  const { outcome, holdings } = run({ draft, entries: [fill(1)], records })
  return [resultsOf(outcome)[0], countsOf(holdings)]
}

describe("bundles that are drawn", () => {
  it("are given whole where they can be", () => {
    assert.deepStrictEqual(given(bundle({}), []), ["success", { 1: 1, 2: 1 }])
    assert.deepStrictEqual(given(bundle({ allow_partial_bundles: false }), []), ["success", { 1: 1, 2: 1 }])
  })

  it("are given without the parts that cannot be given, or not at all", () => {
    assert.deepStrictEqual(given(bundle({}), [held(2, 1)]), ["success", { 1: 1, 2: 1 }])
    assert.deepStrictEqual(given(bundle({ allow_partial_bundles: false }), [held(2, 1)]), [
      "failed_to_find_any_sub_loot",
      { 2: 1 },
    ])
  })

  it("are not given when no part can be given", () => {
    assert.deepStrictEqual(given(bundle({}, { 20: { item_id: 1, stack_limit: 0 } }), [held(2, 1)]), [
      "failed_to_fill_any_sub_loot",
      { 2: 1 },
    ])
  })

  it("are never given without their conditions", () => {
    const asking = { 20: { item_id: 3, inventory_operation: "subtract" as const } }
    assert.deepStrictEqual(given(bundle({}, asking), []), ["failed_to_fill_any_sub_loot", {}])
    assert.deepStrictEqual(given(bundle({}, asking), [held(3, 1)]), ["success", { 2: 1, 3: 0 }])
    assert.deepStrictEqual(given(bundle({ allow_partial_bundles: false }, asking), []), [
      "failed_to_find_any_sub_loot",
      {},
    ])
  })

  it("are whole with none of a draw that has nothing to draw, as an order of them says", () => {
    const nested = (quantity: number): Draft => ({
      items: items(2),
      vendors: {
        1: { loot: { 1: { sub_vendor_id: 2 }, 2: { sub_vendor_id: 3 } } },
        2: { type: "randomly_sampled", loot: { 10: { sub_vendor_id: 3, allow_partial_bundles: false } } },
        3: { loot: { 20: { item_id: 1 }, 21: { sub_vendor_id: 4, quantity } } },
        4: { type: "randomly_sampled", loot: { 30: { item_id: 2, required_item_id: 2 } } },
      },
    })
    for (const [quantity, records, drawn, ordered] of [
      [0, [], "success", "success"],
      [1, [], "failed_to_find_any_sub_loot", "failed_to_find_any_sub_loot"],
      [1, [held(2, 1)], "success", "success"],
    ] as const) {
      const results = [1, 2].map((lootId) => {
        const { outcome } = run({ draft: nested(quantity), entries: [fill(lootId)], records })
        return resultsOf(outcome)[0]
      })
      assert.deepStrictEqual(results, [drawn, ordered])
    }
  })

  it("a stack limit has no effect outside of draws", () => {
    const draft = bundle({})
    const direct = { ...draft, vendors: { ...draft.vendors, 1: { loot: { 1: { sub_vendor_id: 3 } } } } }
    assert.deepStrictEqual(given(direct, [held(2, 1)]), ["success", { 1: 1, 2: 2 }])
  })
})

describe("levels", () => {
  const draft: Draft = {
    items: { 1: { level_xp_table_id: 1, level_vendor_id: 9 }, 2: {}, 3: { availability_flags: 1 } },
    xp_tables: { 1: { levels: { 1: 10, 2: 20, 3: 30, 4: 40 } } },
    vendors: {
      1: { loot: { 1: { item_id: 1, quantity: 10 }, 2: { item_id: 1, inventory_operation: "set", quantity: 25 } } },
      9: {
        loot: {
          90: { item_id: 2, sort_order: 1 },
          91: { item_id: 2, sort_order: 2, quantity: 2 },
          92: { item_id: 2, sort_order: 2, quantity: 20 },
          // A level whose reward reaches the next level.
          93: { item_id: 1, sort_order: 3, quantity: 10 },
          94: { item_id: 2, sort_order: 4, quantity: 400 },
        },
      },
    },
  }

  it("each newly reached level is rewarded once, with all its loot", () => {
    const { outcome, holdings } = run({ draft, entries: [fill(1, 2), fill(1, 1)], records: [held(1, 5)] })
    assert.deepStrictEqual(resultsOf(outcome), ["success", "success"])
    // 25 reaches 1 and 2; 35 reaches 3, whose reward makes it 45, which reaches 4.
    assert.deepStrictEqual(countsOf(holdings), { 1: 45, 2: 1 + 2 + 20 + 400 })
    assert.deepStrictEqual(
      outcome.order.entries[1]?.details.map((detail) => detail.lootId),
      [1, 93, 94],
    )
  })

  it("setting reaches levels too; a falling count gets no reward", () => {
    const { holdings, outcome } = run({ draft, entries: [fill(2)], records: [held(1, 15)] })
    assert.deepStrictEqual(countsOf(holdings), { 1: 25, 2: 22 })
    assert.strictEqual(outcome.order.entries[0]?.details.length, 3)
    assert.strictEqual(run({ draft, entries: [fill(2)], records: [held(1, 99)] }).outcome.changes.length, 1)
  })

  it("a reward that cannot be given fails the rise too", () => {
    const broken = { ...draft, items: { ...draft.items, 2: { availability_flags: 1 } } }
    const { outcome, holdings } = run({ draft: broken, entries: [fill(1)] })
    assert.deepStrictEqual(resultsOf(outcome), ["item_not_active"])
    assert.deepStrictEqual(countsOf(holdings), {})
  })
})

describe("records by hand", () => {
  it("an expired record is not found", () => {
    const update = (expires: number): SubmittedEntry => ({
      type: "update_inventory",
      inventory_id: `held-${expires}`,
      quantity: 2,
    })
    const records = [NOW, NOW + 1].map((expires) => held(1, 1, { inventoryId: `held-${expires}`, expires }))
    const { outcome } = run({ draft: { items: items(1) }, records, entries: [update(NOW), update(NOW + 1)] })
    assert.deepStrictEqual(resultsOf(outcome), ["inventory_not_found", "success"])
  })
})

describe("bounds", () => {
  it("a vendor that contains itself ends", () => {
    const draft: Draft = { items: items(1), vendors: { 1: { loot: { 1: { sub_vendor_id: 1 }, 2: { item_id: 1 } } } } }
    assert.deepStrictEqual(resultsOf(run({ draft, entries: [fill(1), fill(2)] }).outcome), [
      "internal_error",
      "success",
    ])
  })

  /** 40 vendors from `first`, each twice within the vendor before it, by loot of ten times its id and one more. */
  const endlessFrom = (first: number): Record<number, { loot: Record<number, DocumentLoot> }> =>
    Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => {
        const id = first + level
        const part = level === 39 ? { item_id: 1 } : { sub_vendor_id: id + 1 }
        return [id, { loot: { [id * 10]: part, [id * 10 + 1]: part } }]
      }),
    )

  it("an endless tree stops at the bound, and the other entries of the order are fulfilled", () => {
    const entries = [...Array.from({ length: 20 }, () => fill(10)), fill(400)]
    const { outcome, holdings } = run({ draft: { items: items(1), vendors: endlessFrom(1) }, entries })
    const results = resultsOf(outcome)
    assert.deepStrictEqual(new Set(results.slice(0, 20)), new Set(["internal_error"]))
    assert.strictEqual(results[20], "success")
    assert.deepStrictEqual(countsOf(holdings), { 1: 1 })
  })

  it("each entry has its own bounds of steps, changes and new orders", () => {
    // Each draw is a step, each new order holds one change. An entry that reaches a bound exactly is within it.
    const draft: Draft = {
      items: items(1),
      vendors: {
        1: {
          loot: { 1: { sub_vendor_id: 2 }, 2: { sub_vendor_id: 3 }, 3: { item_id: 1 }, 4: { sub_vendor_id: 1_000 } },
        },
        2: { type: "randomly_sampled", loot: { 20: { item_id: 1, fill_in_new_order: true } } },
        3: { loot: Object.fromEntries(Array.from({ length: 10_000 }, (_, part) => [100_000 + part, { item_id: 1 }])) },
        ...endlessFrom(1_000),
      },
    }
    const entries = [fill(1, 1_000), fill(1, 1_001), fill(1, 1_000), fill(2), fill(2), fill(4), fill(3)]
    assert.deepStrictEqual(resultsOf(run({ draft, entries }).outcome), [
      "success",
      "failed_to_submit_new_order",
      "success",
      "success",
      "success",
      "internal_error",
      "success",
    ])
  })

  it("the entries of a longer order share ten times the bounds", () => {
    const draft: Draft = {
      items: items(1),
      vendors: {
        1: { loot: { 1: { sub_vendor_id: 2 } } },
        2: { type: "randomly_sampled", loot: { 20: { item_id: 1, fill_in_new_order: true } } },
      },
    }
    const results = (count: number, quantity: number) =>
      resultsOf(
        run({ draft, entries: [fill(1, quantity), ...Array.from({ length: count - 1 }, () => fill(1))] }).outcome,
      )
    assert.strictEqual(results(10, 1_000)[0], "success")
    assert.strictEqual(results(100, 100)[0], "success")
    const beyond = results(100, 101)
    assert.strictEqual(beyond[0], "failed_to_submit_new_order")
    assert.deepStrictEqual(new Set(beyond.slice(1)), new Set(["success"]))
  })

  it("more changes than the bound fail, also when the last change passes it", () => {
    const records = Array.from({ length: 20_002 }, (_, index) => held(1, 1, { inventoryId: String(index) }))
    const taking = (times: number): Draft => ({
      items: items(2),
      vendors: {
        1: { loot: { 1: { sub_vendor_id: 2 } } },
        2: {
          loot: Object.fromEntries([
            [10, { item_id: 1, inventory_operation: "subtract", quantity: 20_000 }],
            ...Array.from({ length: times - 1 }, (_, at) => [11 + at, { item_id: 2 }]),
          ]),
        },
      },
    })
    const spent = (times: number) => run({ draft: taking(times), records, entries: [fill(1)] })
    assert.deepStrictEqual(resultsOf(spent(10_000).outcome), ["success"])
    const beyond = spent(10_001)
    assert.deepInclude(beyond.outcome.order.entries[0]?.reason, { _tag: "TooManyChanges", maximum: 10_000 })
    assert.strictEqual(countsOf(beyond.holdings)[1], 20_002)
  })

  it("a subtraction is one change, from however many records it takes, and undone as a whole", () => {
    const records = Array.from({ length: 20_002 }, (_, index) => held(1, 1, { inventoryId: String(index) }))
    const subtract = { inventory_operation: "subtract" } as const
    const spent = one({ ...subtract, quantity: 20_001 }, { records })
    assert.deepStrictEqual([spent.result, spent.counts[1]], ["success", 1])
    assert.strictEqual(spent.outcome.changes.length, 20_001)
    assert.strictEqual(spent.holdings.changeCount, 1)
    const undone = one({ ...subtract, quantity: 20_001 }, { records, entries: [fill(1), fill(1)], isTransaction: true })
    assert.deepStrictEqual(resultsOf(undone.outcome), ["rollback", "failed_to_consume_loot_required"])
    assert.deepStrictEqual([undone.counts[1], undone.holdings.changeCount], [20_002, 0])
  })

  it("weights with a sum beyond 2^53-1 cannot be drawn from", () => {
    const heavy = { item_id: 1, drop_weight: Number.MAX_SAFE_INTEGER }
    const draft: Draft = {
      items: items(1),
      vendors: {
        1: { loot: { 1: { sub_vendor_id: 2 } } },
        2: { type: "randomly_sampled", loot: { 2: heavy, 3: heavy } },
      },
    }
    assert.deepStrictEqual(resultsOf(run({ draft, entries: [fill(1)] }).outcome), ["internal_error"])
  })
})

describe("a trace", () => {
  it("reports each step, and a run without a trace has the same outcome", () => {
    const draft: Draft = {
      items: items(2),
      vendors: {
        1: { loot: { 1: { sub_vendor_id: 2 }, 2: { item_id: 1, active: false } } },
        2: { type: "randomly_sampled", loot: { 3: { item_id: 1, drop_weight: 3 }, 4: { drop_weight: 1 } } },
        3: { loot: { 5: { sub_vendor_id: 1 } } },
      },
    }
    const events: Array<TraceEvent> = []
    const traced = run({ draft, entries: [fill(5)], choose: () => 2, trace: (event) => events.push(event) })
    const holdings = Holdings.complete([])
    const order = { source: "SYSTEM", isTransaction: false, entries: [fill(5)] } as const
    const circumstances = { platform: undefined, isServer: true, now: NOW }
    const plain = fulfil(catalogOf(draft), order, circumstances, holdings, () => 2)
    assert.deepStrictEqual(resultsOf(traced.outcome), resultsOf(plain))
    assert.deepStrictEqual(countsOf(traced.holdings), countsOf(holdings))
    assert.deepStrictEqual(
      events.map(({ _tag }) => _tag),
      [
        "EntryBegan",
        "RuleApplied",
        "RuleApplied",
        "Quantity",
        "LootBegan",
        "Quantity",
        "LootBegan",
        "DrawBegan",
        "Drawn",
        "Quantity",
        "LootBegan",
        "Changed",
        "LootEnded",
        "DrawEnded",
        "LootEnded",
        "LootSkipped",
        "LootEnded",
        "EntryEnded",
      ],
    )
    assert.deepInclude(events, { _tag: "Drawn", vendorId: 2, total: 4, drawn: 2, lootId: 3, weight: 3 })
    assert.deepInclude(events, { _tag: "LootSkipped", lootId: 2, reason: { _tag: "LootInactive", lootId: 2 } })
  })
})
