/** The acts of this area (decisions, section 3). What servers send is no act: it stands in the player's list. */
import type { Header } from "../operation/Operation.ts"

/** `send` increments the revision of the person, so that two operators do not send the same unawares. */
export const notificationActs = {
  broadcast: { name: "notification.broadcast", permissions: ["operator:broadcast:segment"] },
  send: { name: "notification.send", permissions: ["operator:broadcast:player"], revision: "person" },
} as const satisfies Readonly<Record<string, Header>>
