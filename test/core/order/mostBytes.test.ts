/** The most bytes that an order can store are known before it draws: no draws, on any catalog, store more. */
import { statedTogether } from "@garrison/core/order/rules/wire/statedTogether"
import { assert, describe, it } from "@effect/vitest"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import { utf8 } from "@garrison/core/kernel/wire/Utf8"
import { identify, identityCount, type OrderHeader } from "@garrison/core/order/rules/wire/encode"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
import { fulfil } from "@garrison/core/order/rules/interpret/interpret"
import { mostBytesOf } from "@garrison/core/order/rules/wire/mostBytes"
import { rowsOf } from "@garrison/core/order/rules/wire/writes"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import * as fc from "fast-check"
import { catalogOf, type Draft } from "./catalogs.ts"
import { fill, held, items, NOW } from "./fulfilling.ts"
import { draft as anyDraft, inventory, NOW as RANDOM_NOW, orders as anyOrders, share } from "./randomOrders.ts"
import { testSeed } from "./seeded.ts"

const idOf = (serial: number): string => `0a0a0a0a-0000-7000-8000-${serial.toString(16).padStart(12, "0")}`

const headerWith = (name: string): OrderHeader => ({
  source: "CLIENT",
  client_order_ref_id: idOf(0),
  portal_id: 99,
  portal_user_id: name,
  instance_id: name,
  match_id: name,
  is_transaction: false,
  player_uuid: idOf(0),
  created: NOW,
})

interface Ordering {
  readonly draft: Draft
  readonly entries: ReadonlyArray<SubmittedEntry>
  readonly name?: string
  readonly records?: ReadonlyArray<HeldRecord>
  /** The share of the total at which each draw is. */
  readonly shareOf?: (draw: number) => number
  readonly now?: number
}

/** The bytes that a client's order stores, and the most that was said before. */
const stored = ({ draft, entries, name = "", now = NOW, records = [], shareOf = () => 0 }: Ordering) => {
  const catalog = catalogOf(draft)
  const header = headerWith(name)
  const choices: Array<number> = []
  const choose = ({ total }: { readonly total: number }): number => {
    const drawn = Math.floor(shareOf(choices.length) * total)
    choices.push(drawn)
    return drawn
  }
  const order = { source: "CLIENT", isTransaction: false, entries } as const
  const circumstances = { platform: "Echo", isServer: false, now } as const
  const outcome = fulfil(catalog, order, circumstances, Holdings.complete(records), choose)
  const ids = identify(
    outcome,
    Array.from({ length: identityCount(outcome) }, (_, serial) => idOf(serial)),
  )
  const [row] = rowsOf(outcome, ids, {
    evidence: {
      catalogVersion: 1,
      platform: "Echo",
      isServer: false,
      disabled: [],
      choices,
      promotions: [],
      applied: [],
      stated: statedTogether(entries, outcome.order),
    },
    entryCount: entries.length,
    entryTotal: 0,
    byteTotal: 0,
    submitter: { kind: "player", uuid: idOf(0), clientId: "game" },
    reference: undefined,
    header,
    beganSession: false,
  })
  const body = utf8(JSON.stringify(entries, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)))
  return {
    bytes: row?.byteCount ?? 0,
    most: mostBytesOf(catalog, entries, header, body.length + 3 * name.length),
    made: outcome.newOrders.length,
  }
}

/** A vendor of draws that each make an order, which a client may fill. */
const chest: Draft = {
  items: items(3),
  vendors: {
    1: { loot: { 1: { sub_vendor_id: 2, is_claimable_by_client: true }, 2: { sub_vendor_id: 2 } } },
    2: {
      type: "randomly_sampled",
      loot: { 21: { item_id: 1, fill_in_new_order: true }, 22: { sub_vendor_id: 3, fill_in_new_order: true } },
    },
    3: { loot: { 31: { item_id: 2 }, 32: { item_id: 3, quantity: Number.MAX_SAFE_INTEGER } } },
  },
}

describe("the most bytes of an order", () => {
  it("are close to what it stores when it draws the largest loot: orders with names, and numbers at their longest", () => {
    for (const quantity of [1, 10, 500]) {
      const { bytes, made, most } = stored({
        draft: chest,
        entries: [fill(1, quantity)],
        name: "\u{20000}".repeat(256),
        shareOf: () => 0.99,
      })
      assert.strictEqual(made, quantity)
      assert.isAtMost(bytes, most)
      assert.isAtLeast(bytes, most / 4)
    }
  })

  const large = Number.MAX_SAFE_INTEGER - 1000
  const longItem = 9_007_199_254_000_000
  const many = <A>(count: number, make: (at: number) => A) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [large + at, make(at)]))
  const longest: HeldRecord = {
    ...held(longItem, 1, { type: "persistent", bucket: "foxtrot_switch", expires: NOW + 3_600_000 }),
    inventoryId: idOf(9),
    legacyInventoryId: 2n ** 52n - 1n,
  }

  it.each<readonly [what: string, ordering: Ordering]>([
    [
      "changes of one record, with the longest numbers",
      {
        draft: {
          items: { [longItem]: {} },
          vendors: {
            1: { loot: { 1: { sub_vendor_id: 2, is_claimable_by_client: true } } },
            2: {
              loot: many(200, () => ({
                item_id: longItem,
                inventory_selector_type: "own_transient" as const,
                use_inventory_bucket: "foxtrot_switch" as const,
                time_frame_id: 1,
                quantity: 10_000_000_000_000,
              })),
            },
          },
          time_frames: { 1: { start: NOW - 1, end: NOW + 1 } },
        },
        entries: [fill(1)],
        records: [longest],
      },
    ],
    [
      "the numbers of draws that failed",
      {
        draft: {
          items: items(1),
          vendors: {
            1: { loot: { 1: { sub_vendor_id: 2, is_claimable_by_client: true } } },
            2: {
              type: "randomly_sampled",
              loot: many(900, () => ({
                item_id: 1,
                inventory_operation: "subtract" as const,
                drop_weight: 9_000_000_000_000,
              })),
            },
          },
        },
        entries: [fill(1)],
        shareOf: () => 0.99,
      },
    ],
    [
      "the rewards of all levels that the order reaches, and of the levels that those reach",
      {
        draft: {
          items: {
            1: { level_xp_table_id: 1, level_vendor_id: 2 },
            2: { level_xp_table_id: 1, level_vendor_id: 3 },
            3: {},
          },
          xp_tables: { 1: { levels: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [at + 1, at + 1])) } },
          vendors: {
            1: { loot: { 1: { item_id: 1, quantity: 50, is_claimable_by_client: true } } },
            2: {
              loot: Object.fromEntries(
                Array.from({ length: 50 }, (_, at) => [100 + at, { item_id: 2, sort_order: at + 1 }]),
              ),
            },
            3: {
              loot: Object.fromEntries(
                Array.from({ length: 50 }, (_, at) => [200 + at, { item_id: 3, sort_order: at + 1 }]),
              ),
            },
          },
        },
        entries: [fill(1)],
      },
    ],
    [
      "draws within a recipe, for each unit",
      {
        draft: {
          ...chest,
          vendors: {
            ...chest.vendors,
            1: { loot: { 1: { sub_vendor_id: 4, is_claimable_by_client: true } } },
            4: { loot: { 41: { sub_vendor_id: 2 }, 42: { sub_vendor_id: 2, quantity: 3 } } },
          },
        },
        entries: [fill(1, 100)],
      },
    ],
  ])("count %s", (_, ordering) => {
    const { bytes, most } = stored(ordering)
    assert.isAtMost(bytes, most)
    assert.isAtLeast(bytes, most / 4)
  })

  it("are few where the catalog refuses, and where quantity alone grows", () => {
    const most = (entry: SubmittedEntry) => mostBytesOf(catalogOf(chest), [entry], headerWith(""), 100)
    assert.isBelow(most(fill(2, 1_000_000)), 2000)
    assert.isBelow(most(fill(999, 1_000_000)), 2000)
    assert.isAbove(most(fill(1, 1_000_000)), 1e7)
    // These fail for their quantity, before anything is drawn.
    for (const quantity of [0, -1, 1_000_001]) assert.isBelow(most(fill(1, quantity)), 2000)
    assert.isBelow(most({ ...fill(1, 1000), type: "fill_loot_single_transient" }), 2000)
    const recipe: Draft = {
      ...chest,
      vendors: { ...chest.vendors, 1: { loot: { 1: { sub_vendor_id: 3, is_claimable_by_client: true } } } },
    }
    assert.isBelow(mostBytesOf(catalogOf(recipe), [fill(1, 1_000_000)], headerWith(""), 100), 5000)
  })

  it("know a bound on the quantity, in the loot and around it", () => {
    const capped = (fields: object): number => {
      const loot = { sub_vendor_id: 2, is_claimable_by_client: true, ...fields }
      const draft: Draft = { ...chest, vendors: { ...chest.vendors, 1: { loot: { 1: loot } } } }
      return mostBytesOf(catalogOf(draft), [fill(1, 1000)], headerWith(""), 0)
    }
    const whole = capped({})
    assert.isBelow(capped({ hard_quantity_maximum: 10 }), whole / 50)
    assert.isBelow(capped({ quantity_type: "absolute", quantity: 10 }), whole / 50)
    assert.isAbove(capped({ quantity_mult_inventory_item_id: 1 }), 1e7)
    assert.isBelow(capped({ quantity_mult_inventory_item_id: 1, hard_quantity_maximum: 10 }), whole / 50)
  })

  const runs = Number(process.env.GARRISON_TEST_RUNS ?? 300)

  it("are never fewer than an order stores, on any catalog without cycles, with any draws", () => {
    const seen = { made: 0, exact: 0 }
    fc.assert(
      fc.property(anyDraft, inventory, anyOrders, share, (drafted, records, list, stream) => {
        const shares = Array.from(stream.take(50))
        const draft = withoutCycles(drafted)
        // One record of each item: what is taken from many comes on top.
        const held = records.filter(({ itemId }, at) => records.findIndex((one) => one.itemId === itemId) === at)
        for (const { entries } of list) {
          const { bytes, made, most } = stored({
            draft,
            entries,
            records: held,
            now: RANDOM_NOW,
            shareOf: (draw) => shares[draw % shares.length] ?? 0,
          })
          seen.made += made
          seen.exact += bytes > most / 4 ? 1 : 0
          assert.isAtMost(bytes, most)
        }
      }),
      { numRuns: runs, seed: testSeed() },
    )
    assert.isAbove(seen.made, 0)
  })
})

/** The catalog with sub vendors of higher ids alone, and with levelled items that no loot lowers. */
const withoutCycles = (draft: Draft): Draft => ({
  ...draft,
  vendors: Object.fromEntries(
    Object.entries(draft.vendors ?? {}).map(([id, vendor]) => {
      const loot = Object.entries(vendor.loot).map(([lootId, one]) => {
        const { sub_vendor_id: sub, ...rest } = one
        return [lootId, sub === undefined || sub > Number(id) ? one : rest]
      })
      return [id, { ...vendor, loot: Object.fromEntries(loot) as Record<number, object> }]
    }),
  ),
})
