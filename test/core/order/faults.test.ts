/**
 * Storage that fails during a submission (guarantees R1, R5, R7 and R8). It fails at each statement in turn, at the
 * COMMIT, and at the answer after the COMMIT. An order is stored completely or not at all, and a reference gives once.
 */
import { assert, layer as withLayer } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import { Orders } from "@garrison/core/order/Orders"
import { OrderStore } from "@garrison/core/order/OrderStore"
import type { OrderRequest } from "@garrison/core/order/schema"
import * as SqlInventoryStore from "@garrison/sql/inventory/SqlInventoryStore"
import * as SqlClaimStore from "@garrison/sql/order/SqlClaimStore"
import * as SqlOrderStore from "@garrison/sql/order/SqlOrderStore"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Statement from "effect/sql/Statement"
import { onEachDatabase } from "../../support/databases.ts"
import {
  countOf,
  orderIn,
  ordersLayer,
  ordersOver,
  server,
  storedRows,
  submit,
  violations,
} from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import type { Draft } from "./catalogs.ts"

const draft: Draft = {
  items: { 1: {}, 2: {}, 3: {} },
  vendors: {
    10: { loot: { 100: { item_id: 1, quantity: 5 }, 101: { sub_vendor_id: 20 } } },
    20: { loot: { 200: { item_id: 1, inventory_operation: "subtract" }, 201: { sub_vendor_id: 30 } } },
    30: {
      type: "randomly_sampled",
      loot: { 300: { item_id: 2 }, 301: { item_id: 3, quantity: 7 }, 302: { item_id: 2, fill_in_new_order: true } },
    },
  },
}

const request: OrderRequest = {
  client_order_ref_id: "0f0f0f0f-0000-4000-8000-000000000001",
  is_transaction: true,
  entries: [
    { type: "fill_loot", loot_id: 101, quantity: 1 },
    { type: "fill_loot", loot_id: 100, quantity: 1 },
  ],
}

const broken = new StorageUnavailable("the disk is full")

/**
 * Lets `allowed` statements of `effect` pass and answers later statements with `instead`. Counts the started
 * statements.
 */
const limited = <A, E, R>(effect: Effect.Effect<A, E, R>, allowed: number, instead: Effect.Effect<never>) => {
  let begun = 0
  const transform: Statement.Transformer = (statement) =>
    Effect.suspend(() => (++begun > allowed ? instead : Effect.succeed(statement)))
  return Effect.map(Effect.exit(Effect.provideService(effect, Statement.CurrentTransformer, transform)), (exit) => ({
    exit,
    begun,
  }))
}

/** The statements of an order of one item. On Postgres the last one is the whole unit of work. */
const statementsOf = (database: string): number => (database === "SQLite" ? 8 : 3)

/** A player with 5 of the first item, and the submission under test. */
const prepare = Effect.gen(function* () {
  const orders = yield* Orders
  const player = yield* insertPlayer()
  yield* submit(player, { entries: [{ type: "fill_loot", loot_id: 100, quantity: 1 }] })
  return { player, submission: orders.submit(player, request, server) }
})

/** The order is stored once, with all its effects. */
const isStoredOnce = Effect.fnUntraced(function* (player: PlayerUuid, wire: string) {
  const orders = yield* Orders
  const order = yield* orderIn(wire)
  assert.deepStrictEqual(
    order.entries.map(({ result }) => result),
    ["success", "success"],
  )
  assert.strictEqual((yield* orders.find(player, order.order_id)).wire, wire)
  assert.strictEqual((yield* orders.submit(player, request, server)).wire, wire)
  assert.strictEqual(yield* countOf(player, 1), 9)
  assert.strictEqual((yield* countOf(player, 2)) + (yield* countOf(player, 3)) / 7, 1)
  assert.strictEqual(yield* violations, 0)
})

onEachDatabase((name, database) => {
  withLayer(ordersLayer(database, draft))(`storage that fails on ${name}`, (it) => {
    it.effect("at any statement: no part of the order is stored, and the next try gives once", () =>
      Effect.gen(function* () {
        const { player, submission } = yield* prepare
        const before = yield* storedRows
        for (let allowed = 0; ; allowed++) {
          const { exit, begun } = yield* limited(submission, allowed, Effect.die(broken))
          if (Exit.isSuccess(exit)) {
            assert.isAtLeast(allowed, statementsOf(name))
            assert.isAtMost(allowed, statementsOf(name) + 2)
            return yield* isStoredOnce(player, exit.value.wire)
          }
          assert.isTrue(Cause.hasDies(exit.cause))
          assert.strictEqual(begun, allowed + 1)
          assert.deepStrictEqual(yield* storedRows, before)
          assert.strictEqual(yield* countOf(player, 1), 5)
        }
      }),
    )

    it.effect("a caller that cancels at any statement leaves no part of the order", () =>
      Effect.gen(function* () {
        const { player, submission } = yield* prepare
        const before = yield* storedRows
        for (const allowed of name === "SQLite" ? [1, 3, 5] : [0, 1, 2]) {
          const reached = yield* Deferred.make<void>()
          const endless = Effect.andThen(Deferred.succeed(reached, undefined), Effect.never)
          const fiber = yield* Effect.forkChild(limited(submission, allowed, endless), { startImmediately: true })
          yield* Deferred.await(reached)
          yield* Fiber.interrupt(fiber)
          assert.deepStrictEqual(yield* storedRows, before)
        }
        yield* isStoredOnce(player, (yield* submission).wire)
      }),
    )

    it.effect("an entry of one item takes few statements, also when the player owns many others", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        const { player } = yield* prepare
        const simple = orders.submit(player, { entries: [{ type: "fill_loot", loot_id: 100, quantity: 1 }] }, server)
        const { exit, begun } = yield* limited(simple, Number.POSITIVE_INFINITY, Effect.die(broken))
        assert.isTrue(Exit.isSuccess(exit))
        assert.strictEqual(begun, statementsOf(name))
      }),
    )
  })

  // The COMMIT may have happened or not. The caller sees the same failure.
  for (const [moment, isStored] of [
    ["before", false],
    ["after", true],
  ] as const) {
    let failures = 0
    const flakyUnits = Layer.effect(
      Transaction,
      Effect.map(Transaction, ({ run, ...others }) => {
        failures = 3
        return Transaction.of({
          ...others,
          run: (unit) =>
            Effect.suspend(() => {
              if (failures-- <= 0) return run(unit)
              return isStored
                ? Effect.andThen(run(unit), Effect.die(broken))
                : run(Effect.andThen(unit, Effect.die(broken)))
            }),
        })
      }),
    )
    // On Postgres the statement that stores is the unit of work: it is not sent, or its answer does not arrive.
    const flakyOrders = Layer.effect(
      OrderStore,
      Effect.map(OrderStore, (orders) => {
        if (!orders.beginsWithoutLock) return orders
        const store: typeof orders.store = (order) =>
          Effect.suspend(() => {
            if (failures-- <= 0) return orders.store(order)
            return isStored ? Effect.andThen(orders.store(order), Effect.die(broken)) : Effect.die(broken)
          })
        return OrderStore.of({ ...orders, store })
      }),
    ).pipe(Layer.provide(SqlOrderStore.layer))
    const layer = ordersOver(draft).pipe(
      Layer.provide(flakyUnits),
      Layer.provideMerge(Layer.mergeAll(SqlInventoryStore.layer, flakyOrders, SqlClaimStore.layer)),
      Layer.provideMerge(database),
    )
    withLayer(layer)(`an answer lost ${moment} the COMMIT on ${name}`, (it) => {
      it.effect("a second try gives once, and answers with the first try's stored answer", () =>
        Effect.gen(function* () {
          const orders = yield* Orders
          const player = yield* insertPlayer()
          const drop: OrderRequest = {
            client_order_ref_id: "0f0f0f0f-0000-4000-8000-000000000002",
            entries: [{ type: "fill_loot", loot_id: 100, quantity: 1 }],
          }
          // A try that finds the order stored commits no rows, so it cannot fail at the COMMIT.
          for (let attempt = 0; attempt < (isStored ? 1 : 3); attempt++) {
            const exit = yield* Effect.exit(orders.submit(player, drop, server))
            assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
            assert.strictEqual((yield* storedRows).orders, isStored ? 1 : 0)
          }
          const { wire } = yield* orders.submit(player, drop, server)
          assert.strictEqual((yield* orders.submit(player, drop, server)).wire, wire)
          assert.deepStrictEqual(yield* storedRows, { orders: 1, records: 1, ledger: 1 })
          assert.strictEqual(yield* countOf(player, 1), 5)
          assert.strictEqual(yield* violations, 0)
        }),
      )
    })
  }
})
