/**
 * Sessions and their refresh tokens: opened by a login, renewed by the refresh grant, ended by a logout, a restriction,
 * or the return of a token that was exchanged before (decisions, section 3; guarantees R9 to R11, R27).
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Digest from "effect/crypto/Digest"
import * as Mac from "effect/crypto/Mac"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { SecurityEventStore } from "../audit/SecurityEventStore.ts"
import { Settings } from "../environment/Settings.ts"
import { type ClientUuid, SessionId } from "../kernel/Identifier.ts"
import { SECRET_BYTES } from "../kernel/SecretText.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { utf8 } from "../kernel/Utf8.ts"
import {
  idleEnd,
  isRefreshTokenText,
  judgeRefreshToken,
  refreshTokenText,
  type RefreshVerdict,
} from "./rules/refresh.ts"
import {
  type RefreshTokenRecord,
  type RevocationReason,
  type SessionOwner,
  type SessionSelection,
  SessionStore,
} from "./SessionStore.ts"

/** A refresh token that may be used, as it was found when it was presented. */
export interface PresentedRefreshToken {
  readonly text: string
  readonly clientUuid: ClientUuid
  readonly record: RefreshTokenRecord
}

/** Why a presented refresh token may not be used. */
export type RefreshRefusal = Exclude<RefreshVerdict, "live" | "replayed" | "reused">

/** A session with the text of its new refresh token, where one was made. */
export interface SessionGranted {
  readonly sessionId: SessionId
  readonly refreshToken: string | undefined
}

/** Opens, renews and ends sessions. */
export class Sessions extends Context.Service<
  Sessions,
  {
    /**
     * Opens a session at `at`, in the caller's unit of work. Without an owner it is a machine client's, which has no
     * refresh token. `"restricted"`: a restriction that refuses login has come into force; nothing was stored.
     */
    readonly open: (opening: {
      readonly clientUuid: ClientUuid
      readonly owner: SessionOwner | undefined
      readonly includeRefresh: boolean
      readonly at: Timestamp
    }) => Effect.Effect<SessionGranted | "restricted">
    /**
     * Looks a presented refresh token up and judges it. The return of a token that was exchanged longer ago than the
     * grace period ends its session, records a security event, and is answered as `not_found`.
     */
    readonly present: (
      text: string,
      clientUuid: ClientUuid,
      address: string,
    ) => Effect.Effect<PresentedRefreshToken | RefreshRefusal>
    /**
     * Uses a presented refresh token at `at`, in the caller's unit of work. With `includeRefresh` it is exchanged: the
     * answer has its successor, the same one for everybody who presents it within the grace period. Without, it stays
     * valid and its idle limit moves. `"not_found"`: it has ceased to be usable since it was presented.
     */
    readonly renew: (
      presented: PresentedRefreshToken,
      includeRefresh: boolean,
      at: Timestamp,
    ) => Effect.Effect<SessionGranted | "not_found">
    /** Ends one session, or all of a person; access tokens follow within a minute. Answers with how many ended. */
    readonly end: (selection: SessionSelection, reason: RevocationReason) => Effect.Effect<number>
    /** Ends a single access token, which would expire at `expiresAt`. */
    readonly endToken: (tokenId: string, expiresAt: Timestamp) => Effect.Effect<void>
    /** Deletes some of what has been over for long enough that no token refers to it. Answers with how much. */
    readonly prune: Effect.Effect<number>
  }
>()("@garrison/core/token/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const store = yield* SessionStore
      const events = yield* SecurityEventStore
      const transaction = yield* Transaction
      const random = yield* SecureRandom.SecureRandom
      const settings = yield* Settings
      const tokens = yield* makeTokenTexts

      const judge = (record: RefreshTokenRecord | undefined, clientUuid: ClientUuid, now: Timestamp) =>
        judgeRefreshToken(record, { clientUuid, now, graceMillis: settings.refreshGraceSeconds * 1000 })

      const endOf = (now: Timestamp, owner: SessionOwner | undefined, includeRefresh: boolean): Timestamp => {
        if (owner === undefined) return now + settings.accessSecondsMachine * 1000
        return now + (includeRefresh ? settings.refreshAbsoluteSeconds : settings.accessSecondsPlayer) * 1000
      }

      const open = Effect.fnUntraced(function* (opening: Parameters<Sessions["Service"]["open"]>[0]) {
        const { clientUuid, owner, at } = opening
        const includeRefresh = opening.includeRefresh && owner !== undefined
        const session = {
          sessionId: SessionId.make(yield* random.uuidV7()),
          clientUuid,
          owner,
          createdAt: at,
          expiresAt: endOf(at, owner, includeRefresh),
        }
        const text = includeRefresh ? refreshTokenText(yield* random.randomBytes(SECRET_BYTES)) : undefined
        const token =
          text === undefined
            ? undefined
            : {
                hash: yield* tokens.hash(text),
                expiresAt: idleEnd(at, settings.refreshIdleSeconds * 1000, session.expiresAt),
              }
        const opened = yield* store.open(session, token)
        return opened === "restricted" ? opened : { sessionId: session.sessionId, refreshToken: text }
      })

      const endFamily = Effect.fnUntraced(function* (record: RefreshTokenRecord, address: string, now: Timestamp) {
        const { sessionId, clientUuid, owner } = record.session
        const ended = yield* store.revoke({ sessionId }, "reuse", now)
        if (ended.length === 0) return
        yield* events.record({
          eventId: yield* random.uuidV7(),
          at: now,
          kind: "refresh_token_reuse",
          personId: owner.personId,
          sessionId,
          clientUuid,
          address,
        })
      })

      const present = Effect.fnUntraced(function* (text: string, clientUuid: ClientUuid, address: string) {
        if (!isRefreshTokenText(text)) return "not_found" as const
        const record = yield* store.findRefreshToken(yield* tokens.hash(text))
        const now = yield* Clock.currentTimeMillis
        const verdict = judge(record, clientUuid, now)
        if (record === undefined) return "not_found" as const
        if (verdict === "live" || verdict === "replayed") return { text, clientUuid, record }
        if (verdict !== "reused") return verdict
        yield* transaction.run(endFamily(record, address, now))
        return "not_found" as const
      })

      /** The successor that an earlier exchange of the same token made, if that was a moment ago. */
      const recover = Effect.fnUntraced(function* (presented: PresentedRefreshToken, at: Timestamp) {
        const record = yield* store.findRefreshToken(presented.record.hash)
        const seed = record?.successorSeed
        if (seed === undefined || judge(record, presented.clientUuid, at) !== "replayed") return undefined
        return yield* tokens.successor(presented.text, seed)
      })

      const exchange = Effect.fnUntraced(function* (presented: PresentedRefreshToken, at: Timestamp) {
        const { hash, rotatedAt, session } = presented.record
        if (rotatedAt !== undefined) return yield* recover(presented, at)
        const successorSeed = yield* random.randomBytes(SECRET_BYTES)
        const text = yield* tokens.successor(presented.text, successorSeed)
        const rotated = yield* store.rotate({
          hash,
          clientUuid: presented.clientUuid,
          at,
          successorSeed,
          successor: {
            hash: yield* tokens.hash(text),
            expiresAt: idleEnd(at, settings.refreshIdleSeconds * 1000, session.expiresAt),
          },
        })
        return rotated ? text : yield* recover(presented, at)
      })

      const renew = Effect.fnUntraced(function* (
        presented: PresentedRefreshToken,
        includeRefresh: boolean,
        at: Timestamp,
      ) {
        const { hash, rotatedAt, session } = presented.record
        if (includeRefresh) {
          const refreshToken = yield* exchange(presented, at)
          return refreshToken === undefined ? "not_found" : { sessionId: session.sessionId, refreshToken }
        }
        if (rotatedAt === undefined) {
          yield* store.extend(hash, idleEnd(at, settings.refreshIdleSeconds * 1000, session.expiresAt))
        }
        return { sessionId: session.sessionId, refreshToken: undefined }
      })

      const end = Effect.fn("Sessions.end")(function* (selection: SessionSelection, reason: RevocationReason) {
        const now = yield* Clock.currentTimeMillis
        return (yield* transaction.run(store.revoke(selection, reason, now))).length
      })

      const endToken = Effect.fn("Sessions.endToken")(function* (tokenId: string, expiresAt: Timestamp) {
        yield* transaction.run(store.revokeToken(tokenId, expiresAt))
      })

      // An access token issued in a session's last moment outlives it by its own lifetime.
      const accessMillis = 1000 * Math.max(settings.accessSecondsPlayer, settings.accessSecondsMachine)
      const prune = Clock.currentTimeMillis.pipe(
        Effect.flatMap((now) => transaction.run(store.prune(now - accessMillis, PRUNED_AT_ONCE))),
        Effect.withSpan("Sessions.prune"),
      )

      return { open, present, renew, end, endToken, prune }
    }),
  )
}

/** How many rows one unit of work deletes at most, so that none holds the database for long. */
const PRUNED_AT_ONCE = 1000

/**
 * Texts of refresh tokens. A successor is the HMAC of its predecessor's text under a random seed: the seed is stored,
 * the text is not, so that whoever holds the predecessor can be given the same successor again and nobody who reads the
 * database can make it.
 */
const makeTokenTexts = Effect.gen(function* () {
  const digest = yield* Digest.Digest
  const mac = yield* Mac.Mac
  return {
    hash: (text: string) => digest.digest(Digest.sha256, utf8(text)),
    successor: (text: string, seed: Uint8Array) =>
      Mac.key(Mac.hmacSha256, seed).pipe(
        Effect.flatMap((key) => mac.sign(key, utf8(text))),
        Effect.map(refreshTokenText),
        Effect.orDie,
      ),
  }
})
