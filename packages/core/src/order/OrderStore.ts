/**
 * Storage of orders, which are kept for ever, and of everything that orders write (decisions, section 12). What an
 * order writes is one value, {@link DecidedOrder}, which is stored whole or not at all.
 */
import * as Context from "effect/Context"
import type { StatedTogether } from "./rules/wire/statedTogether.ts"
import type * as Effect from "effect/Effect"
import type { InventoryBucket } from "../catalog/schema.ts"
import type { InventoryWrites } from "../inventory/InventoryStore.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Platform } from "../kernel/Platform.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { WireJson } from "../kernel/wire/WireJson.ts"
import type { Caller } from "../kernel/Caller.ts"
import type { OrderFeature, Sort } from "./enumerations.ts"
import type { PromotionState } from "./rules/interpret/ask.ts"
import type { Claim } from "./rules/interpret/outcome.ts"

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
  /** What was turned off: by settings, or because the order takes another one back. */
  readonly disabled: ReadonlyArray<OrderFeature>
  /** The numbers that were drawn, in order. */
  readonly choices: ReadonlyArray<number>
  /** The claims of promotion codes that were asked for, in order. */
  readonly promotions: ReadonlyArray<PromotionState>
  /** Whether loot was applied in the inventory session, for each time that this was asked for, in order. */
  readonly applied: ReadonlyArray<boolean>
  /** The prices that failed entries stated together, which the text of the order leaves out. */
  readonly stated: ReadonlyArray<StatedTogether>
}

/** An order with every column as it is stored: a submitted order, or an order that another order made. */
export interface KeptOrder {
  readonly orderId: string
  readonly created: Timestamp
  /** Number of entries that count against the player's rate; 0 where another order made this order. */
  readonly entryCount: number
  /** Number of entries that the player has submitted so far, this order included. */
  readonly entryTotal: number
  readonly reference: string | undefined
  /** The hash of the submitted body; undefined without a reference. */
  readonly fingerprint: string | undefined
  readonly parentOrderId: string | undefined
  readonly catalogVersion: number
  readonly platform: string | undefined
  readonly isServer: boolean
  /** What was turned off, separated by spaces. */
  readonly disabled: string | undefined
  readonly submitterKind: string | undefined
  readonly submitterUuid: string | undefined
  readonly clientId: string | undefined
  /** Bytes that a client's submission stores; undefined: a server submitted the order, or another order made it. */
  readonly byteCount: number | undefined
  /** Bytes that the player's clients have stored so far, this order included. */
  readonly byteTotal: number | undefined
  /** The evidence as JSON. It is with the submitted order; of claims and applied loot only where any was asked for. */
  readonly choices: string | undefined
  readonly promotions: string | undefined
  readonly applied: string | undefined
  readonly stated: string | undefined
  /** Whether the order began an inventory session. */
  readonly beganSession: boolean
  /**
   * How the order and those that it made are sealed, `p` or `k`, and the seal. undefined: another order made this
   * order, or it is from before orders were sealed.
   */
  readonly seal: string | undefined
  /**
   * The hash of the random token that the unit of work left with the owner of the inventory. The last order has the
   * hash of the token that is there, so that none after it can be removed.
   */
  readonly tokenHash: string | undefined
  /** The order that this order refunds. No two orders refund the same one. */
  readonly refundedOrderId: string | undefined
  /** What the order should have taken and could not, as JSON: a list of {@link OwedCount}. */
  readonly owed: string | undefined
  readonly wire: WireJson
}

/** How many of an item could not be taken, because the player did not have them any more. */
export interface OwedCount {
  readonly itemId: number
  readonly bucket: InventoryBucket
  readonly count: number
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
  /** The order that this order refunds; undefined: none. */
  readonly refundedOrderId: string | undefined
  /** What the order should have taken and could not. */
  readonly owed: ReadonlyArray<OwedCount>
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

/** Which orders a search reads: those before a place, none older than `from`, of one player or of all. */
export interface NewestSpan {
  readonly player: PlayerUuid | undefined
  readonly before: OrderPlace
  readonly from: Timestamp
  readonly limit: number
}

/** An order as a search reads it. */
export interface SearchedOrder extends ListedOrder {
  readonly playerUuid: PlayerUuid
  readonly parentOrderId: string | undefined
  /** undefined: another order made it, or it is from before submitters were recorded. */
  readonly clientId: string | undefined
}

/** What a submission asks about the player's earlier orders. */
export interface BasisRequest {
  /** The reference to look for; undefined: none. */
  readonly reference: string | undefined
  readonly now: Timestamp
  /** How long an earlier order counts as recent, in ms, up to the time of the order. */
  readonly recentMillis: number
  /** How long bytes count as not paid off, in ms, up to the time of the order: longer than `recentMillis`. */
  readonly unpaidMillis: number
  /** Whether the bytes that the player's clients stored are asked for. */
  readonly countsBytes: boolean
}

/** What is known before an order is decided: its time, and what matters of the player's earlier orders. */
export interface OrderBasis {
  /** The time of the order: `now`, or one millisecond after the last change, if the clock did not move on. */
  readonly created: Timestamp
  /** The time of the last change of the inventory; undefined: never changed. */
  readonly lastChanged: Timestamp | undefined
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

/** What moves an inventory on to a later time: only from the change that was read. */
export interface InventoryStep {
  readonly player: PlayerUuid
  /** The time of this change. It is the last change of the inventory from now on. */
  readonly created: Timestamp
  /** The last change that {@link OrderBasis} had; undefined: none. */
  readonly lastChanged: Timestamp | undefined
}

/** Everything that an order writes. */
export interface DecidedOrder extends InventoryStep {
  /** The token that the owner of the inventory has from now on, in place of the one before. */
  readonly token: string
  readonly writes: InventoryWrites
  /** The submitted order, then the orders that it made. An order comes after the order that made it. */
  readonly orders: ReadonlyArray<KeptOrder>
  /** The promotion codes that the submitted order claims. A code with a limit is counted. */
  readonly claims: ReadonlyArray<Claim>
  /** Ids of the loot that it applies for the first time in the inventory session. */
  readonly applied: ReadonlyArray<number>
  /** What was gotten once, and may be gotten again from now on; absent: nothing. */
  readonly givenBack?: GivenBack
}

/** What an order gives back of what a player gets once. */
export interface GivenBack {
  /** Claimed codes. `isCounted`: the claim was counted, because the catalog limited the code. */
  readonly codes: ReadonlyArray<{ readonly code: string; readonly isCounted: boolean }>
  /** Loot that was applied in the inventory session. */
  readonly lootIds: ReadonlyArray<number>
}

/** The end of an inventory session, at `created`. */
export interface EndedSession extends InventoryStep {
  /** The order that begins the next session, and its submitter. */
  readonly orderId: string
  readonly submitterUuid: string
}

/**
 * Why an order was not stored. `overtaken`: the inventory has changed since the basis was read, or a record, claim or
 * applied loot is not as the order found it. `used_up`: a promotion code that it claims has no use left.
 */
export type NotStored = "overtaken" | "used_up"

/** Storage of orders, and of all that orders write. */
export class OrderStore extends Context.Service<
  OrderStore,
  {
    /**
     * Whether an order is decided without a lock first, because a unit of work costs round trips. An order that was
     * overtaken is decided in a unit of work that locks the inventory, so that it cannot be overtaken for ever.
     */
    readonly beginsWithoutLock: boolean
    /**
     * Reads what an order is decided on, in one moment. The cost does not grow with the number of orders. `locked`: in
     * the unit of work in progress, in which no other unit changes the inventory any more; others wait for its end. The
     * inventory of a player who never ordered cannot be locked: it can still be overtaken. `not_found`: the player does
     * not exist.
     */
    readonly readBasis: (
      player: PlayerUuid,
      request: BasisRequest,
      lock: "locked" | "unlocked",
    ) => Effect.Effect<OrderBasis | "not_found">
    /**
     * Stores all that the order says, or nothing. Answers only after the writes are durable; within a unit of work, the
     * caller must undo that unit if the answer is not `stored`. The uses of promotion codes are counted last, because
     * other players wait for these rows, and in the order of the codes, so that no two units wait for each other.
     */
    readonly store: (order: DecidedOrder) => Effect.Effect<"stored" | NotStored>
    /**
     * Takes away all transient records of the player, and forgets the loot that was applied in the session. Each
     * record's ledger ends in a row that takes the count to 0 and has the time of the end as its expiry;
     * InventoryStore.at gives the records back for times before. Call it within a unit of work, as `store`.
     */
    readonly endSession: (session: EndedSession) => Effect.Effect<"stored" | NotStored>
    /** A part of the player's orders, at most `limit` long. */
    readonly list: (player: PlayerUuid, span: OrderSpan) => Effect.Effect<ReadonlyArray<ListedOrder>>
    /** Orders for an operator's search, the newest first. Without a player, no request makes it. */
    readonly newest: (span: NewestSpan) => Effect.Effect<ReadonlyArray<SearchedOrder>>
    /** One order of the player. */
    readonly find: (player: PlayerUuid, orderId: string) => Effect.Effect<FoundOrder | undefined>
  }
>()("@garrison/core/order/OrderStore") {}
