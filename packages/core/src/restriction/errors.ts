/** Why something about restrictions is refused. */
import { notFoundCodes } from "../kernel/NotFound.ts"
import { refusal } from "../kernel/Refusal.ts"

/** No person has this id, or no restriction in force has this one. */
export class RestrictionNotFound extends refusal("RestrictionNotFound", notFoundCodes)<{
  readonly code: "resource_not_found"
  readonly missing: "person" | "restriction"
}> {
  override get message() {
    return this.missing === "person" ? "There is no such person." : "There is no such restriction in force."
  }
}
