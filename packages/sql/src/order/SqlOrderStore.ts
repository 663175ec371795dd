/** Orders in SQL. */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import { ORDER_FEATURES } from "@garrison/core/order/enumerations"
import {
  type FoundOrder,
  type ListedOrder,
  type NewestSpan,
  type OrderEvidence,
  type OrderSpan,
  OrderStore,
  type OrderSubmitter,
  type OwedCount,
  type SearchedOrder,
} from "@garrison/core/order/OrderStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { flag, integer, type Row, text, textOrUndefined } from "../columns.ts"
import { makePreparedRead, type PreparedRead } from "../preparedRead.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { makeEndSession } from "./endSession.ts"
import { makeReadBasis } from "./readBasis.ts"
import { makeStoreOrder } from "./storeOrder.ts"
import { NIL, uuid, uuidOrUndefined, uuids } from "../uuid.ts"

const listedOf = (row: Row): ListedOrder => ({
  orderId: uuid(row.order_id),
  created: integer(row.created),
  wire: text(row.wire),
})

const searchedOf = (row: Row): SearchedOrder => ({
  ...listedOf(row),
  playerUuid: uuid(row.player_uuid) as PlayerUuid,
  parentOrderId: uuidOrUndefined(row.parent_order_id),
  clientId: textOrUndefined(row.client_id),
})

const submitterOf = (row: Row): OrderSubmitter | undefined => {
  const submitter = uuidOrUndefined(row.submitter_uuid)
  if (submitter === undefined) return undefined
  return { kind: text(row.submitter_kind) as OrderSubmitter["kind"], uuid: submitter, clientId: text(row.client_id) }
}

const evidenceOf = (row: Row): OrderEvidence => ({
  catalogVersion: integer(row.catalog_version),
  platform: textOrUndefined(row.platform) as Platform | undefined,
  isServer: flag(row.is_server),
  disabled: ORDER_FEATURES.filter((feature) => textOrUndefined(row.disabled)?.split(" ").includes(feature)),
  choices: JSON.parse(text(row.choices)) as ReadonlyArray<number>,
  promotions: JSON.parse(textOrUndefined(row.promotions) ?? "[]") as OrderEvidence["promotions"],
  applied: JSON.parse(textOrUndefined(row.applied) ?? "[]") as OrderEvidence["applied"],
  stated: JSON.parse(textOrUndefined(row.stated) ?? "[]") as OrderEvidence["stated"],
})

/** What an order could not take. */
export const owedOf = (row: Row): ReadonlyArray<OwedCount> =>
  JSON.parse(textOrUndefined(row.owed) ?? "[]") as ReadonlyArray<OwedCount>

const foundOf = (row: Row): FoundOrder => {
  const parentOrderId = uuidOrUndefined(row.parent_order_id)
  return {
    ...listedOf(row),
    submitter: submitterOf(row),
    parentOrderId,
    refundedOrderId: uuidOrUndefined(row.refunded_order_id),
    owed: owedOf(row),
    catalogVersion: integer(row.catalog_version),
    evidence: parentOrderId === undefined ? evidenceOf(row) : undefined,
  }
}

const queries = (sql: SqlClient.SqlClient, preparedRead: PreparedRead) => {
  const { id } = uuids(sql)
  return {
    listUp: preparedRead(
      `SELECT order_id, created, wire FROM player_order
      WHERE player_uuid = ? AND (created, order_id) > (?, ?)
      ORDER BY created, order_id LIMIT ?`,
      (rows) => rows.map(listedOf),
    ),
    listDown: preparedRead(
      `SELECT order_id, created, wire FROM player_order
      WHERE player_uuid = ? AND created >= ? AND (created, order_id) < (?, ?)
      ORDER BY created DESC, order_id DESC LIMIT ?`,
      (rows) => rows.map(listedOf),
    ),
    find: (player: PlayerUuid, orderId: string) =>
      sql`SELECT order_id, created, wire, submitter_kind, submitter_uuid, client_id, parent_order_id, catalog_version,
        platform, is_server, disabled, choices, promotions, applied, refunded_order_id, owed, stated FROM player_order
      WHERE player_uuid = ${id(player)} AND order_id = ${id(orderId)}`,
  }
}

/** {@link OrderStore} on either database. */
export const layer = Layer.effect(
  OrderStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const preparedRead = yield* makePreparedRead
    const query = queries(sql, preparedRead)
    const readBasis = yield* makeReadBasis
    const store = yield* makeStoreOrder
    const endSession = yield* makeEndSession
    const { id } = uuids(sql)
    const beginsWithoutLock = sql.onDialectOrElse({ pg: () => true, orElse: () => false })

    // One lower bound: with a second one, `created >= oldest`, either database would begin there and pass over every
    // order up to the cursor.
    const listUp = (player: PlayerUuid, { from, limit, oldest }: OrderSpan) => {
      const start = from.created < oldest ? { created: oldest, orderId: "" } : from
      return query.listUp(id(player), start.created, id(start.orderId) ?? id(NIL), limit)
    }

    const list = (player: PlayerUuid, span: OrderSpan) => {
      const { from, limit, oldest, sort } = span
      return sort === "asc"
        ? listUp(player, span)
        : query.listDown(id(player), oldest, from.created, id(from.orderId) ?? id(NIL), limit)
    }

    const newest = ({ before, from, limit, player }: NewestSpan) => {
      const columns = sql.literal("order_id, player_uuid, created, parent_order_id, client_id, wire")
      const place = sql`(created, order_id) < (${before.created}, ${id(before.orderId)})`
      const rows =
        player === undefined
          ? sql`SELECT ${columns} FROM player_order WHERE ${place} ORDER BY created DESC, order_id DESC LIMIT ${limit}`
          : sql`SELECT ${columns} FROM player_order WHERE player_uuid = ${id(player)} AND ${place}
              ORDER BY created DESC, order_id DESC LIMIT ${limit}`
      return rows.pipe(
        Effect.map((found) => found.map(searchedOf).filter(({ created }) => created >= from)),
        orUnavailable,
      )
    }

    const find = (player: PlayerUuid, orderId: string) =>
      query.find(player, orderId).pipe(
        Effect.map(([row]) => (row === undefined ? undefined : foundOf(row))),
        orUnavailable,
      )

    return OrderStore.of({ beginsWithoutLock, readBasis, store, endSession, list, newest, find })
  }),
)
