/** The refusals of the notification operations (interface, section 7). */
import { refusal } from "../kernel/Refusal.ts"

/** Every error code of this area with its description. */
export const notificationCodes = {
  bad_id: "The id is not one that was issued to this player.",
  too_many_listening_to_single_client: "This player has too many requests for notifications open.",
  connection_limit_reached: "Too many requests for notifications are open; try again shortly.",
} as const

/** The request is refused. */
export class NotificationRefused extends refusal("NotificationRefused", notificationCodes)<{
  readonly code: "bad_id" | "too_many_listening_to_single_client"
}> {}

/** The process serves as many listeners as allowed; the same request may succeed after `retryAfterSeconds`. */
export class NotificationBusy extends refusal("NotificationBusy", notificationCodes)<{
  readonly code: "connection_limit_reached"
  readonly retryAfterSeconds: number
  readonly limit: string
}> {}
