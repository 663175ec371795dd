/** Inventory records on the wire (interface, section 2.8) and in storage (decisions, section 11). */
import * as Schema from "effect/Schema"
import { AuthoredId, InventoryBucket } from "../catalog/schema.ts"
import { Enumeration, IntegerOf, INTEGER_MAX, ListOf, Text, TextMap, Uuid } from "../kernel/Field.ts"
import { Int64 } from "../kernel/Int64.ts"
import { Timestamp } from "../kernel/Timestamp.ts"

/** Record types (interface, section 2.8), in its order. */
const INVENTORY_RECORD_TYPES = ["persistent", "transient", "always_owned"] as const

/** How long a record lasts: for ever, until its inventory session ends, or as long as the catalog says. */
const InventoryRecordType = Enumeration(INVENTORY_RECORD_TYPES)
export type InventoryRecordType = typeof InventoryRecordType.Type

/** Largest count of a record: what a JSON number carries exactly (decisions, section 2). */
export const COUNT_MAX = INTEGER_MAX

/** An inventory record (interface, section 2.8), fields in the interface's order. */
export const InventoryRecord = Schema.Struct({
  inventory_id: Uuid,
  type: InventoryRecordType,
  legacy_inventory_id: Int64,
  bucket: InventoryBucket,
  /** Instance count. */
  count: IntegerOf({ minimum: 0, maximum: COUNT_MAX }),
  acquired: Timestamp,
  expires: Schema.optionalKey(Timestamp),
  custom_data: Schema.optionalKey(TextMap),
}).annotate({ identifier: "InventoryRecord" })
export type InventoryRecord = typeof InventoryRecord.Type

/**
 * A record with its item, as an inventory lists it (decisions, section 11). An always owned record has no bucket and no
 * legacy id.
 */
export const OwnedRecord = Schema.Struct({
  item_id: AuthoredId,
  ...InventoryRecord.fields,
  legacy_inventory_id: Schema.optionalKey(Int64),
  bucket: Schema.optionalKey(InventoryBucket),
}).annotate({ identifier: "OwnedRecord" })
export type OwnedRecord = typeof OwnedRecord.Type

/** Largest `limit` of a page, and the default. */
const INVENTORY_LIMIT_MAX = 100
export const INVENTORY_LIMIT_DEFAULT = 50

/** `limit` of a page, 1 to 100. */
export const InventoryLimit = IntegerOf({ minimum: 1, maximum: INVENTORY_LIMIT_MAX })

/** The position of a page: the cursor of the next page (absent: this is the last page), and its `limit`. */
const InventoryPagePosition = Schema.Struct({
  cursor: Schema.optionalKey(Text),
  limit: InventoryLimit.annotate({ default: INVENTORY_LIMIT_DEFAULT }),
}).annotate({ identifier: "InventoryPagePosition" })

/** A page of what a player owns. */
export const InventoryPage = Schema.Struct({ data: ListOf(OwnedRecord), page: InventoryPagePosition }).annotate({
  identifier: "InventoryPage",
})
export type InventoryPage = typeof InventoryPage.Type

/**
 * The level that a player has reached by an item with an XP table. `count` is the XP. `level` and its minimum are
 * absent below the first level, `next_level` and its minimum at the last.
 */
const ItemLevel = Schema.Struct({
  item_id: AuthoredId,
  count: IntegerOf({ minimum: 0, maximum: COUNT_MAX }),
  level: Schema.optionalKey(AuthoredId),
  level_minimum: Schema.optionalKey(IntegerOf({ minimum: 0, maximum: COUNT_MAX })),
  next_level: Schema.optionalKey(AuthoredId),
  next_level_minimum: Schema.optionalKey(IntegerOf({ minimum: 0, maximum: COUNT_MAX })),
}).annotate({ identifier: "ItemLevel" })
export type ItemLevel = typeof ItemLevel.Type

/** The levels of a player, by item. */
export const PlayerLevels = Schema.Struct({ levels: ListOf(ItemLevel) }).annotate({ identifier: "PlayerLevels" })
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
