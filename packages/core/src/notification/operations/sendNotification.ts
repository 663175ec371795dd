/** Sending a notification to a player, by an operator who answers for it (decisions, section 17). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Audit } from "../../audit/Audit.ts"
import { described } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { act } from "../../operation/Operation.ts"
import { makeNextRevision, personSubject } from "../../person/personRevision.ts"
import { PersonStore } from "../../person/PersonStore.ts"
import { PlayerNotFound } from "../../player/errors.ts"
import { notificationActs } from "../acts.ts"
import { Notifications } from "../Notifications.ts"
import { Notification, NotificationInput } from "../schema.ts"

const noSuchPlayer = Effect.suspend(() => Effect.fail(new PlayerNotFound({ code: "resource_not_found" })))

/** Sends a notification, with an audit row. What it says stands in the player's list alone. */
export const sendNotification = act(notificationActs.send, {
  title: "Send a notification to a player, as an operator",
  sentence:
    "Append to the player's list of notifications, with a row in the audit. It comes first on the next page that the " +
    "player reads, and cannot be taken back.",
  input: { player_uuid: OfPlayer, ...NotificationInput.fields },
  answer: value(
    Schema.Struct({
      player_uuid: OfPlayer,
      notification: described(Notification, "The notification as the player will see it."),
    }).annotate({ identifier: "SentNotification" }),
  ),
  refusals: ["resource_not_found"],
  run: Effect.fnUntraced(function* ({ player_uuid: player, ...content }, by) {
    const [audit, notifications] = [yield* Audit, yield* Notifications]
    const nextRevision = yield* makeNextRevision
    return yield* audit.perform(notificationActs.send, by, { kind: "player", id: player }, (save) =>
      Effect.gen(function* () {
        const personId = (yield* (yield* PersonStore).ofPlayer(player)) ?? (yield* noSuchPlayer)
        const unit = Effect.gen(function* () {
          const revision = (yield* nextRevision(personId, by)) ?? (yield* noSuchPlayer)
          const { notification } = yield* notifications.append(player, content)
          const after = { player_uuid: player, notification_id: notification.notification_id }
          const change = { subject: personSubject(personId), revision, after }
          return { answer: { player_uuid: player, notification }, change }
        })
        return yield* save(unit)
      }),
    )
  }),
})
