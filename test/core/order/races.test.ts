/**
 * Many submissions at once (guarantees R2 and R6), on both databases. Each has a control that must fail: the same use
 * case over a store that neither locks the inventory nor guards its statements.
 */
import { assert, describe, layer as withLayer } from "@effect/vitest"
import { InventoryBucket } from "@garrison/core/catalog/schema"
import { InventoryStore } from "@garrison/core/inventory/InventoryStore"
import { COUNT_MAX } from "@garrison/core/inventory/schema"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Orders } from "@garrison/core/order/Orders"
import { type BasisRequest, OrderStore } from "@garrison/core/order/OrderStore"
import type { OrderRequest, SubmittedEntry } from "@garrison/core/order/schema"
import * as SqlInventoryStore from "@garrison/sql/inventory/SqlInventoryStore"
import * as SqlClaimStore from "@garrison/sql/order/SqlClaimStore"
import * as SqlOrderStore from "@garrison/sql/order/SqlOrderStore"
import * as Cause from "effect/Cause"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { type DatabaseServices, onEachDatabase } from "../../support/databases.ts"
import {
  countOf,
  ordersLayer,
  ordersOver,
  recordsOf,
  resultOf,
  server,
  submit,
  violations,
} from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import { rendezvous } from "../../support/rendezvous.ts"
import type { Draft } from "./catalogs.ts"
import { naiveStores, pausing } from "./naive.ts"

const COIN = 1
const SWORD = 2
const CROWN = 3
const GEM = 4

const draft: Draft = {
  items: { [COIN]: {}, [SWORD]: {}, [CROWN]: {}, [GEM]: {} },
  vendors: {
    10: {
      loot: {
        100: { item_id: COIN, quantity: 100 },
        101: { sub_vendor_id: 20 },
        102: { sub_vendor_id: 30 },
        103: { sub_vendor_id: 40 },
        // A third of the most gems that a player may hold, and one more.
        104: { item_id: GEM, quantity: Math.floor(COUNT_MAX / 3) + 1 },
      },
    },
    // Ten coins for a sword.
    20: {
      loot: {
        200: { item_id: COIN, quantity: 10, inventory_operation: "check_greater_than_or_equal_and_subtract" },
        201: { item_id: SWORD },
      },
    },
    // Three crowns at most.
    30: { type: "randomly_sampled", loot: { 300: { item_id: CROWN, stack_limit: 3 } } },
    // A hundred different amounts, equally likely.
    40: {
      type: "randomly_sampled",
      loot: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [400 + at, { item_id: COIN, quantity: at + 1 }])),
    },
  },
}

const fill = (loot_id: number): SubmittedEntry => ({ type: "fill_loot", loot_id, quantity: 1 })

/** Submits `count` times at once. */
const atOnce = <A, E, R>(count: number, effect: (index: number) => Effect.Effect<A, E, R>) =>
  Effect.forEach(
    Array.from({ length: count }, (_, index) => index),
    effect,
    { concurrency: "unbounded" },
  )

/** How many concurrent submissions spend from the same purse. */
const SPENDERS = 40

/** No submission writes before all have read. The first read belongs to the order that fills the purse. */
const everybodyHasRead = Effect.map(rendezvous(SPENDERS), (meet) => {
  let reads = 0
  return Effect.suspend(() => (reads++ === 0 ? Effect.void : meet))
})

const naiveLayer = (database: Layer.Layer<DatabaseServices>) =>
  ordersOver(draft).pipe(
    Layer.provide(Layer.unwrap(Effect.map(everybodyHasRead, naiveStores))),
    Layer.provideMerge(database),
  )

/** The updates of records keep their guard. Nothing locks the inventory, and its last change is not compared. */
const unlockedOrders = Layer.effect(
  OrderStore,
  Effect.map(OrderStore, (orders) => {
    const unlocked = (player: PlayerUuid, request: BasisRequest) => orders.readBasis(player, request, "unlocked")
    return OrderStore.of({
      ...orders,
      beginsWithoutLock: false,
      readBasis: unlocked,
      store: (order) => {
        const request = { reference: undefined, now: 0, recentMillis: 0, unpaidMillis: 0, countsBytes: false }
        return Effect.flatMap(unlocked(order.player, request), (now) =>
          orders.store(now === "not_found" ? order : { ...order, lastChanged: now.lastChanged }),
        )
      },
    })
  }),
).pipe(Layer.provide(SqlOrderStore.layer))

const pausingInventory = Layer.effect(
  InventoryStore,
  Effect.map(InventoryStore, (inventory) => ({ ...inventory, load: pausing(inventory.load, Effect.yieldNow) })),
).pipe(Layer.provide(SqlInventoryStore.layer))

const unguardedLayer = (database: Layer.Layer<DatabaseServices>) =>
  ordersOver(draft).pipe(
    Layer.provide(Layer.mergeAll(pausingInventory, unlockedOrders, SqlClaimStore.layer)),
    Layer.provideMerge(database),
  )

const buy = (player: Parameters<typeof resultOf>[0]) =>
  Effect.map(Effect.exit(resultOf(player, fill(101))), (exit) =>
    Exit.isSuccess(exit) ? exit.value : Cause.hasDies(exit.cause) ? "unavailable" : "failed",
  )

const spendAtOnce = Effect.gen(function* () {
  const player = yield* insertPlayer()
  yield* submit(player, { entries: [fill(100)] })
  const results = yield* atOnce(SPENDERS, () => buy(player))
  return {
    player,
    bought: results.filter((result) => result === "success").length,
    failed: results.filter((result) => result === "cannot_meet_loot_required").length,
    coins: yield* countOf(player, COIN),
    swords: yield* countOf(player, SWORD),
  }
})

const BUCKETS = InventoryBucket.literals

/** Everybody is given a third of the most gems, each in another bucket. */
const gatherAtOnce = Effect.gen(function* () {
  const player = yield* insertPlayer()
  yield* submit(player, { entries: [fill(100)] })
  const results = yield* atOnce(SPENDERS, (index) =>
    resultOf(player, { ...fill(104), use_inventory_bucket: BUCKETS[index % BUCKETS.length] ?? "none" }),
  )
  const gems = (yield* recordsOf(player)).filter(({ itemId }) => itemId === GEM)
  return {
    given: results.filter((result) => result === "success").length,
    refused: results.filter((result) => result === "failed_to_modify_inventory").length,
    gems: gems.reduce((sum, { count }) => sum + BigInt(count), 0n),
    violations: yield* violations,
  }
})

onEachDatabase((name, database) => {
  describe(`at once on ${name}`, () => {
    withLayer(ordersLayer(database, draft))("with all guards", (it) => {
      it.effect("a hundred coins buy exactly ten swords", () =>
        Effect.gen(function* () {
          const { bought, failed, coins, swords } = yield* spendAtOnce
          assert.deepStrictEqual({ bought, failed, coins, swords }, { bought: 10, failed: 30, coins: 0, swords: 10 })
          assert.strictEqual(yield* violations, 0)
        }),
      )

      it.effect("what all buckets hold together does not pass 2^53-1", () =>
        Effect.gen(function* () {
          const gathered = { given: 2, refused: SPENDERS - 2, violations: 0 }
          assert.deepStrictEqual(yield* gatherAtOnce, { ...gathered, gems: 2n * BigInt(Math.floor(COUNT_MAX / 3) + 1) })
        }),
      )

      it.effect("a stack limit of three lets three through", () =>
        Effect.gen(function* () {
          const player = yield* insertPlayer()
          const results = yield* atOnce(40, () => resultOf(player, fill(102)))
          assert.strictEqual(results.filter((result) => result === "success").length, 3)
          assert.strictEqual(results.filter((result) => result === "failed_to_find_any_sub_loot").length, 37)
          assert.strictEqual(yield* countOf(player, CROWN), 3)
        }),
      )

      it.effect("the first forty grants of an item meet in one record", () =>
        Effect.gen(function* () {
          const player = yield* insertPlayer()
          yield* atOnce(40, () => resultOf(player, fill(100)))
          const records = yield* recordsOf(player)
          assert.deepStrictEqual(
            records.map(({ count }) => count),
            [4000],
          )
          assert.strictEqual(yield* violations, 0)
        }),
      )

      it.effect("twenty equal submissions are a single order, drawn once, and all get its bytes", () =>
        Effect.gen(function* () {
          const orders = yield* Orders
          const sql = yield* SqlClient.SqlClient
          const player = yield* insertPlayer()
          const request: OrderRequest = {
            client_order_ref_id: "0e0e0e0e-0000-4000-8000-000000000001",
            entries: [fill(103)],
          }
          const wires = yield* atOnce(20, () => Effect.map(orders.submit(player, request, server), ({ wire }) => wire))
          assert.strictEqual(new Set(wires).size, 1)
          const stored = yield* sql`SELECT wire FROM player_order WHERE player_uuid = ${uuids(sql).id(player)}`
          assert.deepStrictEqual(stored, [{ wire: wires[0] }])
          const [record] = yield* recordsOf(player)
          assert.strictEqual(
            (yield* submit(player, request)).entries[0]?.details[0]?.inv_change?.after?.count,
            record?.count,
          )
          assert.strictEqual(yield* violations, 0)
        }),
      )

      it.effect("of twenty bodies with the same reference, exactly one is the order and the others conflict", () =>
        Effect.gen(function* () {
          const orders = yield* Orders
          const player = yield* insertPlayer()
          const results = yield* atOnce(20, (index) =>
            orders
              .submit(
                player,
                {
                  client_order_ref_id: "0e0e0e0e-0000-4000-8000-000000000002",
                  match_id: `${index}`,
                  entries: [fill(100)],
                },
                server,
              )
              .pipe(
                Effect.as("success"),
                Effect.catchTag("OrderRefused", ({ code }) => Effect.succeed(code)),
              ),
          )
          assert.strictEqual(results.filter((result) => result === "success").length, 1)
          assert.strictEqual(results.filter((result) => result === "order_ref_conflict").length, 19)
          assert.strictEqual(yield* countOf(player, COIN), 100)
        }),
      )

      it.effect("orders of different players do not wait for each other's results", () =>
        Effect.gen(function* () {
          const players = yield* Effect.forEach(Array.from({ length: 20 }), () => insertPlayer())
          yield* atOnce(60, (index) => resultOf(players[index % 20] ?? players[0]!, fill(100)))
          for (const player of players) assert.strictEqual(yield* countOf(player, COIN), 300)
        }),
      )
    })

    withLayer(unguardedLayer(database))("with the guard of records alone", (it) => {
      it.effect("coins are not spent twice; a submission that cannot follow fails because storage is busy", () =>
        Effect.gen(function* () {
          const { bought, coins, swords } = yield* spendAtOnce
          assert.isAtMost(bought, 10)
          assert.isAtLeast(bought, 1)
          assert.deepStrictEqual({ coins, swords }, { coins: 100 - 10 * bought, swords: bought })
          assert.strictEqual(yield* violations, 0)
        }),
      )
    })

    withLayer(naiveLayer(database))("with neither (the control)", (it) => {
      it.effect("coins are spent twice", () =>
        Effect.gen(function* () {
          const { bought, coins } = yield* spendAtOnce
          assert.deepStrictEqual({ bought, coins }, { bought: SPENDERS, coins: 90 })
        }),
      )

      it.effect("all buckets together hold more than 2^53-1", () =>
        Effect.gen(function* () {
          const { gems } = yield* gatherAtOnce
          assert.isTrue(gems > BigInt(COUNT_MAX))
        }),
      )
    })
  })
})
