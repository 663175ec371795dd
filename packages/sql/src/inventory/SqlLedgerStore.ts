/** Reading the ledger of inventories in SQL. */
import { type LedgerLine, type LedgerPlace, LedgerStore, type WrongSums } from "@garrison/core/inventory/LedgerStore"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { bigint64, integer, integerOrUndefined, type Row, text, textOrUndefined } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { NIL, uuid, uuidOrUndefined, uuids } from "../uuid.ts"
import { ledgerColumns, recordNames, recordOf } from "./records.ts"

const factsOf = (row: Row): LedgerLine["facts"] => {
  const type = textOrUndefined(row.type)
  if (type === undefined) return undefined
  return {
    type: type as HeldRecord["type"],
    bucket: text(row.bucket) as HeldRecord["bucket"],
    legacyInventoryId: bigint64(row.legacy_inventory_id),
  }
}

/** A stored row of the ledger. */
export const lineOf = (row: Row): LedgerLine => {
  const customData = textOrUndefined(row.custom_data)
  return {
    inventoryId: uuid(row.inventory_id),
    revision: integer(row.revision),
    itemId: integer(row.item_id),
    orderId: uuid(row.order_id),
    entryId: uuidOrUndefined(row.entry_id),
    delta: integer(row.delta),
    countAfter: integer(row.count_after),
    created: integer(row.created),
    submitterUuid: uuidOrUndefined(row.submitter_uuid),
    expires: integerOrUndefined(row.expires),
    facts: factsOf(row),
    customData: customData === undefined ? undefined : (JSON.parse(customData) as Record<string, string>),
  }
}

/** The columns of {@link lineOf}. */
export const ledgerNames = ledgerColumns.map(([name]) => name).join(", ")

const sumsOf = (row: Row): WrongSums => ({
  itemId: integer(row.item_id),
  bucket: text(row.bucket) as HeldRecord["bucket"],
  kept: { count: integer(row.kept), records: integer(row.kept_records) },
  stored: { count: integer(row.stored), records: integer(row.stored_records) },
})

const queries = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)
  const columns = sql.literal(ledgerNames)
  return {
    owners: (table: string, after: PlayerUuid | undefined, limit: number) =>
      sql`SELECT DISTINCT player_uuid FROM ${sql.literal(table)} WHERE player_uuid > ${id(after ?? NIL)} ORDER BY player_uuid LIMIT ${limit}`,
    lines: (player: PlayerUuid, { inventoryId, revision }: LedgerPlace, limit: number) =>
      sql`SELECT ${columns} FROM inventory_ledger
        WHERE player_uuid = ${id(player)} AND (inventory_id, revision) > (${id(inventoryId === "" ? NIL : inventoryId)}, ${revision})
        ORDER BY inventory_id, revision LIMIT ${limit}`,
    ofRecord: (player: PlayerUuid, inventoryId: string, before: number, limit: number) =>
      sql`SELECT ${columns} FROM inventory_ledger
        WHERE player_uuid = ${id(player)} AND inventory_id = ${id(inventoryId)} AND revision < ${before}
        ORDER BY revision DESC LIMIT ${limit}`,
    records: (player: PlayerUuid, inventoryIds: ReadonlyArray<string>) =>
      sql`SELECT ${sql.literal(recordNames)} FROM inventory_record
        WHERE player_uuid = ${id(player)} AND inventory_id IN ${sql.in(inventoryIds.map(id))}`,
    unrecorded: (player: PlayerUuid, limit: number) =>
      sql`SELECT inventory_id FROM inventory_record WHERE player_uuid = ${id(player)} AND inventory_id NOT IN
          (SELECT inventory_id FROM inventory_ledger WHERE player_uuid = ${id(player)} AND revision = 1)
        ORDER BY inventory_id LIMIT ${limit}`,
    wrongSums: (player: PlayerUuid, limit: number) =>
      sql`SELECT item_id, bucket, CAST(SUM(kept) AS BIGINT) AS kept, CAST(SUM(kept_records) AS BIGINT) AS kept_records,
          CAST(SUM(stored) AS BIGINT) AS stored, CAST(SUM(stored_records) AS BIGINT) AS stored_records
        FROM (
          SELECT item_id, bucket, count AS kept, records AS kept_records, 0 AS stored, 0 AS stored_records
            FROM inventory_count WHERE player_uuid = ${id(player)}
          UNION ALL
          SELECT item_id, bucket, 0, 0, CASE WHEN expires IS NULL THEN count ELSE 0 END, 1
            FROM inventory_record WHERE player_uuid = ${id(player)}) AS sums
        GROUP BY item_id, bucket
        HAVING SUM(kept) <> SUM(stored) OR SUM(kept_records) <> SUM(stored_records)
        ORDER BY item_id, bucket LIMIT ${limit}`,
    missingOrders: (player: PlayerUuid, limit: number) =>
      sql`SELECT DISTINCT order_id FROM inventory_ledger WHERE player_uuid = ${id(player)} AND order_id NOT IN
          (SELECT order_id FROM player_order WHERE player_uuid = ${id(player)})
        ORDER BY order_id LIMIT ${limit}`,
  }
}

/** The row of an inventory, and what refers to it. Where that row was deleted by hand, the others name the player. */
const ownedTables = ["inventory_owner", "player_order", "inventory_ledger", "inventory_record"]

const NEWEST = Number.MAX_SAFE_INTEGER

/** {@link LedgerStore} on either database. */
export const layer = Layer.effect(
  LedgerStore,
  Effect.gen(function* () {
    const query = queries(yield* SqlClient.SqlClient)
    return LedgerStore.of({
      owners: Effect.fnUntraced(function* (after, limit) {
        const found = yield* Effect.forEach(ownedTables, (table) => query.owners(table, after, limit))
        const players = new Set(found.flatMap((rows) => rows.map((row) => uuid(row.player_uuid))))
        return [...players]
          .toSorted()
          .slice(0, limit)
          .map((player) => PlayerUuid.make(player))
      }, orUnavailable),
      lines: (player, after, limit) =>
        orUnavailable(Effect.map(query.lines(player, after, limit), (rows) => rows.map(lineOf))),
      ofRecord: (player, inventoryId, before, limit) =>
        orUnavailable(
          Effect.map(query.ofRecord(player, inventoryId, before ?? NEWEST, limit), (rows) => rows.map(lineOf)),
        ),
      records: (player, inventoryIds) =>
        orUnavailable(Effect.map(query.records(player, inventoryIds), (rows) => rows.map(recordOf))),
      unrecorded: (player, limit) =>
        orUnavailable(Effect.map(query.unrecorded(player, limit), (rows) => rows.map((row) => uuid(row.inventory_id)))),
      wrongSums: (player, limit) =>
        orUnavailable(Effect.map(query.wrongSums(player, limit), (rows) => rows.map(sumsOf))),
      missingOrders: (player, limit) =>
        orUnavailable(Effect.map(query.missingOrders(player, limit), (rows) => rows.map((row) => uuid(row.order_id)))),
    })
  }),
)
