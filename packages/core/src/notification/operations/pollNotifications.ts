/** Waiting for a player's notifications, oldest first (decisions, section 9). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Text } from "../../kernel/input/Field.ts"
import { PlayerUuid } from "../../kernel/Identifier.ts"
import { ownSession } from "../../operation/Act.ts"
import { listOfTexts } from "../../operation/answer.ts"
import { caller, notification } from "../../operation/examples.ts"
import { read } from "../../operation/Operation.ts"
import { NotificationDelivery } from "../NotificationDelivery.ts"
import { READING_OWN } from "../permissions.ts"
import {
  Deadline,
  DEADLINE_SECONDS_DEFAULT,
  NewNotifications,
  OffsetReset,
  PAGE_SIZE_DEFAULT,
  PageSize,
} from "../schema.ts"

/** Where a reader begins who waits for notifications: fields of a long poll and of a stream. */
export const beginning = {
  exclude_before: Schema.optionalKey(
    Text.annotate({
      description:
        "Opaque: a cursor or an id. What comes after it is given, in the order in which it was sent. Absent: as " +
        "`offset_reset_strategy` says.",
    }),
  ),
  offset_reset_strategy: Schema.optionalKey(
    OffsetReset.annotate({
      default: "latest",
      description: "Where to begin without `exclude_before`: `latest` gives what comes from now on, `earliest` all.",
    }),
  ),
}

/** A long poll. */
export const pollNotifications = read(
  { name: "notification.poll", permissions: ["*"], ownPermissions: READING_OWN },
  {
    title: "Wait for a player's notifications",
    sentence:
      "Oldest first. Answers at once if there is something after `exclude_before`, else as soon as something comes, and " +
      "with an empty list at the deadline. Ask again with the cursor of the answer as `exclude_before`: nothing is left " +
      "out and nothing comes twice.",
    input: {
      player_uuid: PlayerUuid,
      ...beginning,
      max_page_size: Schema.optionalKey(
        PageSize.annotate({
          default: PAGE_SIZE_DEFAULT,
          description: "How many notifications the answer holds at most.",
        }),
      ),
      deadline: Schema.optionalKey(
        Deadline.annotate({
          default: DEADLINE_SECONDS_DEFAULT,
          description: "How long to wait at the most, 0 to 900 seconds.",
        }),
      ),
    },
    answer: listOfTexts(NewNotifications, "notifications"),
    refusals: ["bad_id", "too_many_listening_to_single_client", "connection_limit_reached"],
    example: {
      input: { player_uuid: caller },
      answer: { notifications: [notification], cursor: "kQ2cV0yTqk0m5oZb8n1xAWA" },
    },
    run: ({ player_uuid: player, deadline, max_page_size: limit, ...begin }, act) =>
      NotificationDelivery.use((delivery) =>
        Effect.map(
          delivery.poll(
            player,
            {
              ...begin,
              deadline: deadline ?? DEADLINE_SECONDS_DEFAULT,
              max_page_size: limit ?? PAGE_SIZE_DEFAULT,
            },
            ownSession(act, player),
          ),
          ({ cursor, wires }) => ({ notifications: wires, cursor }),
        ),
      ),
  },
)
