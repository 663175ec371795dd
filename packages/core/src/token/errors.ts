/** The refusals of an access token. */
import { refusal } from "../kernel/Refusal.ts"

/** The codes of this area (interface, section 7), in the order in which they are checked (decisions, section 3). */
export const tokenCodes = {
  auth_token_format: "The authorization is missing or is not of the form 'Bearer TOKEN'.",
  auth_not_jwt: "The authorization is not a JWT.",
  auth_token_unknown: "The token could not be parsed.",
  auth_malformed_access: "The access token is malformed.",
  auth_invalid_version: "The version of the access token is not supported.",
  auth_invalid_key_id: "The key id of the access token is not valid.",
  auth_token_sig_invalid: "The signature of the access token is not valid.",
  auth_token_expired: "The access token has expired.",
  auth_token_invalid_claim: "A claim of the access token has an invalid value.",
} as const

/** One of {@link tokenCodes}. */
export type TokenCode = keyof typeof tokenCodes

/** The caller is unknown: the access token is missing, broken, forged, expired or revoked. */
export class TokenRefused extends refusal("TokenRefused", tokenCodes)<{ readonly code: TokenCode }> {}
