/** Sending a notification to a player (interface, section 2.7; decisions, section 9). */
import * as Effect from "effect/Effect"
import { Idempotency } from "../../idempotency/Idempotency.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { callerOf } from "../../operation/Act.ts"
import { text } from "../../operation/answer.ts"
import { caller, notification } from "../../operation/examples.ts"
import { play } from "../../operation/Operation.ts"
import { Notifications } from "../Notifications.ts"
import { encodeNotification } from "../rules.ts"
import { Notification, type NotificationCreated, NotificationInput } from "../schema.ts"

/** The kept part of the answer. A repetition sends the rest again. */
interface Kept {
  readonly id: string
  readonly created: number
}

/** Sends a notification to one player. */
export const createNotification = play(
  { name: "notification.create", permissions: ["notification:playerid:write", "operator:broadcast:player"] },
  {
    title: "Send a notification to a player",
    sentence: "Appends to the player's list. Answers with the notification as the player will see it.",
    input: { player_uuid: OfPlayer, ...NotificationInput.fields },
    answer: text(Notification),
    refusals: ["resource_not_found", "idempotency_key_conflict"],
    example: {
      input: { player_uuid: caller, message: "Your trade was accepted.", custom_data: { trade: "4711" } },
      answer: notification,
    },
    run: Effect.fnUntraced(function* ({ player_uuid: player, ...content }, act) {
      const notifications = yield* Notifications
      const created = (yield* Idempotency).run(
        {
          caller: callerOf(act).subject,
          player,
          operation: "createNotification",
          shares: "broadcast_log",
          key: act.idempotencyKey,
          request: { player_uuid: player, ...content },
          keep: ({ notification }: NotificationCreated): Kept => ({
            id: notification.notification_id,
            created: notification.created,
          }),
          recall: (kept) => {
            const { created, id } = kept as Kept
            const sent = { ...content, notification_id: id, created }
            return Effect.succeed({ notification: sent, wire: encodeNotification(sent) })
          },
        },
        notifications.append(player, content),
      )
      return (yield* created).wire
    }),
  },
)
