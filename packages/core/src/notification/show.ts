/** What notifications look like, and to whom they were sent. */
import { counted } from "../operation/show/counted.ts"
import { each, facts, list } from "../operation/show/Shown.ts"
import type { SentBroadcast } from "./operations/broadcastNotification.ts"
import type { sendNotification } from "./operations/sendNotification.ts"
import type { Notification } from "./schema.ts"

type Stored = typeof Notification.Encoded

/** The notifications of a player. */
export const notificationList = list({
  rows: ({ data }: { readonly data: ReadonlyArray<Stored> }) => data,
  columns: [
    { name: "sent", kind: "moment", min: 19, ideal: 19, priority: 2, of: ({ created }) => created },
    { name: "message", kind: "text", min: 20, ideal: 40, priority: 1, grows: true, of: ({ message }) => message },
    {
      name: "data",
      kind: "count",
      min: 4,
      ideal: 4,
      priority: 3,
      of: ({ custom_data: data = {} }) => Object.keys(data).length,
    },
  ],
  empty: "The player has no notifications.",
})

/** A notification as it was sent. */
export const notificationFacts = facts<Stored>([
  { name: "id", kind: "id", of: ({ notification_id: id }) => id },
  { name: "link", kind: "text", of: ({ rh_url: link }) => link },
  { name: "etag", kind: "label", of: ({ etag }) => etag },
  { name: "message", kind: "text", of: ({ message }) => message },
  each(
    ({ custom_data: data = {} }) => Object.entries(data),
    [{ name: "data", kind: "text", of: ([key, value]) => `${key} = ${value}` }],
  ),
])

type Sent = (typeof sendNotification)["answer"]["schema"]["Encoded"] | typeof SentBroadcast.Encoded

const recipients = (sent: Sent): string => {
  if ("player_uuid" in sent) return sent.player_uuid
  if (sent.segment === "all") return "all players"
  return sent.segment === "role" ? `the players with role ${sent.role_id}` : counted(sent.player_count ?? 0, "player")
}

/** A notification, and to whom it was sent. */
export const sentFacts = facts<Sent>([
  { name: "sent to", kind: "label", of: recipients },
  { name: "notification_id", kind: "id", of: ({ notification }) => notification.notification_id },
  { name: "message", kind: "text", of: ({ notification }) => notification.message },
])
