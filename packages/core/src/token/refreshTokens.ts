/**
 * Makes, judges and exchanges refresh tokens (decisions, section 3; guarantees R9 to R11). Every login runs some of
 * this, so each function is made once, with the services that it needs.
 */
import * as Effect from "effect/Effect"
import * as Digest from "effect/crypto/Digest"
import * as Mac from "effect/crypto/Mac"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { SecurityEventStore } from "../audit/SecurityEventStore.ts"
import { ForwardClock } from "../kernel/time/ForwardClock.ts"
import type { ClientUuid, SessionId } from "../kernel/Identifier.ts"
import { SECRET_BYTES } from "../kernel/input/SecretText.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { utf8 } from "../kernel/wire/Utf8.ts"
import { makeEndInUnit } from "./endSessions.ts"
import {
  EXCHANGES_MAX,
  idleEnd,
  judgeRefreshToken,
  refreshTokenHome,
  type RefreshTokenHome,
  refreshTokenText,
  type RefreshVerdict,
} from "./rules/refresh.ts"
import {
  type NewRefreshToken,
  type RefreshTokenExtension,
  type RefreshTokenPlace,
  type RefreshTokenRecord,
  type Rotation,
  SessionStore,
} from "./SessionStore.ts"
import { TokenSettings } from "./settings.ts"

/** A refresh token that may be used, as stored when it was presented. */
export interface PresentedRefreshToken {
  readonly text: string
  readonly clientUuid: ClientUuid
  readonly record: RefreshTokenRecord
}

/** The verdict on a refresh token that may not be used, as its client gets it. */
export type UnusableVerdict = Exclude<RefreshVerdict, "live" | "replayed" | "reused">

/** A session with the text of its new refresh token, if one was made. */
export interface SessionGranted {
  readonly sessionId: SessionId
  readonly refreshToken: string | undefined
}

const makeHashOf = Effect.map(Digest.Digest, (digest) => (text: string) => digest.digest(Digest.sha256, utf8(text)))

/** Makes the function that gives a refresh token its stored form; its session ends at `sessionEnd`. */
const makeStored = Effect.gen(function* () {
  const hashOf = yield* makeHashOf
  const { refreshIdleSeconds } = yield* TokenSettings
  return Effect.fnUntraced(function* (text: string, at: Timestamp, sessionEnd: Timestamp) {
    const token: NewRefreshToken = {
      hash: yield* hashOf(text),
      expiresAt: idleEnd(at, refreshIdleSeconds * 1000, sessionEnd),
    }
    return token
  })
})

/**
 * Makes the function that makes the first refresh token of a session, which is stored at `home` and ends at
 * `sessionEnd`: its text, and its stored form.
 */
export const makeFirstToken = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const stored = yield* makeStored
  return Effect.fnUntraced(function* (home: RefreshTokenHome, at: Timestamp, sessionEnd: Timestamp) {
    const text = refreshTokenText(home, yield* random.randomBytes(SECRET_BYTES))
    return { text, token: yield* stored(text, at, sessionEnd) }
  })
})

const makeJudge = Effect.map(
  TokenSettings,
  ({ refreshGraceSeconds }) =>
    (record: RefreshTokenRecord | undefined, clientUuid: ClientUuid, now: Timestamp): RefreshVerdict =>
      judgeRefreshToken(record, { clientUuid, now, graceMillis: refreshGraceSeconds * 1000 }),
)

/** Makes the function that ends the session of a reused token, and records that as a security event. */
const makeEndFamily = Effect.gen(function* () {
  const events = yield* SecurityEventStore
  const random = yield* SecureRandom.SecureRandom
  const endInUnit = yield* makeEndInUnit
  return Effect.fnUntraced(function* (record: RefreshTokenRecord, address: string, at: Timestamp) {
    const { sessionId, clientUuid, owner } = record.session
    if ((yield* endInUnit({ kind: "player", subject: owner.playerUuid, sessionId }, "reuse", at)) === 0) return
    const eventId = yield* random.uuidV7()
    const { personId } = owner
    yield* events.record({ eventId, at, kind: "refresh_token_reuse", personId, sessionId, clientUuid, address })
  })
})

/** Makes `Sessions.placeOf`. */
export const makePlaceOf = Effect.map(makeHashOf, (hashOf) =>
  Effect.fnUntraced(function* (text: string) {
    const home = refreshTokenHome(text)
    return home && { ...home, hash: yield* hashOf(text) }
  }),
)

/** Makes `Sessions.present`. */
export const makePresent = Effect.gen(function* () {
  const transaction = yield* Transaction
  const clock = yield* ForwardClock
  const judge = yield* makeJudge
  const endFamily = yield* makeEndFamily
  return Effect.fnUntraced(function* (
    text: string,
    record: RefreshTokenRecord | undefined,
    clientUuid: ClientUuid,
    address: string,
  ) {
    if (record === undefined) return "not_found" as const
    const now = yield* clock.now
    const verdict = judge(record, clientUuid, now)
    if (verdict === "live" || verdict === "replayed") return { text, clientUuid, record }
    if (verdict !== "reused") return verdict
    yield* transaction.ofOwner(record.session.owner.personId, transaction.run(endFamily(record, address, now)))
    return "not_found" as const
  })
})

/**
 * Makes the function that computes the text of a token's successor: its random part is the HMAC of the token's text
 * under a random seed.
 * The seed is stored, the text is not. So a client with the token can get the same successor again, and a reader of the
 * database cannot compute the successor.
 */
const makeSuccessorOf = Effect.map(
  Mac.Mac,
  (mac) => (text: string, home: RefreshTokenHome, seed: Uint8Array) =>
    Mac.key(Mac.hmacSha256, seed).pipe(
      Effect.flatMap((key) => mac.sign(key, utf8(text))),
      Effect.map((tag) => refreshTokenText(home, tag)),
      Effect.orDie,
    ),
)

const placeOf = ({ hash, session }: RefreshTokenRecord): RefreshTokenPlace => ({
  personId: session.owner.personId,
  sessionId: session.sessionId,
  hash,
})

/** The next step of a session: what is stored of it, and what its client gets. */
export interface PreparedRenewal {
  /** Undefined: nothing is stored, because an exchange of a moment ago is answered again. */
  readonly renewed: { readonly rotation: Rotation } | { readonly extended: RefreshTokenExtension | undefined }
  readonly granted: SessionGranted
}

/** Makes the function that prepares the exchange of a live token. */
const makePrepareExchange = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const stored = yield* makeStored
  const successorOf = yield* makeSuccessorOf
  return Effect.fnUntraced(function* ({ clientUuid, record, text }: PresentedRefreshToken, at: Timestamp) {
    const place = placeOf(record)
    const successorSeed = yield* random.randomBytes(SECRET_BYTES)
    const refreshToken = yield* successorOf(text, place, successorSeed)
    const successor = yield* stored(refreshToken, at, record.session.expiresAt)
    const prepared: PreparedRenewal = {
      renewed: { rotation: { ...place, clientUuid, at, successorSeed, successor, exchangesMax: EXCHANGES_MAX } },
      granted: { sessionId: place.sessionId, refreshToken },
    }
    return prepared
  })
})

/** Makes `Sessions.exchangedBefore`. */
export const makeExchangedBefore = Effect.gen(function* () {
  const store = yield* SessionStore
  const judge = yield* makeJudge
  const successorOf = yield* makeSuccessorOf
  return Effect.fnUntraced(function* (presented: PresentedRefreshToken, at: Timestamp) {
    const place = placeOf(presented.record)
    const record = yield* store.findRefreshToken(place)
    const seed = record?.successorSeed
    if (seed === undefined || judge(record, presented.clientUuid, at) !== "replayed") return "not_found" as const
    const refreshToken = yield* successorOf(presented.text, place, seed)
    const prepared: PreparedRenewal = {
      renewed: { extended: undefined },
      granted: { sessionId: place.sessionId, refreshToken },
    }
    return prepared
  })
})

/** Makes `Sessions.prepareRenewal`. */
export const makePrepareRenewal = Effect.gen(function* () {
  const { refreshIdleSeconds } = yield* TokenSettings
  const prepareExchange = yield* makePrepareExchange
  const exchangedBefore = yield* makeExchangedBefore
  return Effect.fnUntraced(function* (presented: PresentedRefreshToken, includeRefresh: boolean, at: Timestamp) {
    const { rotatedAt, session } = presented.record
    const isLive = rotatedAt === undefined
    if (includeRefresh) return yield* isLive ? prepareExchange(presented, at) : exchangedBefore(presented, at)
    const expiresAt = idleEnd(at, refreshIdleSeconds * 1000, session.expiresAt)
    const prepared: PreparedRenewal = {
      renewed: { extended: isLive ? { ...placeOf(presented.record), expiresAt } : undefined },
      granted: { sessionId: session.sessionId, refreshToken: undefined },
    }
    return prepared
  })
})
