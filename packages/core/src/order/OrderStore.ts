/** Storage of orders. Orders are kept for ever (decisions, section 12). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { InventoryWrites } from "../inventory/InventoryStore.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Platform } from "../kernel/Platform.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type { WireJson } from "../kernel/WireJson.ts"
import type { Caller } from "../kernel/Caller.ts"
import type { OrderFeature, Sort } from "./enumerations.ts"
import type { PromotionState } from "./rules/ask.ts"

/**
 * The submitter of an order: a player, or a machine client. A program that opens the database itself has the nil uuid.
 */
export interface OrderSubmitter {
  readonly kind: Caller["kind"]
  /** `player_uuid` or `client_uuid`. */
  readonly uuid: string
  /** `client_id` of the machine, or of the game client by which the player logged in. */
  readonly clientId: string
}

/**
 * The inputs that lead to the same outcome when a submitted order is interpreted again (guarantees R8), next to the
 * order itself. The records that it read are not among them: the ledger has them, as they were before the order's
 * `created` (InventoryStore.at).
 */
export interface OrderEvidence {
  readonly catalogVersion: number
  readonly platform: Platform | undefined
  readonly isServer: boolean
  /** What settings had turned off. */
  readonly disabled: ReadonlyArray<OrderFeature>
  /** The numbers that were drawn, in order. */
  readonly choices: ReadonlyArray<number>
  /** The claims of promotion codes that were asked for, in order. */
  readonly promotions: ReadonlyArray<PromotionState>
  /** Whether loot was applied in the inventory session, for each time that this was asked for, in order. */
  readonly applied: ReadonlyArray<boolean>
}

/**
 * The seal of a submitted order and the orders that it made. Each unit of work takes another random token to the owner
 * of the inventory. The last order has the hash of the token that is there, so that none after it can be removed.
 */
export interface OrderSeal {
  /** How it is sealed, `p` or `k`, and the seal. */
  readonly text: string
  readonly tokenHash: string
}

/** An order to store: a submitted order with its evidence, or an order that another order made (`parentOrderId`). */
export interface OrderRow {
  readonly orderId: string
  /** Number of entries that count against the player's rate; 0 where another order made this order. */
  readonly entryCount: number
  /** Number of entries that the player has submitted so far, this order included. */
  readonly entryTotal: number
  /**
   * Bytes that a client's submission stores. `total`: bytes that the player's clients have stored so far, this order
   * included. undefined: a server submitted the order, or another order made it.
   */
  readonly bytes: { readonly count: number; readonly total: number } | undefined
  readonly submitter: OrderSubmitter
  readonly reference: { readonly id: string; readonly fingerprint: string } | undefined
  readonly parentOrderId: string | undefined
  readonly evidence: OrderEvidence
  readonly wire: WireJson
  /** Whether the order began an inventory session. */
  readonly beganSession: boolean
  /** undefined: another order made this order, which is sealed with it. */
  readonly seal: OrderSeal | undefined
}

/** An order as it is listed. */
export interface ListedOrder {
  readonly orderId: string
  readonly created: Timestamp
  readonly wire: WireJson
}

/** An order that was looked up. */
export interface FoundOrder extends ListedOrder {
  /** The order that made this order; undefined: it was submitted. */
  readonly parentOrderId: string | undefined
  readonly catalogVersion: number
  /** undefined: another order made this order. The evidence is with that order. */
  readonly evidence: OrderEvidence | undefined
  /** undefined: the order was stored before submitters were recorded. */
  readonly submitter: OrderSubmitter | undefined
}

/** A place among a player's orders, which are sorted by time and then by id. */
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

/** What a submission asks about the player's earlier orders. */
export interface Recalling {
  /** The reference to look for; undefined: none. */
  readonly reference: string | undefined
  readonly now: Timestamp
  /** How long an earlier order counts as recent, in ms, up to the time of the unit. */
  readonly recentMillis: number
  /** How long bytes count as not paid off, in ms, up to the time of the unit: longer than `recentMillis`. */
  readonly unpaidMillis: number
  /** Whether the bytes that the player's clients stored are asked for. */
  readonly countsBytes: boolean
  /** A random UUID, which the owner of the inventory has from now on if the unit of work is stored. */
  readonly token: string
}

/** The player's earlier orders, as a submission needs them. */
export interface Recalled {
  /** The time of the unit: `now`, or one millisecond after the unit before, if the clock did not move on. */
  readonly created: Timestamp
  /** The order that was stored under the reference. */
  readonly precedent: { readonly fingerprint: string; readonly wire: WireJson } | undefined
  /** How many entries the player has submitted, and how many of them recently. */
  readonly entryTotal: number
  readonly recentEntryCount: number
  /** How many bytes the player's clients have stored, and how many recently and not paid off; 0: not asked for. */
  readonly byteTotal: number
  readonly recentByteCount: number
  readonly unpaidByteCount: number
}

/** What was looked up without a claim. */
export interface LookedUp extends Recalled {
  /** The time of the last change of the inventory; undefined: never changed. */
  readonly lastChanged: Timestamp | undefined
}

/** A submission that was decided on what was looked up, to be stored. */
export interface DecidedOrder {
  readonly player: PlayerUuid
  readonly lookedUp: Pick<LookedUp, "created" | "lastChanged">
  /** The token that the owner of the inventory has from now on. */
  readonly token: string
  readonly writes: InventoryWrites
  /** The submitted order, then the orders that it made. */
  readonly orders: ReadonlyArray<OrderRow>
}

/** Storage of orders without a unit of work: what is read is not claimed, but compared when the order is stored. */
export interface OrdersAtOnce {
  /** What `begin` recalls. Nothing is claimed. */
  readonly look: (player: PlayerUuid, recalling: Recalling) => Effect.Effect<LookedUp | "not_found">
  /**
   * Stores all, or nothing where the inventory has changed since it was looked up, or a record is not in the state that
   * the writes started from. Answers only after the writes are durable.
   */
  readonly store: (order: DecidedOrder) => Effect.Effect<"stored" | "not_stored">
}

/** Storage of orders. Call `add` inside the unit of work that began with `begin`. */
export class OrderStore extends Context.Service<
  OrderStore,
  {
    /**
     * Begins a unit of work: claims the player's inventory until the unit ends, as `claim` of InventoryStore does, and
     * recalls the player's earlier orders. The cost does not grow with the number of orders. `not_found`: the player
     * does not exist.
     */
    readonly begin: (player: PlayerUuid, recalling: Recalling) => Effect.Effect<Recalled | "not_found">
    /** Undefined where a unit of work costs no round trips. */
    readonly atOnce: OrdersAtOnce | undefined
    /** Stores orders that were created at the same time. An order comes after the order that made it. */
    readonly add: (player: PlayerUuid, created: Timestamp, orders: ReadonlyArray<OrderRow>) => Effect.Effect<void>
    /** A part of the player's orders, at most `limit` long. */
    readonly list: (player: PlayerUuid, span: OrderSpan) => Effect.Effect<ReadonlyArray<ListedOrder>>
    /** One order of the player. */
    readonly find: (player: PlayerUuid, orderId: string) => Effect.Effect<FoundOrder | undefined>
  }
>()("@garrison/core/order/OrderStore") {}
