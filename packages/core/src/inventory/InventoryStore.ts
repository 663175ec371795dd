/**
 * The storage interface of inventories and their ledger, for reading (decisions, section 11; guarantees R2 and R3), and
 * what an order writes to them. OrderStore.ts stores that.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { InventoryBucket } from "../catalog/schema.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { HeldRecord } from "./schema.ts"

/** Most stored records of an item that are loaded whole. Of an item with more, the counts are loaded. */
export const RECORDS_PER_ITEM_MAX = 32

/** What to load: the named items, and the items of the named records with these records. */
export interface InventorySelection {
  readonly itemIds: ReadonlyArray<number>
  readonly inventoryIds: ReadonlyArray<string>
  readonly legacyInventoryIds: ReadonlyArray<bigint>
}

/** How many of an item unexpired records in one bucket hold together. */
export interface BucketCount {
  readonly itemId: number
  readonly bucket: InventoryBucket
  readonly count: number
}

/** What was loaded of a selection. */
export interface LoadedInventory {
  /** The records that have not expired, oldest first: all of items with few records, and the named records. */
  readonly records: ReadonlyArray<HeldRecord>
  /** The counts of items with more than {@link RECORDS_PER_ITEM_MAX} records, at least one for each of these items. */
  readonly counts: ReadonlyArray<BucketCount>
}

/** The records that a change needs of an item with many records. None of them has expired. */
export type RecordPart =
  | {
      /** The oldest record of a kind. */
      readonly _tag: "Oldest"
      readonly type: HeldRecord["type"]
      readonly bucket: InventoryBucket
      /** undefined: a record without expiry; "any": a record with an expiry, whichever. */
      readonly expires: Timestamp | undefined | "any"
    }
  | {
      /**
       * At most `most` records with counts above 0, in the order of spending (rules/counts.ts). Fewer: there are no
       * more.
       */
      readonly _tag: "Spendable"
      /** The stored record after which they come in that order; undefined: from the first. */
      readonly after: HeldRecord | undefined
      /** The session's bucket, which is spent first. */
      readonly session: InventoryBucket
      /** The buckets that may be spent and that hold something. */
      readonly buckets: ReadonlyArray<InventoryBucket>
      readonly most: number
    }
  | {
      /** Every record. */
      readonly _tag: "All"
    }

/** A changed record: its earlier state, which storage compares to detect another writer, and its new state. */
export interface RecordUpdate {
  readonly before: HeldRecord
  readonly after: HeldRecord
}

/**
 * A change of a record, made by an entry of an order. The ledger keeps what changed, so that it gives the record back
 * as it was at any time.
 */
export interface LedgerRow {
  /** The record before the change; undefined: the record is new. */
  readonly before: HeldRecord | undefined
  /** The record after the change. */
  readonly after: HeldRecord
  readonly orderId: string
  readonly entryId: string
  /** `player_uuid` or `client_uuid` of the submitter of the order. */
  readonly submitterUuid: string
}

/** A change of the sums that are kept of an item in a bucket. */
export interface SumChange {
  readonly itemId: number
  readonly bucket: InventoryBucket
  /** Change of what the records without expiry count together. Exact, however many records change. */
  readonly count: bigint
  /** Records that were created, of any expiry. */
  readonly records: number
}

/** Everything that an order writes to an inventory. */
export interface InventoryWrites {
  readonly created: ReadonlyArray<HeldRecord>
  readonly updated: ReadonlyArray<RecordUpdate>
  /** What these records change of the sums that are kept, so that no count reads all records. */
  readonly sums: ReadonlyArray<SumChange>
  readonly ledger: ReadonlyArray<LedgerRow>
}

/** A place among a player's records, which are ordered by item and then by id. Item and id never change. */
export interface InventoryPlace {
  readonly itemId: number
  /** Empty: before every record of the item. */
  readonly inventoryId: string
}

/** The owner of an inventory that is read. */
export interface InventoryOwner {
  readonly createdAt: Timestamp
  /** The time of the last change of the inventory; 0: never changed. */
  readonly lastChanged: Timestamp
}

/** Storage of inventories, for reading. Within a unit of work the reads see what the unit wrote. */
export class InventoryStore extends Context.Service<
  InventoryStore,
  {
    /** The selection as it is at `now`. Its size does not grow with the records of an item. */
    readonly load: (player: PlayerUuid, selection: InventorySelection, now: Timestamp) => Effect.Effect<LoadedInventory>
    /** Some records of one item as they are at `now`, in the order of spending, or oldest first. */
    readonly part: (
      player: PlayerUuid,
      itemId: number,
      part: RecordPart,
      now: Timestamp,
    ) => Effect.Effect<ReadonlyArray<HeldRecord>>
    /**
     * The selected records as they were before the unit of work of time `position`, oldest first: those that had
     * not expired at `position`. They are derived from the ledger, so records that are no longer stored are among
     * them.
     */
    readonly at: (
      player: PlayerUuid,
      selection: InventorySelection,
      position: Timestamp,
    ) => Effect.Effect<ReadonlyArray<HeldRecord>>
    /** The fields of the player that reading an inventory needs. */
    readonly owner: (player: PlayerUuid) => Effect.Effect<InventoryOwner | "not_found">
    /**
     * At most `limit` records after a place, also expired records, by item and id. The time does not grow with the
     * number of records.
     */
    readonly list: (
      player: PlayerUuid,
      after: InventoryPlace,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<HeldRecord>>
  }
>()("@garrison/core/inventory/InventoryStore") {}
