/** A player's notifications as they come (decisions, section 9). */
import { PlayerUuid } from "../../kernel/Identifier.ts"
import { ownSession } from "../../operation/Act.ts"
import { stream } from "../../operation/answer.ts"
import { caller, notification } from "../../operation/examples.ts"
import { read } from "../../operation/Operation.ts"
import { NotificationDelivery } from "../NotificationDelivery.ts"
import { READING_OWN } from "../permissions.ts"
import { Notification } from "../schema.ts"
import { beginning } from "./pollNotifications.ts"

/** A stream. */
export const streamNotifications = read(
  { name: "notification.stream", permissions: ["*"], ownPermissions: READING_OWN },
  {
    title: "Stream a player's notifications",
    sentence:
      "Oldest first, each as it comes. The id of a notification is where the stream stands after it: a client that " +
      "was cut off goes on with the last id, and misses nothing. The stream ends when the access token expires, and " +
      "within a minute after its session has ended.",
    input: { player_uuid: PlayerUuid, ...beginning },
    answer: stream(Notification, "exclude_before"),
    refusals: ["bad_id", "too_many_listening_to_single_client", "connection_limit_reached"],
    example: { input: { player_uuid: caller }, answer: notification },
    // A program in the same process has no session that could end.
    run: ({ player_uuid: player, ...begin }, act) =>
      NotificationDelivery.use((delivery) => delivery.stream(player, begin, ownSession(act, player))),
  },
)
