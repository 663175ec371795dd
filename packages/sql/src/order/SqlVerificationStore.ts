/** Reading orders, claims and ledger rows for a verification, in SQL. */
import type { LedgerPlace } from "@garrison/core/inventory/LedgerStore"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { KeptOrder, OrderPlace } from "@garrison/core/order/OrderStore"
import { type KeptClaim, VerificationStore } from "@garrison/core/order/VerificationStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { flag, integer, integerOrUndefined, type Row, text, textOrUndefined } from "../columns.ts"
import { ledgerNames, lineOf } from "../inventory/SqlLedgerStore.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { NIL, uuid, uuidOrUndefined, uuids } from "../uuid.ts"
import { orderColumns } from "./orderRows.ts"

const keptOf = (row: Row): KeptOrder => ({
  orderId: uuid(row.order_id),
  created: integer(row.created),
  entryCount: integer(row.entry_count),
  entryTotal: integer(row.entry_total),
  reference: uuidOrUndefined(row.client_order_ref_id),
  fingerprint: textOrUndefined(row.fingerprint),
  parentOrderId: uuidOrUndefined(row.parent_order_id),
  catalogVersion: integer(row.catalog_version),
  platform: textOrUndefined(row.platform),
  isServer: flag(row.is_server),
  disabled: textOrUndefined(row.disabled),
  submitterKind: textOrUndefined(row.submitter_kind),
  submitterUuid: uuidOrUndefined(row.submitter_uuid),
  clientId: textOrUndefined(row.client_id),
  byteCount: integerOrUndefined(row.byte_count),
  byteTotal: integerOrUndefined(row.byte_total),
  choices: textOrUndefined(row.choices),
  promotions: textOrUndefined(row.promotions),
  applied: textOrUndefined(row.applied),
  beganSession: integerOrUndefined(row.began_session) === 1,
  seal: textOrUndefined(row.seal),
  tokenHash: textOrUndefined(row.token_hash),
  refundedOrderId: uuidOrUndefined(row.refunded_order_id),
  owed: textOrUndefined(row.owed),
  stated: textOrUndefined(row.stated),
  wire: text(row.wire),
})

const claimOf = (row: Row): KeptClaim => ({
  code: text(row.code),
  orderId: uuid(row.order_id),
  created: integer(row.created),
})

const queries = (sql: SqlClient.SqlClient) => {
  const { id, type } = uuids(sql)
  const orderNames = sql.literal(orderColumns.map(([name]) => name).join(", "))
  return {
    orders: (player: PlayerUuid, { created, orderId }: OrderPlace, limit: number) =>
      sql`SELECT ${orderNames} FROM player_order
        WHERE player_uuid = ${id(player)} AND (created, order_id) > (${created}, ${id(orderId) ?? id(NIL)})
        ORDER BY created, order_id LIMIT ${limit}`,
    linesAt: (player: PlayerUuid, places: ReadonlyArray<LedgerPlace>) =>
      sql`SELECT ${sql.literal(ledgerNames)} FROM inventory_ledger
        WHERE player_uuid = ${id(player)} AND (inventory_id, revision) IN (VALUES ${sql.csv(
          places.map(
            ({ inventoryId, revision }) => sql`(CAST(${id(inventoryId)} AS ${type}), CAST(${revision} AS BIGINT))`,
          ),
        )})`,
    claims: (player: PlayerUuid, after: string, limit: number) =>
      sql`SELECT code, order_id, created FROM promotion_claim
        WHERE player_uuid = ${id(player)} AND code > ${after} ORDER BY code LIMIT ${limit}`,
    owner: (player: PlayerUuid) =>
      sql`SELECT changed_at, seal_token FROM inventory_owner WHERE player_uuid = ${id(player)}`,
    leave: (player: PlayerUuid, lastChanged: number, token: string | undefined) =>
      sql`UPDATE inventory_owner SET seal_token = COALESCE(CAST(${id(token)} AS ${type}), seal_token)
        WHERE player_uuid = ${id(player)} AND changed_at = ${lastChanged} RETURNING changed_at`,
    seal: (player: PlayerUuid, { orderId, seal, tokenHash }: KeptOrder) =>
      sql`UPDATE player_order SET seal = ${seal ?? null}, token_hash = ${tokenHash ?? null}
        WHERE player_uuid = ${id(player)} AND order_id = ${id(orderId)} AND seal IS NULL RETURNING created`,
    sealsFrom: sql`SELECT seals_from FROM environment WHERE id = 1`,
    applied: (player: PlayerUuid) => sql`SELECT loot_id FROM applied_loot WHERE player_uuid = ${id(player)}`,
  }
}

/** {@link VerificationStore} on either database. */
export const layer = Layer.effect(
  VerificationStore,
  Effect.gen(function* () {
    const query = queries(yield* SqlClient.SqlClient)

    const keepSeals = Effect.fnUntraced(function* (
      player: PlayerUuid,
      lastChanged: number,
      orders: ReadonlyArray<KeptOrder>,
      token: string | undefined,
    ) {
      // First of all the row on which writes of an inventory wait: no order comes between.
      if ((yield* query.leave(player, lastChanged, token)).length === 0) return false
      for (const order of orders) if ((yield* query.seal(player, order)).length === 0) return false
      return true
    })

    return VerificationStore.of({
      orders: (player, after, limit) =>
        orUnavailable(Effect.map(query.orders(player, after, limit), (rows) => rows.map(keptOf))),
      linesAt: (player, places) =>
        places.length === 0
          ? Effect.succeed([])
          : orUnavailable(Effect.map(query.linesAt(player, places), (rows) => rows.map(lineOf))),
      keepSeals: (player, lastChanged, orders, token) => orUnavailable(keepSeals(player, lastChanged, orders, token)),
      claims: (player, after, limit) =>
        orUnavailable(Effect.map(query.claims(player, after, limit), (rows) => rows.map(claimOf))),
      owner: (player) =>
        orUnavailable(
          Effect.map(query.owner(player), ([row]) =>
            row === undefined
              ? undefined
              : { lastChanged: integer(row.changed_at), token: uuidOrUndefined(row.seal_token) },
          ),
        ),
      sealsFrom: orUnavailable(Effect.map(query.sealsFrom, ([row]) => integerOrUndefined(row?.seals_from) ?? 0)),
      applied: (player) =>
        orUnavailable(Effect.map(query.applied(player), (rows) => rows.map((row) => integer(row.loot_id)))),
    })
  }),
)
