/**
 * Looks up whether those who listen may still do so: whether the session is open, and whether token and role still have
 * the permission. Many in one statement (decisions, section 9).
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { requiredVersions } from "../../agreement/rules.ts"
import { AgreementSettings } from "../../agreement/settings.ts"
import type { Caller } from "../../kernel/Caller.ts"
import type { FeedEnd } from "../../operation/Feed.ts"
import { holdsAny, inBoth } from "../../permission/rules.ts"
import { RoleStore } from "../../permission/RoleStore.ts"
import { SessionStore } from "../../token/SessionStore.ts"
import { VerifiedTokens } from "../../token/VerifiedTokens.ts"
import { READING_OWN } from "../permissions.ts"

/** Callers of one statement at most. */
export const CALLERS_AT_ONCE = 200

/** Makes the function that says of each of these callers, in their order, why it may not listen; undefined: it may. */
export const makeSessionWatch = Effect.gen(function* () {
  const sessions = yield* SessionStore
  const roles = yield* RoleStore
  const verified = yield* VerifiedTokens
  const required = requiredVersions((yield* AgreementSettings).agreements)

  /** What a caller holds that the statement over many did not find open: it may stand otherwise. */
  const heldByOne = Effect.fnUntraced(function* (caller: Caller, now: number) {
    const standing = yield* sessions.standing(caller, caller.tokenId, now, required)
    return standing === "ended" || standing.lacksAgreements === true ? undefined : (standing.permissions ?? [])
  })

  return Effect.fnUntraced(function* (callers: ReadonlyArray<Caller>) {
    const now = yield* Clock.currentTimeMillis
    const found = yield* sessions.rolesOfOpen(callers, required)
    const distinct = [...new Set(found.filter((roleId) => roleId !== undefined))]
    const stored = yield* roles.rolesOf(distinct)
    const held = yield* Effect.forEach(callers, (caller, index) => {
      const roleId = found[index]
      if (roleId === undefined) return heldByOne(caller, now)
      return Effect.succeed(stored.find((role) => role.roleId === roleId)?.permissions ?? [])
    })
    const ends = callers.map(({ permissions }, index): FeedEnd | undefined => {
      const now = held[index]
      if (now === undefined) return "ended"
      return holdsAny(inBoth(permissions, now), READING_OWN) ? undefined : "denied"
    })
    const gone = callers.filter((_, index) => ends[index] !== undefined).map(({ sessionId }) => sessionId)
    // A client that returns with the same token is looked up again.
    if (gone.length > 0) verified.forgetSessions(gone)
    return ends
  })
})
