/** Sending a notification to many players over HTTP. */
import {
  BroadcastInput,
  broadcastNotification as sends,
} from "@garrison/core/notification/operations/broadcastNotification"
import { route } from "../route.ts"
import { content } from "../success.ts"

/** For servers, and for operators with the permission. A list of 10,000 players is longer than bodies usually are. */
export const broadcastNotification = route(sends, {
  id: "broadcastNotification",
  method: "POST",
  path: "/notification/v1/broadcast",
  mounts: ["public"],
  who: "any",
  session: "remembered",
  lane: "storage",
  body: { schema: BroadcastInput, bytesMax: 1024 * 1024 },
  isRepeatable: true,
  success: content(sends.answer),
})
