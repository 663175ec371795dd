/** Draws sheets: their tabs, and the table of the one that is shown. */
import type { ReactNode } from "react"
import type { Theme } from "../../theme.ts"
import { Table } from "../table/view.tsx"
import { Tabs } from "../tabs/view.tsx"
import { type SheetsState, shownSheet, shownTable } from "./state.ts"

/** What sheets are drawn from. */
export interface SheetsProps {
  readonly state: SheetsState
  /** Columns of the terminal. */
  readonly columns: number
  /** Unix milliseconds. */
  readonly now: number
  readonly theme: Theme
}

/** The tabs, and the table of the shown one. */
export const Sheets = ({ columns, now, state, theme }: SheetsProps): ReactNode => {
  const sheet = shownSheet(state)
  const table = shownTable(state)
  return (
    <>
      <Tabs tabs={state.sheets} at={state.at} columns={columns} theme={theme} />
      {sheet === undefined || table === undefined ? null : (
        <Table key={sheet.name} kind={sheet.kind} state={table} columns={columns} now={now} theme={theme} />
      )}
    </>
  )
}
