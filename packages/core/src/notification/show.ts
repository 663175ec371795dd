/** What notifications that were sent look like. */
import { counted } from "../operation/show/counted.ts"
import { facts } from "../operation/show/Shown.ts"
import type { SentBroadcast } from "./operations/broadcastNotification.ts"
import type { sendNotification } from "./operations/sendNotification.ts"

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
