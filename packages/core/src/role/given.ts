/** The role that is given to somebody: a stored one, or a ready-made one that is stored with the gift. */
import * as Effect from "effect/Effect"
import { seenName } from "../kernel/input/seenName.ts"
import { READY_MADE_ROLES } from "../permission/readyMade.ts"
import { RoleStore } from "../permission/RoleStore.ts"
import type { Role } from "../permission/schema.ts"
import { RoleConflict } from "./errors.ts"

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

/**
 * The role that is given, as it is now, once `pass` lets the actor give it; undefined: there is none. In a unit of
 * work; it stores a ready-made role.
 */
export const passGift = Effect.fnUntraced(function* <E, R>(
  roleId: number,
  pass: (role: Role) => Effect.Effect<void, E, R>,
) {
  const roles = yield* RoleStore
  const role = yield* roleOfId(roleId)
  if (role === undefined) return undefined
  yield* pass(role)
  const isStored = (yield* roles.rolesOf([roleId])).length > 0
  if (!isStored && (yield* roles.put(role)) === "name_taken") yield* new RoleConflict({ code: "role_name_taken" })
  return role
})
