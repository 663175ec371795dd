/**
 * Logins by redirect at a portal that speaks OAuth: the address at which the player logs in (RFC 6749, section 4.1.1;
 * RFC 7636; decisions, section 5). The portal file says what a code proves.
 */
import type {
  OauthPortal,
  OauthPortalName,
  OauthRefusal,
  OauthUser,
  PortalAuthorization,
} from "@garrison/core/login/portal/OauthGateway"
import * as Effect from "effect/Effect"
import type { PresentedCode } from "./codeExchange.ts"
import type { CodeSettings } from "./settings/fields.ts"

/** What is asked of the portal: who the player is. */
const SCOPE = "openid profile"

const authorizeUrlOf = (
  authorizeUrl: string,
  clientId: string,
  { codeChallenge, nonce, redirectUri, state }: PortalAuthorization,
): string => {
  const url = new URL(authorizeUrl)
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: SCOPE,
    state,
    nonce,
    code_challenge: codeChallenge,
    code_challenge_method: "S256",
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** A code that came back by redirect. */
export interface RedirectedCode extends PresentedCode {
  /** The nonce that an id token for this code must repeat. */
  readonly nonce: string
}

/** The login by redirect of these settings; undefined: they have no address at which players log in. */
export const redirectLogin = <Name extends OauthPortalName>(
  { authorizeUrl, clientId }: Pick<CodeSettings, "authorizeUrl" | "clientId">,
  prove: (code: RedirectedCode) => Effect.Effect<OauthUser<Name>, OauthRefusal<Name>>,
): OauthPortal<Name> | undefined =>
  authorizeUrl === undefined || clientId === undefined
    ? undefined
    : {
        authorizeUrl: (request) => Effect.succeed(authorizeUrlOf(authorizeUrl, clientId, request)),
        prove: ({ code, codeVerifier, nonce, redirectUri }) =>
          prove({ code, nonce, redirectUri, verifier: codeVerifier }),
      }
