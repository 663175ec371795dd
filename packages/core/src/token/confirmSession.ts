/**
 * The session of a caller by what storage says now, for operations that do not trust a remembered token (decisions,
 * section 3; guarantees R61).
 */
import * as Effect from "effect/Effect"
import { requiredVersions } from "../agreement/rules.ts"
import { AgreementSettings } from "../agreement/settings.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { TokenRefused } from "./errors.ts"
import type { Caller } from "../kernel/Caller.ts"
import { SessionStore } from "./SessionStore.ts"

/** A session, and one access token of it. */
export type SessionWithToken = Pick<Caller, "kind" | "subject" | "sessionId" | "tokenId">

/**
 * Refuses as the verification of an unknown token would: the session or the token was ended, or the player lacks a
 * required agreement. In a unit of work it sees what every unit before has stored.
 */
export const confirmSession = Effect.fnUntraced(function* (session: SessionWithToken, now: Timestamp) {
  const required = requiredVersions((yield* AgreementSettings).agreements)
  const standing = yield* (yield* SessionStore).standing(session, session.tokenId, now, required)
  if (standing === "ended" || standing.lacksAgreements === true) {
    return yield* new TokenRefused({ code: "auth_token_expired" })
  }
})
