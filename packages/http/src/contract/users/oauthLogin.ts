/** Beginning a login by redirect over HTTP. */
import { beginLogin } from "@garrison/core/oauth/operations/beginLogin"
import { LoginRedirectRequest } from "@garrison/core/oauth/schema"
import { route } from "../route.ts"
import { redirect } from "../success.ts"
import { oauthResponse } from "./oauthResponse.ts"

/** Answered with a redirect to the portal, or back to the game with an `error_code`. */
export const oauthLogin = route(beginLogin, {
  id: "oauthLogin",
  method: "GET",
  path: "/users/v1/oauth/login/:platform",
  mounts: ["public"],
  who: "open",
  lane: "storage",
  params: { platform: beginLogin.input.platform },
  query: LoginRedirectRequest.fields,
  fixed: { response_path: oauthResponse.path },
  success: redirect(307),
})
