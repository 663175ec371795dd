/** Records as they were before a time, which their ledger gives back. Many of them are read in turns. */
import type { InventorySelection } from "@garrison/core/inventory/InventoryStore"
import { byAge } from "@garrison/core/inventory/rules/counts"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { integer, type Row } from "../columns.ts"
import { inParts, padded } from "../preparedRead.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { NIL, uuid, uuids } from "../uuid.ts"

/** Most records whose ledger is read at once. In between other work has its turn. */
const AT_ONCE_MAX = 250

/** After every id. */
const LAST = "ffffffff-ffff-ffff-ffff-ffffffffffff"

/** The items together as far as few records of them were made; each of the others alone. */
const grouped = (itemIds: ReadonlyArray<number>, sizes: ReadonlyMap<number, number>) => {
  const groups: Array<Array<number>> = []
  const large: Array<number> = []
  let size = AT_ONCE_MAX
  for (const itemId of itemIds) {
    const made = sizes.get(itemId) ?? 0
    if (made === 0) continue
    if (made > AT_ONCE_MAX) {
      large.push(itemId)
      continue
    }
    if (size + made > AT_ONCE_MAX) {
      groups.push([])
      size = 0
    }
    groups[groups.length - 1]?.push(itemId)
    size += made
  }
  return { groups, large }
}

/** `at` has the columns of `inventory_record`. */
const queries = (sql: SqlClient.SqlClient) => {
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

/** Makes the `at` of InventoryStore; `recordOf` reads a row of the ledger's records. */
export const makeAt = (sql: SqlClient.SqlClient, recordOf: (row: Row) => HeldRecord) => {
  const ledger = queries(sql)

  const sizesOf = Effect.fnUntraced(function* sizesOf(player: PlayerUuid, itemIds: ReadonlyArray<number>) {
    const sizes = new Map<number, number>()
    for (const part of inParts(itemIds)) {
      for (const row of yield* ledger.sizes(player, padded(part))) sizes.set(integer(row.item_id), integer(row.made))
    }
    return sizes
  })

  return Effect.fnUntraced(function* recordsAt(player: PlayerUuid, selection: InventorySelection, position: number) {
    const { inventoryIds, legacyInventoryIds } = selection
    const isNamed = inventoryIds.length + legacyInventoryIds.length > 0
    const named = isNamed ? yield* ledger.itemsNamed(player, inventoryIds, legacyInventoryIds) : []
    const itemIds = [...new Set([...selection.itemIds, ...named.map((row) => integer(row.item_id))])]
    const { groups, large } = grouped(itemIds, yield* sizesOf(player, itemIds))
    const records: Array<HeldRecord> = []
    for (const group of groups) {
      for (const row of yield* ledger.at(player, ledger.ofItems(padded(group)), position)) records.push(recordOf(row))
      if (groups.length > 1) yield* Effect.yieldNow
    }
    for (const itemId of large) {
      for (let after: string | undefined = NIL; after !== undefined;) {
        const [end]: ReadonlyArray<Row> = yield* ledger.lastOf(player, itemId, after, AT_ONCE_MAX)
        const last: string | undefined = end === undefined ? undefined : uuid(end.inventory_id)
        const isInSpan = ledger.ofSpan(itemId, after, last ?? LAST)
        for (const row of yield* ledger.at(player, isInSpan, position)) records.push(recordOf(row))
        yield* Effect.yieldNow
        after = last
      }
    }
    return records.sort(byAge)
  }, orUnavailable)
}
