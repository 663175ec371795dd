/** The screen of the catalog. */
import { lineAtCursor, shownTable } from "../../part/sheets/state.ts"
import { isFilterKept } from "../../part/table/state.ts"
import type { Screen } from "../../Screen.ts"
import { catalogBindings } from "./keys.ts"
import { VERSIONS } from "./lines.ts"
import { type CatalogAction, type CatalogState, isTypingInCatalog, openCatalog, tabOf, updateCatalog } from "./state.ts"
import { CatalogView } from "./view.tsx"

const inputOf = ({ version }: CatalogState, row: Readonly<Record<string, unknown>>): object => ({
  id: row["id"],
  kind: row["kind"],
  ...(version !== undefined && { version }),
})

/** The catalog by kinds, and its versions. */
export const catalogScreen: Screen<CatalogState, CatalogAction> = {
  name: "catalog",
  sentence: "The catalog: items, loot, vendors, prices, promotions, and its versions",
  needs: [],
  operations: ["catalog.browse"],
  bindings: catalogBindings,
  open: openCatalog,
  update: updateCatalog,
  isTyping: isTypingInCatalog,
  isFiltered: ({ sheets }) => isFilterKept(shownTable(sheets)),
  crumb: ({ version }) => (version === undefined ? "catalog" : `catalog ${version}`),
  selected: (state) => {
    const line = lineAtCursor(state.sheets)
    if (line === undefined) return undefined
    return tabOf(state) === VERSIONS
      ? { id: line.id, row: line.row, operation: "catalog.showVersion", input: { version: Number(line.id) } }
      : { id: String(line.row["id"]), row: line.row, operation: "catalog.showEntry", input: inputOf(state, line.row) }
  },
  view: CatalogView,
}
