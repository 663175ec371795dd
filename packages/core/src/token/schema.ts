/**
 * Access tokens: the caller of a verified token, the claims, and the key set that verifies tokens (decisions, section
 * 3).
 */
import * as Schema from "effect/Schema"
import { Enumeration, ListOf, Text } from "../kernel/Field.ts"
import type { ClientUuid, PlayerUuid, SessionId } from "../kernel/Identifier.ts"
import type { Platform } from "../kernel/Platform.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"

/** The fields of every caller. */
interface AnyCaller {
  /** Id of the client that the token was issued through. */
  readonly clientId: string
  /** What the caller may do. */
  readonly permissions: ReadonlyArray<string>
  /** Id of the session that the token belongs to. */
  readonly sessionId: SessionId
  /** Id of the token. */
  readonly tokenId: string
  /** The first moment at which the token is refused, in milliseconds since the Unix epoch. */
  readonly expiresAt: Timestamp
}

/** A player, logged in at a platform. */
export interface PlayerCaller extends AnyCaller {
  /** A player. */
  readonly kind: "player"
  /** UUID of the player. */
  readonly subject: PlayerUuid
  /** Platform that the player logged in at. */
  readonly platform: Platform
  /** Id of the player's user at that platform. */
  readonly portalUserId: string
}

/** A machine client; it logs in at no platform. */
export interface MachineCaller extends AnyCaller {
  /** A machine client. */
  readonly kind: "machine"
  /** UUID of the client. */
  readonly subject: ClientUuid
  /** None. */
  readonly platform: ""
  /** None. */
  readonly portalUserId: ""
}

/** The caller. Only a verified access token makes one. */
export type Caller = PlayerCaller | MachineCaller

/** The content of a new access token; settings, clock and randomness give the rest. */
export interface TokenRequest {
  readonly subject: string
  readonly kind: Caller["kind"]
  readonly clientId: string
  readonly permissions: ReadonlyArray<string>
  readonly sessionId: string
  /** Empty exactly when `kind` is `machine`. */
  readonly platform: Platform | ""
  readonly portalUserId: string
}

/** A new access token and its lifetime: `access_token` and `expires_in` of the login result. */
export interface IssuedToken {
  readonly token: string
  readonly expiresInSeconds: number
}

/** The claims of an access token, all required. */
export interface AccessClaims {
  readonly iss: string
  readonly aud: string
  readonly sub: string
  readonly client_id: string
  /** Unix seconds. */
  readonly iat: number
  /** Unix seconds: the first second at which the token is refused. */
  readonly exp: number
  readonly jti: string
  readonly ver: number
  readonly sid: string
  readonly platform: Platform | ""
  readonly portal_user_id: string
  readonly permissions: ReadonlyArray<string>
}

/** The signature algorithms that can be configured. */
export const SIGNING_ALGORITHMS = ["EdDSA", "ES256"] as const
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number]

/** A public signing key (RFC 7517; RFC 8037 for Ed25519). */
export const PublicJwk = Schema.Struct({
  kty: Text,
  crv: Text,
  x: Text,
  y: Schema.optionalKey(Text),
  kid: Text,
  alg: Enumeration(SIGNING_ALGORITHMS),
  use: Enumeration(["sig"]),
}).annotate({ identifier: "PublicKey" })
export type PublicJwk = typeof PublicJwk.Type

/** The body of `/.well-known/jwks.json` and `/users/v1/publickeys`. */
export const JwksJson = Schema.Struct({ keys: ListOf(PublicJwk) }).annotate({ identifier: "KeySet" })
export type JwksJson = typeof JwksJson.Type
