/** Adding another way to log in over HTTP. */
import { linkPortalUser as links } from "@garrison/core/linking/operations/linkPortalUser"
import { PortalUserTakenBody } from "@garrison/core/linking/schema"
import { LoginRequest, LoginRestrictedBody } from "@garrison/core/login/schema"
import { route } from "../route.ts"
import { content } from "../success.ts"

/** Of its 403 codes two carry more than the error body: what refuses, and what a merge would join. */
export const linkPortalUser = route(links, {
  id: "linkPortalUser",
  method: "POST",
  path: "/users/v1/me/link",
  mounts: ["public"],
  who: "own",
  session: "stored",
  lane: "login",
  body: { schema: LoginRequest },
  success: content(links.answer),
  refusalBodies: { user_auth_restricted: LoginRestrictedBody, portal_user_taken: PortalUserTakenBody },
})
