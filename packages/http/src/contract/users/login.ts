/** Logging in (interface, section 4.1). */
import { loginBusyCodes, loginCodes } from "@garrison/core/login/errors"
import { AgreementsRequiredBody, LoginRequest, LoginRestrictedBody, LoginResult } from "@garrison/core/login/schema"
import { client, operation } from "../operation.ts"
import { content } from "../success.ts"

/** Of its 403 codes two carry more than the error body: what is missing, and what refuses (decisions, section 4). */
export const login = operation({
  id: "login",
  method: "POST",
  path: "/users/v1/login",
  mounts: ["public"],
  access: client,
  lane: "login",
  summary: "Log in",
  description:
    "Authenticates a user or a machine client for a grant type and returns an access token. The client identifies " +
    "itself by HTTP Basic; without it the environment's default public game client is used, where there is one.",
  body: { schema: LoginRequest },
  success: content(LoginResult),
  refusals: { 403: Object.keys(loginCodes), 503: Object.keys(loginBusyCodes) },
  refusalBodies: { user_needs_agreements: AgreementsRequiredBody, user_auth_restricted: LoginRestrictedBody },
  example: {
    request: { grant_type: "anon", portal_access_token: "any 16 to 256 characters", include_refresh: true },
  },
})
