/** Inventories and their ledger in SQL. */
import {
  type BucketCount,
  type InventoryOwner,
  type InventoryPlace,
  type InventorySelection,
  InventoryStore,
  type InventoryWrites,
  type LoadedInventory,
  type RecordPart,
  RECORDS_PER_ITEM_MAX,
  type RecordUpdate,
  type SessionEnd,
} from "@garrison/core/inventory/InventoryStore"
import { byAge } from "@garrison/core/inventory/rules/counts"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { bigint64, fromJson, integer, integerOrUndefined, type Row, text, textOrUndefined } from "../columns.ts"
import { ADD_COUNTS, countChanges, countColumns, countValues } from "./counts.ts"
import { ledgerColumns, ledgerQueries, ledgerValues } from "./ledger.ts"
import { inParts, padded, rowsMax } from "./lists.ts"
import { indexHint, makePart } from "./parts.ts"
import { makeAt } from "./past.ts"
import {
  type Columns,
  makePlayerInsert,
  makePreparedByName,
  makePreparedChange,
  makePreparedRead,
  makePreparedRows,
  type Parameter,
  type PreparedRead,
  type PreparedRows,
} from "../preparedRead.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { type IdEncoder, NIL, uuid, uuids } from "../uuid.ts"

/** A stored record. */
export const recordOf = (row: Row): HeldRecord => {
  const customData = textOrUndefined(row.custom_data)
  return {
    inventoryId: uuid(row.inventory_id),
    legacyInventoryId: bigint64(row.legacy_inventory_id),
    itemId: integer(row.item_id),
    type: text(row.type) as HeldRecord["type"],
    bucket: text(row.bucket) as HeldRecord["bucket"],
    count: integer(row.count),
    acquired: integer(row.acquired),
    expires: integerOrUndefined(row.expires),
    customData: customData === undefined ? undefined : (JSON.parse(customData) as Record<string, string>),
    revision: integer(row.revision),
  }
}

const ownerOf = (row: Row | undefined): InventoryOwner | "not_found" =>
  row === undefined
    ? "not_found"
    : { createdAt: integer(row.created_at), lastChanged: integerOrUndefined(row.last_changed) ?? 0 }

/** A sum of counts; NULL is 0. A sum beyond 2^53, which no order makes any more, is not exact. */
const sum = (value: unknown): number => Number(value ?? 0)

/** The columns of {@link recordOf}. */
export const columnNames =
  "inventory_id, legacy_inventory_id, item_id, type, bucket, count, acquired, expires, custom_data, revision"

const LATER = `last_changed = CASE
    WHEN excluded.last_changed > inventory_owner.last_changed THEN excluded.last_changed
    ELSE inventory_owner.last_changed + 1 END`

/** Claims the inventory of `:player` at `:now`. The row is locked until the unit of work ends. */
const CLAIM = `INSERT INTO inventory_owner (player_uuid, last_changed)
  SELECT player_uuid, CAST(:now AS BIGINT) FROM player WHERE player_uuid = :player
  ON CONFLICT (player_uuid) DO UPDATE SET ${LATER}
  RETURNING last_changed`

/** Claims the inventory as {@link CLAIM} does, for an order that leaves `:token` behind. `type` is that of uuids. */
export const claimForOrder = (type: "UUID" | "BLOB"): string => `INSERT INTO inventory_owner
    (player_uuid, last_changed, seal_token)
  SELECT player_uuid, CAST(:now AS BIGINT), CAST(:token AS ${type}) FROM player WHERE player_uuid = :player
  ON CONFLICT (player_uuid) DO UPDATE SET ${LATER}, seal_token = excluded.seal_token
  RETURNING last_changed`

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
  const columns = sql.literal(columnNames)
  const { id } = uuids(sql)
  const by = indexHint(sql)
  // SQLite ends a statement whose sum of integers passes 2^63, and Postgres adds up to any size.
  const total = sql.onDialectOrElse({ pg: () => "SUM", orElse: () => "TOTAL" })
  return {
    owner: preparedRead(
      `SELECT player.created_at, inventory_owner.last_changed FROM player
        LEFT JOIN inventory_owner ON inventory_owner.player_uuid = player.player_uuid
        WHERE player.player_uuid = ?`,
      ([row]) => ownerOf(row),
    ),
    list: preparedRead(
      `SELECT ${columnNames} FROM inventory_record WHERE player_uuid = ? AND (item_id, inventory_id) > (?, ?)
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

/** What ends a session. */
const endQueries = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)
  return {
    // What the transient records count, before they are deleted.
    uncountTransient: (player: PlayerUuid) =>
      sql`UPDATE inventory_count SET
          count = count - (SELECT COALESCE(SUM(CASE WHEN r.expires IS NULL THEN r.count END), 0) FROM inventory_record AS r
            WHERE r.player_uuid = ${id(player)} AND r.item_id = inventory_count.item_id
              AND r.bucket = inventory_count.bucket AND r.type = 'transient'),
          records = records - (SELECT COUNT(*) FROM inventory_record AS r
            WHERE r.player_uuid = ${id(player)} AND r.item_id = inventory_count.item_id
              AND r.bucket = inventory_count.bucket AND r.type = 'transient')
        WHERE player_uuid = ${id(player)} AND item_id IN (SELECT t.item_id FROM inventory_record AS t
          WHERE t.player_uuid = ${id(player)} AND t.type = 'transient')`,
    deleteTransient: (player: PlayerUuid) =>
      sql`DELETE FROM inventory_record WHERE player_uuid = ${id(player)} AND type = 'transient'`,
  }
}

/**
 * Makes the statement that changes records. It answers with how many were as the updates expected them, and are
 * changed.
 */
const makeUpdateRecords = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { id } = uuids(sql)
  const uuidType = sql.onDialectOrElse({ pg: () => "UUID", orElse: () => "BLOB" })
  // The revision in the condition is the guard: a record that another unit has changed no longer matches.
  const updateOne = (yield* makePreparedChange)(
    `UPDATE inventory_record SET count = ?, expires = ?, custom_data = ?, revision = ?
      WHERE player_uuid = ? AND inventory_id = ? AND revision = ?`,
  )
  const update = (yield* makePreparedRows)(
    `(CAST(? AS ${uuidType}), CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS BIGINT))`,
    (rows) => `WITH next (inventory_id, expected, count, expires, custom_data, revision) AS (VALUES ${rows})
      UPDATE inventory_record SET count = next.count, expires = next.expires, custom_data = next.custom_data,
        revision = next.revision
      FROM next WHERE inventory_record.inventory_id = next.inventory_id
        AND inventory_record.revision = next.expected AND inventory_record.player_uuid = ?
      RETURNING inventory_record.inventory_id`,
    ({ length }) => length,
  )
  return (player: PlayerUuid, updates: ReadonlyArray<RecordUpdate>) => {
    const [first] = updates
    if (first !== undefined && updates.length === 1) {
      const { after, before } = first
      const next = [after.count, after.expires ?? null, fromJson(after.customData), after.revision]
      return updateOne([...next, id(player), id(after.inventoryId), before.revision])
    }
    const rows = updates.map(({ after, before }) => [
      id(after.inventoryId),
      before.revision,
      after.count,
      after.expires ?? null,
      fromJson(after.customData),
      after.revision,
    ])
    return update(rows, [id(player)])
  }
})

/** The columns of a record after its player. */
export const recordColumns = [
  ["inventory_id", "UUID"],
  ["legacy_inventory_id", "BIGINT"],
  ["item_id", "BIGINT"],
  ["type", "TEXT"],
  ["bucket", "TEXT"],
  ["count", "BIGINT"],
  ["acquired", "BIGINT"],
  ["expires", "BIGINT"],
  ["custom_data", "TEXT"],
  ["revision", "BIGINT"],
] as const satisfies Columns

/** A record, in the order of {@link recordColumns}. */
export const recordValues = (id: IdEncoder, record: HeldRecord): ReadonlyArray<Parameter> => [
  id(record.inventoryId),
  record.legacyInventoryId,
  record.itemId,
  record.type,
  record.bucket,
  record.count,
  record.acquired,
  record.expires ?? null,
  fromJson(record.customData),
  record.revision,
]

/** Makes the write of an order's changes. */
const makeApply = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { id } = uuids(sql)
  const insert = yield* makePlayerInsert
  const addRecords = insert("inventory_record", recordColumns)
  const addCounts = insert("inventory_count", countColumns, ADD_COUNTS)
  const addLedger = insert("inventory_ledger", ledgerColumns)
  const updateRecords = yield* makeUpdateRecords
  return Effect.fnUntraced(function* (player: PlayerUuid, writes: InventoryWrites, now: number) {
    const owner = id(player)
    // The statements of many records are written in turns, between which the process does other work.
    const turn = writes.ledger.length > rowsMax ? Effect.yieldNow : Effect.void
    for (const part of inParts(writes.updated)) {
      const updated = yield* updateRecords(player, part)
      if (updated < part.length) return "conflict" as const
      yield* turn
    }
    for (const part of inParts(writes.created)) {
      yield* addRecords(
        owner,
        part.map((record) => recordValues(id, record)),
      )
      yield* turn
    }
    for (const part of inParts(countChanges(writes))) yield* addCounts(owner, part.map(countValues))
    for (const part of inParts(writes.ledger)) {
      yield* addLedger(
        owner,
        part.map((row) => ledgerValues(id, row, now)),
      )
      yield* turn
    }
    return "applied" as const
  })
})

/** {@link InventoryStore} on either database. It loads an item whole that has at most `recordsPerItemMax` records. */
export const layerWith = ({ recordsPerItemMax }: { readonly recordsPerItemMax: number }) =>
  Layer.effect(
    InventoryStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const query = queries(sql, yield* makePreparedRead, yield* makePreparedRows, recordsPerItemMax)
      const end = endQueries(sql)
      const ledger = ledgerQueries(sql)
      const { id } = uuids(sql)

      const byName = yield* makePreparedByName
      const takeOwner = byName<"now" | "player", number | "not_found">(CLAIM, ([row]) =>
        row === undefined ? "not_found" : integer(row.last_changed),
      )
      const claim = (player: PlayerUuid, now: number) => takeOwner({ now, player: id(player) })

      const load = Effect.fnUntraced(function* (player: PlayerUuid, selection: InventorySelection, now: number) {
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

      const apply = yield* makeApply

      const readPart = yield* makePart(columnNames, recordOf)
      const part = (player: PlayerUuid, itemId: number, wanted: RecordPart, now: number) =>
        orUnavailable(readPart(player, itemId, wanted, now))

      const at = makeAt(sql, recordOf)

      const endSession = Effect.fnUntraced(function* (player: PlayerUuid, by: SessionEnd, now: number) {
        yield* ledger.end(player, by, now)
        yield* end.uncountTransient(player)
        yield* end.deleteTransient(player)
      }, orUnavailable)

      const list = (player: PlayerUuid, after: InventoryPlace, limit: number) =>
        query.list(id(player), after.itemId, id(after.inventoryId) ?? id(NIL), limit)

      return InventoryStore.of({
        claim,
        load,
        part,
        at,
        owner: (player) => query.owner(id(player)),
        list,
        endSession,
        apply,
      })
    }),
  )

/** {@link layerWith} the limit that {@link InventoryStore} states. */
export const layer = layerWith({ recordsPerItemMax: RECORDS_PER_ITEM_MAX })
