/** Sending a notification to a player (decisions, section 9). */
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Notification, NotificationInput } from "@garrison/core/notification/schema"
import { notification } from "../examples.ts"
import { idempotencyHeaders } from "../headers.ts"
import { bearer, operation } from "../operation.ts"
import { content, kept } from "../success.ts"

/** For servers, and for players with the permission. */
export const createNotification = operation({
  id: "createNotification",
  method: "POST",
  path: "/notification/v1/playerid/:player_uuid/notification",
  mounts: ["public"],
  access: bearer.remembered("any", "notification:playerid:write"),
  lane: "storage",
  summary: "Send a notification to a player",
  description: "Appends to the player's list. Answers with the notification as the player will see it.",
  params: { player_uuid: PlayerUuid },
  headers: idempotencyHeaders,
  body: { schema: NotificationInput },
  success: kept(content(Notification)),
  refusals: { 404: ["resource_not_found"], 409: ["idempotency_key_conflict"] },
  example: {
    request: { message: "Your trade was accepted.", custom_data: { trade: "4711" } },
    answer: notification,
  },
})
