/** Waiting for the caller's notifications over HTTP. */
import { pollNotifications } from "@garrison/core/notification/operations/pollNotifications"
import { route } from "../route.ts"
import { content } from "../success.ts"

const { deadline, exclude_before, max_page_size, offset_reset_strategy } = pollNotifications.input

/** Oldest first, by cursor. */
export const notificationPoll = route(pollNotifications, {
  id: "notificationPoll",
  method: "GET",
  path: "/notification/v1/playerid/me/stream/notification/lp",
  mounts: ["public"],
  // It would wait as the GET does, for nothing that the headers say.
  answersHead: false,
  who: "own",
  session: "remembered",
  lane: "storage",
  summary: "Wait for the caller's notifications",
  query: { exclude_before, max_page_size, deadline, offset_reset_strategy },
  success: content(pollNotifications.answer),
})
