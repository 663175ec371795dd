/** Login, token exchange, logout and the public keys over HTTP (interface, sections 4.1 and 4.2). */
import { Logins } from "@garrison/core/login/Logins"
import { LoginResult } from "@garrison/core/login/schema"
import { Oauth } from "@garrison/core/oauth/Oauth"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { Sessions } from "@garrison/core/token/Sessions"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CACHE, json } from "../request/Answer.ts"
import type { Handler } from "../request/Handler.ts"
import { headerOf, type Request } from "../request/Request.ts"
import { presentedCredentials } from "./clientCredentials.ts"

const encodeLogin = Schema.encodeSync(LoginResult)

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
      Effect.map(logins.login(body, contextOf(request)), (result) => json(200, JSON.stringify(encodeLogin(result)))),
)

/** Exchanges an authorization code. */
const exchangeToken = Effect.map(
  Oauth,
  (oauth): Handler<"exchangeToken"> =>
    ({ body }, request) =>
      Effect.map(oauth.exchange(body, contextOf(request)), (result) => json(200, JSON.stringify(result))),
)

/** Ends the caller's session. */
const logout = Effect.map(
  Sessions,
  (sessions): Handler<"logout"> =>
    (_, request) =>
      Effect.map(sessions.end({ sessionId: request.caller.sessionId }, "logout"), (ended) =>
        json(200, JSON.stringify({ sessions_ended: ended })),
      ),
)

/** The public signing keys. */
const jwks = Effect.map(
  AccessTokens,
  (tokens): Handler<"jwks"> =>
    () =>
      Effect.map(tokens.publicKeys, (keys) => json(200, JSON.stringify(keys), CACHE.keys)),
)

/** The handlers of this area. */
export const users = { login, exchangeToken, logout, jwks, publicKeys: jwks }
