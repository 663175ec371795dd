/**
 * Who may get at something that holds permissions: a client and its secret, a role, a player's ways to log in, a
 * password (decisions, section 3).
 */
import * as Effect from "effect/Effect"
import { type Act, isChecked } from "../operation/Act.ts"
import { PersonStore } from "../person/PersonStore.ts"
import { PermissionDenied } from "../permission/errors.ts"
import { RoleStore } from "../permission/RoleStore.ts"
import { lacking } from "../permission/rules.ts"
import type { PersonId } from "../kernel/Identifier.ts"
import { PLAYER_ROLE_ID } from "../permission/schema.ts"

/** Refuses an actor who lacks one of the permissions that the subject of the act holds, or is to hold. */
export const passHolder = Effect.fnUntraced(function* ({ actor }: Act, held: ReadonlyArray<string>) {
  if (!isChecked(actor) || held.length === 0) return
  const everyone = yield* (yield* RoleStore).permissionsOf([PLAYER_ROLE_ID])
  if (lacking(actor.permissions, held, everyone).length === 0) return
  yield* new PermissionDenied({ code: "insufficient_permissions" })
})

/** As {@link passHolder}, for what lets one log in as a person: with the permissions of each of its players. */
export const passPersonHeld = Effect.fnUntraced(function* (act: Act, personId: PersonId) {
  const roleIds = yield* (yield* PersonStore).roleIdsOf(personId)
  yield* passHolder(act, yield* (yield* RoleStore).permissionsOf(roleIds))
})
