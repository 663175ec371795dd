/**
 * Reading what refunds are decided on, beside orders and ledger (decisions, section 12): which order refunds which,
 * what is owed, and what an order got once.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { OwedCount } from "./OrderStore.ts"

/** An order that could not take all that it should have taken. */
export interface OwedByOrder {
  readonly orderId: string
  readonly created: Timestamp
  /** The order that it refunds; undefined: it claws an item back. */
  readonly refundedOrderId: string | undefined
  readonly owed: ReadonlyArray<OwedCount>
}

/** Reads for refunds. */
export class RefundStore extends Context.Service<
  RefundStore,
  {
    /** The order that refunds this order; undefined: none does. */
    readonly refundOf: (player: PlayerUuid, orderId: string) => Effect.Effect<string | undefined>
    /** When each order was made that another order refunds, by the refund; at most `limit` of them. */
    readonly refunds: (player: PlayerUuid, limit: number) => Effect.Effect<ReadonlyMap<string, Timestamp>>
    /** At most `limit` orders by which the player owes something, the newest first. Refunded ones are left out. */
    readonly owed: (player: PlayerUuid, limit: number) => Effect.Effect<ReadonlyArray<OwedByOrder>>
    /** The order that claimed the code for the player; undefined: the player has not claimed it, or may do so again. */
    readonly claimedBy: (player: PlayerUuid, code: string) => Effect.Effect<string | undefined>
    /** When the player's last inventory session began, if that was later than `after`. */
    readonly sessionAfter: (player: PlayerUuid, after: Timestamp) => Effect.Effect<Timestamp | undefined>
    /** At most `limit` records of the item that were ever made, by their ids. */
    readonly recordsOf: (player: PlayerUuid, itemId: number, limit: number) => Effect.Effect<ReadonlyArray<string>>
  }
>()("@garrison/core/order/RefundStore") {}
