/** Reading what refunds are decided on, in SQL. */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { type OwedByOrder, RefundStore } from "@garrison/core/order/RefundStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, integerOrUndefined, type Row } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuid, uuidOrUndefined, uuids } from "../uuid.ts"
import { owedOf } from "./SqlOrderStore.ts"

const owedByOrderOf = (row: Row): OwedByOrder => ({
  orderId: uuid(row.order_id),
  created: integer(row.created),
  refundedOrderId: uuidOrUndefined(row.refunded_order_id),
  owed: owedOf(row),
})

const queries = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)
  return {
    refundOf: (player: PlayerUuid, orderId: string) =>
      sql`SELECT order_id FROM player_order WHERE player_uuid = ${id(player)} AND refunded_order_id = ${id(orderId)}`,
    refunds: (player: PlayerUuid, limit: number) =>
      sql`SELECT refund.order_id, refunded.created FROM player_order AS refund JOIN player_order AS refunded
          ON refunded.player_uuid = ${id(player)} AND refunded.order_id = refund.refunded_order_id
        WHERE refund.player_uuid = ${id(player)} AND refund.refunded_order_id IS NOT NULL LIMIT ${limit}`,
    owed: (player: PlayerUuid, limit: number) =>
      sql`SELECT order_id, created, refunded_order_id, owed FROM player_order
        WHERE player_uuid = ${id(player)} AND owed IS NOT NULL AND order_id NOT IN (SELECT refund.refunded_order_id
          FROM player_order AS refund WHERE refund.player_uuid = ${id(player)} AND refund.refunded_order_id IS NOT NULL)
        ORDER BY created DESC, order_id DESC LIMIT ${limit}`,
    claimedBy: (player: PlayerUuid, code: string) =>
      sql`SELECT order_id FROM promotion_claim WHERE player_uuid = ${id(player)} AND code = ${code}`,
    sessionAfter: (player: PlayerUuid, after: number) =>
      sql`SELECT created FROM player_order WHERE player_uuid = ${id(player)} AND created > ${after} AND began_session = 1
        ORDER BY created DESC LIMIT 1`,
    recordsOf: (player: PlayerUuid, itemId: number, limit: number) =>
      sql`SELECT inventory_id FROM inventory_ledger
        WHERE player_uuid = ${id(player)} AND item_id = ${itemId} AND revision = 1 ORDER BY inventory_id DESC LIMIT ${limit}`,
  }
}

/** {@link RefundStore} on either database. */
export const layer = Layer.effect(
  RefundStore,
  Effect.gen(function* () {
    const query = queries(yield* SqlClient.SqlClient)
    return RefundStore.of({
      refundOf: (player, orderId) =>
        orUnavailable(Effect.map(query.refundOf(player, orderId), ([row]) => uuidOrUndefined(row?.["order_id"]))),
      refunds: (player, limit) =>
        orUnavailable(
          Effect.map(
            query.refunds(player, limit),
            (rows) => new Map(rows.map((row) => [uuid(row["order_id"]), integer(row["created"])])),
          ),
        ),
      owed: (player, limit) => orUnavailable(Effect.map(query.owed(player, limit), (rows) => rows.map(owedByOrderOf))),
      claimedBy: (player, code) =>
        orUnavailable(Effect.map(query.claimedBy(player, code), ([row]) => uuidOrUndefined(row?.["order_id"]))),
      sessionAfter: (player, after) =>
        orUnavailable(Effect.map(query.sessionAfter(player, after), ([row]) => integerOrUndefined(row?.["created"]))),
      recordsOf: (player, itemId, limit) =>
        orUnavailable(
          Effect.map(query.recordsOf(player, itemId, limit), (rows) => rows.map((row) => uuid(row.inventory_id))),
        ),
    })
  }),
)
