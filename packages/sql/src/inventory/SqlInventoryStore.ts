/** Reading inventories in SQL. */
import {
  type BucketCount,
  type InventoryOwner,
  type InventoryPlace,
  type InventorySelection,
  InventoryStore,
  type LoadedInventory,
  type RecordPart,
  RECORDS_PER_ITEM_MAX,
} from "@garrison/core/inventory/InventoryStore"
import { byAge } from "@garrison/core/inventory/rules/counts"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, integerOrUndefined, type Row, text } from "../columns.ts"
import { indexHint, makePart } from "./parts.ts"
import { makeAt } from "./past.ts"
import {
  inParts,
  makePreparedRead,
  makePreparedRows,
  padded,
  type PreparedRead,
  type PreparedRows,
} from "../preparedRead.ts"
import { recordNames, recordOf } from "./records.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { NIL, uuids } from "../uuid.ts"

const ownerOf = (row: Row | undefined): InventoryOwner | "not_found" =>
  row === undefined
    ? "not_found"
    : { createdAt: integer(row.created_at), lastChanged: integerOrUndefined(row.changed_at) ?? 0 }

/** A sum of counts; NULL is 0. Sums above 2^53, which no order makes any more, are inexact. */
const sum = (value: unknown): number => Number(value ?? 0)

/** The loaded items, from the rows of {@link queries}' `byItems`. */
const loadedOf = (rows: ReadonlyArray<Row>, named: ReadonlyArray<HeldRecord>, most: number): LoadedInventory => {
  const records: Array<HeldRecord> = []
  const counts: Array<BucketCount> = []
  for (const row of rows) {
    if (row.inventory_id !== null) records.push(recordOf(row))
    else if (sum(row.counted_records) > most) {
      const bucket = text(row.counted_bucket) as BucketCount["bucket"]
      counts.push({ itemId: integer(row.counted_item), bucket, count: sum(row.counted) + sum(row.expiring) })
    }
  }
  if (named.length > 0) {
    const known = new Set(records.map(({ inventoryId }) => inventoryId))
    records.push(...named.filter(({ inventoryId }) => !known.has(inventoryId)))
  }
  return { records: records.sort(byAge), counts }
}

const queries = (sql: SqlClient.SqlClient, preparedRead: PreparedRead, preparedRows: PreparedRows, most: number) => {
  const columns = sql.literal(recordNames)
  const { id } = uuids(sql)
  const by = indexHint(sql)
  // SQLite ends a statement whose sum of integers passes 2^63, and Postgres adds up to any size.
  const total = sql.onDialectOrElse({ pg: () => "SUM", orElse: () => "TOTAL" })
  return {
    owner: preparedRead(
      `SELECT player.created_at, inventory_owner.changed_at FROM player
        LEFT JOIN inventory_owner ON inventory_owner.player_uuid = player.player_uuid
        WHERE player.player_uuid = ?`,
      ([row]) => ownerOf(row),
    ),
    list: preparedRead(
      `SELECT ${recordNames} FROM inventory_record WHERE player_uuid = ? AND (item_id, inventory_id) > (?, ?)
        ORDER BY item_id, inventory_id LIMIT ?`,
      (rows) => rows.map(recordOf),
    ),
    // The records of an item with few of them, in any case with a row for each of its buckets. Of an item with more,
    // `expiring` is the part of the count that `counted` leaves out.
    byItems: preparedRows(
      "?",
      (itemIds) => `SELECT c.item_id AS counted_item, c.bucket AS counted_bucket, c.count AS counted,
          c.records AS counted_records,
          CASE WHEN c.records > ${most} THEN (SELECT ${total}(e.count) FROM inventory_record AS e ${by("filled")}
            WHERE e.player_uuid = ? AND e.item_id = c.item_id AND e.bucket = c.bucket AND e.count > 0
              AND e.type IN ('persistent', 'transient') AND e.expires > ?) END AS expiring,
          r.inventory_id, r.legacy_inventory_id, r.item_id, r.type, r.bucket, r.count, r.acquired, r.expires,
          r.custom_data, r.revision
        FROM (SELECT item_id, bucket, count, (SELECT SUM(o.records) FROM inventory_count AS o
              WHERE o.player_uuid = ? AND o.item_id = i.item_id) AS records
            FROM inventory_count AS i WHERE i.player_uuid = ? AND i.item_id IN (${itemIds})) AS c
          LEFT JOIN inventory_record AS r ${by("of_item")} ON r.player_uuid = ?
            AND r.item_id = CASE WHEN c.records <= ${most} THEN c.item_id END AND r.bucket = c.bucket
            AND (r.expires IS NULL OR r.expires > ?)`,
      (rows) => rows,
    ),
    byIds: (player: PlayerUuid, inventoryIds: ReadonlyArray<string>, legacyIds: ReadonlyArray<bigint>, now: number) =>
      sql`SELECT ${columns} FROM inventory_record
        WHERE player_uuid = ${id(player)} AND inventory_id IN (
            SELECT inventory_id FROM inventory_record WHERE player_uuid = ${id(player)} AND inventory_id IN ${sql.in(inventoryIds.map(id))}
            UNION
            SELECT inventory_id FROM inventory_record WHERE player_uuid = ${id(player)} AND legacy_inventory_id IN ${sql.in(legacyIds)})
          AND (expires IS NULL OR expires > ${now})`,
  }
}

/** {@link InventoryStore} on either database. It loads an item whole that has at most `recordsPerItemMax` records. */
export const layerWith = ({ recordsPerItemMax }: { readonly recordsPerItemMax: number }) =>
  Layer.effect(
    InventoryStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const query = queries(sql, yield* makePreparedRead, yield* makePreparedRows, recordsPerItemMax)
      const { id } = uuids(sql)

      const load = Effect.fnUntraced(function* load(player: PlayerUuid, selection: InventorySelection, now: number) {
        const { inventoryIds, legacyInventoryIds } = selection
        const rows: Array<Row> = []
        let named: ReadonlyArray<HeldRecord> = []
        if (inventoryIds.length + legacyInventoryIds.length > 0) {
          named = (yield* orUnavailable(query.byIds(player, inventoryIds, legacyInventoryIds, now))).map(recordOf)
        }
        const itemIds = new Set([...selection.itemIds, ...named.map(({ itemId }) => itemId)])
        const owner = id(player)
        for (const part of inParts([...itemIds])) {
          const listed = padded(part).map((itemId) => [itemId])
          rows.push(...(yield* query.byItems(listed, [owner, now], [owner, now, owner, owner])))
        }
        return loadedOf(rows, named, recordsPerItemMax)
      })

      const readPart = yield* makePart(recordNames, recordOf)
      const part = (player: PlayerUuid, itemId: number, wanted: RecordPart, now: number) =>
        orUnavailable(readPart(player, itemId, wanted, now))

      const at = makeAt(sql, recordOf)

      const list = (player: PlayerUuid, after: InventoryPlace, limit: number) =>
        query.list(id(player), after.itemId, id(after.inventoryId) ?? id(NIL), limit)

      return InventoryStore.of({
        load,
        part,
        at,
        owner: (player) => query.owner(id(player)),
        list,
      })
    }),
  )

/** {@link layerWith} the limit that {@link InventoryStore} states. */
export const layer = layerWith({ recordsPerItemMax: RECORDS_PER_ITEM_MAX })
