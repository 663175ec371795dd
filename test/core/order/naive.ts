/**
 * A naive way to store orders, as the control of the race tests. Every call is a unit of its own, updates trust earlier
 * reads, and a reference is not protected against a second order. A claim is counted on top of what was read.
 */
import { InventoryStore } from "@garrison/core/inventory/InventoryStore"
import { sumChanges } from "@garrison/core/order/rules/wire/writes"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { ClaimStore } from "@garrison/core/order/ClaimStore"
import { type InventoryStep, OrderStore } from "@garrison/core/order/OrderStore"
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

/** The uses of each code as they were read last. */
type UsesRead = Map<string, number>

/** The claims of the control, which notes what it read. */
const naiveClaims = (read: UsesRead, meanwhile: Effect.Effect<void>) =>
  Effect.map(ClaimStore, (claims) =>
    ClaimStore.of({
      ...claims,
      promotion: (player, code) =>
        Effect.tap(claims.promotion(player, code), ({ uses }) => {
          read.set(code, uses)
          return meanwhile
        }),
    }),
  )

/** The orders of the control: whatever the inventory has become, it stores what was decided. */
const naiveOrders = (read: UsesRead) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { run } = yield* Transaction
    const orders = yield* OrderStore

    /** The step from where the inventory is now. */
    const anyway = <A extends InventoryStep>(step: A) => {
      const request = { reference: undefined, now: step.created, recentMillis: 0, unpaidMillis: 0, countsBytes: false }
      return Effect.map(orders.readBasis(step.player, request, "locked"), (basis) =>
        basis === "not_found" ? step : { ...step, created: basis.created, lastChanged: basis.lastChanged },
      )
    }
    const believe = ({ count, inventoryId }: HeldRecord) =>
      sql`UPDATE inventory_record SET count = ${count} WHERE inventory_id = ${uuids(sql).id(inventoryId)}`
    /** Counts up from the uses that were read, as if no claim was made meanwhile. */
    const countUse = (code: string) => {
      const uses = (read.get(code) ?? 0) + 1
      return sql`INSERT INTO promotion_use (code, uses) VALUES (${code}, ${uses})
        ON CONFLICT (code) DO UPDATE SET uses = ${uses}`
    }

    return OrderStore.of({
      ...orders,
      beginsWithoutLock: false,
      readBasis: (player, request) => orders.readBasis(player, request, "unlocked"),
      endSession: (session) => run(Effect.flatMap(anyway(session), orders.endSession)),
      store: (order) =>
        Effect.gen(function* () {
          const { created, updated } = order.writes
          for (const { after } of updated) yield* believe(after)
          const writes = { created, updated: [], sums: sumChanges({ created, updated: [] }), ledger: [] }
          const rows = order.orders.map((row) => ({ ...row, reference: undefined, fingerprint: undefined }))
          const stored = yield* orders.store({
            ...(yield* anyway(order)),
            writes,
            orders: rows,
            claims: [],
            applied: [],
          })
          for (const { code } of order.claims) yield* countUse(code)
          return stored
        }).pipe(run, Effect.orDie),
    })
  })

/** The stores and units of work of the control. The work of others comes between a read and the write after it. */
export const naiveStores = (afterLoad: Effect.Effect<void>, afterClaims: Effect.Effect<void> = Effect.void) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const transaction = yield* Transaction
      const inventory = yield* InventoryStore
      const read: UsesRead = new Map()
      return Context.make(
        InventoryStore,
        InventoryStore.of({ ...inventory, load: pausing(inventory.load, afterLoad) }),
      ).pipe(
        Context.add(OrderStore, yield* naiveOrders(read)),
        Context.add(ClaimStore, yield* naiveClaims(read, afterClaims)),
        Context.add(
          Transaction,
          Transaction.of({
            ...transaction,
            run: (unit) => unit,
            ofOwner: (_, work) => work,
            inTurn: (_, work) => work,
            afterCommit: (effect) => effect,
          }),
        ),
      )
    }),
  ).pipe(Layer.provide(Layer.mergeAll(SqlInventoryStore.layer, SqlOrderStore.layer, SqlClaimStore.layer)))
