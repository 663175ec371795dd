/**
 * Where sessions are kept. A session is what one login opened: `sid` of its access tokens and, where the client asked
 * for one, the family of refresh tokens that descend from it (decisions, section 3; guarantees R9 to R11, R27).
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ClientUuid, PersonId, PlayerUuid, SessionId } from "../kernel/Identifier.ts"
import type { Platform } from "../kernel/Platform.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"

/** Whom a player's session belongs to. Sessions of machine clients have none. */
export interface SessionOwner {
  readonly personId: PersonId
  readonly playerUuid: PlayerUuid
  readonly platform: Platform
  readonly portalUserId: string
}

/** A session to be stored. */
export interface NewSession {
  readonly sessionId: SessionId
  /** The client that logged in; its refresh tokens work for no other. */
  readonly clientUuid: ClientUuid
  /** `generation` of that client when it proved itself; undefined: the session belongs to no client that is kept. */
  readonly clientGeneration: number | undefined
  readonly owner: SessionOwner | undefined
  readonly createdAt: Timestamp
  /** When the session ends whatever happens; rotation never moves it. */
  readonly expiresAt: Timestamp
}

/** Why a session ended before its time. */
export type RevocationReason = "logout" | "reuse" | "restriction" | "deletion" | "operator"

/** A refresh token to be stored: the SHA-256 of its text, never the text. */
export interface NewRefreshToken {
  readonly hash: Uint8Array
  readonly expiresAt: Timestamp
}

/** A stored refresh token with the session that it belongs to. */
export interface RefreshTokenRecord {
  readonly hash: Uint8Array
  /** When the token ends if it is not used: the idle limit. */
  readonly expiresAt: Timestamp
  /** When it was exchanged for its successor; undefined while it is the live one of its family. */
  readonly rotatedAt: Timestamp | undefined
  /** What its successor was derived from, together with the text of this token. */
  readonly successorSeed: Uint8Array | undefined
  readonly session: {
    readonly sessionId: SessionId
    readonly clientUuid: ClientUuid
    readonly owner: SessionOwner
    readonly expiresAt: Timestamp
    readonly revokedAt: Timestamp | undefined
    /** Whether the client has been disabled or deleted since it opened the session. */
    readonly clientEnded: boolean
  }
  /** Whether the person has been deleted. */
  readonly personDeleted: boolean
}

/** One rotation: the token presented, and what takes its place. */
export interface Rotation {
  readonly hash: Uint8Array
  readonly clientUuid: ClientUuid
  readonly at: Timestamp
  readonly successorSeed: Uint8Array
  readonly successor: NewRefreshToken
  readonly exchangesMax: number
}

/** Which sessions to end: one, or all of a person. */
export type SessionSelection = { readonly sessionId: SessionId } | { readonly personId: PersonId }

/**
 * How a session stands. `current`: it is open, in the generation that its client is in. `former`: it is open, opened by
 * a secret that another has taken the place of and that still counts. `ended`: by a logout or a restriction, by what
 * became of its client, to make room for newer ones, or long ago.
 */
export type SessionStanding = { readonly is: "current" | "former"; readonly generation: number | undefined } | "ended"

/** Storage of sessions, their refresh tokens, and single revoked access tokens. */
export class SessionStore extends Context.Service<
  SessionStore,
  {
    /**
     * Stores a session with its first refresh token, if it has one. Where its owner then has more than `sessionsMax`,
     * deletes the surplus and answers with their ids: of a player those that have ended and the oldest of those that
     * have not, of a machine client the oldest. Answers `"restricted"`, and stores nothing, when a restriction that
     * refuses login is in force for the owner at `createdAt`: a ban that arrives while a login is under way must not
     * miss the session.
     */
    readonly open: (
      session: NewSession,
      refreshToken: NewRefreshToken | undefined,
      sessionsMax: number,
    ) => Effect.Effect<ReadonlyArray<SessionId> | "restricted">
    /** The refresh token with this hash, whatever its state. */
    readonly findRefreshToken: (hash: Uint8Array) => Effect.Effect<RefreshTokenRecord | undefined>
    /**
     * Exchanges a refresh token for its successor in one compare-and-set: only while it is unrotated, unexpired, and of
     * a session of this client that has neither ended nor been revoked, nor been exchanged `exchangesMax` times. Says
     * whether it did.
     */
    readonly rotate: (rotation: Rotation) => Effect.Effect<boolean>
    /** Moves the idle limit of an unrotated refresh token; never beyond the end of its session. */
    readonly extend: (hash: Uint8Array, expiresAt: Timestamp) => Effect.Effect<void>
    /** Ends sessions that have not been ended yet, and answers with their ids. */
    readonly revoke: (
      selection: SessionSelection,
      reason: RevocationReason,
      at: Timestamp,
    ) => Effect.Effect<ReadonlyArray<SessionId>>
    /** Ends one access token; remembered until `expiresAt`, when the token has expired by itself. */
    readonly revokeToken: (tokenId: string, expiresAt: Timestamp) => Effect.Effect<void>
    /**
     * How the session stands at `now` for this access token (`jti`), which may have been revoked by itself. A session
     * that is not stored has ended: one that runs out is kept until the last token that names it has expired.
     */
    readonly standing: (sessionId: string, tokenId: string, now: Timestamp) => Effect.Effect<SessionStanding>
    /** Deletes at most `limit` sessions, and as many remembered tokens, that ended before `before`. Says how many. */
    readonly prune: (before: Timestamp, limit: number) => Effect.Effect<number>
  }
>()("@garrison/core/token/SessionStore") {}
