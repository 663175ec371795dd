/**
 * The storage interface of logins by redirect that wait for the portal's answer, by the SHA-256 of their state
 * (decisions, section 5).
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type { OauthPortalName } from "../login/portal/OauthGateway.ts"

/** A login that waits for the answer of this portal. */
export interface AuthorizationRequest {
  /** SHA-256 of the state. */
  readonly hash: Uint8Array
  readonly portal: OauthPortalName
  /** What the login began with, sealed under the state. */
  readonly sealed: Uint8Array
  readonly expiresAt: Timestamp
}

/** Storage of logins that wait. */
export class AuthorizationRequestStore extends Context.Service<
  AuthorizationRequestStore,
  {
    /** Stores a login. */
    readonly save: (request: AuthorizationRequest) => Effect.Effect<void>
    /**
     * Removes the login with this state that waits for this portal and has not expired at `now`, and answers with what
     * was sealed. Of several calls with one state, one gets it.
     */
    readonly take: (hash: Uint8Array, portal: OauthPortalName, now: Timestamp) => Effect.Effect<Uint8Array | undefined>
    /** Deletes at most `limit` logins that had expired before `before`. Says how many. */
    readonly prune: (before: Timestamp, limit: number) => Effect.Effect<number>
  }
>()("@garrison/core/oauth/AuthorizationRequestStore") {}
