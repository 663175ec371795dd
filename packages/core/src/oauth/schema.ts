/** Schemas of logins by redirect and of the token exchange (interface, section 2.5; decisions, section 5). */
import * as Schema from "effect/Schema"
import { REDIRECT_LENGTH_MAX } from "../client/schema.ts"
import { AnyText, complaint, described, Enumeration, Flag, FlagOrFalse, Text, TextOf } from "../kernel/input/Field.ts"
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
  code_challenge_method: described(Schema.optionalKey(Enumeration(["S256"])), "How the challenge was made."),
  client_id: Schema.optionalKey(
    Ascii(128).annotate({
      description: "The client that will exchange the code. Absent: the environment's default public game client.",
    }),
  ),
})
export type LoginRedirectRequest = typeof LoginRedirectRequest.Type

/** Where the player is sent. */
export const Redirection = Schema.Struct({ address: described(Text, "Where the browser goes next.") }).annotate({
  identifier: "Redirection",
})
export type Redirection = typeof Redirection.Type

/** The answer of a portal, which the player brings back. */
export const PortalResponse = Schema.Struct({
  state: described(
    Schema.optionalKey(Ascii(STATE_LENGTH_MAX)),
    "The `state` of the address that the player was sent to.",
  ),
  code: described(Schema.optionalKey(Ascii(4096)), "The code that the portal gave the player."),
  /**
   * Its text, and that of `error_description`, may be of any length and language: it goes no further, because a player
   * who cannot return to the game is told nothing at all.
   */
  error: described(Schema.optionalKey(AnyText), "Present when the portal refused."),
})
export type PortalResponse = typeof PortalResponse.Type

/** The token exchange request. */
export const TokenExchangeRequest = Schema.Struct({
  grant_type: described(Enumeration(["authorization_code"]), "Kind of the exchange."),

  code: described(TextOf({ minimum: 1 }), "The code that the player brought back."),
  accepted_eula: FlagOrFalse("Whether the user has accepted the EULA."),
  accepted_tos: FlagOrFalse("Whether the user has accepted the terms of service."),
  accepted_privacy_policy: FlagOrFalse("Whether the user has accepted the privacy policy."),

  code_verifier: described(
    Schema.optionalKey(Text),
    "PKCE: the text whose SHA-256 was the `code_challenge`; required if there was one.",
  ),
}).annotate({ identifier: "TokenExchangeRequest", description: "An exchange of a code for tokens." })
export type TokenExchangeRequest = typeof TokenExchangeRequest.Type

/**
 * The token exchange response: tokens, or the missing agreements with the code to send next, or the refusal of the
 * user.
 */
export const TokenExchangeResponse = Schema.Struct({
  access_token: described(Schema.optionalKey(Text), "Bearer token of later requests."),
  refresh_token: described(Schema.optionalKey(Text), "Exchanged for a new `access_token` by the grant `refresh`."),

  needs_eula: described(Schema.optionalKey(Flag), "True: the end user licence agreement must be accepted first."),
  needs_tos: described(Schema.optionalKey(Flag), "True: the terms of service must be accepted first."),
  needs_privacy_policy: described(Schema.optionalKey(Flag), "True: the privacy policy must be accepted first."),

  regenerated_code: described(Schema.optionalKey(Text), "The code to exchange once the agreements are accepted."),
  error_message: described(Schema.optionalKey(Text), "Why the player was refused."),
}).annotate({
  identifier: "TokenExchangeResponse",
  description: "The tokens, or what the player must accept first, or why the player was refused.",
})
export type TokenExchangeResponse = typeof TokenExchangeResponse.Type
