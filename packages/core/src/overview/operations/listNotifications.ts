/** The notifications of a player, for operators (decisions, section 17). */
import * as Effect from "effect/Effect"
import { Notification } from "../../notification/schema.ts"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { READING_PLAYERS } from "../rules.ts"
import { listInput, notificationPage, pageOf, passPlayer } from "./lists.ts"

/** Lists the notifications of a player. */
export const listSentNotifications = read(
  { name: "player.listNotifications", permissions: READING_PLAYERS },
  {
    title: "List the notifications of a player",
    sentence:
      "What the player finds in the list of notifications, the newest first. It takes no place of the player's.",
    input: listInput,
    answer: value(pageOf(Notification, "NotificationsOfPlayer", "The notifications, the newest first.")),
    refusals: ["resource_not_found"],
    run: ({ player_uuid: player, ...wanted }) => Effect.andThen(passPlayer(player), notificationPage(player, wanted)),
  },
)
