/** The screen of an entry of the catalog. */
import { lineAtCursor, shownTable } from "../../part/sheets/state.ts"
import { isFilterKept } from "../../part/table/state.ts"
import type { Screen } from "../../Screen.ts"
import { entryBindings } from "./keys.ts"
import { type EntryAction, type EntryState, isTypingInEntry, openEntry, updateEntry } from "./state.ts"
import { EntryView } from "./view.tsx"

/** One item, loot, vendor, price point or promotion. */
export const entryScreen: Screen<EntryState, EntryAction> = {
  name: "entry",
  sentence: "One entry of the catalog, by id or name: prices, odds, and who leads to it",
  needs: ["id"],
  operations: ["catalog.showEntry"],
  bindings: entryBindings,
  open: openEntry,
  update: updateEntry,
  isTyping: isTypingInEntry,
  isFiltered: ({ sheets }) => isFilterKept(shownTable(sheets)),
  crumb: ({ entry, kind = "entry", wanted }) => entry?.name ?? `${kind.replace("_", " ")} ${wanted}`,
  selected: (state) => {
    const { entry, kind, version, wanted } = state
    const row = lineAtCursor(state.sheets)?.row ?? entry
    const input = { id: wanted, ...(kind !== undefined && { kind }), ...(version !== undefined && { version }) }
    return { id: entry?.id ?? wanted, row, operation: "catalog.showEntry", input }
  },
  view: EntryView,
}
