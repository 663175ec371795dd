/** Records as they were before a time, which their ledger gives back. Many of them are read in turns. */
import type { InventorySelection } from "@garrison/core/inventory/InventoryStore"
import { byAge } from "@garrison/core/inventory/rules/counts"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { integer, type Row } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { NIL, uuid } from "../uuid.ts"
import { ledgerQueries } from "./ledger.ts"
import { inParts, padded } from "./lists.ts"

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

/** Makes the `at` of InventoryStore; `recordOf` reads a row of the ledger's records. */
export const makeAt = (sql: SqlClient.SqlClient, recordOf: (row: Row) => HeldRecord) => {
  const ledger = ledgerQueries(sql)

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
