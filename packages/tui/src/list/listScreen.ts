/** Makes the screen of a list. */
import { createElement } from "react"
import type { OperationName } from "../operation.ts"
import { drawnColumns } from "../part/table/columns.ts"
import { isFilterKept } from "../part/table/state.ts"
import type { Screen, Selection } from "../Screen.ts"
import { listBindings } from "./keys.ts"
import { type ListOf, type ListState, type MadeList, nameIn, rowIn } from "./List.ts"
import { openList, questionOf, updateList } from "./state.ts"
import { ListView } from "./view.tsx"

/** The row at the cursor; on the screen of one thing that has no row there, the thing. */
const selectedIn = <Row>(list: MadeList<Row>, state: ListState<Row>): Selection | undefined => {
  const row = rowIn(state)
  const question = questionOf(list, state)
  const input = "input" in question ? question.input : {}
  const of = { operation: list.asks.operation, input }
  if (row === undefined) {
    const [need] = list.needs ?? []
    const id = need === undefined ? undefined : state.params[need]
    return id === undefined ? undefined : { id, ...of }
  }
  const playerName = nameIn(row)
  return {
    id: (list.copied ?? list.id)(row),
    row,
    ...(playerName !== undefined && { playerName }),
    ...(list.shown?.(row) ?? of),
  }
}

/** The screen of a list: columns and facts of the answer, and what is done with its rows. */
export const listScreen = <Name extends OperationName, Row>(given: ListOf<Name, Row>): Screen<ListState<Row>> => {
  const { asks, columns, crumb, id, keys = [], name, needs = [], one, sentence } = given
  const kind = {
    id,
    columns: drawnColumns(columns.columns),
    empty: typeof columns.empty === "string" ? columns.empty : `There is no such ${one}.`,
    ...(asks.pages !== undefined && { isPaged: true as const }),
  }
  const list: MadeList<Row> = { ...given, kind }
  return {
    name,
    sentence,
    needs,
    operations: [asks.operation],
    bindings: listBindings(list),
    open: (params, { size }) => openList(list, params, size),
    update: (state, event) => updateList(list, state, event),
    crumb: (state) => crumb?.(state) ?? name,
    ...(keys.includes("filter") && {
      isTyping: ({ table }: ListState<Row>) => table.typing !== undefined,
      isFiltered: ({ table }: ListState<Row>) => isFilterKept(table),
    }),
    selected: (state) => selectedIn(list, state),
    view: (props) => createElement(ListView<Row>, { ...props, list }),
  }
}
