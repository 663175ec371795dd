/** Proves a user by an OpenID Connect id token (decisions, section 4; guarantees R15). */
import * as Effect from "effect/Effect"
import type { KeySet } from "./KeySet.ts"
import type { SignatureAlgorithm } from "./settings/fields.ts"
import {
  audiencesOf,
  type Claims,
  nameOf,
  portalUserIdOf,
  type SignedTokenRefusal,
  verifySignedToken,
} from "./signedToken.ts"

/** The rules of a portal's id tokens. */
export interface IdTokenRules {
  readonly issuer: string
  /** Every audience of a token must be one of these. */
  readonly audiences: ReadonlyArray<string>
  readonly algorithms: ReadonlyArray<SignatureAlgorithm>
  /** The nonce that the token must repeat. Absent: the token was not asked for by redirect. */
  readonly nonce?: string | undefined
}

/** The content of a verified id token. */
export interface IdTokenClaims {
  /** The user at the portal: 1 to 255 printable ASCII characters. */
  readonly subject: string
  readonly audiences: ReadonlyArray<unknown>
  /** The nickname of the user, if the token has one. */
  readonly nickname: string | undefined
  /** Every claim by name. */
  readonly claims: Claims
}

/** Verifies the id token of a portal. */
export const verifyIdToken = Effect.fnUntraced(function* (token: string, rules: IdTokenRules, keys: KeySet) {
  const claims = yield* verifySignedToken(token, { ...rules, requiredClaims: ["aud", "sub"] }, keys)
  const subject = portalUserIdOf(claims["sub"])
  const isOfThisLogin = rules.nonce === undefined || claims["nonce"] === rules.nonce
  if (subject === undefined || !isOfThisLogin) return yield* Effect.fail<SignedTokenRefusal>("not_valid")
  const verified: IdTokenClaims = {
    subject,
    audiences: audiencesOf(claims),
    nickname: nameOf(claims["nickname"]),
    claims,
  }
  return verified
})
