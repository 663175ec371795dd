/**
 * The state of a table, and what becomes of it at each key and each answer: where the cursor is, which rows are marked,
 * in which order they stand, and which ones a filter lets through. A screen keeps it in its own state.
 */
import type { RefusalJson } from "@garrison/core/operation/refusal"
import { emptyText, type TextInputState, typedText, updateTextInput } from "../textInput/state.ts"
import type { Column } from "./columns.ts"
import type { TableAction } from "./keys.ts"
import {
  noPages,
  outdated,
  type PagedRows,
  type Rows,
  rowAt,
  rowCount,
  type Sorting,
  type WantedPage,
  wantedPage,
  wholeRows,
  withoutFarPages,
  withPage,
} from "./rows.ts"

/** What a table is made of; a screen has it as a constant. */
export interface TableKind<Row> {
  /** Tells rows apart, also after they were asked for again. */
  readonly id: (row: Row) => string
  readonly columns: ReadonlyArray<Column<Row>>
  /** What is said where there is no row, as a sentence. */
  readonly empty: string
  /** Whether rows come in pages. Their order and their filter are then for the operation: see `asked`. */
  readonly isPaged?: true
  /** A list of one column, without its title. */
  readonly isList?: true
}

/** The state of a table. */
export interface TableState<Row> {
  readonly rows: Rows<Row>
  /** Whether an answer has come. Without one the table is loading. */
  readonly isLoaded: boolean
  /** True: the rows are those of an earlier question. They stay until the first page of the new one is there. */
  readonly isRestarting: boolean
  /** The page that is asked for. */
  readonly loading: WantedPage | undefined
  /** Why the last question was refused. Rows of earlier answers stay. */
  readonly refusal: RefusalJson | undefined
  /** The place of the cursor in the list, and that of the first row that is drawn. */
  readonly cursor: number
  readonly top: number
  /** Rows of the terminal for the rows of the table, and all of its lines. */
  readonly height: number
  readonly lines: number
  readonly marked: ReadonlySet<string>
  readonly sorting: Sorting | undefined
  /** What the rows are filtered by. */
  readonly filter: string
  /** The line that the filter is typed in; undefined: it is not being typed. */
  readonly typing: TextInputState | undefined
}

/** The most rows that may be marked. */
const MARKED_MAX = 1000

/** Lines of the terminal that a table needs besides its rows: the titles and the line that sums up. */
const linesBeside = <Row>({ isList }: TableKind<Row>): number => (isList === true ? 1 : 2)

/** The place of the first drawn row, so that the cursor is seen and no line stays empty without need. */
const seen = <Row>(state: TableState<Row>): TableState<Row> => {
  const count = rowCount(state.rows)
  const cursor = Math.max(0, Math.min(state.cursor, count - 1))
  const lowest = Math.max(0, count - state.height)
  const top = Math.max(0, Math.min(lowest, Math.max(cursor - state.height + 1, Math.min(state.top, cursor))))
  if (cursor === state.cursor && top === state.top) return state
  const rows = state.rows.kind === "paged" ? withoutFarPages(state.rows, top, state.height) : state.rows
  return { ...state, rows, cursor, top }
}

/** A table before anything is known, with so many lines of the terminal. */
export const openTable = <Row>(kind: TableKind<Row>, lines: number, sorting?: Sorting): TableState<Row> => ({
  rows: kind.isPaged === true ? noPages : { kind: "whole", rows: [], shown: [] },
  isLoaded: false,
  isRestarting: false,
  loading: undefined,
  refusal: undefined,
  cursor: 0,
  top: 0,
  height: Math.max(1, lines - linesBeside(kind)),
  lines,
  marked: new Set(),
  sorting,
  filter: "",
  typing: undefined,
})

/** The table with another number of lines. */
export const resizedTable = <Row>(kind: TableKind<Row>, state: TableState<Row>, lines: number): TableState<Row> =>
  seen({ ...state, lines, height: Math.max(1, lines - linesBeside(kind)) })

/**
 * The row at the cursor. Rows of an earlier question are not chosen: who types a name and then acts at once would act
 * on whom the search has not replaced yet.
 */
export const currentRow = <Row>({ cursor, isRestarting, rows }: TableState<Row>): Row | undefined =>
  isRestarting ? undefined : rowAt(rows, cursor)

/** Keeps the cursor on its row where that is still there. */
const arranged = <Row>(kind: TableKind<Row>, state: TableState<Row>, rows: ReadonlyArray<Row>): TableState<Row> => {
  const current = currentRow(state)
  const whole = wholeRows(rows, kind.columns, state)
  const id = current && kind.id(current)
  const at = id === undefined ? -1 : whole.shown.findIndex((place) => kind.id(rows[place] as Row) === id)
  return seen({ ...state, rows: whole, cursor: at < 0 ? state.cursor : at })
}

const marksOf = <Row>(kind: TableKind<Row>, state: TableState<Row>, rows: ReadonlyArray<Row>): ReadonlySet<string> => {
  if (state.marked.size === 0) return state.marked
  const ids = new Set(rows.map(kind.id))
  return new Set(Array.from(state.marked).filter((id) => ids.has(id)))
}

/** The table with all its rows. Marks of rows that are gone go too. */
export const withAllRows = <Row>(
  kind: TableKind<Row>,
  state: TableState<Row>,
  rows: ReadonlyArray<Row>,
): TableState<Row> =>
  arranged(
    kind,
    { ...state, isLoaded: true, loading: undefined, refusal: undefined, marked: marksOf(kind, state, rows) },
    rows,
  )

/** The table with the page that it waited for. */
export const withNextPage = <Row>(
  state: TableState<Row>,
  answer: { readonly rows: ReadonlyArray<Row>; readonly next?: string | undefined },
): TableState<Row> => {
  if (state.rows.kind !== "paged" || state.loading === undefined) return state
  const before: PagedRows<Row> = state.isRestarting ? noPages : state.rows
  // A page that leads to itself, or to one before it, would be asked for without end.
  const leadsBack = [state.loading, ...before.pages].some(({ cursor }) => cursor === answer.next)
  const rows = withPage(before, state.loading, { rows: answer.rows, next: leadsBack ? undefined : answer.next })
  return seen({ ...state, rows, isLoaded: true, isRestarting: false, loading: undefined, refusal: undefined })
}

/** The table whose question was refused. */
export const refusedTable = <Row>(state: TableState<Row>, refusal: RefusalJson): TableState<Row> => ({
  ...state,
  loading: undefined,
  refusal,
})

/** Whether the table keeps a filter. */
export const isFilterKept = (table: { readonly filter: string } | undefined): boolean =>
  table !== undefined && table.filter !== ""

/** Whether a key changed what a paged table has to ask for: filter or order. */
export const isOtherQuestion = <Row>(before: TableState<Row>, after: TableState<Row>): boolean =>
  before.filter !== after.filter || before.sorting !== after.sorting

/** A paged table from its beginning, for another question. */
export const restartedTable = <Row>(state: TableState<Row>): TableState<Row> => ({
  ...state,
  isRestarting: true,
  loading: undefined,
  refusal: undefined,
  cursor: 0,
  top: 0,
  marked: new Set(),
})

/** A paged table whose rows may have changed: those pages are asked for again that are drawn. */
export const refreshedTable = <Row>(state: TableState<Row>): TableState<Row> =>
  state.rows.kind === "paged" ? { ...state, loading: undefined, refusal: undefined, rows: outdated(state.rows) } : state

/**
 * The page to ask for now, and the table that waits for it; undefined: none. After a refusal nothing is asked before
 * the cursor moves or {@link restartedTable}.
 */
export const asking = <Row>(
  state: TableState<Row>,
): { readonly state: TableState<Row>; readonly page: WantedPage } | undefined => {
  if (state.rows.kind !== "paged" || state.loading !== undefined || state.refusal !== undefined) return undefined
  const page = state.isRestarting ? { cursor: undefined } : wantedPage(state.rows, state.top, state.height)
  return page && { state: { ...state, loading: page }, page }
}

/** The marked rows that are known, or else the row at the cursor. */
export const chosenRows = <Row>(kind: TableKind<Row>, state: TableState<Row>): ReadonlyArray<Row> => {
  if (state.isRestarting) return []
  if (state.marked.size === 0) {
    const current = currentRow(state)
    return current === undefined ? [] : [current]
  }
  const known = state.rows.kind === "whole" ? state.rows.rows : state.rows.pages.flatMap(({ rows }) => rows ?? [])
  return known.filter((row) => state.marked.has(kind.id(row)))
}

const marked = <Row>(kind: TableKind<Row>, state: TableState<Row>): TableState<Row> => {
  const current = currentRow(state)
  if (current === undefined) return state
  const id = kind.id(current)
  const ids = new Set(state.marked)
  if (!ids.delete(id) && ids.size < MARKED_MAX) ids.add(id)
  return seen({ ...state, marked: ids, cursor: state.cursor + 1 })
}

const allMarked = <Row>(kind: TableKind<Row>, state: TableState<Row>): TableState<Row> => {
  if (state.isRestarting) return state
  const { rows } = state
  const known =
    rows.kind === "whole" ? rows.shown.map((at) => rows.rows[at] as Row) : rows.pages.flatMap((page) => page.rows ?? [])
  return { ...state, marked: new Set(known.slice(0, MARKED_MAX).map(kind.id)) }
}

/** The columns that rows can be sorted by, one after the other, then as they came. */
const nextSorting = <Row>({ columns }: TableKind<Row>, sorting: Sorting | undefined): Sorting | undefined => {
  const names = columns.flatMap(({ name, sort }) => (sort === false ? [] : [name]))
  const column = names[sorting === undefined ? 0 : names.indexOf(sorting.column) + 1]
  return column === undefined ? undefined : { column, isDescending: false }
}

/** The rows in their new order. Those of a paged table stay until the screen asks for them in this order. */
const rearranged = <Row>(kind: TableKind<Row>, state: TableState<Row>): TableState<Row> =>
  state.rows.kind === "whole" ? arranged(kind, state, state.rows.rows) : state

const filtered = <Row>(
  kind: TableKind<Row>,
  state: TableState<Row>,
  typing: TextInputState | undefined,
  filter: string,
) => rearranged(kind, { ...state, typing, filter })

const movedTo = <Row>(state: TableState<Row>, cursor: number): TableState<Row> =>
  seen({ ...state, cursor, refusal: state.rows.kind === "paged" ? undefined : state.refusal })

/** The table after a key. `sort`, `turn` and the keys of the filter change what a paged table has to ask for. */
export const updateTable = <Row>(
  kind: TableKind<Row>,
  state: TableState<Row>,
  action: TableAction,
): TableState<Row> => {
  switch (action) {
    case "up":
      return movedTo(state, state.cursor - 1)
    case "down":
      return movedTo(state, state.cursor + 1)
    case "pageUp":
      return movedTo({ ...state, top: state.top - state.height }, state.cursor - state.height)
    case "pageDown":
      return movedTo({ ...state, top: state.top + state.height }, state.cursor + state.height)
    case "top":
      return movedTo(state, 0)
    case "bottom":
      return movedTo(state, rowCount(state.rows) - 1)
    case "mark":
      return marked(kind, state)
    case "markAll":
      return allMarked(kind, state)
    case "unmark":
      return { ...state, marked: new Set() }
    case "sort":
      return rearranged(kind, { ...state, sorting: nextSorting(kind, state.sorting) })
    case "turn":
      return state.sorting === undefined
        ? state
        : rearranged(kind, { ...state, sorting: { ...state.sorting, isDescending: !state.sorting.isDescending } })
    case "filter":
      return { ...state, typing: emptyText(state.filter) }
    case "filterAccept":
      return { ...state, typing: undefined }
    case "filterCancel":
      return filtered(kind, state, undefined, "")
    default: {
      if (state.typing === undefined) return state
      const typing = updateTextInput(state.typing, action)
      return filtered(kind, state, typing, typing.text)
    }
  }
}

/** The table after typed or pasted text, which is for its filter. */
export const typedInTable = <Row>(kind: TableKind<Row>, state: TableState<Row>, text: string): TableState<Row> => {
  if (state.typing === undefined) return state
  const typing = typedText(state.typing, text)
  return filtered(kind, state, typing, typing.text)
}
