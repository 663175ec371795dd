/** The storage interface of authorization codes, by the SHA-256 of their text (decisions, section 5). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ClientUuid } from "../kernel/Identifier.ts"
import type { Platform } from "../kernel/Platform.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"

/** A code that was issued for a portal user to a client. */
export interface AuthorizationCode {
  readonly clientUuid: ClientUuid
  readonly platform: Platform
  readonly portalUserId: string
  readonly createdAt: Timestamp
  readonly expiresAt: Timestamp
}

/** Storage of authorization codes. */
export class AuthorizationCodeStore extends Context.Service<
  AuthorizationCodeStore,
  {
    /** The code with this hash that was issued to this client and has not expired at `now`. */
    readonly find: (
      hash: Uint8Array,
      clientUuid: ClientUuid,
      now: Timestamp,
    ) => Effect.Effect<AuthorizationCode | undefined>
  }
>()("@garrison/core/oauth/AuthorizationCodeStore") {}
