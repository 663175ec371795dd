/** Login, token exchange, logout, linking, and the keys that access tokens verify with. */
import { linkPortalUser } from "@garrison/core/linking/operations/linkPortalUser"
import { listPortalUsers } from "@garrison/core/linking/operations/listPortalUsers"
import { unlinkPortalUser } from "@garrison/core/linking/operations/unlinkPortalUser"
import { PortalUserTakenBody } from "@garrison/core/linking/schema"
import { logIn } from "@garrison/core/login/operations/logIn"
import { AgreementsRequiredBody, LoginRequest, LoginRestrictedBody } from "@garrison/core/login/schema"
import { beginLogin } from "@garrison/core/oauth/operations/beginLogin"
import { exchangeCode } from "@garrison/core/oauth/operations/exchangeCode"
import { takeResponse } from "@garrison/core/oauth/operations/takeResponse"
import { PortalResponse, TokenExchangeRequest } from "@garrison/core/oauth/schema"
import { listPublicKeys } from "@garrison/core/token/operations/listPublicKeys"
import { logOut } from "@garrison/core/token/operations/logOut"
import { area } from "./area.ts"
import { route } from "./route.ts"
import { content, redirect, revalidated } from "./success.ts"

const OAUTH_RESPONSE = "/users/v1/oauth/response/:platform"

/** Most are under `/users/v1`. */
export const users = area("users", "Login and tokens.", {
  login: route("POST /users/v1/login", logIn, {
    who: "client",
    lane: "login",
    body: { schema: LoginRequest },
    refusalBodies: { user_needs_agreements: AgreementsRequiredBody, user_auth_restricted: LoginRestrictedBody },
  }),
  oauthLogin: route(
    "GET /users/v1/oauth/login/:platform?redirect_uri&state&code_challenge&code_challenge_method&client_id",
    beginLogin,
    { who: "open", fixed: { response_path: OAUTH_RESPONSE }, success: redirect(307) },
  ),
  oauthResponse: route(`GET ${OAUTH_RESPONSE}?state&code&error`, takeResponse, {
    // A program that only looks at the address must not use up the state of the player.
    answersHead: false,
    who: "open",
    lane: "login",
    success: redirect(307),
  }),
  // The 303 turns the request into a GET, so that the form does not go on to the game.
  oauthResponseForm: route(`POST ${OAUTH_RESPONSE}`, takeResponse, {
    who: "open",
    lane: "login",
    summary: "Return from a portal by a form",
    description: "The same as the GET, for portals that answer with `response_mode=form_post`.",
    body: { schema: PortalResponse, isForm: true, bytesMax: 8 * 1024 },
    success: redirect(303),
  }),
  exchangeToken: route("POST /users/v1/oauth/token", exchangeCode, {
    who: "client",
    body: { schema: TokenExchangeRequest },
  }),
  logout: route("POST /users/v1/logout", logOut, { who: "any remembered", isIdempotent: true }),
  portalUsers: route("GET /users/v1/me/link", listPortalUsers, {
    who: "own remembered",
    summary: "The caller's portal users",
    success: revalidated(listPortalUsers.answer),
  }),
  linkPortalUser: route("POST /users/v1/me/link", linkPortalUser, {
    who: "own stored",
    lane: "login",
    body: { schema: LoginRequest },
    refusalBodies: { user_auth_restricted: LoginRestrictedBody, portal_user_taken: PortalUserTakenBody },
  }),
  unlinkPortalUser: route("DELETE /users/v1/me/link/:platform/:portal_user_id", unlinkPortalUser, {
    who: "own stored",
    refusalBodies: { user_auth_restricted: LoginRestrictedBody },
  }),
  jwks: route("GET /.well-known/jwks.json", listPublicKeys, {
    who: "open",
    lane: "memory",
    description: `${listPublicKeys.sentence} Also at \`/users/v1/publickeys\`.`,
    success: content(listPublicKeys.answer, "keys"),
  }),
  publicKeys: route("GET /users/v1/publickeys", listPublicKeys, {
    who: "open",
    lane: "memory",
    description: "The same key set as `/.well-known/jwks.json`.",
    sameAs: "jwks",
    success: content(listPublicKeys.answer, "keys"),
  }),
})
