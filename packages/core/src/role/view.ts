/** Roles as operators see them. */
import * as Schema from "effect/Schema"
import { described, Flag, IntegerOf, ListOf, Text, refersTo } from "../kernel/input/Field.ts"
import type { Role } from "../permission/schema.ts"

/** `role_id` of a role. */
export const RoleId = refersTo("role", IntegerOf({ minimum: 1 }))

/** A role. */
export const RoleView = Schema.Struct({
  role_id: described(RoleId, "Its number."),
  name: described(Text, "Its name, for operators."),
  permissions: described(ListOf(Text), "What its holders may do."),
  bypasses_lock: described(Flag, "Whether its holders log in while authentication is limited or locked."),
  stored: described(Flag, "Whether the database has it; a ready-made role is stored when it is first given."),
}).annotate({ identifier: "Role" })
export type RoleView = typeof RoleView.Type

/** The role as operators see it. */
export const roleView = (role: Role, stored: boolean): RoleView => ({
  role_id: role.roleId,
  name: role.name,
  permissions: role.permissions,
  bypasses_lock: role.bypassesLock,
  stored,
})
