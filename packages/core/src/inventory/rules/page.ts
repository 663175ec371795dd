/**
 * Pages of the records that a player owns (decisions, section 11): stored records, and records that the catalog gives
 * to all players. They are sorted by item and then by id. Item and id of a record never change, so no change of an
 * inventory moves a record to another page.
 */
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import type { InventoryPlace } from "../InventoryStore.ts"
import type { HeldRecord, OwnedRecord } from "../schema.ts"
import { alwaysOwnedId } from "./alwaysOwned.ts"
import { isExpired } from "./counts.ts"
import { inventoryRecordOf } from "./encode.ts"

/** Before every record. */
export const FIRST_PLACE: InventoryPlace = { itemId: -1, inventoryId: "" }

/** The text of a place, for a cursor. */
export const formatPlace = ({ inventoryId, itemId }: InventoryPlace): string => `${itemId}.${inventoryId}`

/** The place in a cursor's text, which this service wrote. */
export const parsePlace = (text: string): InventoryPlace => {
  const dot = text.indexOf(".")
  return { itemId: Number(text.slice(0, dot)), inventoryId: text.slice(dot + 1) }
}

const placeOf = ({ inventory_id: inventoryId, item_id: itemId }: OwnedRecord): InventoryPlace => ({
  itemId,
  inventoryId,
})

const inOrder = (left: InventoryPlace, right: InventoryPlace): number =>
  left.itemId - right.itemId ||
  (left.inventoryId < right.inventoryId ? -1 : Number(left.inventoryId > right.inventoryId))

const ofHeld = (record: HeldRecord): OwnedRecord => ({ item_id: record.itemId, ...inventoryRecordOf(record) })

const ofCatalog = (itemId: number, since: Timestamp): OwnedRecord => ({
  item_id: itemId,
  inventory_id: alwaysOwnedId(itemId),
  type: "always_owned",
  count: 1,
  acquired: since,
})

/** The part of an inventory that was read for one page. */
export interface InventorySpan {
  readonly after: InventoryPlace
  /** Stored records after that place, also expired records, in order. */
  readonly found: ReadonlyArray<HeldRecord>
  /** Whether more stored records may follow. */
  readonly mayFollow: boolean
  /** Items that every player owns, in rising order. */
  readonly alwaysOwned: ReadonlyArray<number>
  /** Since when the player has owned these items. */
  readonly since: Timestamp
  readonly now: Timestamp
}

/** Records of the always owned items after `after` and not after `end`, at most `limit` of them. */
const givenBetween = ({ after, alwaysOwned, since }: InventorySpan, end: InventoryPlace | undefined, limit: number) => {
  const given: Array<OwnedRecord> = []
  for (const itemId of alwaysOwned) {
    if (given.length === limit) break
    const record = ofCatalog(itemId, since)
    const place = placeOf(record)
    if (inOrder(place, after) > 0 && (end === undefined || inOrder(place, end) <= 0)) given.push(record)
  }
  return given
}

/**
 * The records of the page, and the place where the next page starts (undefined: this is the last page). If many records
 * have expired, a page may hold fewer than `limit`, or none, and still have a next page.
 */
export const cutPage = (
  span: InventorySpan,
  limit: number,
): { readonly records: ReadonlyArray<OwnedRecord>; readonly next: InventoryPlace | undefined } => {
  const { found, mayFollow, now } = span
  const last = found[found.length - 1]
  const end = mayFollow && last !== undefined ? { itemId: last.itemId, inventoryId: last.inventoryId } : undefined
  const live = found.filter((record) => !isExpired(record, now)).map(ofHeld)
  const all = [...live, ...givenBetween(span, end, limit + 1)].sort((left, right) =>
    inOrder(placeOf(left), placeOf(right)),
  )
  const records = all.slice(0, limit)
  const lastShown = records[records.length - 1]
  return { records, next: all.length > limit && lastShown !== undefined ? placeOf(lastShown) : end }
}
