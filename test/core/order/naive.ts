/**
 * A naive way to store orders, as the control of the race tests. Every call is a unit of its own, updates trust earlier
 * reads, and a reference is not protected against a second order.
 */
import { InventoryStore } from "@garrison/core/inventory/InventoryStore"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import { Transaction } from "@garrison/core/kernel/Transaction"
import { OrderStore } from "@garrison/core/order/OrderStore"
import * as SqlInventoryStore from "@garrison/sql/inventory/SqlInventoryStore"
import * as SqlOrderStore from "@garrison/sql/order/SqlOrderStore"
import * as Context from "effect/Context"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

/** `load`, followed by `meanwhile`: the work of others between a read and the write after it. */
export const pausing =
  (load: InventoryStore["Service"]["load"], meanwhile: Effect.Effect<void>): InventoryStore["Service"]["load"] =>
  (...selection) =>
    Effect.tap(load(...selection), () => meanwhile)

/** The stores and units of work of the control. */
export const naiveStores = (meanwhile: Effect.Effect<void>) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transaction = yield* Transaction
      const inventory = yield* InventoryStore
      const orders = yield* OrderStore
      const believe = (after: HeldRecord) =>
        sql`UPDATE inventory_record SET count = ${after.count} WHERE inventory_id = ${uuids(sql).id(after.inventoryId)}`
      const naiveInventory = InventoryStore.of({
        ...inventory,
        claim: (player, now) => transaction.run(inventory.claim(player, now)),
        load: pausing(inventory.load, meanwhile),
        apply: (player, { created, updated }, now) =>
          Effect.forEach(updated, ({ after }) => believe(after)).pipe(
            Effect.andThen(inventory.apply(player, { created, updated: [], ledger: [] }, now)),
            transaction.run,
            Effect.orDie,
          ),
      })
      const naiveOrders = OrderStore.of({
        ...orders,
        add: (player, created, rows) =>
          transaction.run(
            orders.add(
              player,
              created,
              rows.map((row) => ({ ...row, reference: undefined })),
            ),
          ),
      })
      return Context.make(InventoryStore, naiveInventory).pipe(
        Context.add(OrderStore, naiveOrders),
        Context.add(
          Transaction,
          Transaction.of({
            ...transaction,
            run: (unit) => unit,
            afterCommit: (effect) => effect,
          }),
        ),
      )
    }),
  ).pipe(Layer.provide(Layer.mergeAll(SqlInventoryStore.layer, SqlOrderStore.layer)))
