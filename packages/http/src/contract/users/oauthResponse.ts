/** The answer of a portal, which the player brings back over HTTP. */
import { takeResponse } from "@garrison/core/oauth/operations/takeResponse"
import { PortalResponse } from "@garrison/core/oauth/schema"
import { route } from "../route.ts"
import { redirect } from "../success.ts"

/** Called by the browser of the player. */
export const oauthResponse = route(takeResponse, {
  id: "oauthResponse",
  method: "GET",
  path: "/users/v1/oauth/response/:platform",
  mounts: ["public"],
  // A program that only looks at the address must not use up the state of the player.
  answersHead: false,
  who: "open",
  lane: "login",
  params: { platform: takeResponse.input.platform },
  query: PortalResponse.fields,
  success: redirect(307),
})
