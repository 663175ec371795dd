/** The first screen. */
import type { Screen } from "../../Screen.ts"
import { startBindings } from "./keys.ts"
import { attentionAt, openStart, type StartAction, type StartState, updateStart } from "./state.ts"
import { StartView } from "./view.tsx"

/** Figures of the last quarter of an hour, and what needs attention. */
export const startScreen: Screen<StartState, StartAction> = {
  name: "start",
  sentence: "Figures of the last 15 minutes, and what needs attention",
  needs: [],
  operations: [],
  bindings: startBindings,
  open: (_, { now, size }) => openStart(size, now),
  update: updateStart,
  isTyping: ({ table }) => table.typing !== undefined,
  isFiltered: ({ table }) => table.filter !== "",
  crumb: () => "start",
  selected: (state) => {
    const row = attentionAt(state)
    return row && { id: row.subject_id ?? row.kind, row, operation: "attention.list", input: {} }
  },
  view: StartView,
}
