/** The JSON of inventories as documented types, for hosts without Effect. The fields are those of `schema.ts`. */
import type { InventoryBucket } from "../catalog/schema.ts"
import type { InventoryRecordType } from "./schema.ts"

/** A record of what a player owns (interface, section 2.8). */
export interface InventoryRecordAnswer {
  /** UUID of the record. */
  readonly inventory_id: string
  /** How long the record lasts: for ever, until its inventory session ends, or as long as the catalog says. */
  readonly type: InventoryRecordType
  /** Number of the record, unique within the player's inventory; a `bigint` beyond 2^53. */
  readonly legacy_inventory_id: number | bigint
  /** Where the record was earned or bought. */
  readonly bucket: InventoryBucket
  /** How many the player owns. */
  readonly count: number
  /** When the record was made, ISO 8601 in UTC. */
  readonly acquired: string
  /** First moment at which the record no longer counts, ISO 8601 in UTC; absent: it has no end. */
  readonly expires?: string
  /** What a server wrote into the record. */
  readonly custom_data?: Readonly<Record<string, string>>
}

/** A record of a player's inventory, with its item. */
export interface OwnedRecordAnswer extends Omit<InventoryRecordAnswer, "legacy_inventory_id" | "bucket"> {
  /** Id of the item in the catalog. */
  readonly item_id: number
  /** Number of the record; a `bigint` beyond 2^53. Absent: the record is always owned. */
  readonly legacy_inventory_id?: number | bigint
  /** Where the record was earned or bought. Absent: the record is always owned. */
  readonly bucket?: InventoryBucket
}

/** The position of a page of an inventory. */
export interface InventoryPagePosition {
  /** Asks for the next page; absent: this is the last page. */
  readonly cursor?: string
  /** Most records in the page. */
  readonly limit: number
}

/** A page of what a player owns. */
export interface InventoryPageAnswer {
  /** The records, by item and then by `inventory_id`. */
  readonly data: ReadonlyArray<OwnedRecordAnswer>
  /** The position of the page. */
  readonly page: InventoryPagePosition
}

/** A request for a page of what a player owns. */
export interface InventoryQuery {
  /** `page.cursor` of the page before; absent: the first page. */
  readonly cursor?: string
  /** Most records in the page, 1 to 100. Default 50. */
  readonly limit?: number
}

/** The level that a player has reached by an item with levels. */
export interface ItemLevelAnswer {
  /** Id of the item in the catalog. */
  readonly item_id: number
  /** The player's XP: the count of the item. */
  readonly count: number
  /** The level; absent: below the first. */
  readonly level?: number
  /** XP from which that level holds. */
  readonly level_minimum?: number
  /** The level after it; absent: the player is at the last. */
  readonly next_level?: number
  /** XP from which the next level holds. */
  readonly next_level_minimum?: number
}

/** The levels of a player. */
export interface LevelsAnswer {
  /** One for each active item with levels. */
  readonly levels: ReadonlyArray<ItemLevelAnswer>
}
