/** The refusals about restrictions. */
import { notFoundCodes } from "../kernel/NotFound.ts"
import { refusal } from "../kernel/Refusal.ts"

/** No person, or no restriction in force, has this id. */
export class RestrictionNotFound extends refusal("RestrictionNotFound", notFoundCodes)<{
  readonly code: "resource_not_found"
  readonly missing: "person" | "restriction"
}> {
  override get message() {
    return this.missing === "person" ? "There is no such person." : "There is no such restriction in force."
  }
}
