/**
 * What a change of the ways to log in leaves behind: a security event, an entry of the login history, and a
 * notification to the player.
 */
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import type { SecurityEventKind } from "../audit/schema.ts"
import { SecurityEventStore } from "../audit/SecurityEventStore.ts"
import type { ClientUuid, PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { Platform } from "../kernel/Platform.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { HISTORY_OF_PERSON_MAX, LoginHistoryStore } from "../login/storing/LoginHistoryStore.ts"
import { type SessionContext, shortened } from "../login/Logins.ts"
import type { Caller } from "../kernel/Caller.ts"
import { LinkNotices } from "./LinkNotices.ts"

/** The player that links or unlinks, and where the request comes from. */
export interface LinkingPlayer extends SessionContext {
  readonly playerUuid: PlayerUuid
  /** The session, and the access token of it that asks. Undefined: a program that works on the database itself. */
  readonly session: Pick<Caller, "sessionId" | "tokenId"> | undefined
}

/** A change of the ways to log in, with a session if a player made it. */
export interface LinkChange extends Pick<LinkingPlayer, "address" | "playerUuid" | "session" | "userAgent"> {
  readonly is: "link" | "unlink"
  readonly personId: PersonId
  readonly platform: Platform
  readonly clientUuid: ClientUuid | undefined
  /** Whose way to log in it is: the caller's player, or another player of the same person. */
  readonly concerns: PlayerUuid
  readonly at: Timestamp
}

const kinds = {
  link: "portal_user_linked",
  unlink: "portal_user_unlinked",
} as const satisfies Readonly<Record<LinkChange["is"], SecurityEventKind>>

/**
 * Records the change, in the unit of work that makes it. The history has the changes that were made in a session. The
 * player is notified when the change is stored.
 */
export const record = Effect.fnUntraced(function* (change: LinkChange) {
  const { at, clientUuid, concerns, is, personId, platform, playerUuid } = change
  const sessionId = change.session?.sessionId
  const { address, userAgent } = shortened(change)
  const random = yield* SecureRandom.SecureRandom
  const events = yield* SecurityEventStore
  const eventId = yield* random.uuidV7()
  yield* events.record({ eventId, at, kind: kinds[is], personId, sessionId, clientUuid, address })
  const notices = yield* LinkNotices
  yield* (yield* Transaction).afterCommit(notices.notify({ is, playerUuid: concerns, platform, at }))
  if (sessionId === undefined || clientUuid === undefined) return
  const loginId = yield* random.uuidV7()
  const player = { personId, playerUuid, platform }
  const entry = { loginId, at, sessionId, grantType: is, clientUuid, address, userAgent, player }
  yield* (yield* LoginHistoryStore).record(entry, HISTORY_OF_PERSON_MAX)
})
