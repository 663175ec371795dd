/** The settings of notifications (decisions, sections 9 and 15). */
import { count, seconds, slice } from "../kernel/Setting.ts"

/** The settings of notifications. */
export const NotificationSettings = slice("@garrison/core/notification/settings", {
  notificationRetentionSeconds: seconds(30 * 24 * 60 * 60, "age at which a notification is deleted"),
  notificationsPerPlayerMax: count(1000, "notifications", "notifications kept per player; older ones are deleted"),
  broadcastsMax: count(1000, "broadcasts", "broadcasts kept for all players together; older ones are deleted"),
  listenersPerPlayerMax: count(5, "listeners", "most notification listeners of a player"),
  listenersPerProcessMax: count(10_000, "listeners", "most notification listeners of a process"),
  // Proxies close what is silent: many after 60 seconds, some after 30.
  streamHeartbeatSeconds: seconds(15, "how often a stream of notifications gets a sign of life", { maximum: 3600 }),
  streamRecheckSeconds: seconds(5, "how often those who wait for notifications are looked at without a signal", {
    maximum: 3600,
  }),
})
