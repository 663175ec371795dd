/** The storage interface of authorization codes, by the SHA-256 of their text (decisions, section 5). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { AgreementKind } from "../agreement/schema.ts"
import type { ClientUuid, PersonId, PlayerUuid, SessionId } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"

/** A code to be stored. */
export interface NewAuthorizationCode {
  /** SHA-256 of its text. */
  readonly hash: Uint8Array
  /** The client that began the login; the code works for no other. */
  readonly clientUuid: ClientUuid
  /** The identity that it stands for and its challenge, sealed under its text. */
  readonly sealed: Uint8Array
  readonly createdAt: Timestamp
  readonly expiresAt: Timestamp
  /** The end of the whole login. No code that takes the place of this one lasts longer. */
  readonly loginEndsAt: Timestamp
  /** How many codes of this login came before it. */
  readonly regenerations: number
}

/** The session that a code was exchanged for. */
export interface IssuedSession {
  readonly personId: PersonId
  readonly playerUuid: PlayerUuid
  readonly sessionId: SessionId
}

/** Why a code was not exchanged for tokens, and how to compute the code that took its place. */
export interface Regeneration {
  /** The code that took its place was derived from this seed and the text of this code. */
  readonly seed: Uint8Array
  readonly missing: ReadonlyArray<AgreementKind>
  /** What the exchange accepted. Another exchange of the code is not the same exchange. */
  readonly accepted: ReadonlyArray<AgreementKind>
}

/** A stored code. */
export interface AuthorizationCode extends NewAuthorizationCode {
  /** What the first exchange of the code led to; undefined while the code is unused. */
  readonly used: IssuedSession | Regeneration | undefined
}

/** Storage of authorization codes. Writes take part in the running unit of work. */
export class AuthorizationCodeStore extends Context.Service<
  AuthorizationCodeStore,
  {
    /** Stores a new code. */
    readonly issue: (code: NewAuthorizationCode) => Effect.Effect<void>
    /** The code with this hash, whatever its state. */
    readonly find: (hash: Uint8Array) => Effect.Effect<AuthorizationCode | undefined>
    /**
     * Marks an unused and unexpired code as used, in one compare-and-set. Says whether it was unused: of several calls
     * for one code, one gets true.
     */
    readonly use: (hash: Uint8Array, used: IssuedSession | Regeneration, at: Timestamp) => Effect.Effect<boolean>
    /** Deletes at most `limit` codes whose login had ended before `before`. Says how many. */
    readonly prune: (before: Timestamp, limit: number) => Effect.Effect<number>
  }
>()("@garrison/core/oauth/AuthorizationCodeStore") {}
