/**
 * Reading the ledger of inventories, for operators who look after players (guarantees R3). Orders write it
 * (InventoryStore.ts).
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { HeldRecord } from "./schema.ts"

/** A row of the ledger: a change of a record, made by an entry of an order, or by the end of an inventory session. */
export interface LedgerLine {
  readonly inventoryId: string
  /** The revision of the record that the change led to. */
  readonly revision: number
  readonly itemId: number
  readonly orderId: string
  /** undefined: the inventory session of a transient record ended. */
  readonly entryId: string | undefined
  /** The change of the count; negative: a subtraction. */
  readonly delta: number
  readonly countAfter: number
  readonly created: Timestamp
  /** `player_uuid` or `client_uuid` of the submitter of the order; undefined: it was not recorded. */
  readonly submitterUuid: string | undefined
  readonly expires: Timestamp | undefined
  /** What never changes; undefined: not the first row of the record. */
  readonly facts: Pick<HeldRecord, "type" | "bucket" | "legacyInventoryId"> | undefined
  /** undefined: as before. */
  readonly customData: HeldRecord["customData"]
}

/** A place among a player's ledger rows, which are ordered by record and then by revision. */
export interface LedgerPlace {
  /** Empty: before every record. */
  readonly inventoryId: string
  readonly revision: number
}

/** Sums of an item in a bucket: how many records there are, and what those without expiry count together. */
export interface ItemSums {
  readonly records: number
  readonly count: number
}

/** The sums that are kept of an item and bucket, where they are not those of its stored records. */
export interface WrongSums {
  readonly itemId: number
  readonly bucket: HeldRecord["bucket"]
  readonly kept: ItemSums
  readonly stored: ItemSums
}

/** Reads of the ledger. None of them grows with the number of rows beyond its limit, except where it says so. */
export class LedgerStore extends Context.Service<
  LedgerStore,
  {
    /**
     * At most `limit` players after `after` (undefined: from the first), by their uuid, who have an inventory, or
     * anything that only one has.
     */
    readonly owners: (after: PlayerUuid | undefined, limit: number) => Effect.Effect<ReadonlyArray<PlayerUuid>>
    /** At most `limit` ledger rows of the player after a place. */
    readonly lines: (player: PlayerUuid, after: LedgerPlace, limit: number) => Effect.Effect<ReadonlyArray<LedgerLine>>
    /** At most `limit` ledger rows of the record below the revision `before` (undefined: all), the newest first. */
    readonly ofRecord: (
      player: PlayerUuid,
      inventoryId: string,
      before: number | undefined,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<LedgerLine>>
    /** The stored records among these, also expired ones. */
    readonly records: (
      player: PlayerUuid,
      inventoryIds: ReadonlyArray<string>,
    ) => Effect.Effect<ReadonlyArray<HeldRecord>>
    /** At most `limit` stored records without any ledger row. Looks at all records of the player. */
    readonly unrecorded: (player: PlayerUuid, limit: number) => Effect.Effect<ReadonlyArray<string>>
    /** At most `limit` sums that are not those of the stored records. Looks at all records of the player. */
    readonly wrongSums: (player: PlayerUuid, limit: number) => Effect.Effect<ReadonlyArray<WrongSums>>
    /**
     * At most `limit` orders that ledger rows name and that are not stored. Looks at the whole ledger of the player.
     */
    readonly missingOrders: (player: PlayerUuid, limit: number) => Effect.Effect<ReadonlyArray<string>>
  }
>()("@garrison/core/inventory/LedgerStore") {}
