/** The signing keys: state and reducer. */
import type { OperationAnswer } from "../../operation.ts"
import { isTableAction, type TableAction } from "../../part/table/keys.ts"
import {
  currentRow,
  openTable,
  refusedTable,
  resizedTable,
  type TableKind,
  type TableState,
  updateTable,
  withAllRows,
} from "../../part/table/state.ts"
import { answerTo, ask, type ScreenEvent, type Size, type Step, step } from "../../Screen.ts"
import { minuteOf } from "../../part/time.ts"

/** What the screen of signing keys does at a key. */
export type KeysAction = TableAction | "rotate" | "reload"

type Key = OperationAnswer<"signingKey.list">["keys"][number]

/** Lines under the table. */
export const DETAIL_LINES = 4

const linesOf = ({ rows }: Size): number => Math.max(3, rows - DETAIL_LINES)

const load = ask("keys", "signingKey.list", {})

const timeText = (time: string | null): string => (time === null ? "-" : minuteOf(time))

const SECONDS_OF_DAY = 86_400

/** The table of signing keys. */
export const keysTable: TableKind<Key> = {
  id: ({ key_id: id }) => id,
  empty: "There is no signing key yet: a server makes one when it starts.",
  columns: [
    { name: "key", title: "Key", min: 12, ideal: 43, priority: 3, text: ({ key_id: id }) => id },
    {
      name: "state",
      title: "State",
      min: 9,
      ideal: 9,
      priority: 1,
      text: ({ state }) => state,
      tone: ({ state }) => (state === "signing" ? "good" : "dim"),
    },
    { name: "algorithm", title: "Algorithm", min: 9, ideal: 9, priority: 4, text: ({ algorithm }) => algorithm },
    {
      name: "age",
      title: "Age",
      min: 6,
      ideal: 6,
      priority: 1,
      align: "right",
      text: ({ age_seconds: age }) => (age === 0 ? "-" : `${Math.floor(age / SECONDS_OF_DAY)} d`),
      tone: ({ overdue }) => (overdue ? "bad" : undefined),
    },
    {
      name: "from",
      title: "Signs from (UTC)",
      min: 16,
      ideal: 16,
      priority: 2,
      text: (key) => timeText(key.signs_from),
    },
    { name: "to", title: "Replaced", min: 16, ideal: 16, priority: 2, text: ({ replaced }) => timeText(replaced) },
    {
      name: "retires",
      title: "Refused from",
      min: 16,
      ideal: 16,
      priority: 3,
      text: ({ retires }) => timeText(retires),
    },
  ],
}

/** What the screen of signing keys shows. */
export interface KeysState {
  readonly table: TableState<Key>
}

/** The screen as it opens. */
export const openKeys = (size: Size): Step<KeysState> => step({ table: openTable(keysTable, linesOf(size)) }, load)

/** The key at the cursor. */
export const keyAt = ({ table }: KeysState): Key | undefined => currentRow(table)

/** The screen after an event. */
export const updateKeys = (state: KeysState, event: ScreenEvent<KeysAction>): Step<KeysState> => {
  switch (event.type) {
    case "action": {
      const { action } = event
      if (isTableAction(action)) return step({ table: updateTable(keysTable, state.table, action) })
      if (action === "reload") return step(state, load)
      return step(state, { type: "act", operation: "signingKey.rotate", inputs: [{}], subjects: ["signing key"] })
    }
    case "answered":
      return step({ table: withAllRows(keysTable, state.table, answerTo("signingKey.list", event).keys) })
    case "refused":
      return step({ table: refusedTable(state.table, event.refusal) })
    case "resized":
      return step({ table: resizedTable(keysTable, state.table, linesOf(event.size)) })
    case "changed":
      return step(state, load)
    case "text":
    case "ticked":
      return step(state)
  }
}
