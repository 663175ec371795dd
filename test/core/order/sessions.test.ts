/**
 * Inventory sessions (decisions, section 11): what goes when one ends, the entitlements that are fulfilled when the
 * next begins, and loot that is given once per session. On both databases.
 */
import { assert, layer as withLayer } from "@effect/vitest"
import { InventoryStore } from "@garrison/core/inventory/InventoryStore"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { Orders } from "@garrison/core/order/Orders"
import type { PlayerOrder, SubmittedEntry } from "@garrison/core/order/schema"
import type { Caller } from "@garrison/core/kernel/Caller"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { type DatabaseServices, onEachDatabase } from "../../support/databases.ts"
import {
  countOf,
  orderIn,
  ordersLayer,
  ordersOver,
  playerCaller,
  recordsOf,
  resultOf,
  server,
  submit,
  violations,
} from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import { rendezvous } from "../../support/rendezvous.ts"
import type { Draft } from "./catalogs.ts"
import { hour } from "./fulfilling.ts"
import { naiveStores } from "./naive.ts"

const COIN = 1
const PASS = 2
const BADGE = 3
const BETA = 4
const GOLFERS = 5
const RETIRED = 6

const entitlement = (entitled_loot_id: number) => ({ type: "entitlement", entitled_loot_id }) as const

const draft: Draft = {
  items: {
    [COIN]: {},
    [PASS]: entitlement(100),
    [BADGE]: {},
    [BETA]: { ...entitlement(101), availability_flags: 2 },
    [GOLFERS]: { ...entitlement(102), item_portal_use_ruleset_id: 1 },
    [RETIRED]: { ...entitlement(102), availability_flags: 1 },
  },
  item_portal_use_rulesets: { 1: { platforms: ["Golf"] } },
  vendors: {
    10: {
      loot: {
        100: { sub_vendor_id: 20 },
        101: { item_id: BADGE, inventory_selector_type: "inherit_entitlement_inventory" },
        102: { item_id: COIN, quantity: 7, inventory_selector_type: "own_transient" },
        103: { item_id: COIN, quantity: 3, inventory_selector_type: "own_transient", is_claimable_by_client: true },
        104: { item_id: COIN },
      },
    },
    20: {
      loot: {
        200: { item_id: COIN, quantity: 10, inventory_selector_type: "own_transient" },
        201: { item_id: BADGE, inventory_selector_type: "inherit_entitlement_inventory", inventory_operation: "set" },
      },
    },
  },
}

/** Makes a record of the item by hand. */
const create = (item_id: number, fields: Partial<SubmittedEntry> = {}): SubmittedEntry => ({
  type: "create_new_persistent_inventory",
  item_id,
  quantity: 1,
  ...fields,
})

const begin = Effect.fnUntraced(function* (player: PlayerUuid, by: Caller = playerCaller(player), reference?: string) {
  const orders = yield* Orders
  const request = reference === undefined ? {} : { client_order_ref_id: reference }
  const { wire } = yield* orders.startSession(player, request, by)
  return yield* orderIn(wire)
})

/** The entitlement items of the order's entries, with their results. */
const fulfilled = ({ entries }: PlayerOrder) => entries.map(({ item_id, result }) => [item_id, result])

/** The sum of the player's ledger rows by item, and the rows that no entry made. */
const ledgerOf = Effect.fnUntraced(function* (player: PlayerUuid) {
  const sql = yield* SqlClient.SqlClient
  const owner = uuids(sql).id(player)
  const rows = yield* Effect.orDie(
    sql`SELECT item_id, delta, entry_id FROM inventory_ledger WHERE player_uuid = ${owner}`,
  )
  const sums: Record<number, number> = {}
  for (const { delta, item_id } of rows) sums[Number(item_id)] = (sums[Number(item_id)] ?? 0) + Number(delta)
  return { sums, ends: rows.filter(({ entry_id }) => entry_id === null).length }
})

onEachDatabase((name, database) => {
  withLayer(ordersLayer(database, draft))(`an inventory session on ${name}`, (it) => {
    it.effect("fulfils what the player owns and may use here, in one order of source ENTITLEMENTS", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* submit(player, { entries: [create(PASS), create(GOLFERS), create(COIN)] })
        const order = yield* begin(player, playerCaller(player, "Golf"))
        assert.strictEqual(order.source, "ENTITLEMENTS")
        assert.deepStrictEqual(fulfilled(order), [
          [PASS, "success"],
          [BETA, "success"],
          [GOLFERS, "success"],
        ])
        assert.deepStrictEqual([yield* countOf(player, COIN), yield* countOf(player, BADGE)], [18, 2])
        const elsewhere = yield* begin(player, playerCaller(player, "Echo"))
        assert.deepStrictEqual(fulfilled(elsewhere), [
          [PASS, "success"],
          [BETA, "success"],
        ])
        // The transient coins and badge are new. The badge of the pass is set to 1 in the bucket of each platform.
        assert.deepStrictEqual([yield* countOf(player, COIN), yield* countOf(player, BADGE)], [11, 3])
      }),
    )

    it.effect("takes the transient records of the one before; the ledger still adds up, and gives them back", () =>
      Effect.gen(function* () {
        const inventory = yield* InventoryStore
        const player = yield* insertPlayer()
        yield* submit(player, {
          entries: [create(COIN, { quantity: 4 }), { ...create(COIN), type: "create_new_transient_inventory" }],
        })
        const before = (yield* submit(player, { entries: [] })).created_time
        const order = yield* begin(player)
        assert.deepStrictEqual(
          (yield* recordsOf(player)).map(({ count, itemId, type }) => [itemId, count, type]),
          [
            [COIN, 4, "persistent"],
            [BADGE, 1, "transient"],
          ],
        )
        assert.strictEqual(yield* violations, 0)
        assert.deepStrictEqual(yield* ledgerOf(player), { sums: { [COIN]: 4, [BADGE]: 1 }, ends: 1 })
        const selection = { itemIds: [COIN], inventoryIds: [], legacyInventoryIds: [] }
        const countsAt = (position: number) =>
          Effect.map(inventory.at(player, selection, position), (records) => records.map(({ count }) => count))
        assert.deepStrictEqual(yield* countsAt(before), [4, 1])
        assert.deepStrictEqual(yield* countsAt(order.created_time), [4])
      }),
    )

    it.effect("gives loot that inherits the type and expiry of the entitlement's record that lasts longest", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(10 * hour)
        const player = yield* insertPlayer()
        yield* submit(player, { entries: [create(PASS, { expires: 20 * hour }), create(PASS, { expires: 30 * hour })] })
        yield* begin(player)
        const badges = (yield* recordsOf(player)).filter(({ itemId }) => itemId === BADGE)
        assert.deepStrictEqual(
          badges.map(({ expires, type }) => [type, expires]),
          [
            ["persistent", 30 * hour],
            ["transient", undefined],
          ],
        )
        yield* submit(player, { entries: [create(PASS)] })
        yield* begin(player)
        const kept = (yield* recordsOf(player)).filter(({ itemId, type }) => itemId === BADGE && type === "persistent")
        assert.sameDeepMembers(
          kept.map(({ expires }) => expires),
          [30 * hour, undefined],
        )
        yield* TestClock.setTime(40 * hour)
      }),
    )

    it.effect(
      "with a reference that is sent again is the same session, and with that of another order a conflict",
      () =>
        Effect.gen(function* () {
          const orders = yield* Orders
          const player = yield* insertPlayer()
          yield* submit(player, { entries: [create(PASS)] })
          const reference = "0d0d0d0d-0000-4000-8000-000000000001"
          const first = yield* begin(player, playerCaller(player), reference)
          assert.strictEqual(yield* resultOf(player, { type: "fill_loot", loot_id: 102, quantity: 1 }), "success")
          assert.deepStrictEqual(yield* begin(player, playerCaller(player), reference), first)
          assert.strictEqual(yield* countOf(player, COIN), 17)
          const taken = "0d0d0d0d-0000-4000-8000-000000000002"
          yield* submit(player, { client_order_ref_id: taken, entries: [create(COIN)] })
          const request = { client_order_ref_id: taken }
          const error = yield* Effect.flip(orders.startSession(player, request, playerCaller(player)))
          assert.strictEqual(error.code, "order_ref_conflict")
        }),
    )

    it.effect("of a player without entitlements is an order without those entries; of no player it is not found", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        const player = yield* insertPlayer()
        assert.deepStrictEqual(fulfilled(yield* begin(player, server)), [[BETA, "success"]])
        const stranger = "00000000-0000-7000-8000-00000000dead" as PlayerUuid
        assert.strictEqual((yield* Effect.flip(orders.startSession(stranger, {}, server))).code, "resource_not_found")
        const other = yield* Effect.flip(orders.startSession(player, {}, playerCaller(stranger)))
        assert.strictEqual(other.code, "insufficient_permissions")
      }),
    )

    it.effect("gives loot of fill_loot_single_transient once, and the next session gives it again", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const single: SubmittedEntry = { type: "fill_loot_single_transient", loot_id: 103, quantity: 1 }
        const by = playerCaller(player)
        const twice = yield* submit(player, { entries: [single, single] }, by)
        assert.deepStrictEqual(
          twice.entries.map(({ result }) => result),
          ["success", "transient_single_loot_already_applied"],
        )
        assert.strictEqual(yield* resultOf(player, single, by), "transient_single_loot_already_applied")
        yield* begin(player)
        assert.strictEqual(yield* countOf(player, COIN), 0)
        assert.strictEqual(yield* resultOf(player, single, by), "success")
        assert.strictEqual(yield* countOf(player, COIN), 3)
        assert.strictEqual(yield* resultOf(player, { ...single, quantity: 2 }, by), "quantity_not_allowed")
        assert.strictEqual(yield* resultOf(player, { ...single, loot_id: 104 }, by), "loot_not_fillable_from_client")
      }),
    )

    it.effect("single transient loot of a transaction that fails was not applied", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const single: SubmittedEntry = { type: "fill_loot_single_transient", loot_id: 103, quantity: 1 }
        const failing = { is_transaction: true, entries: [single, { ...single, loot_id: 999 }] }
        const results = (yield* submit(player, failing)).entries.map(({ result }) => result)
        assert.deepStrictEqual(results, ["rollback", "loot_not_found"])
        assert.strictEqual(yield* resultOf(player, single), "success")
      }),
    )

    it.effect("entitled loot is filled by item or by record; from clients only if it is claimable", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* submit(player, { entries: [create(PASS), create(BADGE)] })
        const records = yield* recordsOf(player)
        const idOf = (item: number) => records.find(({ itemId }) => itemId === item)?.inventoryId ?? ""
        const entry: SubmittedEntry = { type: "fill_entitled_loot", quantity: 1 }
        const cases: ReadonlyArray<readonly [Partial<SubmittedEntry>, string]> = [
          [{ item_id: PASS }, "success"],
          [{ inventory_id: idOf(PASS) }, "success"],
          [{ inventory_id: idOf(PASS), item_id: PASS }, "success"],
          [{ inventory_id: idOf(PASS), item_id: BADGE }, "inventory_not_found"],
          [{ inventory_id: idOf(BADGE) }, "item_not_found"],
          [{ inventory_id: "00000000-0000-7000-8000-00000000dead" }, "inventory_not_found"],
          [{}, "item_not_found"],
          [{ item_id: 99 }, "item_not_found"],
          [{ item_id: GOLFERS }, "inventory_not_found"],
          [{ item_id: RETIRED }, "item_not_active"],
          [{ item_id: PASS, quantity: 0 }, "quantity_not_allowed"],
        ]
        for (const [fields, result] of cases) {
          assert.strictEqual(yield* resultOf(player, { ...entry, ...fields }), result, JSON.stringify(fields))
        }
        const own = yield* resultOf(player, { ...entry, item_id: PASS }, playerCaller(player))
        assert.strictEqual(own, "loot_not_fillable_from_client")
      }),
    )
  })

  const many = 150
  const collector: Draft = {
    items: {
      [COIN]: {},
      ...Object.fromEntries(Array.from({ length: many }, (_, at) => [100 + at, entitlement(100)])),
    },
    vendors: { 10: { loot: { 100: { item_id: COIN, inventory_selector_type: "own_transient" } } } },
  }

  withLayer(ordersLayer(database, collector, { orderEntriesPerWindowMax: 3 }))(`many sessions on ${name}`, (it) => {
    it.effect(
      "one order holds more entitlements than a request may hold entries, and too many sessions are refused",
      () =>
        Effect.gen(function* () {
          const orders = yield* Orders
          const sql = yield* SqlClient.SqlClient
          const player = yield* insertPlayer()
          yield* begin(player)
          const insert = Array.from({ length: many }, (_, at) => at).map(
            (at) => sql`INSERT INTO inventory_record (player_uuid, inventory_id, item_id, type, bucket, count, acquired,
            legacy_inventory_id, revision) VALUES (${uuids(sql).id(player)},
            ${uuids(sql).id(`00000000-0000-7000-8000-${String(at).padStart(12, "0")}`)}, ${100 + at}, 'persistent', 'none', 1,
            0, ${at}, 1)`,
          )
          const count = sql`INSERT INTO inventory_count (player_uuid, item_id, bucket, count, records)
            SELECT player_uuid, item_id, bucket, count, 1 FROM inventory_record WHERE player_uuid = ${uuids(sql).id(player)}`
          yield* (yield* Transaction).run(Effect.andThen(Effect.all(insert), count))
          const order = yield* begin(player)
          assert.strictEqual(order.entries.length, many)
          assert.strictEqual(yield* countOf(player, COIN), many)
          yield* begin(player)
          const error = yield* Effect.flip(orders.startSession(player, {}, playerCaller(player)))
          assert.strictEqual(error.code, "too_many_inventory_sessions")
          assert.strictEqual(yield* countOf(player, COIN), many)
        }).pipe(Effect.orDie),
    )
  })
})

const atOnce = <A, E, R>(count: number, effect: Effect.Effect<A, E, R>) =>
  Effect.forEach(Array.from({ length: count }), () => effect, { concurrency: "unbounded" })

/** Sessions that begin at once. */
const SESSIONS = 20

const naiveLayer = (database: Layer.Layer<DatabaseServices>) => {
  let loads = 0
  const afterFirst = (meet: Effect.Effect<void>) => Effect.suspend(() => (loads++ === 0 ? Effect.void : meet))
  return ordersOver(draft).pipe(
    Layer.provide(Layer.unwrap(Effect.map(rendezvous(SESSIONS), (meet) => naiveStores(afterFirst(meet))))),
    Layer.provideMerge(database),
  )
}

onEachDatabase((name, database) => {
  const race = Effect.gen(function* () {
    const player = yield* insertPlayer()
    yield* submit(player, { entries: [create(PASS)] })
    yield* atOnce(SESSIONS, begin(player))
    const records = (yield* recordsOf(player)).filter(({ itemId }) => itemId === COIN)
    return { player, records: records.map(({ count }) => count) }
  })

  withLayer(ordersLayer(database, draft))(`sessions that begin at once on ${name}`, (it) => {
    it.effect("leave the transient records of one", () =>
      Effect.gen(function* () {
        const { player, records } = yield* race
        assert.deepStrictEqual(records, [10])
        assert.deepStrictEqual((yield* ledgerOf(player)).sums, { [PASS]: 1, [COIN]: 10, [BADGE]: 2 })
      }),
    )
  })

  withLayer(naiveLayer(database))(`sessions that begin at once without the claim on ${name} (the control)`, (it) => {
    it.effect("leave the transient records of several", () =>
      Effect.gen(function* () {
        assert.isAbove((yield* race).records.length, 1)
      }),
    )
  })
})
