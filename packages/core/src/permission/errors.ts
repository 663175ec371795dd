/** The refusal of a known caller without the permission. */
import { refusal } from "../kernel/Refusal.ts"

/** The codes of this area (interface, section 7). */
export const permissionCodes = {
  insufficient_permissions: "The caller holds none of the permissions that this operation requires.",
} as const

/** The caller is known and lacks the permission. */
export class PermissionDenied extends refusal("PermissionDenied", permissionCodes)<{
  readonly code: keyof typeof permissionCodes
}> {}
