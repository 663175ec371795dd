/** Notifications. */
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { BroadcastInput, broadcastNotification } from "@garrison/core/notification/operations/broadcastNotification"
import { createNotification } from "@garrison/core/notification/operations/createNotification"
import { listNotifications } from "@garrison/core/notification/operations/listNotifications"
import { pollNotifications } from "@garrison/core/notification/operations/pollNotifications"
import { streamNotifications } from "@garrison/core/notification/operations/streamNotifications"
import { NotificationInput } from "@garrison/core/notification/schema"
import { area } from "./area.ts"
import { route } from "./route.ts"
import { revalidated, events } from "./success.ts"

/** They are under `/notification/v1`. */
export const notification = area("notification", "Notifications to players.", {
  notificationPage: route(
    "GET /notification/v1/playerid/me/notification?page_size&start_at&exclude_before",
    listNotifications,
    {
      who: "own remembered",
      summary: "Page of the caller's notifications",
      success: revalidated(listNotifications.answer),
    },
  ),
  notificationPoll: route(
    "GET /notification/v1/playerid/me/stream/notification/lp?exclude_before&max_page_size&deadline&offset_reset_strategy",
    pollNotifications,
    {
      // It would wait as the GET does, for nothing that the headers say.
      answersHead: false,
      who: "own remembered",
      summary: "Wait for the caller's notifications",
    },
  ),
  notificationStream: route(
    "GET /notification/v1/playerid/me/stream/notification/sse?exclude_before&offset_reset_strategy",
    streamNotifications,
    {
      who: "own remembered",
      summary: "Stream the caller's notifications",
      success: events(streamNotifications.answer),
    },
  ),
  createNotification: route("POST /notification/v1/playerid/:player_uuid/notification", createNotification, {
    who: "any remembered",
    fields: { player_uuid: PlayerUuid },
    body: { schema: NotificationInput },
    isRepeatable: true,
  }),
  // A list of 10,000 players is longer than bodies usually are.
  broadcastNotification: route("POST /notification/v1/broadcast", broadcastNotification, {
    who: "any remembered",
    body: { schema: BroadcastInput, bytesMax: 1024 * 1024 },
    isRepeatable: true,
  }),
})
