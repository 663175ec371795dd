/** The refusals about roles. */
import { notFoundCodes } from "../kernel/NotFound.ts"
import { refusal } from "../kernel/Refusal.ts"

/** The codes of this area. */
export const roleCodes = {
  role_name_taken: "Another role has this name.",
} as const

/** No role has this id. */
export class RoleNotFound extends refusal("RoleNotFound", notFoundCodes)<{ readonly code: "resource_not_found" }> {
  override get message() {
    return "There is no such role."
  }
}

/** Another role has the name. */
export class RoleConflict extends refusal("RoleConflict", roleCodes)<{ readonly code: keyof typeof roleCodes }> {}
