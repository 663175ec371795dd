/** The answer of a portal, which the player brings back (decisions, section 5). */
import { loginBusyCodes } from "@garrison/core/login/errors"
import { responseRefusals } from "@garrison/core/oauth/errors"
import { OauthPortalWord, PortalResponse } from "@garrison/core/oauth/schema"
import { open, operation } from "../operation.ts"
import { redirect } from "../success.ts"

/** Called by the browser of the player. */
export const oauthResponse = operation({
  id: "oauthResponse",
  method: "GET",
  path: "/users/v1/oauth/response/:platform",
  mounts: ["public"],
  // A program that only looks at the address must not use up the state of the player.
  answersHead: false,
  access: open,
  lane: "login",
  summary: "Return from a portal",
  description:
    "The portal sends the player here. The player goes on to the `redirect_uri` of the login, with a `code` and the " +
    "`state` of the game, or with `error_code` and `error_description`. An answer works once.",
  params: { platform: OauthPortalWord },
  query: PortalResponse.fields,
  success: redirect(307),
  refusals: { 403: responseRefusals, 503: Object.keys(loginBusyCodes) },
})
