/** `garrison notify`. */
import { makeCodeCommand } from "../row/parser.ts"
import type { rows } from "../rows/notify.ts"

/** Sends a notification. */
export const notify = makeCodeCommand<typeof rows>()("notify", () =>
  import("../action/notify.ts").then((module) => module.notifyPlayers),
)
