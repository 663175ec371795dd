/** The refusals of repeated requests. */
import { refusal } from "../kernel/Refusal.ts"

/** Every error code of this area with its description. */
export const idempotencyCodes = {
  idempotency_key_conflict: "This Idempotency-Key was used before for another request.",
} as const

/** The key was used before, by the same caller for the same operation, with another request. */
export class IdempotencyConflict extends refusal("IdempotencyConflict", idempotencyCodes)<{
  readonly code: "idempotency_key_conflict"
}> {}
