/** Submitting through the service: permissions, each result, and the stored and answered order. */
import { assert, describe, layer as withLayer } from "@effect/vitest"
import { alwaysOwnedId } from "@garrison/core/inventory/rules/alwaysOwned"
import { INT64_MAX } from "@garrison/core/kernel/wire/Int64"
import { ClientUuid, type PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { Caller } from "@garrison/core/kernel/Caller"
import type { EntryResult } from "@garrison/core/order/enumerations"
import { Orders } from "@garrison/core/order/Orders"
import type { OrderRequest, SubmittedEntry } from "@garrison/core/order/schema"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { onEachDatabase, sqliteLayer } from "../../support/databases.ts"
import {
  countOf,
  orderIn,
  ordersLayer,
  playerCaller,
  recordsOf,
  resultOf,
  server,
  storedRows,
  submit,
  violations,
} from "../../support/orders.ts"
import { insertPlayer, strangerUuid } from "../../support/players.ts"
import type { Draft } from "./catalogs.ts"

const GOLD = 1
const SWORD = 2
const RETIRED = 3
const EVERYBODYS = 4
const ECHO_ONLY = 5
const XP = 6
const GIFT = 7

/** A loot for each way in which an entry can end. */
const draft: Draft = {
  items: {
    [GOLD]: {},
    [SWORD]: {},
    [RETIRED]: { availability_flags: 1 },
    [EVERYBODYS]: { availability_flags: 2 },
    [ECHO_ONLY]: { item_portal_use_ruleset_id: 1 },
    [XP]: { level_xp_table_id: 1, level_vendor_id: 60 },
    [GIFT]: {},
  },
  item_portal_use_rulesets: { 1: { platforms: ["Echo"] } },
  xp_tables: { 1: { levels: { 1: 20, 2: 50 } } },
  vendors: {
    10: {
      loot: {
        100: { item_id: GOLD, quantity: 10, is_claimable_by_client: true },
        101: { item_id: GOLD, active: false },
        102: { item_id: GOLD, effective_from: 4_102_444_800_000 },
        103: { item_id: RETIRED },
        104: { item_id: EVERYBODYS },
        105: { item_id: ECHO_ONLY, is_claimable_by_client: true },
        106: { item_id: GOLD, inventory_operation: "subtract", quantity: 1_000_000 },
        107: { item_id: GOLD, inventory_operation: "check_greater_than_or_equal", quantity: 1_000_000 },
        108: { item_id: GOLD, inventory_operation: "check_greater_than", quantity: 1_000_000 },
        109: { item_id: GOLD, inventory_operation: "check_less_than", quantity: 0 },
        110: { item_id: GOLD, inventory_operation: "check_greater_than_or_equal_and_subtract", quantity: 1_000_000 },
        111: { item_id: GOLD, quantity: Number.MAX_SAFE_INTEGER },
        112: { item_id: 999 },
        113: { sub_vendor_id: 20 },
        114: { sub_vendor_id: 30 },
        115: { sub_vendor_id: 40 },
        116: { sub_vendor_id: 999 },
        117: { item_id: XP, quantity: 60 },
        118: { item_id: SWORD, inventory_selector_type: "inherit_entitlement_inventory" },
        119: { item_id: SWORD, inventory_selector_type: "invalid" },
        120: { item_id: SWORD, inventory_operation: "invalid" },
      },
    },
    // A vendor without candidates, a vendor whose loot cannot be filled, and endlessly nested orders.
    20: { type: "randomly_sampled", loot: { 200: { item_id: GOLD, drop_weight: 0 } } },
    30: { type: "randomly_sampled", loot: { 300: { item_id: RETIRED }, 301: { item_id: EVERYBODYS } } },
    40: { type: "randomly_sampled", loot: { 400: { sub_vendor_id: 40, fill_in_new_order: true } } },
    60: {
      loot: { 600: { item_id: GIFT, quantity: 1, sort_order: 1 }, 601: { item_id: GIFT, quantity: 5, sort_order: 2 } },
    },
  },
}

const layer = ordersLayer(sqliteLayer, draft)

const fill = (loot_id: number, quantity = 1): SubmittedEntry => ({ type: "fill_loot", loot_id, quantity })
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, "value"]))
const nobodys = "0b0b0b0b-0000-4000-8000-000000000000"

/** Each result of this release, with the order that leads to it: a server submits it for a player who owns nothing. */
const serverResults: ReadonlyArray<readonly [EntryResult, string, SubmittedEntry]> = [
  ["success", "loot of an item", fill(100)],
  ["internal_error", "loot that names a vendor that is not there", fill(116)],
  ["price_not_allowed", "a purchase of loot without a price", { type: "purchase_loot", loot_id: 100, quantity: 1 }],
  ["dynamic_bundle_invalid", "loot that is no bundle", { type: "purchase_dynamic_bundle", loot_id: 100, quantity: 1 }],
  ["promotion_not_found", "a promotion code", { type: "promotion_code", external_tran_id: "X", quantity: 1 }],
  ["success", "a single transient", { type: "fill_loot_single_transient", loot_id: 100, quantity: 1 }],
  ["item_not_found", "loot of an item that is no entitlement", { type: "fill_entitled_loot", item_id: 1, quantity: 1 }],
  ["loot_not_found", "an id that no loot has", fill(9999)],
  ["loot_not_found", "no id", { type: "fill_loot", quantity: 1 }],
  ["loot_not_active", "inactive loot", fill(101)],
  ["loot_not_active", "loot that is not effective yet", fill(102)],
  ["vendor_version_does_not_match", "another etag", { ...fill(100), vendor_etag: "older" }],
  ["quantity_not_allowed", "nothing", fill(100, 0)],
  ["quantity_not_allowed", "less than nothing", fill(100, -1)],
  ["quantity_not_allowed", "too much", fill(100, 1_000_001)],
  ["failed_to_find_any_sub_loot", "a vendor without a candidate", fill(113)],
  ["failed_to_fill_any_sub_loot", "a vendor whose every draw fails", fill(114)],
  ["cannot_meet_loot_blocker", "too much owned", fill(109)],
  ["cannot_meet_loot_required", "too little owned for at least", fill(107)],
  ["cannot_meet_loot_required", "too little owned for more than", fill(108)],
  ["cannot_meet_loot_required", "too little owned to be taken", fill(110)],
  ["failed_to_consume_loot_required", "too little to subtract", fill(106)],
  ["failed_to_submit_new_order", "orders within orders", fill(115)],
  ["failed_to_modify_inventory", "a count beyond 2^53-1", fill(111, 2)],
  ["failed_to_modify_inventory", "a selector that is invalid", fill(119)],
  ["failed_to_modify_inventory", "an operation that is invalid", fill(120)],
  ["inventory_not_found", "an entitlement's record without an entitlement", fill(118)],
  ["item_not_found", "loot of an item that is not there", fill(112)],
  ["item_not_active", "loot of an inactive item", fill(103)],
  ["always_owned_inventory_cannot_be_modified", "loot of what everybody owns", fill(104)],
  ["item_not_found", "a new record of nothing", { type: "create_new_persistent_inventory", quantity: 1 }],
  [
    "item_not_found",
    "of an item that is not there",
    { type: "create_new_transient_inventory", item_id: 999, quantity: 1 },
  ],
  [
    "item_not_active",
    "of an inactive item",
    { type: "create_new_persistent_inventory", item_id: RETIRED, quantity: 1 },
  ],
  [
    "always_owned_inventory_cannot_be_modified",
    "of what everybody owns",
    { type: "create_new_persistent_inventory", item_id: EVERYBODYS, quantity: 1 },
  ],
  [
    "too_many_inv_custom_attributes",
    "with 21 attributes",
    { type: "create_new_persistent_inventory", item_id: GOLD, quantity: 1, custom_data: many(21) },
  ],
  [
    "available_until_is_in_past",
    "that has expired",
    { type: "create_new_persistent_inventory", item_id: GOLD, quantity: 1, expires: 0 },
  ],
  [
    "success",
    "a new record",
    { type: "create_new_persistent_inventory", item_id: GOLD, quantity: 1, custom_data: many(20) },
  ],
  ["inventory_not_found", "a record that nobody has", { type: "update_inventory", inventory_id: nobodys, quantity: 1 }],
  ["inventory_not_found", "no record", { type: "update_existing_persistent_inventory", quantity: 1 }],
  [
    "inventory_not_found",
    "a legacy id",
    { type: "update_existing_transient_inventory", legacy_inventory_id: 5n, quantity: 1 },
  ],
  [
    "always_owned_inventory_cannot_be_modified",
    "the record that everybody has",
    { type: "update_inventory", inventory_id: alwaysOwnedId(EVERYBODYS), quantity: 1 },
  ],
]

/** Results that only a player's order gets. */
const playerResults: ReadonlyArray<readonly [EntryResult, string, SubmittedEntry]> = [
  ["success", "loot that clients may claim", fill(100)],
  ["loot_not_fillable_from_client", "loot that they may not", fill(101)],
  ["not_allowed_on_current_portal", "an item of another portal", fill(105)],
  [
    "permission_denied",
    "a record made by hand",
    { type: "create_new_persistent_inventory", item_id: GOLD, quantity: 1 },
  ],
  ["permission_denied", "a record changed by hand", { type: "update_inventory", inventory_id: nobodys, quantity: 1 }],
]

withLayer(layer)("every result of this release", (it) => {
  for (const [result, name, entry] of serverResults) {
    it.effect(`${result}: ${name}`, () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const order = yield* submit(player, { entries: [entry] })
        assert.strictEqual(order.entries[0]?.result, result)
        if (result !== "success") {
          assert.deepStrictEqual(order.entries[0]?.details, [])
          assert.deepStrictEqual(yield* recordsOf(player), [])
        }
      }),
    )
  }

  for (const [result, name, entry] of playerResults) {
    it.effect(`${result} for a player: ${name}`, () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        assert.strictEqual(yield* resultOf(player, entry, playerCaller(player, "Golf")), result)
      }),
    )
  }

  it.effect("rollback and not_started: the first failure stops a transaction and undoes it completely", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      const before = yield* storedRows
      const order = yield* submit(player, {
        is_transaction: true,
        entries: [fill(100), fill(117), fill(106), fill(100)],
      })
      assert.deepStrictEqual(
        order.entries.map(({ result, details }) => [result, details.length]),
        [
          ["rollback", 0],
          ["rollback", 0],
          ["failed_to_consume_loot_required", 0],
          ["not_started", 0],
        ],
      )
      assert.strictEqual(order.is_transaction, true)
      assert.deepStrictEqual(yield* recordsOf(player), [])
      assert.deepStrictEqual(yield* storedRows, { ...before, orders: before.orders + 1 })
    }),
  )

  it.effect("without a transaction the other entries stand when one fails", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      const order = yield* submit(player, { entries: [fill(100), fill(106), fill(100)] })
      assert.deepStrictEqual(
        order.entries.map(({ result }) => result),
        ["success", "failed_to_consume_loot_required", "success"],
      )
      assert.strictEqual(yield* countOf(player, GOLD), 20)
      assert.strictEqual(yield* violations, 0)
    }),
  )
})

withLayer(ordersLayer(sqliteLayer, draft, { orderEntriesPerWindowMax: 60 }))("the rate of a player", (it) => {
  it.effect("too_many_requests: more than 60 entries in 10 seconds; no part of the order is stored", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      const entries = Array.from({ length: 31 }, () => fill(100))
      const before = yield* storedRows
      const first = yield* submit(player, { entries: entries.slice(0, 30) })
      const second = yield* submit(player, { entries: entries.slice(0, 30) })
      for (const order of [first, second]) for (const { result } of order.entries) assert.strictEqual(result, "success")
      const stored = yield* storedRows
      assert.strictEqual(stored.orders - before.orders, 2)
      const third = yield* submit(player, { entries: [fill(100), fill(9999)] })
      assert.deepStrictEqual(
        third.entries.map(({ result }) => result),
        ["too_many_requests", "too_many_requests"],
      )
      assert.deepStrictEqual(yield* storedRows, stored)
      assert.strictEqual(yield* resultOf(yield* insertPlayer(), fill(100)), "success")
      yield* TestClock.adjust("9999 millis")
      assert.strictEqual(yield* resultOf(player, fill(100)), "too_many_requests")
      yield* TestClock.adjust("2 millis")
      assert.strictEqual(yield* resultOf(player, fill(100)), "success")
    }),
  )
})

withLayer(ordersLayer(sqliteLayer, draft, { orderEntriesPerWindowMax: 2 }))("an order without entries", (it) => {
  it.effect("is stored, answered and counted as 1 entry", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      const before = yield* storedRows
      for (let count = 0; count < 3; count++)
        assert.deepStrictEqual((yield* submit(player, { entries: [] })).entries, [])
      assert.deepStrictEqual(yield* storedRows, { ...before, orders: before.orders + 2 })
    }),
  )
})

withLayer(layer)("what an order says", (it) => {
  it.effect("all requested fields, with ids, results and each record before and after", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      yield* TestClock.setTime(1_763_693_160_000)
      yield* submit(player, { entries: [fill(100)] })
      const request: OrderRequest = {
        source: "IN_GAME",
        client_order_ref_id: "0a0a0a0a-0000-4000-8000-000000000001",
        instance_id: "instance",
        match_id: "match",
        is_transaction: false,
        entries: [{ ...fill(100, 2), external_item_sku: "sku", player_portal_event_id: INT64_MAX }],
      }
      const order = yield* submit(player, request)
      const { order_id, entries, created_time, ...rest } = order
      assert.deepStrictEqual(rest, {
        source: "IN_GAME",
        client_order_ref_id: "0a0a0a0a-0000-4000-8000-000000000001",
        instance_id: "instance",
        match_id: "match",
        is_transaction: false,
        player_uuid: player,
      })
      assert.strictEqual(created_time, 1_763_693_160_001)
      const [entry] = entries
      assert.strictEqual(entry?.player_portal_event_id, INT64_MAX)
      assert.strictEqual(entry?.external_item_sku, "sku")
      const [record] = yield* recordsOf(player)
      const shared = {
        inventory_id: record?.inventoryId ?? "",
        type: "persistent",
        legacy_inventory_id: record?.legacyInventoryId ?? 0n,
        bucket: "none",
        acquired: 1_763_693_160_000,
      } as const
      assert.deepStrictEqual(entry?.details, [
        {
          type: "inventory_change",
          loot_id: 100,
          inv_change: {
            before_item_id: GOLD,
            after_item_id: GOLD,
            before: { ...shared, count: 10 },
            after: { ...shared, count: 30 },
          },
        },
      ])
      assert.notStrictEqual(order_id, entry?.entry_id)
    }),
  )

  it.effect("a player's own order carries the portal of the session", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      const order = yield* submit(player, { entries: [fill(100)] }, playerCaller(player, "Golf"))
      assert.strictEqual(order.source, "CLIENT")
      assert.strictEqual(order.portal_id, 5)
      assert.strictEqual(order.portal_user_id, "portal-user")
      assert.strictEqual(order.entries[0]?.details[0]?.inv_change?.after?.bucket, "golf")
    }),
  )

  it.effect("find answers with the same bytes, to the player of the order alone", () =>
    Effect.gen(function* () {
      const orders = yield* Orders
      const player = yield* insertPlayer()
      const { wire } = yield* orders.submit(player, { entries: [fill(100)] }, server)
      const { order_id } = yield* orderIn(wire)
      assert.strictEqual((yield* orders.find(player, order_id.toUpperCase())).wire, wire)
      for (const [who, id] of [
        [yield* insertPlayer(), order_id],
        [player, nobodys],
      ] as ReadonlyArray<readonly [PlayerUuid, string]>) {
        assert.strictEqual((yield* Effect.flip(orders.find(who, id))).code, "resource_not_found")
      }
    }),
  )

  it.effect("level rewards stand in the entry that reached the levels", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      const order = yield* submit(player, { entries: [fill(117)] })
      assert.deepStrictEqual(
        order.entries[0]?.details.map(({ loot_id, inv_change }) => [loot_id, inv_change?.after?.count]),
        [
          [117, 60],
          [600, 1],
          [601, 6],
        ],
      )
    }),
  )
})

/** The code of the refusal. Checks that the store is unchanged. */
const refused = (request: OrderRequest, by: (player: PlayerUuid) => Caller) =>
  Effect.gen(function* () {
    const orders = yield* Orders
    const player = yield* insertPlayer()
    const before = yield* storedRows
    const error = yield* Effect.flip(orders.submit(player, request, by(player)))
    assert.deepStrictEqual(yield* storedRows, before)
    return error.code
  })

withLayer(layer)("who may submit", (it) => {
  it.effect("a player for another player: refused", () =>
    Effect.gen(function* () {
      const other = yield* insertPlayer()
      assert.strictEqual(
        yield* refused({ entries: [fill(100)] }, () => playerCaller(other)),
        "insufficient_permissions",
      )
    }),
  )

  it.effect("a player without the permission: refused", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* refused({ entries: [fill(100)] }, (player) => ({ ...playerCaller(player), permissions: [] })),
        "insufficient_permissions",
      )
    }),
  )

  it.effect("a player with another source than CLIENT: refused", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* refused({ source: "REWARDS", entries: [fill(100)] }, playerCaller),
        "insufficient_permissions",
      )
    }),
  )

  it.effect("a machine without the permission, with any subject: refused", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* refused({ entries: [fill(100)] }, (player) => ({
          ...server,
          subject: ClientUuid.make(player),
          permissions: ["inv:create_order:player:self"],
        })),
        "insufficient_permissions",
      )
    }),
  )

  it.effect("any caller for a player that does not exist: not found", () =>
    Effect.gen(function* () {
      const orders = yield* Orders
      const error = yield* Effect.flip(orders.submit(strangerUuid, { entries: [fill(100)] }, server))
      assert.strictEqual(error.code, "resource_not_found")
    }),
  )
})

describe("records changed by hand", () => {
  onEachDatabase((name, database) => {
    withLayer(ordersLayer(database, draft))(name, (it) => {
      it.effect("count, expiry and custom data change, by id or legacy id; the rest stays", () =>
        Effect.gen(function* () {
          const player = yield* insertPlayer()
          yield* TestClock.setTime(1_000_000)
          const made = yield* submit(player, {
            entries: [
              { type: "create_new_persistent_inventory", item_id: GOLD, quantity: 3, custom_data: { color: "red" } },
              { type: "create_new_transient_inventory", item_id: GOLD, quantity: 4, use_inventory_bucket: "golf" },
            ],
          })
          const [first, second] = made.entries.map(({ details }) => details[0]?.inv_change?.after)
          assert.strictEqual(first?.type, "persistent")
          assert.strictEqual(second?.type, "transient")
          assert.strictEqual(second?.bucket, "golf")
          const changed = yield* submit(player, {
            entries: [
              {
                type: "update_existing_persistent_inventory",
                legacy_inventory_id: first?.legacy_inventory_id ?? 0n,
                quantity: 9,
                expires: 2_000_000,
              },
              {
                type: "update_inventory",
                inventory_id: second?.inventory_id ?? "",
                quantity: 1,
                custom_data: { size: "large" },
              },
              // A record of the wrong type, and a legacy id where only the id is accepted.
              { type: "update_existing_transient_inventory", inventory_id: first?.inventory_id ?? "", quantity: 1 },
              { type: "update_inventory", legacy_inventory_id: second?.legacy_inventory_id ?? 0n, quantity: 1 },
            ],
          })
          assert.deepStrictEqual(
            changed.entries.map(({ result }) => result),
            ["success", "success", "inventory_not_found", "inventory_not_found"],
          )
          assert.deepStrictEqual(changed.entries[0]?.details[0]?.inv_change?.after, {
            ...(first as NonNullable<typeof first>),
            count: 9,
            expires: 2_000_000,
          })
          assert.deepStrictEqual(changed.entries[1]?.details[0]?.inv_change?.after, {
            ...(second as NonNullable<typeof second>),
            count: 1,
            custom_data: { size: "large" },
          })
          assert.strictEqual(yield* violations, 0)

          yield* TestClock.setTime(2_000_000)
          const byId = { type: "update_inventory", inventory_id: first?.inventory_id ?? "", quantity: 1 } as const
          assert.strictEqual(yield* resultOf(player, byId), "inventory_not_found")
        }),
      )

      it.effect("a record takes every count from 0 to 2^53-1, and all buckets together hold no more", () =>
        Effect.gen(function* () {
          const player = yield* insertPlayer()
          const most = Number.MAX_SAFE_INTEGER
          const make = { type: "create_new_persistent_inventory", item_id: GOLD, quantity: 1 } as const
          yield* submit(player, { entries: [make, { ...make, use_inventory_bucket: "golf" }] })
          const [first, second] = (yield* recordsOf(player)).map(({ inventoryId }) => inventoryId)
          const types = ["update_inventory", "update_existing_persistent_inventory"] as const
          for (const type of types) {
            const write = (inventory_id = "", quantity = 0) => resultOf(player, { type, inventory_id, quantity })
            // The record of the other bucket holds one, so the sum is the bound of this one.
            assert.strictEqual(yield* write(first, most - 1), "success", type)
            assert.strictEqual(yield* countOf(player, GOLD), most)
            assert.strictEqual(yield* write(first, most), "failed_to_modify_inventory", type)
            assert.strictEqual(yield* write(second, 2), "failed_to_modify_inventory", type)
            assert.strictEqual(yield* write(second, 0), "success", type)
            assert.strictEqual(yield* write(first, most), "success", type)
            assert.strictEqual(yield* countOf(player, GOLD), most)
            assert.strictEqual(yield* write(first, -1), "quantity_not_allowed", type)
            assert.strictEqual(yield* write(first, 0), "success", type)
            assert.strictEqual(yield* countOf(player, GOLD), 0)
            // Rows at 0 stay, with their ids.
            assert.strictEqual(yield* write(second, 1), "success", type)
          }
          const [only, another] = [{ ...make, type: "create_new_transient_inventory" } as const, make]
          for (const entry of [only, another]) {
            assert.strictEqual(yield* resultOf(player, { ...entry, quantity: 0 }), "quantity_not_allowed")
            assert.strictEqual(yield* resultOf(player, { ...entry, quantity: 1_000_001 }), "quantity_not_allowed")
          }
          assert.strictEqual(yield* violations, 0)
        }),
      )

      it.effect("records of other players cannot be changed", () =>
        Effect.gen(function* () {
          const [ada, lin] = [yield* insertPlayer(), yield* insertPlayer()]
          yield* submit(ada, { entries: [fill(100)] })
          const [record] = yield* recordsOf(ada)
          const byId = { type: "update_inventory", inventory_id: record?.inventoryId ?? "", quantity: 1 } as const
          assert.strictEqual(yield* resultOf(lin, byId), "inventory_not_found")
          assert.strictEqual(yield* countOf(ada, GOLD), 10)
        }),
      )

      it.effect("new ids of records and orders fit what the interface says", () =>
        Effect.gen(function* () {
          const player = yield* insertPlayer()
          for (let count = 0; count < 20; count++) {
            yield* submit(player, {
              entries: [{ type: "create_new_persistent_inventory", item_id: GOLD, quantity: 1 }],
            })
          }
          const records = yield* recordsOf(player)
          assert.strictEqual(new Set(records.map(({ legacyInventoryId }) => legacyInventoryId)).size, 20)
          for (const { legacyInventoryId } of records) assert.isTrue(legacyInventoryId > 0n)
          assert.strictEqual(new Set(records.map(({ inventoryId }) => inventoryId)).size, 20)
        }),
      )
    })
  })
})
