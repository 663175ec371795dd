/**
 * Makes, judges and exchanges refresh tokens (decisions, section 3; guarantees R9 to R11). {@link Sessions} is the
 * service; this file has its work on a single token.
 */
import * as Effect from "effect/Effect"
import * as Digest from "effect/crypto/Digest"
import * as Mac from "effect/crypto/Mac"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { SecurityEventStore } from "../audit/SecurityEventStore.ts"
import { forwardClock } from "../kernel/ForwardClock.ts"
import type { ClientUuid, SessionId } from "../kernel/Identifier.ts"
import { SECRET_BYTES } from "../kernel/SecretText.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { utf8 } from "../kernel/Utf8.ts"
import {
  EXCHANGES_MAX,
  idleEnd,
  isRefreshTokenText,
  judgeRefreshToken,
  refreshTokenText,
  type RefreshVerdict,
} from "./rules/refresh.ts"
import {
  type NewRefreshToken,
  type RefreshTokenRecord,
  type RevocationReason,
  type SessionSelection,
  SessionStore,
} from "./SessionStore.ts"
import { TokenSettings } from "./settings.ts"
import { VerifiedTokens } from "./VerifiedTokens.ts"

/** A refresh token that may be used, as stored when it was presented. */
export interface PresentedRefreshToken {
  readonly text: string
  readonly clientUuid: ClientUuid
  readonly record: RefreshTokenRecord
}

/** Why a presented refresh token may not be used. */
export type RefreshRefusal = Exclude<RefreshVerdict, "live" | "replayed" | "reused">

/** A session with the text of its new refresh token, if one was made. */
export interface SessionGranted {
  readonly sessionId: SessionId
  readonly refreshToken: string | undefined
}

/** The services that the functions below use. */
export type RefreshServices = Effect.Success<typeof refreshServices>

/** Gathers {@link RefreshServices}. */
export const refreshServices = Effect.gen(function* () {
  const timeOf = forwardClock()
  return {
    /** Never goes back, so that an expired token stays expired (guarantees R35). */
    now: Effect.clockWith((clock) => Effect.sync(() => timeOf(clock))),
    store: yield* SessionStore,
    events: yield* SecurityEventStore,
    transaction: yield* Transaction,
    random: yield* SecureRandom.SecureRandom,
    digest: yield* Digest.Digest,
    mac: yield* Mac.Mac,
    settings: yield* TokenSettings,
    verified: yield* VerifiedTokens,
  }
})

/** Forgets the access tokens of sessions that end in this unit of work, so that they are looked up again. */
export const forgetSessions = (on: RefreshServices, sessions: ReadonlyArray<SessionId>) =>
  on.transaction.afterCommit(Effect.sync(() => on.verified.forgetSessions(sessions)))

/** See `Sessions.endInUnit`. */
export const endInUnit = Effect.fnUntraced(function* (
  on: RefreshServices,
  selection: SessionSelection,
  reason: RevocationReason,
  at: Timestamp,
) {
  const ended = yield* on.store.revoke(selection, reason, at)
  yield* forgetSessions(on, ended)
  return ended.length
})

const hashOf = (on: RefreshServices, text: string) => on.digest.digest(Digest.sha256, utf8(text))

/**
 * The HMAC of a token's text under a random seed. The seed is stored, the text is not. So a client with the token can
 * get the same successor again, and a reader of the database cannot compute the successor.
 */
const successorOf = (on: RefreshServices, text: string, seed: Uint8Array) =>
  Mac.key(Mac.hmacSha256, seed).pipe(
    Effect.flatMap((key) => on.mac.sign(key, utf8(text))),
    Effect.map(refreshTokenText),
    Effect.orDie,
  )

const stored = Effect.fnUntraced(function* (on: RefreshServices, text: string, at: Timestamp, sessionEnd: Timestamp) {
  const token: NewRefreshToken = {
    hash: yield* hashOf(on, text),
    expiresAt: idleEnd(at, on.settings.refreshIdleSeconds * 1000, sessionEnd),
  }
  return token
})

/** The first refresh token of a session that ends at `sessionEnd`: its text, and its stored form. */
export const firstToken = Effect.fnUntraced(function* (on: RefreshServices, at: Timestamp, sessionEnd: Timestamp) {
  const text = refreshTokenText(yield* on.random.randomBytes(SECRET_BYTES))
  return { text, token: yield* stored(on, text, at, sessionEnd) }
})

const judge = (
  on: RefreshServices,
  record: RefreshTokenRecord | undefined,
  clientUuid: ClientUuid,
  now: Timestamp,
): RefreshVerdict => judgeRefreshToken(record, { clientUuid, now, graceMillis: on.settings.refreshGraceSeconds * 1000 })

const endFamily = Effect.fnUntraced(function* (
  on: RefreshServices,
  record: RefreshTokenRecord,
  address: string,
  at: Timestamp,
) {
  const { sessionId, clientUuid, owner } = record.session
  if ((yield* endInUnit(on, { kind: "player", subject: owner.playerUuid, sessionId }, "reuse", at)) === 0) return
  const eventId = yield* on.random.uuidV7()
  const { personId } = owner
  yield* on.events.record({ eventId, at, kind: "refresh_token_reuse", personId, sessionId, clientUuid, address })
})

/** See `Sessions.present`. */
export const present = Effect.fnUntraced(function* (
  on: RefreshServices,
  text: string,
  clientUuid: ClientUuid,
  address: string,
) {
  const record = isRefreshTokenText(text) ? yield* on.store.findRefreshToken(yield* hashOf(on, text)) : undefined
  if (record === undefined) return "not_found" as const
  const now = yield* on.now
  const verdict = judge(on, record, clientUuid, now)
  if (verdict === "live" || verdict === "replayed") return { text, clientUuid, record }
  if (verdict !== "reused") return verdict
  yield* on.transaction.run(endFamily(on, record, address, now))
  return "not_found" as const
})

/** The successor that an earlier exchange of the same token made, if that was a moment ago. */
const recover = Effect.fnUntraced(function* (on: RefreshServices, presented: PresentedRefreshToken, at: Timestamp) {
  const record = yield* on.store.findRefreshToken(presented.record.hash)
  const seed = record?.successorSeed
  if (seed === undefined || judge(on, record, presented.clientUuid, at) !== "replayed") return undefined
  return yield* successorOf(on, presented.text, seed)
})

/** The text of the token's successor, made now or a moment ago; undefined when the token can no longer be exchanged. */
const exchange = Effect.fnUntraced(function* (on: RefreshServices, presented: PresentedRefreshToken, at: Timestamp) {
  const { hash, rotatedAt, session } = presented.record
  const { personId } = session.owner
  if (rotatedAt !== undefined) return yield* recover(on, presented, at)
  const successorSeed = yield* on.random.randomBytes(SECRET_BYTES)
  const text = yield* successorOf(on, presented.text, successorSeed)
  const successor = yield* stored(on, text, at, session.expiresAt)
  const { clientUuid } = presented
  const { sessionId } = session
  const rotation = { personId, sessionId, hash, clientUuid, at, successorSeed, successor, exchangesMax: EXCHANGES_MAX }
  const rotated = yield* on.store.rotate(rotation)
  return rotated ? text : yield* recover(on, presented, at)
})

/** See `Sessions.renew`. */
export const renew = Effect.fnUntraced(function* (
  on: RefreshServices,
  presented: PresentedRefreshToken,
  includeRefresh: boolean,
  at: Timestamp,
) {
  const { hash, rotatedAt, session } = presented.record
  const { sessionId } = session
  if (includeRefresh) {
    const refreshToken = yield* exchange(on, presented, at)
    return refreshToken === undefined ? "not_found" : { sessionId, refreshToken }
  }
  if (rotatedAt === undefined) {
    yield* on.store.extend(
      { personId: session.owner.personId, sessionId, hash },
      idleEnd(at, on.settings.refreshIdleSeconds * 1000, session.expiresAt),
    )
  }
  return { sessionId, refreshToken: undefined }
})
