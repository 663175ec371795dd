/**
 * Who may get at something that holds permissions: a client and its secret, a role, a player's ways to log in, a
 * password (decisions, section 3).
 */
import * as Effect from "effect/Effect"
import { type Act, type Actor, isChecked } from "../operation/Act.ts"
import { PersonStore } from "../person/PersonStore.ts"
import { PermissionDenied } from "../permission/errors.ts"
import { RoleStore } from "../permission/RoleStore.ts"
import { BYPASSES_LOCK, givenBy, lacking } from "../permission/rules.ts"
import { type PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import { PLAYER_ROLE_ID, type Role } from "../permission/schema.ts"

/** Refuses an actor who lacks one of the permissions that the subject of the act holds, or is to hold. */
export const passHolder = Effect.fnUntraced(function* ({ actor }: Act, held: ReadonlyArray<string>) {
  if (!isChecked(actor) || held.length === 0) return
  const everyone = yield* (yield* RoleStore).permissionsOf([PLAYER_ROLE_ID])
  if (lacking(actor.permissions, held, everyone).length === 0) return
  yield* new PermissionDenied({ code: "insufficient_permissions" })
})

/** The right to log in during a lock, if a player acts whose person has a role that gives it. */
const bypassOf = Effect.fnUntraced(function* ({ id, kind }: Actor) {
  const persons = yield* PersonStore
  const personId = kind === "player" ? yield* persons.ofPlayer(PlayerUuid.make(id)) : undefined
  if (personId === undefined) return []
  const roles = yield* (yield* RoleStore).rolesOf(yield* persons.roleIdsOf(personId))
  return roles.some(({ bypassesLock }) => bypassesLock) ? [BYPASSES_LOCK] : []
})

/** As {@link passHolder}, for roles: with the right to log in during a lock, which a role may give. */
export const passRoles = Effect.fnUntraced(function* (act: Act, roles: ReadonlyArray<Role>) {
  const given = roles.flatMap(givenBy)
  const own = given.includes(BYPASSES_LOCK) && isChecked(act.actor) ? yield* bypassOf(act.actor) : []
  yield* passHolder({ ...act, actor: { ...act.actor, permissions: [...act.actor.permissions, ...own] } }, given)
})

/** As {@link passRoles}, for what lets one log in as a person: with the roles of each of its players. */
export const passPersonHeld = Effect.fnUntraced(function* (act: Act, personId: PersonId) {
  const roleIds = yield* (yield* PersonStore).roleIdsOf(personId)
  yield* passRoles(act, yield* (yield* RoleStore).rolesOf(roleIds))
})
