/** Taking away a way to log in (decisions, section 14). */
import { LinkedPortalUsers, PortalUserNamed } from "@garrison/core/linking/schema"
import { LoginRestrictedBody } from "@garrison/core/login/schema"
import { linkedPortalUsers } from "../examples.ts"
import { bearer, operation } from "../operation.ts"
import { content } from "../success.ts"

/** Never the last one of a player. */
export const unlinkPortalUser = operation({
  id: "unlinkPortalUser",
  method: "DELETE",
  path: "/users/v1/me/link/:platform/:portal_user_id",
  mounts: ["public"],
  access: bearer.stored("player"),
  lane: "storage",
  summary: "Unlink a portal user",
  description:
    "Takes a portal user from the caller's person and ends the sessions that were opened through it, the caller's own " +
    "too. The portal user may then be linked elsewhere, or log in as a new player. The last portal user of a player " +
    "stays. A portal user that was linked in the last days removes no older one. The player gets a notification. " +
    "Answers with those that are left.",
  params: PortalUserNamed.fields,
  success: content(LinkedPortalUsers),
  refusals: {
    403: ["user_auth_restricted", "portal_user_too_new", "last_portal_user"],
    404: ["resource_not_found"],
  },
  refusalBodies: { user_auth_restricted: LoginRestrictedBody },
  example: { answer: { portal_users: linkedPortalUsers.slice(0, 1) } },
})
