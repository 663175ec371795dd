/** The screen of notifications: what one player was told. */
import { notificationFacts, notificationList } from "@garrison/core/notification/show"
import { type ListState, nameIn } from "../list/List.ts"
import { listScreen } from "../list/listScreen.ts"

const playerOf = ({ params }: Pick<ListState, "params">) => ({ player_uuid: params["player_uuid"] ?? "" })

/** What one player was told. */
export const notificationsScreen = listScreen({
  name: "notifications",
  sentence: "The notifications of a player, and a form to send one",
  needs: ["player_uuid"],
  one: "notification",
  asks: {
    operation: "player.listNotifications",
    input: (params) => playerOf({ params }),
    pages: { limit: 100 },
  },
  columns: notificationList,
  id: (notification) => notification.notification_id,
  about: { operation: "player.show", input: (params) => playerOf({ params }) },
  head: (state) => [
    { text: nameIn(state.about) ?? "", isBold: true },
    { text: playerOf(state).player_uuid, tone: "dim" },
  ],
  acts: {
    send: {
      key: "notify",
      operation: "notification.send",
      sentence: "Send the player a notification",
      word: "send",
      on: (state) => ({ input: playerOf(state), subject: nameIn(state.about) ?? "" }),
    },
  },
  open: {
    player: {
      keys: ["enter"],
      sentence: "Open the player",
      word: "player",
      operation: "player.overview",
      fromList: (params) => ({ type: "open", screen: "player", params: playerOf({ params }) }),
    },
  },
  // A third of the screen, since a message may be long.
  detail: { facts: notificationFacts, lines: (rows) => Math.max(4, Math.floor(rows / 3)) },
})
