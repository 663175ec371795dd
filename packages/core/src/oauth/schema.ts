/** Schemas of logins by redirect and of the token exchange (interface, section 2.5; decisions, section 5). */
import * as Schema from "effect/Schema"
import { REDIRECT_LENGTH_MAX } from "../client/schema.ts"
import { AnyText, complaint, Enumeration, Flag, FlagOrFalse, Text, TextOf } from "../kernel/Field.ts"
import { OAUTH_PORTALS } from "../login/portal/OauthGateway.ts"
import { GAME_STATE_LENGTH_MAX } from "./settings.ts"
import { STATE_LENGTH_MAX } from "./stateText.ts"

/** Printable ASCII of limited length, which is what OAuth sends (RFC 6749, appendix A). */
const Ascii = (maximum: number) =>
  TextOf({ maximum }).check(
    Schema.isPattern(/^[ -~]*$/, {
      toJsonSchema: () => ({ pattern: "^[ -~]*$" }),
      ...complaint("value_error", "must be printable ASCII"),
    }),
  )

/** A portal at which players log in by redirect, as addresses name it. */
export const OauthPortalWord = Enumeration(OAUTH_PORTALS)

/** The parameters with which a game sends a player to log in. */
export const LoginRedirectRequest = Schema.Struct({
  redirect_uri: Ascii(REDIRECT_LENGTH_MAX).annotate({
    description: "Where the player returns to: one of the addresses of the client, letter by letter.",
  }),
  state: Schema.optionalKey(
    Ascii(GAME_STATE_LENGTH_MAX).annotate({ description: "Returned with the answer as it came." }),
  ),
  code_challenge: Schema.optionalKey(
    TextOf({ minimum: 43, maximum: 43 })
      .check(
        Schema.isPattern(/^[A-Za-z0-9_-]*$/, {
          toJsonSchema: () => ({ pattern: "^[A-Za-z0-9_-]*$" }),
          ...complaint("value_error", "must be a SHA-256 in base64url"),
        }),
      )
      .annotate({
        description:
          "PKCE: the hash of the `code_verifier` that the exchange must then present. Public clients must send it, unless " +
          "they are exempt.",
      }),
  ),
  code_challenge_method: Schema.optionalKey(Enumeration(["S256"])),
  client_id: Schema.optionalKey(
    Ascii(128).annotate({
      description: "The client that will exchange the code. Absent: the environment's default public game client.",
    }),
  ),
})
export type LoginRedirectRequest = typeof LoginRedirectRequest.Type

/** The answer of a portal, which the player brings back. */
export const PortalResponse = Schema.Struct({
  state: Schema.optionalKey(Ascii(STATE_LENGTH_MAX)),
  code: Schema.optionalKey(Ascii(4096)),
  /**
   * Present when the portal refused. Its text, and that of `error_description`, may be of any length and language: it
   * goes no further, because a player who cannot return to the game is told nothing at all.
   */
  error: Schema.optionalKey(AnyText),
})
export type PortalResponse = typeof PortalResponse.Type

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
