/** Schemas of the token exchange (interface, section 2.5; decisions, section 5). */
import * as Schema from "effect/Schema"
import { Enumeration, Flag, FlagOrFalse, Text, TextOf } from "../kernel/Field.ts"

/** The token exchange request. */
export const TokenExchangeRequest = Schema.Struct({
  grant_type: Enumeration(["authorization_code"]),
  /** The authorization code obtained from the OAuth response endpoint of a platform. */
  code: TextOf({ minimum: 1 }),
  accepted_eula: FlagOrFalse("Whether the user has accepted the EULA."),
  accepted_tos: FlagOrFalse("Whether the user has accepted the terms of service."),
  accepted_privacy_policy: FlagOrFalse("Whether the user has accepted the privacy policy."),
  /** PKCE (S256): required after a challenge was sent (decisions, section 5). */
  code_verifier: Schema.optionalKey(Text),
}).annotate({ identifier: "TokenExchangeRequest" })
export type TokenExchangeRequest = typeof TokenExchangeRequest.Type

/**
 * The token exchange response: tokens, or the missing agreements with the code to send next, or the refusal of the
 * user.
 */
export const TokenExchangeResponse = Schema.Struct({
  access_token: Schema.optionalKey(Text),
  refresh_token: Schema.optionalKey(Text),
  /** true: the EULA must be accepted before a token can be generated. */
  needs_eula: Schema.optionalKey(Flag),
  needs_tos: Schema.optionalKey(Flag),
  needs_privacy_policy: Schema.optionalKey(Flag),
  /** A new authorization code, usable after the required agreements are accepted. */
  regenerated_code: Schema.optionalKey(Text),
  error_message: Schema.optionalKey(Text),
}).annotate({ identifier: "TokenExchangeResponse" })
export type TokenExchangeResponse = typeof TokenExchangeResponse.Type
