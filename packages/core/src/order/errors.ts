/** Refusals of the order operations. Results of single entries are not errors: they are in enumerations.ts. */
import { notFoundCodes } from "../kernel/NotFound.ts"
import { listing, refusal, type Refusal } from "../kernel/Refusal.ts"
import type { OwedCount } from "./OrderStore.ts"

/** Every error code of this area with its description. */
export const orderCodes = {
  too_many_inventory_sessions: "The player began too many inventory sessions, or submitted too many orders.",
  order_ref_conflict: "This client_order_ref_id was used before with another body.",
  refund_incomplete: "Not all of it can be taken back.",
  refund_not_possible: "This cannot be taken back.",
  order_not_fulfilled: "The order would not be fulfilled.",
} as const

/** The order contradicts a stored order. */
export class OrderRefused extends refusal("OrderRefused", orderCodes)<{ readonly code: "order_ref_conflict" }> {}

/** An operator's order would not be fulfilled, so it was not stored. */
export class OrderUnfulfilled extends refusal("OrderUnfulfilled", orderCodes)<{
  readonly code: "order_not_fulfilled"
  /** The results of its entries, as the interface names them. */
  readonly results: ReadonlyArray<string>
}> {
  override get message() {
    return `The order would not be fulfilled: ${listing([...new Set(this.results)])}.`
  }
  override get details(): Refusal["details"] {
    return { results: this.results }
  }
}

/** The session did not begin; the same request may succeed after `retryAfterSeconds`. */
export class SessionRefused extends refusal("SessionRefused", orderCodes)<{
  readonly code: "too_many_inventory_sessions"
  readonly retryAfterSeconds: number
}> {}

/** The player has no order with this id. */
export class OrderNotFound extends refusal("OrderNotFound", notFoundCodes)<{ readonly code: "resource_not_found" }> {
  override get message() {
    return "There is no such order."
  }
}

/** No order of this id is entered in the lookup, and not all orders are. */
export class EarlierOrdersMissing extends refusal("EarlierOrdersMissing", notFoundCodes)<{
  readonly code: "resource_not_found"
}> {
  override get message() {
    return "No order of this id is known yet: orders from before the last upgrade are still being entered."
  }
}

/** Nothing was taken back, because not all of it can be: `lacking` says how many of which items. */
export class RefundIncomplete extends refusal("RefundIncomplete", orderCodes)<{
  readonly code: "refund_incomplete"
  readonly lacking: ReadonlyArray<OwedCount>
}> {
  override get message() {
    const items = this.lacking.map(({ bucket, count, itemId }) => `${count} of item ${itemId} in bucket ${bucket}`)
    return `Not all of it can be taken back. The player does not have ${listing(items)} any more.`
  }
  override get details(): Refusal["details"] {
    const { lacking } = this
    return { lacking: lacking.map(({ bucket, count, itemId }) => ({ item_id: itemId, bucket, count })) }
  }
}

/** Why an order or an item cannot be taken back at all. */
const OBSTACLES = {
  made: "Another order made this one. Refund that order: both are taken back together.",
  without_effect: "The order changed nothing, so there is nothing to take back.",
  too_large: "The order changed more records than one order can take back.",
  no_room: "What is to be given back does not fit: the player would hold more of an item than can be counted.",
} as const

/** An order or an item that cannot be taken back. */
export class RefundImpossible extends refusal("RefundImpossible", orderCodes)<{
  readonly code: "refund_not_possible"
  readonly why: keyof typeof OBSTACLES
  /** The order to refund instead; absent: none. */
  readonly orderId?: string | undefined
}> {
  override get message() {
    return OBSTACLES[this.why]
  }
  override get details(): Refusal["details"] {
    return this.orderId === undefined ? {} : { order_id: this.orderId }
  }
}
