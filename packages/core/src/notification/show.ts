/** What notifications look like. */
import type { Notification } from "./schema.ts"
import { each, facts, list } from "../operation/show/Shown.ts"

type Sent = typeof Notification.Encoded

/** The notifications of a player. */
export const notificationList = list({
  rows: ({ data }: { readonly data: ReadonlyArray<Sent> }) => data,
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
export const notificationFacts = facts<Sent>([
  { name: "id", kind: "id", of: ({ notification_id: id }) => id },
  { name: "link", kind: "text", of: ({ rh_url: link }) => link },
  { name: "etag", kind: "label", of: ({ etag }) => etag },
  { name: "message", kind: "text", of: ({ message }) => message },
  each(
    ({ custom_data: data = {} }) => Object.entries(data),
    [{ name: "data", kind: "text", of: ([key, value]) => `${key} = ${value}` }],
  ),
])
