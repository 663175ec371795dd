/** The screen of notifications. */
import type { Screen } from "../../Screen.ts"
import { notificationsBindings } from "./keys.ts"
import {
  notificationAt,
  type NotificationsAction,
  type NotificationsState,
  openNotifications,
  updateNotifications,
} from "./state.ts"
import { NotificationsView } from "./view.tsx"

/** What one player was told. */
export const notificationsScreen: Screen<NotificationsState, NotificationsAction> = {
  name: "notifications",
  sentence: "The notifications of a player, and a form to send one",
  needs: ["player_uuid"],
  operations: ["player.listNotifications"],
  bindings: notificationsBindings,
  open: (params, { size }) => openNotifications(params, size),
  update: updateNotifications,
  crumb: () => "notifications",
  selected: (state) => {
    const row = notificationAt(state)
    const input = { player_uuid: state.player }
    return {
      id: row?.notification_id ?? state.player,
      ...(row && { row }),
      operation: "player.listNotifications",
      input,
    }
  },
  view: NotificationsView,
}
