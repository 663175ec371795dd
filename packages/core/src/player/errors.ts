/** The refusals about players. */
import { notFoundCodes } from "../kernel/NotFound.ts"
import { refusal } from "../kernel/Refusal.ts"

/** No player has this uuid. */
export class PlayerNotFound extends refusal("PlayerNotFound", notFoundCodes)<{ readonly code: "resource_not_found" }> {
  override get message() {
    return "There is no such player."
  }
}
