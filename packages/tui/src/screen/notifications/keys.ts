/** The keys of the screen of notifications. */
import { actKeys } from "../../actKeys.ts"
import type { Binding } from "../../binding.ts"
import { walkBindings } from "../../part/table/keys.ts"
import type { NotificationsAction, NotificationsState } from "./state.ts"

/** The bindings of the screen of notifications. */
export const notificationsBindings: ReadonlyArray<Binding<NotificationsState, NotificationsAction>> = [
  ...walkBindings,
  {
    action: "send",
    keys: [actKeys.notify],
    sentence: "Send the player a notification",
    word: "send",
    operation: "notification.send",
  },
  { action: "player", keys: ["enter"], sentence: "Open the player", word: "player", operation: "player.overview" },
  { action: "reload", keys: ["ctrl+r"], sentence: "Ask again", operation: "player.listNotifications" },
]
