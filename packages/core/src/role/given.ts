/** The role that is given to somebody: a stored one, or a ready-made one that is stored with the gift. */
import * as Effect from "effect/Effect"
import { seenName } from "../kernel/input/seenName.ts"
import type { Act } from "../operation/Act.ts"
import { READY_MADE_ROLES } from "../permission/readyMade.ts"
import { RoleStore } from "../permission/RoleStore.ts"
import type { Role } from "../permission/schema.ts"
import { RoleConflict } from "./errors.ts"
import { passHolder } from "./holder.ts"

/** The role of this id, which may be a ready-made one that is not stored yet; undefined: there is none. */
export const roleOfId = Effect.fnUntraced(function* (roleId: number) {
  const [stored] = yield* (yield* RoleStore).rolesOf([roleId])
  return stored ?? READY_MADE_ROLES.find((role) => role.roleId === roleId)
})

/** Whether a name looks like that of another ready-made role, which is not stored yet and would be refused the name. */
export const isReserved = Effect.fnUntraced(function* ({ name, roleId }: Role) {
  const meant = READY_MADE_ROLES.filter((role) => role.roleId !== roleId && seenName(role.name) === seenName(name))
  const stored = yield* (yield* RoleStore).rolesOf(meant.map((role) => role.roleId))
  return stored.length < meant.length
})

/** Refuses an actor who lacks a permission of the role. In a unit of work; it stores a ready-made role. */
export const passGift = Effect.fnUntraced(function* (act: Act, { roleId }: Role) {
  const roles = yield* RoleStore
  const role = yield* roleOfId(roleId)
  yield* passHolder(act, role?.permissions ?? [])
  if (role === undefined || (yield* roles.rolesOf([roleId])).length > 0) return
  if ((yield* roles.put(role)) === "name_taken") yield* new RoleConflict({ code: "role_name_taken" })
})
