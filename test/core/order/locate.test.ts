/**
 * An order is found by its id alone: every order that is stored from now on, those that others made too, and in parts
 * those that were stored before there was a lookup.
 */
import { assert, describe, it } from "@effect/vitest"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as earlierOrders from "@garrison/core/order/earlierOrders"
import { LocatedOrders } from "@garrison/core/order/LocatedOrders"
import { OrderLookupStore } from "@garrison/core/order/OrderLookupStore"
import { integer } from "@garrison/sql/columns"
import { migration } from "@garrison/sql/migrations/0022_order_lookup"
import * as SqlOrderLookupStore from "@garrison/sql/order/SqlOrderLookupStore"
import * as SqlPlayerStore from "@garrison/sql/player/SqlPlayerStore"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { onEachDatabase } from "../../support/databases.ts"
import { inUnit } from "../../support/identities.ts"
import { ordersLayer, submit } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import type { Draft } from "./catalogs.ts"

const COIN = 1
const COINS = 100
const BOX = 101

const draft: Draft = {
  items: { [COIN]: {} },
  vendors: {
    10: { loot: { [COINS]: { item_id: COIN, quantity: 1 }, [BOX]: { sub_vendor_id: 20 } } },
    20: { type: "randomly_sampled", loot: { 200: { item_id: COIN, quantity: 7, fill_in_new_order: true } } },
  },
}

const fill = (loot_id: number) => ({ entries: [{ type: "fill_loot" as const, loot_id, quantity: 1 }] })

const locate = (orderId: string) => LocatedOrders.use((orders) => orders.locate(orderId))

const places = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`SELECT COUNT(*) AS places FROM order_lookup`
  return integer(row?.["places"])
})

/** The database as the step finds one that a version without a lookup wrote. */
const asBefore = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM order_lookup`
  yield* sql`DELETE FROM order_lookup_left`
  yield* sql.unsafe(migration.statements.at(-1) as string)
}).pipe(Effect.orDie, inUnit)

/** A process that ends when it has done so many units of work, and tells that it ended. */
const stoppedAfter = (units: number, stopped: Deferred.Deferred<void>) =>
  Layer.effect(
    OrderLookupStore,
    Effect.map(OrderLookupStore, (store) => {
      let left = units
      return OrderLookupStore.of({
        ...store,
        enterBefore: (place, limit) =>
          left-- > 0
            ? store.enterBefore(place, limit)
            : Effect.andThen(Deferred.succeed(stopped, undefined), Effect.never),
      })
    }),
  )

const untilEntered = Effect.gen(function* () {
  const { left } = yield* OrderLookupStore
  while ((yield* left) !== undefined) yield* Effect.yieldNow
})

const opened = Layer.build(Layer.fresh(earlierOrders.layer))

onEachDatabase((name, database) => {
  const services = LocatedOrders.layer.pipe(
    Layer.provideMerge(Layer.merge(SqlOrderLookupStore.layer, SqlPlayerStore.layer)),
    Layer.provideMerge(ordersLayer(database, draft)),
  )

  describe(`orders by their id alone on ${name}`, () => {
    it.effect("are found as they are stored, and so are those that they make", () =>
      Effect.gen(function* () {
        const ada = yield* insertPlayer({ displayName: "Ada" })
        const grace = yield* insertPlayer({ displayName: "Grace" })
        const { order_id: ofAda } = yield* submit(ada, fill(COINS))
        const made = yield* submit(grace, fill(BOX))
        const child = made.entries[0]?.details.find(({ order }) => order !== undefined)?.order?.order_id ?? ""
        assert.deepInclude(yield* locate(ofAda.toUpperCase()), {
          order_id: ofAda,
          player_uuid: ada,
          display_name: "Ada",
          item_ids: [COIN],
        })
        assert.strictEqual((yield* locate(made.order_id)).player_uuid, grace)
        assert.deepInclude(yield* locate(child), { player_uuid: grace, parent_order_id: made.order_id })
        const unknown = yield* Effect.flip(locate(PlayerUuid.make("00000000-0000-7000-8000-000000000000")))
        assert.strictEqual(unknown.message, "There is no such order.")
      }).pipe(Effect.provide(services)),
    )

    it.effect("are entered with their order, or not at all", () =>
      Effect.gen(function* () {
        const ada = yield* insertPlayer()
        yield* submit(ada, fill(COINS))
        const before = yield* places
        const transaction = yield* Transaction
        const undone = Effect.andThen(submit(ada, fill(COINS)), Effect.die("undone"))
        yield* Effect.exit(transaction.run(undone))
        assert.strictEqual(yield* places, before)
      }).pipe(Effect.provide(services)),
    )

    it.effect("are entered in parts where they were stored before, whatever stops it, and by processes together", () =>
      Effect.gen(function* () {
        const ada = yield* insertPlayer()
        const orders: Array<string> = []
        for (let at = 0; at < 1050; at += 1) orders.push((yield* submit(ada, fill(COINS))).order_id)
        yield* asBefore
        const missing = yield* Effect.flip(locate(orders[0] ?? ""))
        assert.include(missing.message, "still being entered")
        const stopped = yield* Deferred.make<void>()
        const stopping = Effect.andThen(opened, Deferred.await(stopped))
        yield* Effect.scoped(Effect.provide(stopping, stoppedAfter(1, stopped)))
        assert.strictEqual(yield* places, 500)
        // An order that is stored meanwhile has its row already.
        const { order_id: newer } = yield* submit(ada, fill(COINS))
        yield* Effect.scoped(Effect.all([opened, opened, untilEntered], { concurrency: 3 }))
        assert.strictEqual(yield* places, orders.length + 1)
        for (const order of [newer, ...orders.slice(0, 3), ...orders.slice(498, 503), ...orders.slice(-3)]) {
          assert.isTrue(Exit.isSuccess(yield* Effect.exit(locate(order))), order)
        }
      }).pipe(Effect.provide(services)),
    )
  })
})
