/**
 * Looks up whether those who listen may still do so: whether the session is open, and whether the player's role still
 * has the permission. Many in one statement (decisions, section 9).
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { requiredVersions } from "../../agreement/rules.ts"
import { AgreementSettings } from "../../agreement/settings.ts"
import type { Caller } from "../../kernel/Caller.ts"
import type { FeedEnd } from "../../operation/Feed.ts"
import { holdsAny } from "../../permission/rules.ts"
import { RoleStore } from "../../permission/RoleStore.ts"
import { PlayerStore } from "../../player/PlayerStore.ts"
import { SessionStore } from "../../token/SessionStore.ts"
import { VerifiedTokens } from "../../token/VerifiedTokens.ts"
import { READING_OWN } from "../permissions.ts"

/** Callers of one statement at most. */
export const CALLERS_AT_ONCE = 200

/** Makes the function that says of each of these callers, in their order, why it may not listen; undefined: it may. */
export const makeSessionWatch = Effect.gen(function* () {
  const sessions = yield* SessionStore
  const roles = yield* RoleStore
  const players = yield* PlayerStore
  const verified = yield* VerifiedTokens
  const required = requiredVersions((yield* AgreementSettings).agreements)

  /** The role of a caller that the statement over many did not find open: it may stand otherwise. */
  const roleOfOne = Effect.fnUntraced(function* (caller: Caller, now: number) {
    const standing = yield* sessions.standing(caller, caller.tokenId, now, required)
    if (standing === "ended" || standing.lacksAgreements === true) return undefined
    return caller.kind === "player" ? yield* players.role(caller.subject) : undefined
  })

  return Effect.fnUntraced(function* (callers: ReadonlyArray<Caller>) {
    const now = yield* Clock.currentTimeMillis
    const found = yield* sessions.rolesOfOpen(callers, required)
    const roleIds = yield* Effect.forEach(callers, (caller, index) => {
      const roleId = found[index]
      return roleId === undefined ? roleOfOne(caller, now) : Effect.succeed(roleId)
    })
    const distinct = [...new Set(roleIds.filter((roleId) => roleId !== undefined))]
    const readers = new Set(
      (yield* roles.rolesOf(distinct))
        .filter(({ permissions }) => holdsAny(permissions, READING_OWN))
        .map(({ roleId }) => roleId),
    )
    const gone = callers.filter((_, index) => roleIds[index] === undefined).map(({ sessionId }) => sessionId)
    // A client that returns with the same token is looked up again.
    if (gone.length > 0) verified.forgetSessions(gone)
    return roleIds.map((roleId): FeedEnd | undefined => {
      if (roleId === undefined) return "ended"
      return readers.has(roleId) ? undefined : "denied"
    })
  })
})
