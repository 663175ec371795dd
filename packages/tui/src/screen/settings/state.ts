/** The settings in force and where each comes from: state and reducer. */
import type { OperationAnswer } from "../../operation.ts"
import { isTableAction, type TableAction } from "../../part/table/keys.ts"
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
} from "../../part/table/state.ts"
import { answerTo, ask, type ScreenEvent, type Size, type Step, step } from "../../Screen.ts"

/** What the screen of settings does at a key. */
export type SettingsAction = TableAction | "given" | "reload"

type Setting = OperationAnswer<"setting.list">["settings"][number]

/** Lines under the table, for the setting at the cursor. */
export const DETAIL_LINES = 3

/** Whether somebody gave the setting a value. */
const isGiven = ({ source }: Setting): boolean => source !== "default"

/** The table of settings. */
export const settingsTable: TableKind<Setting> = {
  id: ({ name }) => name,
  empty: "No setting was given a value. All have their defaults.",
  columns: [
    { name: "name", title: "Setting", min: 16, ideal: 34, priority: 1, text: ({ name }) => name },
    {
      name: "value",
      title: "Value",
      min: 12,
      ideal: 30,
      priority: 2,
      grows: true,
      text: ({ value }) => value,
      tone: (setting) => (setting.problem === undefined ? undefined : "bad"),
    },
    {
      name: "source",
      title: "From",
      min: 7,
      ideal: 30,
      priority: 3,
      text: ({ source }) => source,
      tone: (setting) => (isGiven(setting) ? "accent" : "dim"),
    },
  ],
}

/** What the screen of settings shows. */
export interface SettingsState {
  /** Every setting, in the order of the documentation. */
  readonly settings: ReadonlyArray<Setting>
  /** Whether only those are shown that somebody gave a value. */
  readonly isGivenOnly: boolean
  readonly table: TableState<Setting>
}

const load = ask("settings", "setting.list", {})

const linesOf = ({ rows }: Size): number => Math.max(3, rows - DETAIL_LINES)

/** The screen as it opens. */
export const openSettings = (size: Size): Step<SettingsState> =>
  step({ settings: [], isGivenOnly: false, table: openTable(settingsTable, linesOf(size)) }, load)

/** The setting at the cursor. */
export const settingAt = ({ table }: SettingsState): Setting | undefined => currentRow(table)

const shown = (state: SettingsState): SettingsState => {
  const rows = state.isGivenOnly ? state.settings.filter(isGiven) : state.settings
  return { ...state, table: withAllRows(settingsTable, state.table, rows) }
}

const acted = (state: SettingsState, action: SettingsAction): Step<SettingsState> => {
  if (isTableAction(action)) return step({ ...state, table: updateTable(settingsTable, state.table, action) })
  if (action === "reload") return step(state, load)
  return step(shown({ ...state, isGivenOnly: !state.isGivenOnly }))
}

/** The screen after an event. */
export const updateSettings = (state: SettingsState, event: ScreenEvent<SettingsAction>): Step<SettingsState> => {
  switch (event.type) {
    case "action":
      return acted(state, event.action)
    case "text":
      return step({ ...state, table: typedInTable(settingsTable, state.table, event.text) })
    case "answered":
      return step(shown({ ...state, settings: answerTo("setting.list", event).settings }))
    case "refused":
      return step({ ...state, table: refusedTable(state.table, event.refusal) })
    case "resized":
      return step({ ...state, table: resizedTable(settingsTable, state.table, linesOf(event.size)) })
    case "changed":
      return step(state, load)
    case "ticked":
      return step(state)
  }
}
