/** Why a known caller is refused. */
import * as Data from "effect/Data"

/** The codes of this area (interface, section 7). */
export const permissionCodes = {
  insufficient_permissions: "The caller holds none of the permissions that this operation requires.",
} as const

/** The caller is known and may not. */
export class PermissionDenied extends Data.TaggedError("PermissionDenied")<{
  readonly code: keyof typeof permissionCodes
}> {}
