/**
 * A naive way to store orders, as the control of the race tests. Every call is a unit of its own, updates trust earlier
 * reads, and a reference is not protected against a second order. A claim is counted on top of what was read.
 */
import { InventoryStore } from "@garrison/core/inventory/InventoryStore"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import { Transaction } from "@garrison/core/kernel/Transaction"
import { ClaimStore } from "@garrison/core/order/ClaimStore"
import { OrderStore } from "@garrison/core/order/OrderStore"
import * as SqlInventoryStore from "@garrison/sql/inventory/SqlInventoryStore"
import * as SqlClaimStore from "@garrison/sql/order/SqlClaimStore"
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

/** The claims of the control: it counts up from the uses that it read, as if no claim was made meanwhile. */
const naiveClaims = (meanwhile: Effect.Effect<void>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const claims = yield* ClaimStore
    const transaction = yield* Transaction
    const read = new Map<string, number>()
    return ClaimStore.of({
      ...claims,
      endSession: (player) => transaction.run(claims.endSession(player)),
      promotion: (player, code) =>
        Effect.tap(claims.promotion(player, code), ({ uses }) => {
          read.set(code, uses)
          return meanwhile
        }),
      add: (_player, _orderId, added) =>
        Effect.forEach(
          added.claims,
          ({ code }) => {
            const uses = (read.get(code) ?? 0) + 1
            return sql`INSERT INTO promotion_use (code, uses) VALUES (${code}, ${uses})
              ON CONFLICT (code) DO UPDATE SET uses = ${uses}`
          },
          { discard: true },
        ).pipe(Effect.as("added" as const), transaction.run, Effect.orDie),
    })
  })

/** The stores and units of work of the control. The work of others comes between a read and the write after it. */
export const naiveStores = (afterLoad: Effect.Effect<void>, afterClaims: Effect.Effect<void> = Effect.void) =>
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
        load: pausing(inventory.load, afterLoad),
        endSession: (player, by, now) => transaction.run(inventory.endSession(player, by, now)),
        apply: (player, { created, updated }, now) =>
          Effect.forEach(updated, ({ after }) => believe(after)).pipe(
            Effect.andThen(inventory.apply(player, { created, updated: [], ledger: [] }, now)),
            transaction.run,
            Effect.orDie,
          ),
      })
      const naiveOrders = OrderStore.of({
        ...orders,
        atOnce: undefined,
        begin: (player, recalling) => transaction.run(orders.begin(player, recalling)),
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
        Context.add(ClaimStore, yield* naiveClaims(afterClaims)),
        Context.add(
          Transaction,
          Transaction.of({
            ...transaction,
            run: (unit) => unit,
            ofOwner: (_, work) => work,
            afterCommit: (effect) => effect,
          }),
        ),
      )
    }),
  ).pipe(Layer.provide(Layer.mergeAll(SqlInventoryStore.layer, SqlOrderStore.layer, SqlClaimStore.layer)))
