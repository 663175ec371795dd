/** The JSON of inventories as documented types, for hosts without Effect. The fields are those of `schema.ts`. */
import type { InventoryBucket } from "../catalog/schema.ts"
import type { InventoryRecordType } from "./schema.ts"

/** A record of what a player owns (interface, section 2.8). */
export interface InventoryRecordAnswer {
  /** UUID of the record. */
  readonly inventory_id: string
  /** How long the record lasts: for good, until its inventory session ends, or as long as the catalog says so. */
  readonly type: InventoryRecordType
  /** Number of the record, unique within the player's inventory; a `bigint` beyond 2^53. */
  readonly legacy_inventory_id?: number | bigint
  /** Where the record was earned or bought. */
  readonly bucket?: InventoryBucket
  /** How many the player owns. */
  readonly count: number
  /** When the record was made, ISO 8601 in UTC. */
  readonly acquired: string
  /** First moment at which the record no longer counts, ISO 8601 in UTC; absent: it has no end. */
  readonly expires?: string
  /** What a server wrote into the record. */
  readonly custom_data?: Readonly<Record<string, string>>
}
