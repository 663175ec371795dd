/** Where orders are kept, for ever (decisions, section 12). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Platform } from "../kernel/Platform.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type { WireJson } from "../kernel/WireJson.ts"
import type { Caller } from "../token/schema.ts"
import type { Sort } from "./enumerations.ts"

/** Who submitted an order: a player, or a machine client; a program that holds the database has the nil uuid. */
export interface OrderSubmitter {
  readonly kind: Caller["kind"]
  /** `player_uuid` or `client_uuid`. */
  readonly uuid: string
  /** `client_id` of the machine, or of the game client by which the player logged in. */
  readonly clientId: string
}

/** What it takes to interpret a submitted order again and come to the same outcome (guarantees R8). */
export interface OrderEvidence {
  readonly catalogVersion: number
  readonly platform: Platform | undefined
  readonly isServer: boolean
  /** The numbers that were drawn, in order. */
  readonly choices: ReadonlyArray<number>
  /** The records that were loaded, as JSON (rules/snapshot.ts). */
  readonly snapshot: string
}

/** An order to be stored: a submitted one with its evidence, or one that it made (`parentOrderId`). */
export interface OrderRow {
  readonly orderId: string
  /** What the order counts as against the player's rate; 0 where another order made it. */
  readonly entryCount: number
  /** What the player has submitted so far, this order included. */
  readonly entryTotal: number
  /**
   * Bytes that a client's submission stores, and what the player's clients have stored so far, this order included.
   * undefined: a server submitted it, or another order made it.
   */
  readonly bytes: { readonly count: number; readonly total: number } | undefined
  readonly submitter: OrderSubmitter
  readonly reference: { readonly id: string; readonly fingerprint: string } | undefined
  readonly parentOrderId: string | undefined
  readonly evidence: OrderEvidence
  readonly wire: WireJson
}

/** An order as it is listed. */
export interface ListedOrder {
  readonly orderId: string
  readonly created: Timestamp
  readonly wire: WireJson
}

/** An order that was looked up. */
export interface FoundOrder extends ListedOrder {
  /** undefined: an order of before submitters were recorded. */
  readonly submitter: OrderSubmitter | undefined
}

/** A place among a player's orders, which stand by time and then by id. */
export interface OrderPlace {
  readonly created: Timestamp
  /** Empty: before every order of that time. */
  readonly orderId: string
}

/** Which part of the orders to read: those after `from` in the direction of `sort`, none older than `oldest`. */
export interface OrderSpan {
  readonly from: OrderPlace
  readonly oldest: Timestamp
  readonly sort: Sort
  readonly limit: number
}

/** Storage of orders. `recall` and `add` run inside the unit of work that claimed the player's inventory. */
export class OrderStore extends Context.Service<
  OrderStore,
  {
    /**
     * What was stored under `reference` (absent: nothing is looked for), and how many entries the player has submitted
     * in all and after `since`. Takes no longer the more there are.
     */
    readonly recall: (
      player: PlayerUuid,
      reference: string | undefined,
      since: Timestamp,
    ) => Effect.Effect<{
      readonly precedent: { readonly fingerprint: string; readonly wire: WireJson } | undefined
      readonly entryTotal: number
      readonly recentEntryCount: number
    }>
    /** How many bytes the player's clients have stored in all and after `since`. Takes no longer the more there are. */
    readonly recallBytes: (
      player: PlayerUuid,
      since: Timestamp,
    ) => Effect.Effect<{ readonly byteTotal: number; readonly recentByteCount: number }>
    /** Stores orders that were created at one time, each after the one that made it. */
    readonly add: (player: PlayerUuid, created: Timestamp, orders: ReadonlyArray<OrderRow>) => Effect.Effect<void>
    /** A part of the player's orders, at most `limit` long. */
    readonly list: (player: PlayerUuid, span: OrderSpan) => Effect.Effect<ReadonlyArray<ListedOrder>>
    /** One order of the player. */
    readonly find: (player: PlayerUuid, orderId: string) => Effect.Effect<FoundOrder | undefined>
    /** The evidence of a submitted order; undefined: there is no such order, or another order made it. */
    readonly evidence: (player: PlayerUuid, orderId: string) => Effect.Effect<OrderEvidence | undefined>
  }
>()("@garrison/core/order/OrderStore") {}
