/** The refusals about roles. */
import { notFoundCodes } from "../kernel/NotFound.ts"
import { refusal } from "../kernel/Refusal.ts"

/** No role has this id. */
export class RoleNotFound extends refusal("RoleNotFound", notFoundCodes)<{ readonly code: "resource_not_found" }> {
  override get message() {
    return "There is no such role."
  }
}
