/** Sheets: several tables of lines under tabs, one of them shown. Each keeps its cursor and filter of its own. */
import type { RefusalJson } from "@garrison/core/operation/refusal"
import { isTableAction, type TableAction } from "../table/keys.ts"
import type { Line } from "../table/lines.ts"
import {
  currentRow,
  openTable,
  refusedTable,
  resizedTable,
  type TableKind,
  type TableState,
  typedInTable,
  updateTable,
  withAllRows,
} from "../table/state.ts"
import type { TabsAction } from "../tabs/keys.ts"
import { type Tab, updateTabs } from "../tabs/state.ts"

/** A table under a tab. */
export interface Sheet extends Tab {
  readonly kind: TableKind<Line>
}

/** What sheets do at a key. */
export type SheetsAction = TableAction | TabsAction

/** Sheets, and which of them is shown. */
export interface SheetsState {
  readonly sheets: ReadonlyArray<Sheet>
  readonly at: number
  /** By the name of their sheet. */
  readonly tables: Readonly<Record<string, TableState<Line>>>
}

/** The line of the tabs, above the table that is shown. */
const TABS_LINES = 1

const tableLines = (lines: number): number => Math.max(3, lines - TABS_LINES)

/** Sheets before anything is known, with so many lines of the terminal. */
export const openSheets = (sheets: ReadonlyArray<Sheet>, lines: number): SheetsState => ({
  sheets,
  at: 0,
  tables: Object.fromEntries(sheets.map(({ kind, name }) => [name, openTable(kind, tableLines(lines))])),
})

/** The sheet that is shown; undefined: there is none. */
export const shownSheet = ({ at, sheets }: SheetsState): Sheet | undefined => sheets[at]

/** The table of a sheet. */
export const tableOfSheet = ({ tables }: SheetsState, name: string): TableState<Line> | undefined => tables[name]

/** The table that is shown; undefined: there is none. */
export const shownTable = (state: SheetsState): TableState<Line> | undefined =>
  tableOfSheet(state, shownSheet(state)?.name ?? "")

/** The line at the cursor. */
export const lineAtCursor = (state: SheetsState): Line | undefined => {
  const table = shownTable(state)
  return table && currentRow(table)
}

/** The sheets with one table changed; as they were, where there is none of this name. */
export const withTable = (
  state: SheetsState,
  name: string,
  change: (table: TableState<Line>, kind: TableKind<Line>) => TableState<Line>,
): SheetsState => {
  const kind = state.sheets.find((sheet) => sheet.name === name)?.kind
  const table = tableOfSheet(state, name)
  if (kind === undefined || table === undefined) return state
  return { ...state, tables: { ...state.tables, [name]: change(table, kind) } }
}

/** The sheets with all lines of one of them. */
export const withLines = (state: SheetsState, name: string, lines: ReadonlyArray<Line>): SheetsState =>
  withTable(state, name, (table, kind) => withAllRows(kind, table, lines))

/** The sheets with one whose question was refused. */
export const withRefusal = (state: SheetsState, name: string, refusal: RefusalJson): SheetsState =>
  withTable(state, name, (table) => refusedTable(table, refusal))

/** The sheets in another number of lines. */
export const resizedSheets = (state: SheetsState, lines: number): SheetsState =>
  state.sheets.reduce(
    (so, { name }) => withTable(so, name, (table, kind) => resizedTable(kind, table, tableLines(lines))),
    state,
  )

/** Whether the filter of the shown table is being typed. */
export const isTypingInSheets = (state: SheetsState): boolean => shownTable(state)?.typing !== undefined

/** The sheets after a key. */
export const updateSheets = (state: SheetsState, action: SheetsAction): SheetsState =>
  isTableAction(action)
    ? withTable(state, shownSheet(state)?.name ?? "", (table, kind) => updateTable(kind, table, action))
    : { ...state, at: updateTabs(state.at, state.sheets.length, action) }

/** The sheets after typed or pasted text, which is for the filter of the shown one. */
export const typedInSheets = (state: SheetsState, text: string): SheetsState =>
  withTable(state, shownSheet(state)?.name ?? "", (table, kind) => typedInTable(kind, table, text))
