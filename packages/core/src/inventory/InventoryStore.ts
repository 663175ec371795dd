/** Where inventories and their ledger are kept (decisions, section 11; guarantees R2 and R3). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type { HeldRecord } from "./schema.ts"

/** Which records to load: all of the items named, and all of the items that the records named belong to. */
export interface InventorySelection {
  readonly itemIds: ReadonlyArray<number>
  readonly inventoryIds: ReadonlyArray<string>
  readonly legacyInventoryIds: ReadonlyArray<bigint>
}

/** A record that was there before: its state then, by which storage knows that nobody else changed it, and now. */
export interface RecordUpdate {
  readonly before: HeldRecord
  readonly after: HeldRecord
}

/** One change of one record, made by one entry of one order. */
export interface LedgerRow {
  readonly inventoryId: string
  /** The revision of the record that the change led to. */
  readonly revision: number
  readonly itemId: number
  readonly orderId: string
  readonly entryId: string
  /** What the change added to the count; negative: took from it. */
  readonly delta: number
  readonly countAfter: number
  /** `player_uuid` or `client_uuid` of who submitted the order. */
  readonly submitterUuid: string
}

/** Everything that one unit of work does to one inventory. */
export interface InventoryWrites {
  readonly created: ReadonlyArray<HeldRecord>
  readonly updated: ReadonlyArray<RecordUpdate>
  readonly ledger: ReadonlyArray<LedgerRow>
}

/** A place among a player's records, which stand by item and then by id. Neither ever changes. */
export interface InventoryPlace {
  readonly itemId: number
  /** Empty: before every record of the item. */
  readonly inventoryId: string
}

/** Whose inventory is read. */
export interface InventoryOwner {
  readonly createdAt: Timestamp
  /** The time of the last change of the inventory; 0: there was none. */
  readonly lastChanged: Timestamp
}

/** Storage of inventories. `claim` and `apply` run inside one unit of work. */
export class InventoryStore extends Context.Service<
  InventoryStore,
  {
    /**
     * Claims the player's inventory until the unit of work ends: whoever claims next waits. Answers with the time of
     * the unit: `now`, or one millisecond after that of the unit before when the clock did not move on. `not_found`:
     * there is no such player.
     */
    readonly claim: (player: PlayerUuid, now: Timestamp) => Effect.Effect<Timestamp | "not_found">
    /** The selected records that have not expired at `now`, oldest first. */
    readonly load: (
      player: PlayerUuid,
      selection: InventorySelection,
      now: Timestamp,
    ) => Effect.Effect<ReadonlyArray<HeldRecord>>
    /** The player as far as reading an inventory needs it. */
    readonly owner: (player: PlayerUuid) => Effect.Effect<InventoryOwner | "not_found">
    /**
     * At most `limit` records after a place, expired ones too, by item and id. Takes no longer the more records there
     * are.
     */
    readonly list: (
      player: PlayerUuid,
      after: InventoryPlace,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<HeldRecord>>
    /**
     * Writes records and ledger. `conflict`: a record is not in the state that the writes started from, and the unit of
     * work must not be stored.
     */
    readonly apply: (
      player: PlayerUuid,
      writes: InventoryWrites,
      now: Timestamp,
    ) => Effect.Effect<"applied" | "conflict">
  }
>()("@garrison/core/inventory/InventoryStore") {}
