/** Login, login by redirect, logout and the public keys over HTTP (interface, 4.1 and 4.2; decisions, section 5). */
import { Logins } from "@garrison/core/login/Logins"
import { Oauth } from "@garrison/core/oauth/Oauth"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { Sessions } from "@garrison/core/token/Sessions"
import * as Effect from "effect/Effect"
import { oauthResponse as oauthResponseOperation } from "../contract/users/oauthResponse.ts"
import type { Handler } from "../request/Handler.ts"
import { headerOf, type Request } from "../request/Request.ts"
import { presentedCredentials } from "./clientCredentials.ts"

/** Who asks: the client by its own credentials, and where it asks from. */
const contextOf = (request: Request) => ({
  ...presentedCredentials(headerOf(request, "authorization")),
  address: request.address(),
  userAgent: headerOf(request, "user-agent") ?? "",
})

/** Logs in. */
const login = Effect.map(
  Logins,
  (logins): Handler<"login"> =>
    ({ body }, request) =>
      logins.login(body, contextOf(request)),
)

/** Exchanges an authorization code. */
const exchangeToken = Effect.map(
  Oauth,
  (oauth): Handler<"exchangeToken"> =>
    ({ body }, request) =>
      oauth.exchange(body, contextOf(request)),
)

/** The host of a request to this machine. It needs no setting: a redirect to it stays on the player's own machine. */
const loopback = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/

const originOf = (request: Request): string | undefined => {
  const host = headerOf(request, "host") ?? ""
  return loopback.test(host) ? `http://${host}` : undefined
}

/** Begins a login by redirect. */
const oauthLogin = Effect.map(
  Oauth,
  (oauth): Handler<"oauthLogin"> =>
    ({ params, query }, request) =>
      oauth.begin({
        portal: params.platform,
        request: query,
        address: request.address(),
        origin: originOf(request),
        responsePath: oauthResponseOperation.path.replace(":platform", params.platform),
      }),
)

/** Takes the answer of a portal. */
const oauthResponse = Effect.map(
  Oauth,
  (oauth): Handler<"oauthResponse"> =>
    ({ params, query }) =>
      oauth.respond(params.platform, query),
)

/** Takes the answer of a portal from a form. */
const oauthResponseForm = Effect.map(
  Oauth,
  (oauth): Handler<"oauthResponseForm"> =>
    ({ body, params }) =>
      oauth.respond(params.platform, body),
)

/** Ends the caller's session. */
const logout = Effect.map(
  Sessions,
  (sessions): Handler<"logout"> =>
    (_, request) =>
      Effect.map(sessions.end(request.caller, "logout"), (ended) => ({
        sessions_ended: ended,
      })),
)

/** The public signing keys. */
const jwks = Effect.map(
  AccessTokens,
  (tokens): Handler<"jwks"> =>
    () =>
      tokens.publicKeys,
)

/** The handlers of this area. */
export const users = {
  login,
  oauthLogin,
  oauthResponse,
  oauthResponseForm,
  exchangeToken,
  logout,
  jwks,
  publicKeys: jwks,
}
