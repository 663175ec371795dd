/** Sending a notification to a player over HTTP. */
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { createNotification as sends } from "@garrison/core/notification/operations/createNotification"
import { NotificationInput } from "@garrison/core/notification/schema"
import { route } from "../route.ts"
import { content } from "../success.ts"

/** For servers, and for players with the permission. */
export const createNotification = route(sends, {
  id: "createNotification",
  method: "POST",
  path: "/notification/v1/playerid/:player_uuid/notification",
  mounts: ["public"],
  who: "any",
  session: "remembered",
  lane: "storage",
  params: { player_uuid: PlayerUuid },
  body: { schema: NotificationInput },
  isRepeatable: true,
  success: content(sends.answer),
})
