/** Beginning a login by redirect (decisions, section 5). */
import { beginRefusals } from "@garrison/core/oauth/errors"
import { LoginRedirectRequest, OauthPortalWord } from "@garrison/core/oauth/schema"
import { open, operation } from "../operation.ts"
import { redirect } from "../success.ts"

/** Answered with a redirect to the portal, or back to the game with an `error_code`. */
export const oauthLogin = operation({
  id: "oauthLogin",
  method: "GET",
  path: "/users/v1/oauth/login/:platform",
  mounts: ["public"],
  access: open,
  lane: "storage",
  summary: "Log in by redirect",
  description:
    "Open this address in a browser: it sends the player to the portal, and from there back to `redirect_uri` with a " +
    "`code` for the token exchange, or with `error_code` and `error_description`.",
  params: { platform: OauthPortalWord },
  query: LoginRedirectRequest.fields,
  success: redirect(307),
  refusals: { 403: beginRefusals },
})
