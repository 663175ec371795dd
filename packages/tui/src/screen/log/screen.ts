/** The screen of the log. */
import type { Screen } from "../../Screen.ts"
import { logBindings } from "./keys.ts"
import { happeningAt, type LogAction, type LogState, openLog, updateLog } from "./state.ts"
import { LogView } from "./view.tsx"

/** Logins, refused logins, orders and acts as they happen. */
export const logScreen: Screen<LogState, LogAction> = {
  name: "log",
  sentence: "Logins, orders, refusals and acts as they happen",
  needs: [],
  operations: ["happening.list"],
  bindings: logBindings,
  open: (params, { size }) => openLog(params, size),
  update: updateLog,
  isTyping: ({ table }) => table.typing !== undefined,
  isFiltered: ({ table }) => table.filter !== "",
  crumb: () => "log",
  selected: (state) => {
    const row = happeningAt(state)
    const input = state.kinds.length === 0 ? {} : { kinds: state.kinds }
    return row && { id: row.id, row, operation: "happening.list", input }
  },
  view: LogView,
}
