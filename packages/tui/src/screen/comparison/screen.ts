/** The screen of a comparison of two versions of the catalog. */
import { isTypingInSheets, lineAtCursor, shownTable } from "../../part/sheets/state.ts"
import { isFilterKept } from "../../part/table/state.ts"
import type { Screen } from "../../Screen.ts"
import { comparisonBindings } from "./keys.ts"
import { type ComparisonAction, comparedTo, type ComparisonState, openComparison, updateComparison } from "./state.ts"
import { ComparisonView } from "./view.tsx"

/** What differs between two versions of the catalog. */
export const comparisonScreen: Screen<ComparisonState, ComparisonAction> = {
  name: "comparison",
  sentence: "What differs between two versions of the catalog: entries, prices, chances, odds",
  needs: ["from"],
  operations: ["catalog.diff"],
  bindings: comparisonBindings,
  open: openComparison,
  update: updateComparison,
  isTyping: ({ sheets }) => isTypingInSheets(sheets),
  isFiltered: ({ sheets }) => isFilterKept(shownTable(sheets)),
  crumb: (state) => `from ${state.from} to ${comparedTo(state) ?? "the current one"}`,
  selected: (state) => {
    const row = lineAtCursor(state.sheets)?.row
    const { from, to } = state
    return {
      ...(row !== undefined && { row }),
      operation: "catalog.diff",
      input: { from, ...(to !== undefined && { to }) },
    }
  },
  view: ComparisonView,
}
