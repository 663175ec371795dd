/** The caller's notifications as they come, over HTTP. */
import { streamNotifications } from "@garrison/core/notification/operations/streamNotifications"
import { route } from "../route.ts"
import { events } from "../success.ts"

const { exclude_before, offset_reset_strategy } = streamNotifications.input

/** Server-sent events, oldest first. */
export const notificationStream = route(streamNotifications, {
  id: "notificationStream",
  method: "GET",
  path: "/notification/v1/playerid/me/stream/notification/sse",
  mounts: ["public"],
  who: "own",
  session: "remembered",
  lane: "storage",
  summary: "Stream the caller's notifications",
  query: { exclude_before, offset_reset_strategy },
  success: events(streamNotifications.answer),
})
