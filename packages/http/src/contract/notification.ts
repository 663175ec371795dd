/** Notifications. */
import { area } from "./area.ts"
import { broadcastNotification } from "./notification/broadcastNotification.ts"
import { createNotification } from "./notification/createNotification.ts"
import { notificationPage } from "./notification/notificationPage.ts"
import { notificationPoll } from "./notification/notificationPoll.ts"
import { notificationStream } from "./notification/notificationStream.ts"

/** They are under `/notification/v1`. */
export const notification = area("notification", "Notifications to players.", [
  notificationPage,
  notificationPoll,
  notificationStream,
  createNotification,
  broadcastNotification,
])
