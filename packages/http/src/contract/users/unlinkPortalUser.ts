/** Taking away a way to log in over HTTP. */
import { unlinkPortalUser as unlinks } from "@garrison/core/linking/operations/unlinkPortalUser"
import { PortalUserNamed } from "@garrison/core/linking/schema"
import { LoginRestrictedBody } from "@garrison/core/login/schema"
import { route } from "../route.ts"
import { content } from "../success.ts"

/** Never the last one of a player. */
export const unlinkPortalUser = route(unlinks, {
  id: "unlinkPortalUser",
  method: "DELETE",
  path: "/users/v1/me/link/:platform/:portal_user_id",
  mounts: ["public"],
  who: "own",
  session: "stored",
  lane: "storage",
  params: PortalUserNamed.fields,
  success: content(unlinks.answer),
  refusalBodies: { user_auth_restricted: LoginRestrictedBody },
})
