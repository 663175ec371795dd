/** Refusals of the odds. */
import { notFoundCodes } from "../kernel/NotFound.ts"
import { refusal } from "../kernel/Refusal.ts"

/** Every error code of this area with its description. */
export const oddsCodes = {
  too_many_odds: "Too many other odds are being computed; the same request may succeed shortly.",
} as const

/** As many odds are computed or wait as may; the same may succeed after `retryAfterSeconds`. */
export class OddsBusy extends refusal("OddsBusy", oddsCodes)<{
  readonly code: "too_many_odds"
  readonly retryAfterSeconds: number
  readonly limit: string
}> {}

/** The catalog has no such loot, it is not active now, or the odds are not published. */
export class OddsNotFound extends refusal("OddsNotFound", notFoundCodes)<{ readonly code: "resource_not_found" }> {
  override get message() {
    return "There are no odds of this loot."
  }
}
