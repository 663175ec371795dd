/**
 * Reading what was stored of a player's orders row by row, for those who verify that orders, ledger, claims and records
 * vouch for each other, and the one change of it: seals where there are none (guarantees R63).
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { LedgerLine, LedgerPlace } from "../inventory/LedgerStore.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { KeptOrder, OrderPlace } from "./OrderStore.ts"

/** A promotion code that the player has claimed, as it is stored. */
export interface KeptClaim {
  readonly code: string
  readonly orderId: string
  readonly created: Timestamp
}

/** The row of an inventory. */
export interface KeptOwner {
  readonly lastChanged: Timestamp
  /** What the last order of the player left behind; undefined: no order was sealed. */
  readonly token: string | undefined
}

/** Reads for a verification. Each has a limit, or a list from the caller. */
export class VerificationStore extends Context.Service<
  VerificationStore,
  {
    /** At most `limit` orders of the player after a place, by time and then by id. */
    readonly orders: (player: PlayerUuid, after: OrderPlace, limit: number) => Effect.Effect<ReadonlyArray<KeptOrder>>
    /** The ledger rows of the player at these places. */
    readonly linesAt: (
      player: PlayerUuid,
      places: ReadonlyArray<LedgerPlace>,
    ) => Effect.Effect<ReadonlyArray<LedgerLine>>
    /** At most `limit` claims of the player after a code (empty: from the first), by code. */
    readonly claims: (player: PlayerUuid, after: string, limit: number) => Effect.Effect<ReadonlyArray<KeptClaim>>
    /** The row of the player's inventory; undefined: there is none. */
    readonly owner: (player: PlayerUuid) => Effect.Effect<KeptOwner | undefined>
    /**
     * Stores seals of submitted orders that have none, and `token` as what the last order left behind (undefined: as it
     * is). Answers false, and is to be undone, if the inventory has changed since `lastChanged`, or an order has a
     * seal.
     */
    readonly keepSeals: (
      player: PlayerUuid,
      lastChanged: Timestamp,
      orders: ReadonlyArray<KeptOrder>,
      token: string | undefined,
    ) => Effect.Effect<boolean>
    /** Orders that were made later than this are sealed. */
    readonly sealsFrom: Effect.Effect<Timestamp>
    /** The loot that is stored as applied in the player's current inventory session: at most what a catalog has. */
    readonly applied: (player: PlayerUuid) => Effect.Effect<ReadonlyArray<number>>
  }
>()("@garrison/core/order/VerificationStore") {}
