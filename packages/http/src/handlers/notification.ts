/** Notifications over HTTP (interface, section 4.4). */
import { Idempotency } from "@garrison/core/idempotency/Idempotency"
import { Notifications } from "@garrison/core/notification/Notifications"
import { encodeNotification } from "@garrison/core/notification/rules"
import { type NotificationCreated, PAGE_SIZE_DEFAULT } from "@garrison/core/notification/schema"
import * as Effect from "effect/Effect"
import type { Handler } from "../request/Handler.ts"

/** The page of the caller. Each notification is sent as it was encoded when it was created. */
const notificationPage = Effect.map(
  Notifications,
  (notifications): Handler<"notificationPage"> =>
    ({ query }, { caller }) =>
      Effect.map(
        notifications.page(caller.subject, {
          ...query,
          page_size: query.page_size ?? PAGE_SIZE_DEFAULT,
        }),
        ({ cursor, wires }) => ({ notifications: wires, cursor }),
      ),
)

/** The kept part of the answer to a notification. A repetition sends the rest again. */
interface Kept {
  readonly id: string
  readonly created: number
}

/** Sends a notification to a player. */
const createNotification = Effect.gen(function* () {
  const notifications = yield* Notifications
  const idempotency = yield* Idempotency
  const handler: Handler<"createNotification"> = ({ body, headers, params: { player_uuid: player } }, { caller }) => {
    const notification = idempotency.run(
      {
        caller: caller.subject,
        player,
        operation: "createNotification",
        key: headers["idempotency-key"],
        request: { player_uuid: player, ...body },
        keep: ({ notification }: NotificationCreated): Kept => ({
          id: notification.notification_id,
          created: notification.created,
        }),
        recall: (kept) => {
          const { created, id } = kept as Kept
          const sent = { ...body, notification_id: id, created }
          return Effect.succeed({ notification: sent, wire: encodeNotification(sent) })
        },
      },
      notifications.append(player, body),
    )
    return Effect.map(notification, ({ wire }) => wire)
  }
  return handler
})

/** The handlers of this area. */
export const notification = { notificationPage, createNotification }
