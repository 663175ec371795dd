/** The answer of a portal as a form, which the browser posts (OAuth 2.0 Form Post Response Mode). */
import { PortalResponse } from "@garrison/core/oauth/schema"
import { operation } from "../operation.ts"
import { redirect } from "../success.ts"
import { oauthResponse } from "./oauthResponse.ts"

/** As `oauthResponse`; the 303 turns the request into a GET, so that the form does not go on to the game. */
export const oauthResponseForm = operation({
  id: "oauthResponseForm",
  method: "POST",
  path: "/users/v1/oauth/response/:platform",
  mounts: ["public"],
  access: oauthResponse.access,
  lane: oauthResponse.lane,
  summary: "Return from a portal by a form",
  description: "The same as the GET, for portals that answer with `response_mode=form_post`.",
  params: oauthResponse.params,
  body: { schema: PortalResponse, isForm: true, bytesMax: 8 * 1024 },
  success: redirect(303),
  refusals: oauthResponse.refusals,
})
