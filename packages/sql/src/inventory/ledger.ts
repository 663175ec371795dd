/** The statements of the ledger: its rows, and records as they were at a time, which its rows give back. */
import type { LedgerRow } from "@garrison/core/inventory/InventoryStore"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { fromJson, type Row } from "../columns.ts"
import type { Columns, Parameter } from "../preparedRead.ts"
import { type IdEncoder, uuids } from "../uuid.ts"

/** The columns of a row of the ledger after its player. */
export const ledgerColumns = [
  ["inventory_id", "UUID"],
  ["revision", "BIGINT"],
  ["item_id", "BIGINT"],
  ["order_id", "UUID"],
  ["entry_id", "UUID"],
  ["delta", "BIGINT"],
  ["count_after", "BIGINT"],
  ["created", "BIGINT"],
  ["submitter_uuid", "UUID"],
  ["expires", "BIGINT"],
  ["type", "TEXT"],
  ["bucket", "TEXT"],
  ["legacy_inventory_id", "BIGINT"],
  ["custom_data", "TEXT"],
] as const satisfies Columns

/** A row of the ledger, in the order of {@link ledgerColumns}. */
export const ledgerValues = (
  id: IdEncoder,
  { after, before, entryId, orderId, submitterUuid }: LedgerRow,
  now: number,
): ReadonlyArray<Parameter> => {
  const first = before === undefined ? after : undefined
  return [
    id(after.inventoryId),
    after.revision,
    after.itemId,
    id(orderId),
    id(entryId),
    after.count - (before?.count ?? 0),
    after.count,
    now,
    id(submitterUuid),
    after.expires ?? null,
    first?.type ?? null,
    first?.bucket ?? null,
    first?.legacyInventoryId ?? null,
    after.customData === before?.customData ? null : fromJson(after.customData),
  ]
}

/** Makes the statements over `sql`. `at` has the columns of `inventory_record`. */
export const ledgerQueries = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)
  // Without statistics of a player's records SQLite may read all of them by the primary key.
  const ofItem = sql.literal(sql.onDialectOrElse({ pg: () => "", orElse: () => "INDEXED BY inventory_ledger_of_item" }))
  return {
    // Each record with its first ledger row and its last one before the position.
    at: (player: PlayerUuid, isSelected: Statement.Fragment, position: number) =>
      sql`SELECT made.inventory_id, made.legacy_inventory_id, made.item_id, made.type, made.bucket,
          last.count_after AS count, made.created AS acquired, last.expires, last.revision,
          (SELECT written.custom_data FROM inventory_ledger AS written
            WHERE written.player_uuid = ${id(player)} AND written.inventory_id = made.inventory_id
              AND written.revision <= last.revision AND written.custom_data IS NOT NULL
            ORDER BY written.revision DESC LIMIT 1) AS custom_data
        FROM inventory_ledger AS made ${ofItem} JOIN inventory_ledger AS last
          ON last.player_uuid = ${id(player)} AND last.inventory_id = made.inventory_id
            AND last.revision = (SELECT newest.revision FROM inventory_ledger AS newest
              WHERE newest.player_uuid = ${id(player)} AND newest.inventory_id = made.inventory_id
                AND newest.created < ${position}
              ORDER BY newest.revision DESC LIMIT 1)
        WHERE made.player_uuid = ${id(player)} AND made.revision = 1 AND ${isSelected}
          AND (last.expires IS NULL OR last.expires > ${position})`,
    ofItems: (itemIds: ReadonlyArray<number>) => sql`made.item_id IN ${sql.in(itemIds)}`,
    /** The records of an item after a place and up to another one. */
    ofSpan: (itemId: number, after: string, last: string) =>
      sql`made.item_id = ${itemId} AND made.inventory_id > ${id(after)} AND made.inventory_id <= ${id(last)}`,
    /** The items of named records. */
    itemsNamed: (player: PlayerUuid, inventoryIds: ReadonlyArray<string>, legacyIds: ReadonlyArray<bigint>) =>
      sql<Row>`SELECT DISTINCT item_id FROM inventory_ledger
        WHERE player_uuid = ${id(player)} AND revision = 1
          AND (inventory_id IN ${sql.in(inventoryIds.map(id))} OR legacy_inventory_id IN ${sql.in(legacyIds)})`,
    /** How many records of each item were ever made. */
    sizes: (player: PlayerUuid, itemIds: ReadonlyArray<number>) =>
      sql<Row>`SELECT item_id, COUNT(*) AS made FROM inventory_ledger
        WHERE player_uuid = ${id(player)} AND revision = 1 AND item_id IN ${sql.in(itemIds)} GROUP BY item_id`,
    /** The last of the next `most` records of an item after a place; none: there are fewer. */
    lastOf: (player: PlayerUuid, itemId: number, after: string, most: number) =>
      sql<Row>`SELECT inventory_id FROM inventory_ledger
        WHERE player_uuid = ${id(player)} AND revision = 1 AND item_id = ${itemId} AND inventory_id > ${id(after)}
        ORDER BY inventory_id LIMIT 1 OFFSET ${most - 1}`,
  }
}
