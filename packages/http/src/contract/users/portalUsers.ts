/** Reading the ways to log in over HTTP. */
import { listPortalUsers } from "@garrison/core/linking/operations/listPortalUsers"
import { route } from "../route.ts"
import { revalidated } from "../success.ts"

/** For the caller alone. */
export const portalUsers = route(listPortalUsers, {
  id: "portalUsers",
  method: "GET",
  path: "/users/v1/me/link",
  mounts: ["public"],
  who: "own",
  session: "remembered",
  lane: "storage",
  summary: "The caller's portal users",
  success: revalidated(listPortalUsers.answer),
})
