/** Reading a player's notifications, newest first (interface, section 4.4). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Text } from "../../kernel/input/Field.ts"
import { PlayerUuid } from "../../kernel/Identifier.ts"
import { listOfTexts } from "../../operation/answer.ts"
import { caller, notification } from "../../operation/examples.ts"
import { read } from "../../operation/Operation.ts"
import { READING_OWN } from "../permissions.ts"
import { Notifications } from "../Notifications.ts"
import { NotificationPage, PAGE_SIZE_DEFAULT, PageSize } from "../schema.ts"

/** A page of a player's notifications. */
export const listNotifications = read(
  { name: "notification.list", permissions: ["*"], ownPermissions: READING_OWN },
  {
    title: "Page of a player's notifications",
    sentence:
      "Newest first. The cursor of the answer is the `start_at` of the next older page; on the last page it is an end " +
      "marker, whose page is empty. Clients poll this regularly, with If-None-Match.",
    input: {
      player_uuid: PlayerUuid,
      page_size: Schema.optionalKey(
        PageSize.annotate({
          default: PAGE_SIZE_DEFAULT,
          description: "How many notifications the page holds at most.",
        }),
      ),
      start_at: Schema.optionalKey(
        Text.annotate({ description: "Opaque. Results start at this index, inclusive; absent: at the latest." }),
      ),
      exclude_before: Schema.optionalKey(
        Text.annotate({ description: "Opaque. Every notification up to and including this one is left out." }),
      ),
    },
    answer: listOfTexts(NotificationPage, "notifications"),
    refusals: ["bad_id", "too_many_listening_to_single_client", "connection_limit_reached"],
    example: {
      input: { player_uuid: caller },
      answer: { notifications: [notification], cursor: "kQ2cV0yTqk0m5oZb8n1xAWA" },
    },
    run: ({ player_uuid: player, ...request }) =>
      Notifications.use((notifications) =>
        Effect.map(
          notifications.page(player, { ...request, page_size: request.page_size ?? PAGE_SIZE_DEFAULT }),
          ({ cursor, wires }) => ({ notifications: wires, cursor }),
        ),
      ),
  },
)
