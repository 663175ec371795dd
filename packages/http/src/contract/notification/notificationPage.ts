/** Reading the caller's notifications over HTTP. */
import { listNotifications } from "@garrison/core/notification/operations/listNotifications"
import { route } from "../route.ts"
import { revalidated } from "../success.ts"

const { exclude_before, page_size, start_at } = listNotifications.input

/** Newest first, by cursor. */
export const notificationPage = route(listNotifications, {
  id: "notificationPage",
  method: "GET",
  path: "/notification/v1/playerid/me/notification",
  mounts: ["public"],
  who: "own",
  session: "remembered",
  lane: "storage",
  summary: "Page of the caller's notifications",
  query: { page_size, start_at, exclude_before },
  success: revalidated(listNotifications.answer),
})
