/** Login, token exchange, logout and the public keys over HTTP (interface, sections 4.1 and 4.2). */
import { Logins } from "@garrison/core/login/Logins"
import { Oauth } from "@garrison/core/oauth/Oauth"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { Sessions } from "@garrison/core/token/Sessions"
import * as Effect from "effect/Effect"
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
export const users = { login, exchangeToken, logout, jwks, publicKeys: jwks }
