/** Refusals of the order operations. Results of single entries are not errors: they are in enumerations.ts. */
import { notFoundCodes } from "../kernel/NotFound.ts"
import { refusal } from "../kernel/Refusal.ts"

/** Every error code of this area with its description. */
export const orderCodes = {
  too_many_inventory_sessions: "The player began too many inventory sessions, or submitted too many orders.",
  order_ref_conflict: "This client_order_ref_id was used before with another body.",
} as const

/** The order contradicts a stored order. */
export class OrderRefused extends refusal("OrderRefused", orderCodes)<{ readonly code: "order_ref_conflict" }> {}

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
