/** Which inventory records an order loads: only those that decide about its outcome. */
import { assert, layer as withLayer } from "@effect/vitest"
import { InventoryStore } from "@garrison/core/inventory/InventoryStore"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Orders } from "@garrison/core/order/Orders"
import type { OrderRequest, SubmittedEntry } from "@garrison/core/order/schema"
import type { Caller } from "@garrison/core/kernel/Caller"
import * as SqlInventoryStore from "@garrison/sql/inventory/SqlInventoryStore"
import * as SqlClaimStore from "@garrison/sql/order/SqlClaimStore"
import * as SqlOrderStore from "@garrison/sql/order/SqlOrderStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { onEachDatabase } from "../../support/databases.ts"
import { countOf, orderIn, ordersOver, playerCaller, server, submit, violations } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import type { Draft } from "./catalogs.ts"

const GOLD = 1
const XP = 2
const CLAIMED = 101
const RETIRED_LOOT = 102

const draft: Draft = {
  items: { [GOLD]: {}, [XP]: { level_xp_table_id: 1, level_vendor_id: 30 } },
  vendors: {
    10: {
      loot: {
        100: { item_id: GOLD },
        [CLAIMED]: { item_id: GOLD, is_claimable_by_client: true },
        [RETIRED_LOOT]: { item_id: GOLD, is_claimable_by_client: true, active: false },
        103: { item_id: GOLD, quantity: 12, inventory_operation: "subtract" },
      },
    },
    30: { loot: { 300: { item_id: GOLD, quantity: 1000, sort_order: 2 } } },
  },
  xp_tables: { 1: { levels: { 1: 10, 2: 20 } } },
}

const create = (item_id: number, quantity: number): SubmittedEntry => ({
  type: "create_new_persistent_inventory",
  item_id,
  quantity,
})
const fill = (loot_id: number, quantity = 1): SubmittedEntry => ({ type: "fill_loot", loot_id, quantity })

/** Records that the store has loaded. */
let recordsLoaded = 0

/** The inventory store over the database in context; it counts what it loads. */
const countingStore = Layer.effect(
  InventoryStore,
  Effect.map(InventoryStore, (store) =>
    InventoryStore.of({
      ...store,
      load: (player, selection, now) =>
        Effect.tap(store.load(player, selection, now), ({ records }) =>
          Effect.sync(() => (recordsLoaded += records.length)),
        ),
    }),
  ),
).pipe(Layer.provide(SqlInventoryStore.layer))

/** How many records the order loaded, and how its entries ended. */
const loadedBy = Effect.fnUntraced(function* (player: PlayerUuid, request: OrderRequest, by: Caller = server) {
  recordsLoaded = 0
  const { wire } = yield* (yield* Orders).submit(player, request, by)
  const order = yield* orderIn(wire)
  return { records: recordsLoaded, results: order.entries.map(({ result }) => result) }
})

onEachDatabase((name, database) => {
  const stores = Layer.mergeAll(countingStore, SqlOrderStore.layer, SqlClaimStore.layer).pipe(
    Layer.provideMerge(database),
  )
  withLayer(ordersOver(draft).pipe(Layer.provideMerge(stores)))(`what an order loads, on ${name}`, (it) => {
    it.effect("a new record loads its item, whose count has a bound, and of many records the sums alone", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const two = [create(GOLD, 1), { ...create(GOLD, 1), type: "create_new_transient_inventory" as const }]
        for (let held = 0; held < 6; held += 2) {
          const loaded = yield* loadedBy(player, { entries: two })
          assert.deepStrictEqual(loaded, { records: held, results: ["success", "success"] })
        }
        yield* submit(player, { entries: Array.from({ length: 30 }, () => create(GOLD, 1)) })
        assert.strictEqual((yield* loadedBy(player, { entries: two })).records, 0)
      }),
    )

    it.effect("later entries of the order count the new record and the earlier records of its item", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* submit(player, { entries: [create(GOLD, 5), create(GOLD, 5)] })
        const spending = [create(GOLD, 1), fill(103), create(GOLD, 1), fill(103), fill(103)]
        assert.deepStrictEqual((yield* loadedBy(player, { entries: spending })).results, [
          "success",
          "failed_to_consume_loot_required",
          "success",
          "success",
          "failed_to_consume_loot_required",
        ])
        assert.strictEqual(yield* countOf(player, GOLD), 0)
        const undone = { is_transaction: true, entries: [create(GOLD, 50), fill(100), fill(103), fill(999)] }
        assert.strictEqual((yield* loadedBy(player, undone)).results[0], "rollback")
        assert.strictEqual(yield* countOf(player, GOLD), 0)
        assert.strictEqual(yield* violations, 0)
      }),
    )

    it.effect("a new record of an item with levels loads that item, because its count decides the rewards", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* submit(player, { entries: [create(XP, 15)] })
        const { records, results } = yield* loadedBy(player, { entries: [create(XP, 4)] })
        assert.deepStrictEqual([records, results], [1, ["success"]])
        assert.strictEqual(yield* countOf(player, GOLD), 0)
        assert.strictEqual((yield* loadedBy(player, { entries: [create(XP, 1)] })).records, 2)
        assert.strictEqual(yield* countOf(player, GOLD), 1000)
      }),
    )

    it.effect("an entry that fails for the request alone loads no record", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* submit(player, { entries: [create(GOLD, 5)] })
        const named = (yield* submit(player, { entries: [create(GOLD, 5)] })).entries[0]?.details[0]?.inv_change?.after
        const update: SubmittedEntry = {
          type: "update_inventory",
          inventory_id: named?.inventory_id ?? "",
          quantity: 1,
        }
        const failing: ReadonlyArray<readonly [Caller, SubmittedEntry, string]> = [
          [playerCaller(player), fill(100), "loot_not_fillable_from_client"],
          [playerCaller(player), fill(RETIRED_LOOT), "loot_not_active"],
          [playerCaller(player), fill(CLAIMED, 0), "quantity_not_allowed"],
          [playerCaller(player), { ...fill(CLAIMED), vendor_etag: "another" }, "vendor_version_does_not_match"],
          [playerCaller(player), create(GOLD, 1), "permission_denied"],
          [playerCaller(player), update, "permission_denied"],
          [server, { ...update, quantity: -1 }, "quantity_not_allowed"],
          [server, { ...fill(100), type: "purchase_loot" }, "price_not_allowed"],
        ]
        for (const [by, entry, result] of failing) {
          const found = yield* loadedBy(player, { entries: [entry] }, by)
          assert.deepStrictEqual(found, { records: 0, results: [result] as typeof found.results })
        }
        assert.strictEqual((yield* loadedBy(player, { entries: [fill(CLAIMED)] }, playerCaller(player))).records, 2)
      }),
    )
  })
})
