/**
 * Sessions and their refresh tokens: a login opens them, the refresh grant renews them. A logout, a restriction, or the
 * reuse of a refresh token ends them (decisions, section 3; guarantees R9 to R11, R27).
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ForwardClock } from "../kernel/time/ForwardClock.ts"
import { type ClientUuid, type PersonId, PlayerUuid, SessionId } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { Signals, type Standing } from "../kernel/work/Signals.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { withServicesOf } from "../kernel/work/withServicesOf.ts"
import type { Caller } from "../kernel/Caller.ts"
import { makeEndInUnit, makeForgetSessions } from "./endSessions.ts"
import { recheckTokens } from "./recheck.ts"
import {
  makeExchangedBefore,
  makeFirstToken,
  makePlaceOf,
  makePrepareRenewal,
  makePresent,
  type PreparedRenewal,
  type PresentedRefreshToken,
  type SessionGranted,
  type UnusableVerdict,
} from "./refreshTokens.ts"
import { acceptedSecondsMax, lifetimeSeconds } from "./rules/lifetime.ts"
import {
  type NewRefreshToken,
  type NewSession,
  type RefreshTokenPlace,
  type RefreshTokenRecord,
  type RevocationReason,
  type SessionOwner,
  type SessionSelection,
  SessionStore,
} from "./SessionStore.ts"
import { TokenSettings } from "./settings.ts"
import { VerifiedTokens } from "./VerifiedTokens.ts"

/** A session to open. */
export interface SessionOpening {
  readonly clientUuid: ClientUuid
  /** `generation` of the client that proved itself; undefined: no client did. */
  readonly clientGeneration: number | undefined
  /** Undefined: a machine client's session, which has no refresh token. */
  readonly owner: SessionOwner | undefined
  readonly includeRefresh: boolean
  /** True: an operator issues it, and no credential opens it. */
  readonly isIssued?: true
  readonly at: Timestamp
}

/** Opens, renews and ends sessions. */
export class Sessions extends Context.Service<
  Sessions,
  {
    /**
     * Opens a session in the caller's unit of work. If the player or machine client then has more than
     * `sessionsPerPlayerMax` or `sessionsPerMachineMax`, ends its oldest sessions. `"restricted"`: a restriction that
     * refuses login has come into force, and nothing was stored.
     */
    readonly open: (opening: SessionOpening) => Effect.Effect<SessionGranted | "restricted">
    /** A session as {@link open} would store it, for a caller that stores it itself. */
    readonly prepare: (opening: SessionOpening) => Effect.Effect<PreparedSession>
    /** Lets tokens be looked up of whose bearers something was withdrawn, as a part of the caller's unit of work. */
    readonly recheck: (isMeant: (caller: Caller) => boolean, standing: Standing) => Effect.Effect<void>
    /** Forgets the verified tokens of sessions, when they have ended. */
    readonly forget: (sessions: ReadonlyArray<SessionId>) => Effect.Effect<void>
    /** Where the refresh token with this text is stored. Undefined: not a refresh token. */
    readonly placeOf: (text: string) => Effect.Effect<RefreshTokenPlace | undefined>
    /**
     * Judges a presented refresh token by what is stored of it. If the token was exchanged longer ago than the grace
     * period, its session ends, a security event is recorded, and the answer is `not_found`.
     */
    readonly present: (
      text: string,
      record: RefreshTokenRecord | undefined,
      clientUuid: ClientUuid,
      address: string,
    ) => Effect.Effect<PresentedRefreshToken | UnusableVerdict>
    /**
     * The use of a presented refresh token at `at`, for a caller that stores it. With `includeRefresh` the token is
     * exchanged: every use within the grace period gets the same successor. Without `includeRefresh` the token stays
     * valid, and its idle limit moves. `"not_found"`: the token can no longer be used since it was presented.
     */
    readonly prepareRenewal: (
      presented: PresentedRefreshToken,
      includeRefresh: boolean,
      at: Timestamp,
    ) => Effect.Effect<PreparedRenewal | "not_found">
    /** What an exchange of the token gave that was stored a moment ago, as after a lost answer. */
    readonly exchangedBefore: (
      presented: PresentedRefreshToken,
      at: Timestamp,
    ) => Effect.Effect<PreparedRenewal | "not_found">
    /**
     * Ends one session, or those of a person or portal user. Their access tokens are refused at once in this process,
     * and within a minute in other processes, and so do their streams end. Answers with the number of ended sessions.
     */
    readonly end: (selection: SessionSelection, reason: RevocationReason) => Effect.Effect<number>
    /** As {@link end}, at `at` and as a part of the caller's unit of work. */
    readonly endInUnit: (selection: SessionSelection, reason: RevocationReason, at: Timestamp) => Effect.Effect<number>
    /** Ends a single access token, which would expire at `expiresAt`. */
    readonly endToken: (tokenId: string, expiresAt: Timestamp) => Effect.Effect<void>
    /** Deletes some ended sessions that no valid token refers to any more. Answers with their number. */
    readonly prune: Effect.Effect<number>
  }
>()("@garrison/core/token/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const store = yield* SessionStore
      const transaction = yield* Transaction
      const settings = yield* TokenSettings
      const verified = yield* VerifiedTokens
      const signals = yield* Signals
      const endInUnit = yield* makeEndInUnit
      const withServices = yield* withServicesOf(Signals, Transaction, VerifiedTokens)

      const end = Effect.fn("Sessions.end")(function* (selection: SessionSelection, reason: RevocationReason) {
        const ending = transaction.run(endInUnit(selection, reason, yield* Clock.currentTimeMillis))
        const owner = ownerOf(selection)
        return yield* owner === undefined ? ending : transaction.ofOwner(owner, ending)
      })

      const endToken = Effect.fn("Sessions.endToken")(function* (tokenId: string, expiresAt: Timestamp) {
        const forget = transaction.afterCommit(Effect.sync(() => verified.forgetToken(tokenId)))
        const tell = signals.announceStanding([tokenId])
        yield* transaction.run(Effect.all([store.revokeToken(tokenId, expiresAt), forget, tell], { discard: true }))
      })

      // An access token issued in a session's last moment outlives the session by the token's lifetime.
      const accessMillis = 1000 * acceptedSecondsMax(settings)
      const prune = Clock.currentTimeMillis.pipe(
        Effect.flatMap((now) => store.prune(now - accessMillis, PRUNED_AT_ONCE)),
        Effect.withSpan("Sessions.prune"),
      )

      return {
        open: yield* makeOpen,
        prepare: yield* makePrepare,
        recheck: (isMeant, standing) => withServices(recheckTokens(isMeant, standing)),
        forget: yield* makeForgetSessions,
        placeOf: yield* makePlaceOf,
        present: yield* makePresent,
        prepareRenewal: yield* makePrepareRenewal,
        exchangedBefore: yield* makeExchangedBefore,
        end,
        endInUnit,
        endToken,
        prune,
      }
    }),
  ).pipe(Layer.provide(ForwardClock.layer))
}

/** The player or person whose rows the end of these sessions writes; undefined for a machine. */
const ownerOf = (selection: SessionSelection): PersonId | PlayerUuid | undefined => {
  if ("personId" in selection) return selection.personId
  return selection.kind === "player" ? PlayerUuid.make(selection.subject) : undefined
}

/** How many rows are looked for at once. */
const PRUNED_AT_ONCE = 1000

const sessionEnd = (settings: TokenSettings, { owner, at }: SessionOpening, includeRefresh: boolean): Timestamp => {
  const accessSeconds = lifetimeSeconds(owner === undefined ? "machine" : "player", settings)
  return at + (includeRefresh && owner !== undefined ? settings.refreshAbsoluteSeconds : accessSeconds) * 1000
}

/** A session to be stored. */
export interface PreparedSession {
  readonly session: NewSession
  readonly token: NewRefreshToken | undefined
  readonly sessionsMax: number
  readonly granted: SessionGranted
}

/** Makes `Sessions.prepare`. */
const makePrepare = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const settings = yield* TokenSettings
  const firstToken = yield* makeFirstToken
  return Effect.fnUntraced(function* (opening: SessionOpening) {
    const { clientUuid, clientGeneration, owner, isIssued, at } = opening
    const refreshed = opening.includeRefresh ? owner : undefined
    const sessionId = SessionId.make(yield* random.uuidV7())
    const expiresAt = sessionEnd(settings, opening, refreshed !== undefined)
    const home = refreshed && { personId: refreshed.personId, sessionId }
    const first = home && (yield* firstToken(home, at, expiresAt))
    const { sessionsPerMachineMax, sessionsPerPlayerMax } = settings
    const prepared: PreparedSession = {
      session: {
        sessionId,
        clientUuid,
        clientGeneration,
        owner,
        createdAt: at,
        expiresAt,
        ...(isIssued === true && { isIssued }),
      },
      token: first?.token,
      sessionsMax: owner === undefined ? sessionsPerMachineMax : sessionsPerPlayerMax,
      granted: { sessionId, refreshToken: first?.text },
    }
    return prepared
  })
})

/** Makes `Sessions.open`. */
const makeOpen = Effect.gen(function* () {
  const store = yield* SessionStore
  const prepare = yield* makePrepare
  const forgetSessions = yield* makeForgetSessions
  return Effect.fnUntraced(function* (opening: SessionOpening) {
    const { granted, session, sessionsMax, token } = yield* prepare(opening)
    const surplus = yield* store.open(session, token, sessionsMax)
    if (surplus === "restricted") return surplus
    if (surplus.length > 0) yield* forgetSessions(surplus)
    return granted
  })
})
