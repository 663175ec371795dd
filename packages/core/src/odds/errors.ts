/** Refusals of the odds. */
import { notFoundCodes } from "../kernel/NotFound.ts"
import { refusal } from "../kernel/Refusal.ts"

/** The catalog has no such loot, it is not active now, or the odds are not published. */
export class OddsNotFound extends refusal("OddsNotFound", notFoundCodes)<{ readonly code: "resource_not_found" }> {
  override get message() {
    return "There are no odds of this loot."
  }
}
