/** Inventory records on the wire (interface, section 2.8) and in storage (decisions, section 11). */
import * as Schema from "effect/Schema"
import { AuthoredId, InventoryBucket, ItemId } from "../catalog/schema.ts"
import { described, Enumeration, IntegerOf, INTEGER_MAX, ListOf, Text, TextMap, Uuid } from "../kernel/input/Field.ts"
import { Int64 } from "../kernel/wire/Int64.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"

/** Record types (interface, section 2.8), in its order. */
const INVENTORY_RECORD_TYPES = ["persistent", "transient", "always_owned"] as const

/** How long a record lasts: for ever, until its inventory session ends, or as long as the catalog says. */
const InventoryRecordType = Enumeration(INVENTORY_RECORD_TYPES)
export type InventoryRecordType = typeof InventoryRecordType.Type

/** Largest count of a record: what a JSON number carries exactly (decisions, section 2). */
export const COUNT_MAX = INTEGER_MAX

/** An inventory record (interface, section 2.8), fields in the interface's order. */
export const InventoryRecord = Schema.Struct({
  inventory_id: described(Uuid, "UUID of the record."),
  type: described(
    InventoryRecordType,
    "How long the record lasts: for ever, until its inventory session ends, or as long as the catalog says.",
  ),
  legacy_inventory_id: described(Int64, "Number of the record, unique within the player's inventory."),
  bucket: described(InventoryBucket, "Where the record was earned or bought."),
  count: described(IntegerOf({ minimum: 0, maximum: COUNT_MAX }), "How many the player owns."),
  acquired: described(Timestamp, "When the record was made, ISO 8601 in UTC."),
  expires: described(
    Schema.optionalKey(Timestamp),
    "First moment at which the record no longer counts, ISO 8601 in UTC; absent: it has no end.",
  ),
  custom_data: described(Schema.optionalKey(TextMap), "What a server wrote into the record."),
}).annotate({ identifier: "InventoryRecord", description: "A record of what a player owns." })
export type InventoryRecord = typeof InventoryRecord.Type

/**
 * A record with its item, as an inventory lists it (decisions, section 11). An always owned record has no bucket and no
 * legacy id.
 */
export const OwnedRecord = Schema.Struct({
  item_id: described(ItemId, "Id of the item in the catalog."),
  ...InventoryRecord.fields,
  legacy_inventory_id: described(
    Schema.optionalKey(Int64),
    "Number of the record. Absent: the record is always owned.",
  ),
  bucket: described(
    Schema.optionalKey(InventoryBucket),
    "Where the record was earned or bought. Absent: the record is always owned.",
  ),
}).annotate({ identifier: "OwnedRecord", description: "A record of a player's inventory, with its item." })
export type OwnedRecord = typeof OwnedRecord.Type

/** Largest `limit` of a page, and the default. */
const INVENTORY_LIMIT_MAX = 100
export const INVENTORY_LIMIT_DEFAULT = 50

/** `limit` of a page, 1 to 100. */
export const InventoryLimit = IntegerOf({ minimum: 1, maximum: INVENTORY_LIMIT_MAX })

/** The position of a page: the cursor of the next page (absent: this is the last page), and its `limit`. */
const InventoryPagePosition = Schema.Struct({
  cursor: described(Schema.optionalKey(Text), "Asks for the next page; absent: this is the last page."),
  limit: described(InventoryLimit.annotate({ default: INVENTORY_LIMIT_DEFAULT }), "Most records in the page."),
}).annotate({ identifier: "InventoryPagePosition", description: "The position of a page of an inventory." })

/** A page of what a player owns. */
export const InventoryPage = Schema.Struct({
  data: described(ListOf(OwnedRecord), "The records, by item and then by `inventory_id`."),
  page: described(InventoryPagePosition, "The position of the page."),
}).annotate({
  identifier: "InventoryPage",
  description: "A page of what a player owns.",
})
export type InventoryPage = typeof InventoryPage.Type

/**
 * The level that a player has reached by an item with an XP table. `count` is the XP. `level` and its minimum are
 * absent below the first level, `next_level` and its minimum at the last.
 */
export const ItemLevel = Schema.Struct({
  item_id: described(ItemId, "Id of the item in the catalog."),
  count: described(IntegerOf({ minimum: 0, maximum: COUNT_MAX }), "The player's XP: the count of the item."),
  level: described(Schema.optionalKey(AuthoredId), "The level; absent: below the first."),
  level_minimum: described(
    Schema.optionalKey(IntegerOf({ minimum: 0, maximum: COUNT_MAX })),
    "XP from which that level holds.",
  ),
  next_level: described(Schema.optionalKey(AuthoredId), "The level after it; absent: the player is at the last."),
  next_level_minimum: described(
    Schema.optionalKey(IntegerOf({ minimum: 0, maximum: COUNT_MAX })),
    "XP from which the next level holds.",
  ),
}).annotate({ identifier: "ItemLevel", description: "The level that a player has reached by an item with levels." })
export type ItemLevel = typeof ItemLevel.Type

/** The levels of a player, by item. */
export const PlayerLevels = Schema.Struct({
  levels: described(ListOf(ItemLevel), "One for each active item with levels."),
}).annotate({ identifier: "PlayerLevels", description: "The levels of a player." })
export type PlayerLevels = typeof PlayerLevels.Type

/** The request for a page. */
export interface InventoryPageRequest {
  readonly cursor?: string | undefined
  /** Most records in the page, 1 to 100. Absent: 50. */
  readonly limit?: number | undefined
}

/**
 * A stored record; always owned records are never stored. Immutable: a change makes a new value with the next
 * `revision`. A record that is made while an order is fulfilled has empty ids until the order is stored.
 */
export interface HeldRecord {
  readonly inventoryId: string
  /** Unique within the player's inventory. */
  readonly legacyInventoryId: bigint
  readonly itemId: number
  readonly type: "persistent" | "transient"
  readonly bucket: InventoryBucket
  readonly count: number
  readonly acquired: Timestamp
  /** The first moment at which the record no longer counts; undefined: never. */
  readonly expires: Timestamp | undefined
  readonly customData: Readonly<Record<string, string>> | undefined
  /** Number of changes so far, from 1; each has its ledger row. */
  readonly revision: number
}
