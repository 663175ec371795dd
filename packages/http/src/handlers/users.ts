/** Login, login by redirect, logout and the public keys over HTTP (interface, 4.1 and 4.2; decisions, section 5). */
import { Links } from "@garrison/core/linking/Links"
import type { LinkingPlayer } from "@garrison/core/linking/record"
import { Logins } from "@garrison/core/login/Logins"
import { Oauth } from "@garrison/core/oauth/Oauth"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import type { PlayerCaller } from "@garrison/core/kernel/Caller"
import { Sessions } from "@garrison/core/token/Sessions"
import * as Effect from "effect/Effect"
import { oauthResponse as oauthResponseOperation } from "../contract/users/oauthResponse.ts"
import type { Handler } from "../request/Handler.ts"
import { type AuthorizedRequest, headerOf, type Request } from "../request/Request.ts"
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
        origin: originOf(request),
        responsePath: oauthResponseOperation.path.replace(":platform", params.platform),
      }),
)

/** Takes the answer of a portal. */
const oauthResponse = Effect.map(
  Oauth,
  (oauth): Handler<"oauthResponse"> =>
    ({ params, query }, request) =>
      oauth.respond(params.platform, query, request.address()),
)

/** Takes the answer of a portal from a form. */
const oauthResponseForm = Effect.map(
  Oauth,
  (oauth): Handler<"oauthResponseForm"> =>
    ({ body, params }, request) =>
      oauth.respond(params.platform, body, request.address()),
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

/** The player of a request that changes the player's ways to log in. */
const linkingPlayer = (request: AuthorizedRequest<PlayerCaller>): LinkingPlayer => ({
  playerUuid: request.caller.subject,
  session: request.caller,
  clientId: request.caller.clientId,
  address: request.address(),
  userAgent: headerOf(request, "user-agent") ?? "",
})

/** Links a portal user to the caller's player. */
const linkPortalUser = Effect.map(
  Links,
  (links): Handler<"linkPortalUser"> =>
    ({ body }, request) =>
      links.link(linkingPlayer(request), body),
)

/** The portal users of the caller's person. */
const portalUsers = Effect.map(
  Links,
  (links): Handler<"portalUsers"> =>
    (_, request) =>
      links.ofPlayer(request.caller.subject),
)

/** Unlinks a portal user of the caller's person. */
const unlinkPortalUser = Effect.map(
  Links,
  (links): Handler<"unlinkPortalUser"> =>
    ({ params }, request) =>
      links.unlink(linkingPlayer(request), { platform: params.platform, portalUserId: params.portal_user_id }),
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
  portalUsers,
  linkPortalUser,
  unlinkPortalUser,
  jwks,
  publicKeys: jwks,
}
