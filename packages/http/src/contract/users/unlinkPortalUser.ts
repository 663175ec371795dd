/** Taking away a way to log in (decisions, section 14). */
import { LinkedPortalUsers, PortalUserNamed } from "@garrison/core/linking/schema"
import { linkedPortalUsers } from "../examples.ts"
import { bearer, operation } from "../operation.ts"
import { content } from "../success.ts"

/** Never the last one of a player. */
export const unlinkPortalUser = operation({
  id: "unlinkPortalUser",
  method: "DELETE",
  path: "/users/v1/me/link/:platform/:portal_user_id",
  mounts: ["public"],
  access: bearer("player"),
  lane: "storage",
  summary: "Unlink a portal user",
  description:
    "Takes a portal user from the caller's person and ends the sessions that were opened through it, the caller's own " +
    "too. The portal user may then be linked elsewhere, or log in as a new player. The last portal user of a player " +
    "stays. Answers with those that are left.",
  params: PortalUserNamed.fields,
  success: content(LinkedPortalUsers),
  refusals: { 403: ["last_portal_user"], 404: ["resource_not_found"] },
  example: { answer: { portal_users: linkedPortalUsers.slice(0, 1) } },
})
