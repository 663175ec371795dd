/**
 * Whether the session of a player may change the ways to log in: by what storage says, not by what this process
 * remembers of the token (decisions, section 14; guarantees R61). A program that works on the database has no session:
 * it vouches for the player.
 */
import * as Effect from "effect/Effect"
import type { PersonId } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { passRestrictions } from "../login/steps/check.ts"
import { RestrictionStore } from "../restriction/RestrictionStore.ts"
import { confirmSession } from "../token/confirmSession.ts"
import { TokenRefused } from "../token/errors.ts"
import { SessionStore } from "../token/SessionStore.ts"
import { LinkRefused } from "./errors.ts"
import type { LinkingPlayer } from "./record.ts"
import { isRecentLogin } from "./rules.ts"
import { LinkSettings } from "./settings.ts"

/** Passes a person without a restriction that refuses login, whose session is open. */
export const passPerson = Effect.fnUntraced(function* (
  { playerUuid, session }: LinkingPlayer,
  personId: PersonId,
  now: Timestamp,
) {
  yield* passRestrictions(yield* (yield* RestrictionStore).inForce(personId, now))
  if (session !== undefined) yield* confirmSession({ kind: "player", subject: playerUuid, ...session }, now)
})

/** How the player's session began; undefined where there is no session. */
export const originOf = Effect.fnUntraced(function* ({ session }: LinkingPlayer, personId: PersonId) {
  if (session === undefined) return undefined
  const origin = yield* (yield* SessionStore).origin(personId, session.sessionId)
  return origin ?? (yield* new TokenRefused({ code: "auth_token_expired" }))
})

/** Passes a session that a credential opened a short time ago. */
export const passRecentLogin = Effect.fnUntraced(function* (player: LinkingPlayer, personId: PersonId, now: Timestamp) {
  const origin = yield* originOf(player, personId)
  const proofMillis = (yield* LinkSettings).linkProofSeconds * 1000
  if (origin === undefined || isRecentLogin(origin, now, proofMillis)) return
  return yield* new LinkRefused({ code: "login_not_recent" })
})
