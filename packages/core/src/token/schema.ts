/**
 * Access tokens: the caller of a verified token, the claims, and the key set that verifies tokens (decisions, section
 * 3).
 */
import * as Schema from "effect/Schema"
import type { Caller } from "../kernel/Caller.ts"
import { described, Enumeration, Flag, Integer, ListOf, Text } from "../kernel/input/Field.ts"
import type { Platform } from "../kernel/Platform.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"

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
  kty: described(Text, "Key type (RFC 7517, section 4.1)."),
  crv: described(Text, "The curve."),
  x: described(Text, "The public key, or its first coordinate, in base64url."),
  y: described(Schema.optionalKey(Text), "The second coordinate of an ES256 key, in base64url."),
  kid: described(Text, "Id of the key: `kid` of the tokens that it signs."),
  alg: described(Enumeration(SIGNING_ALGORITHMS), "The signature algorithm."),
  use: described(Enumeration(["sig"]), "What the key is for: signatures."),
}).annotate({ identifier: "PublicKey", description: "A public signing key." })
export type PublicJwk = typeof PublicJwk.Type

/** The body of `/.well-known/jwks.json` and `/users/v1/publickeys`. */
export const JwksJson = Schema.Struct({
  keys: described(ListOf(PublicJwk), "The public side of every published key."),
}).annotate({ identifier: "KeySet", description: "The keys that access tokens verify with." })
export type JwksJson = typeof JwksJson.Type

/** A signing key as operators see it. Its private part is never shown. */
export const SigningKeyView = Schema.Struct({
  key_id: described(Text, "Id of the key: `kid` of the tokens that it signs."),
  algorithm: described(Enumeration(SIGNING_ALGORITHMS), "The signature algorithm."),
  state: described(
    Enumeration(["published", "signing", "retiring"]),
    "`published`: signs later. `signing`: signs now. `retiring`: its tokens are still accepted.",
  ),
  published: described(Timestamp, "When the key entered the key set."),
  signs_from: described(Timestamp, "When the key signs, or began to sign."),
  age_seconds: described(Integer, "For how long it has signed; 0 before that."),
  replaced: described(Schema.NullOr(Timestamp), "When the next key signs in its place; null while there is none."),
  overdue: described(
    Flag,
    "Whether it signs for longer than keyRotationSeconds: then no process with this database has rotated it.",
  ),
  retires: described(
    Schema.NullOr(Timestamp),
    "When the key leaves the key set, and its last tokens are refused; null while it has no successor.",
  ),
}).annotate({ identifier: "SigningKey" })
export type SigningKeyView = typeof SigningKeyView.Type

/** The signing keys, in the order in which they sign. */
export const SigningKeyList = Schema.Struct({
  keys: described(ListOf(SigningKeyView), "Every published key, in the order in which they sign."),
}).annotate({ identifier: "SigningKeys" })
