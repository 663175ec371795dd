/**
 * The storage interface of sessions. A login opens a session: its id is `sid` of the access tokens. If the client asked
 * for a refresh token, the session is also the family of its refresh tokens (decisions, section 3; guarantees R9 to
 * R11, R27).
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ByKind } from "../agreement/schema.ts"
import type { ClientUuid, PersonId, PlayerUuid, SessionId } from "../kernel/Identifier.ts"
import type { Platform } from "../kernel/Platform.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { Caller } from "../kernel/Caller.ts"

/** The owner of a player's session. Sessions of machine clients have none. */
export interface SessionOwner {
  readonly personId: PersonId
  readonly playerUuid: PlayerUuid
  /** The portal user whose login opened the session. */
  readonly platform: Platform
  readonly portalUserId: string
  /** That of the portal user. Absent: it has none. */
  readonly environment?: string | undefined
}

/** A session to be stored. */
export interface NewSession {
  readonly sessionId: SessionId
  /** The client that logged in; its refresh tokens work for no other. */
  readonly clientUuid: ClientUuid
  /** `generation` of that client when it proved itself; undefined: the client is not a stored one. */
  readonly clientGeneration: number | undefined
  readonly owner: SessionOwner | undefined
  readonly createdAt: Timestamp
  /** The latest end of the session; rotation never moves it. */
  readonly expiresAt: Timestamp
  /** True: an operator issued it, and no credential opened it. */
  readonly isIssued?: true
}

/** A session of a player as operators see it, without its tokens. */
export interface SessionView {
  readonly sessionId: SessionId
  readonly playerUuid: PlayerUuid
  readonly platform: Platform
  readonly clientUuid: ClientUuid
  readonly createdAt: Timestamp
  /** When it ends by itself: unused, if it has a refresh token. */
  readonly expiresAt: Timestamp
  /** Whether it has a refresh token. */
  readonly isRefreshable: boolean
  /** Whether its client has been disabled or deleted since. */
  readonly clientEnded: boolean
  /** Undefined: it was not ended. */
  readonly ended: { readonly at: Timestamp; readonly reason: RevocationReason } | undefined
}

/** Why a session ended before its time. */
export const REVOCATION_REASONS = ["logout", "reuse", "restriction", "deletion", "unlink", "operator"] as const
export type RevocationReason = (typeof REVOCATION_REASONS)[number]

/** A refresh token to be stored: the SHA-256 of its text, never the text. */
export interface NewRefreshToken {
  readonly hash: Uint8Array
  readonly expiresAt: Timestamp
}

/** A stored refresh token with the session that it belongs to. */
export interface RefreshTokenRecord {
  readonly hash: Uint8Array
  /** The idle limit: when the token ends if it is not used. Of an exchanged token, that of the live one. */
  readonly expiresAt: Timestamp
  /** When the token was exchanged for its successor; undefined while it is the live token of its family. */
  readonly rotatedAt: Timestamp | undefined
  /** The successor was derived from this seed and the text of this token. */
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

/** Which refresh token: of whose session, and its hash. */
export interface RefreshTokenPlace {
  readonly personId: PersonId
  readonly sessionId: SessionId
  readonly hash: Uint8Array
}

/**
 * One rotation: the token presented, and what takes its place. The token must be unrotated and unexpired. Its session
 * must be this client's, and must not have ended, been revoked, or been exchanged `exchangesMax` times.
 */
export interface Rotation extends RefreshTokenPlace {
  readonly clientUuid: ClientUuid
  readonly at: Timestamp
  readonly successorSeed: Uint8Array
  readonly successor: NewRefreshToken
  readonly exchangesMax: number
}

/** A session as its access tokens name it: the caller, and the session id. */
export type SessionOf = Pick<Caller, "kind" | "subject" | "sessionId">

/** A refresh token that stays, and when it ends from now on if it is not used. Never beyond the end of its session. */
export interface RefreshTokenExtension extends RefreshTokenPlace {
  readonly expiresAt: Timestamp
}

/** The sessions of a person, or of one of its portal users. */
export interface SessionsOfPerson {
  readonly personId: PersonId
  readonly portalUser?: Pick<SessionOwner, "platform" | "portalUserId" | "environment">
}

/** How a player's session began. Refreshing it changes none of this. */
export interface SessionOrigin {
  readonly openedAt: Timestamp
  /** Whether a credential opened it. If not, an operator issued it. */
  readonly isLogin: boolean
  /** The portal user that logged in. */
  readonly portalUser: Pick<SessionOwner, "platform" | "portalUserId" | "environment">
}

/** Which sessions to end: one, or several of a person. */
export type SessionSelection = SessionOf | SessionsOfPerson

/**
 * The state of a session. `current`: open, in its client's present generation. `former`: open, and opened by a secret
 * that has been replaced but still counts. `ended`: by a logout, by a restriction, by a change of its client, to make
 * room for newer sessions, or long ago.
 */
export type SessionStanding =
  | {
      readonly is: "current" | "former"
      readonly generation: number | undefined
      /**
       * What the role of the player, or the machine client, holds now. Undefined: no stored client opened the machine's
       * session, so that nothing can be withdrawn from it.
       */
      readonly permissions: ReadonlyArray<string> | undefined
      /** Present if the owner has not accepted all that is required. */
      readonly lacksAgreements?: true
    }
  | "ended"

/** Storage of sessions, their refresh tokens, and single revoked access tokens. */
export class SessionStore extends Context.Service<
  SessionStore,
  {
    /**
     * Stores a session with its first refresh token, if it has one. If its owner then has more than `sessionsMax`,
     * deletes the surplus and answers with their ids: of a player the ended sessions and the oldest open ones, of a
     * machine client the oldest. If a restriction that refuses login is in force for the owner at `createdAt`, stores
     * nothing and answers `"restricted"`, so that a ban which arrives during a login does not miss the session.
     */
    readonly open: (
      session: NewSession,
      refreshToken: NewRefreshToken | undefined,
      sessionsMax: number,
    ) => Effect.Effect<ReadonlyArray<SessionId> | "restricted">
    /** The refresh token at this place, whatever its state. Undefined: the session never had such a token. */
    readonly findRefreshToken: (place: RefreshTokenPlace) => Effect.Effect<RefreshTokenRecord | undefined>
    /** How a session of the person began, ended or not. Undefined: the person has no such session. */
    readonly origin: (person: PersonId, session: SessionId) => Effect.Effect<SessionOrigin | undefined>
    /** The sessions of the person that have not been pruned, the newest first. */
    readonly ofPerson: (person: PersonId) => Effect.Effect<ReadonlyArray<SessionView>>
    /** Ends sessions that have not been ended yet, and answers with their ids. */
    readonly revoke: (
      selection: SessionSelection,
      reason: RevocationReason,
      at: Timestamp,
    ) => Effect.Effect<ReadonlyArray<SessionId>>
    /** Ends one access token. Remembers that until `expiresAt`, when the token expires anyway. */
    readonly revokeToken: (tokenId: string, expiresAt: Timestamp) => Effect.Effect<void>
    /**
     * The state of the session at `now` for this access token (`jti`), which may have been revoked alone. A session
     * that is not stored has ended: an expired session is kept until the last token that names it has expired.
     * `required` has the versions of agreements that a player must have accepted, or later ones.
     */
    readonly standing: (
      session: SessionOf,
      tokenId: string,
      now: Timestamp,
      required?: ByKind<number>,
    ) => Effect.Effect<SessionStanding>
    /**
     * The role of each of these callers, in their order, as far as a few statements over many callers tell that the
     * player's session is open as `standing` has it: in the present generation of its client, its token not revoked,
     * and what is `required` accepted. Undefined: that caller may stand otherwise. Ask `standing` for it.
     */
    readonly rolesOfOpen: (
      callers: ReadonlyArray<Pick<Caller, "kind" | "subject" | "sessionId" | "tokenId">>,
      required?: ByKind<number>,
    ) => Effect.Effect<ReadonlyArray<number | undefined>>
    /**
     * Deletes at most `limit` sessions, and as many remembered tokens, that ended before `before`. Says how many. In
     * units of work of its own, one for each owner.
     */
    readonly prune: (before: Timestamp, limit: number) => Effect.Effect<number>
  }
>()("@garrison/core/token/SessionStore") {}
