/** Reading the ways to log in (decisions, section 14). */
import { LinkedPortalUsers } from "@garrison/core/linking/schema"
import { linkedPortalUsers } from "../examples.ts"
import { bearer, operation } from "../operation.ts"
import { revalidated } from "../success.ts"

/** For the caller alone. */
export const portalUsers = operation({
  id: "portalUsers",
  method: "GET",
  path: "/users/v1/me/link",
  mounts: ["public"],
  access: bearer.remembered("player"),
  lane: "storage",
  summary: "The caller's portal users",
  description:
    "Every portal user that logs in as a player of the caller's person, the oldest first, with the time at which it " +
    "was linked or logged in first. Of one that the player does not know, the account is in danger: unlink it.",
  success: revalidated(LinkedPortalUsers),
  refusals: { 404: ["resource_not_found"] },
  example: { answer: { portal_users: linkedPortalUsers } },
})
