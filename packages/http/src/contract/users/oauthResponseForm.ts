/** The answer of a portal as a form, which the browser posts (OAuth 2.0 Form Post Response Mode). */
import { takeResponse } from "@garrison/core/oauth/operations/takeResponse"
import { PortalResponse } from "@garrison/core/oauth/schema"
import { route } from "../route.ts"
import { redirect } from "../success.ts"

/** As `oauthResponse`; the 303 turns the request into a GET, so that the form does not go on to the game. */
export const oauthResponseForm = route(takeResponse, {
  id: "oauthResponseForm",
  method: "POST",
  path: "/users/v1/oauth/response/:platform",
  mounts: ["public"],
  who: "open",
  lane: "login",
  summary: "Return from a portal by a form",
  description: "The same as the GET, for portals that answer with `response_mode=form_post`.",
  params: { platform: takeResponse.input.platform },
  body: { schema: PortalResponse, isForm: true, bytesMax: 8 * 1024 },
  success: redirect(303),
})
