/** Login, token exchange, logout, and the keys that access tokens verify with (interface, sections 4.1 and 4.2). */
import { loginBusyCodes, loginCodes } from "@garrison/core/login/errors"
import { LoginRequest, LoginResult } from "@garrison/core/login/schema"
import { oauthCodes } from "@garrison/core/oauth/errors"
import { TokenExchangeRequest, TokenExchangeResponse } from "@garrison/core/oauth/schema"
import { JwksJson } from "@garrison/core/token/schema"
import { IntegerOf } from "@garrison/core/kernel/Field"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { authenticationCodes } from "./authentication.ts"
import { clientHeaders } from "./headers.ts"
import { loginRefusals, refusals, refusalsWithBody } from "./responses.ts"

/** Interface, section 4.1. */
const login = HttpApiEndpoint.post("login", "/users/v1/login", {
  headers: clientHeaders,
  payload: LoginRequest,
  success: LoginResult,
  error: loginRefusals(Object.keys(loginCodes), Object.keys(loginBusyCodes)),
}).annotateMerge(
  OpenApi.annotations({
    identifier: "login",
    summary: "Log in",
    description:
      "Authenticates a user or a machine client for a grant type and returns an access token. The client identifies " +
      "itself by HTTP Basic; without it the environment's default public game client is used, where there is one.",
  }),
)

/** Interface, section 4.2. */
const exchangeToken = HttpApiEndpoint.post("exchangeToken", "/users/v1/oauth/token", {
  headers: clientHeaders,
  payload: TokenExchangeRequest,
  success: TokenExchangeResponse,
  error: refusalsWithBody({
    403: [...Object.keys(oauthCodes), "client_credentials_invalid"],
    503: ["too_many_attempts"],
  }),
}).annotateMerge(
  OpenApi.annotations({
    identifier: "exchangeToken",
    summary: "Exchange an authorization code",
    description:
      "Exchanges an authorization code for tokens. Where agreements are missing the answer names them and carries a " +
      "regenerated code, usable once they are accepted.",
  }),
)

/** What a logout did. */
const LogoutResult = Schema.Struct({
  sessions_ended: IntegerOf({ minimum: 0 }).annotate({ description: "0 when the session had ended before." }),
}).annotate({ identifier: "LogoutResult" })

/** Decisions, section 14. */
const logout = HttpApiEndpoint.post("logout", "/users/v1/logout", {
  success: LogoutResult,
  error: refusals({ 403: authenticationCodes }),
}).annotateMerge(
  OpenApi.annotations({
    identifier: "logout",
    summary: "Log out",
    description:
      "Ends the session of the access token: its refresh token stops at once, the access token itself within a minute.",
  }),
)

const keySet = { success: JwksJson, error: refusals() }

/** The key set where OpenID Connect tools look for it (decisions, section 3). */
const jwks = HttpApiEndpoint.get("jwks", "/.well-known/jwks.json", keySet).annotateMerge(
  OpenApi.annotations({
    identifier: "jwks",
    summary: "Public signing keys",
    description: "The keys that access tokens verify with, as a JSON Web Key Set (RFC 7517).",
  }),
)

/** The same key set beside the operations that issue tokens. */
const publicKeys = HttpApiEndpoint.get("publicKeys", "/users/v1/publickeys", keySet).annotateMerge(
  OpenApi.annotations({
    identifier: "publicKeys",
    summary: "Public signing keys",
    description: "The same key set as `/.well-known/jwks.json`.",
  }),
)

/** The operations under `/users/v1`. */
export const users = HttpApiGroup.make("users")
  .add(login, exchangeToken, logout, jwks, publicKeys)
  .annotateMerge(OpenApi.annotations({ title: "users", description: "Login and tokens." }))
