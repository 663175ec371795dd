/** The audit: what was changed, by whom and why, the newest first, and the change of one row. State and reducer. */
import type { OperationAnswer } from "../../operation.ts"
import { type DiffLine, diffLines } from "../../part/diff.tsx"
import { isTableAction, type TableAction } from "../../part/table/keys.ts"
import {
  asking,
  currentRow,
  isOtherQuestion,
  openTable,
  refreshedTable,
  refusedTable,
  resizedTable,
  restartedTable,
  type TableKind,
  type TableState,
  typedInTable,
  updateTable,
  withNextPage,
} from "../../part/table/state.ts"
import { answerTo, ask, type Params, type Request, type ScreenEvent, type Size, type Step, step } from "../../Screen.ts"
import { conditionsBy } from "../auditSearch.ts"
import { secondOf } from "../../part/time.ts"

/** A row of the audit. */
export type AuditRow = OperationAnswer<"audit.list">["rows"][number]

/** What the screen of the audit does at a key. */
export type AuditAction = TableAction | "show" | "close" | "subject" | "sameActor" | "sameSubject" | "reload"

/** Rows that are asked for at once. */
const PAGE = 100

/** How long a question waits for the next character, in milliseconds. */
const TYPING_MILLIS = 120

/** Pages without a row that are asked for one after the other. */
const EMPTY_PAGES_MAX = 200

/** The table of the audit. */
export const auditTable: TableKind<AuditRow> = {
  id: ({ sequence }) => String(sequence),
  empty: "The audit has no such row.",
  isPaged: true,
  columns: [
    {
      name: "time",
      title: "Time (UTC)",
      min: 16,
      ideal: 19,
      priority: 2,
      text: ({ time }) => secondOf(time),
      sort: false,
    },
    {
      name: "operation",
      title: "Operation",
      min: 18,
      ideal: 22,
      priority: 1,
      text: ({ operation }) => operation,
      tone: ({ outcome }) => (outcome === "done" ? undefined : "bad"),
      sort: false,
    },
    {
      name: "outcome",
      title: "Outcome",
      min: 8,
      ideal: 18,
      priority: 4,
      text: ({ outcome }) => outcome,
      tone: ({ outcome }) => (outcome === "done" ? "good" : "bad"),
      sort: false,
    },
    { name: "actor", title: "Actor", min: 8, ideal: 18, priority: 3, text: ({ actor }) => actor, sort: false },
    {
      name: "subject",
      title: "Subject",
      min: 16,
      ideal: 45,
      priority: 5,
      grows: true,
      text: (row) => `${row.subject_kind} ${row.subject_id}`,
      sort: false,
    },
    {
      name: "reason",
      title: "Reason",
      min: 10,
      ideal: 30,
      priority: 6,
      text: ({ reason }) => reason ?? "",
      sort: false,
    },
  ],
}

/** What the screen of the audit shows. */
export interface AuditState {
  readonly table: TableState<AuditRow>
  /** Rows before this sequence alone; undefined: from the newest on. */
  readonly before: number | undefined
  /** The row whose change is shown instead of the list, its lines, and the first one that is drawn. */
  readonly shown: { readonly row: AuditRow; readonly lines: ReadonlyArray<DiffLine>; readonly top: number } | undefined
  readonly size: Size
  readonly emptyPages: number
}

/** Lines above the table, and above the change of a row. */
const HEAD_LINES = 1
export const FACT_LINES = 10

const linesOf = ({ rows }: Size): number => Math.max(3, rows - HEAD_LINES)

/** Lines of a change that are drawn at once. */
export const changeRows = ({ rows }: Size): number => Math.max(1, rows - FACT_LINES)

const going = (state: AuditState, delayMillis?: number): Step<AuditState> => {
  const wanted = conditionsBy(state.table.filter)
  if ("problem" in wanted) {
    return step({ ...state, table: refusedTable(state.table, { code: "invalid_input", message: wanted.problem }) })
  }
  if (state.emptyPages >= EMPTY_PAGES_MAX) return step(state)
  const page = asking(state.table)
  if (page === undefined) return step(state)
  const after = page.page.cursor ?? (state.before === undefined ? undefined : String(state.before))
  const input = { ...wanted.input, limit: PAGE, ...(after !== undefined && { after }) }
  return step({ ...state, table: page.state }, ask("audit", "audit.list", input, delayMillis))
}

/** The screen as it opens: at the row `sequence`, or at the newest one of those that `conditions` ask for. */
export const openAudit = ({ conditions = "", sequence }: Params, size: Size): Step<AuditState> => {
  const number = sequence === undefined ? Number.NaN : Number(sequence)
  return going({
    table: { ...openTable(auditTable, linesOf(size)), filter: conditions },
    before: Number.isSafeInteger(number) && number >= 0 ? number + 1 : undefined,
    shown: undefined,
    size,
    emptyPages: 0,
  })
}

/** The row at the cursor, or the one that is shown. */
export const auditRowAt = ({ shown, table }: AuditState): AuditRow | undefined => shown?.row ?? currentRow(table)

const changed = (state: AuditState, table: TableState<AuditRow>): Step<AuditState> => {
  if (!isOtherQuestion(state.table, table)) return going({ ...state, table, emptyPages: 0 })
  return going({ ...state, table: restartedTable(table), before: undefined, emptyPages: 0 }, TYPING_MILLIS)
}

const jsonOf = (value: unknown): string => (value === undefined ? "" : JSON.stringify(value, undefined, 2))

/** The row with the lines of its change. */
const showing = (state: AuditState, row: AuditRow): AuditState => ({
  ...state,
  shown: { row, lines: diffLines(jsonOf(row.before), jsonOf(row.after)), top: 0 },
})

/** How far each key moves the change of a row, in lines of a page. */
const moves: Partial<Record<TableAction, (height: number) => number>> = {
  down: () => 1,
  up: () => -1,
  pageDown: (height) => height,
  pageUp: (height) => -height,
  top: () => Number.NEGATIVE_INFINITY,
  bottom: () => Number.POSITIVE_INFINITY,
}

const scrolled = (state: AuditState, action: TableAction): AuditState => {
  const { shown, size } = state
  const by = moves[action]
  if (shown === undefined || by === undefined) return state
  const height = changeRows(size)
  const top = Math.max(0, Math.min(Math.max(0, shown.lines.length - height), shown.top + by(height)))
  return { ...state, shown: { ...shown, top } }
}

/** The screen of what was changed. */
const subjectOf = ({ subject_id: id, subject_kind: kind }: AuditRow): Request => {
  if (kind === "player") return { type: "open", screen: "player", params: { player_uuid: id } }
  if (kind === "client") return { type: "open", screen: "clients", params: { client_id: id } }
  if (kind === "role") return { type: "open", screen: "roles", params: {} }
  if (kind === "catalog") return { type: "open", screen: "catalog", params: {} }
  return { type: "say", text: `No screen shows one ${kind}.`, tone: "info" }
}

/** The list of rows like this one. */
const like = (state: AuditState, condition: string): Step<AuditState> =>
  going({
    ...state,
    table: restartedTable({ ...state.table, filter: condition, typing: undefined }),
    before: undefined,
    shown: undefined,
    emptyPages: 0,
  })

const acted = (state: AuditState, action: AuditAction): Step<AuditState> => {
  if (isTableAction(action)) {
    if (state.shown !== undefined) return step(scrolled(state, action))
    return changed(state, updateTable(auditTable, state.table, action))
  }
  const row = auditRowAt(state)
  switch (action) {
    case "show":
      return step(row === undefined ? state : showing(state, row))
    case "close":
      return state.shown === undefined ? step(state, { type: "back" }) : step({ ...state, shown: undefined })
    case "subject":
      return row === undefined ? step(state) : step(state, subjectOf(row))
    case "sameActor":
      return row === undefined ? step(state) : like(state, `actor:${row.actor_id}`)
    case "sameSubject":
      return row === undefined ? step(state) : like(state, `on:${row.subject_kind}/${row.subject_id}`)
    case "reload":
      return going({ ...state, table: refreshedTable(state.table), emptyPages: 0 })
  }
}

const answered = (state: AuditState, event: { readonly answer: unknown }): Step<AuditState> => {
  const { next, rows } = answerTo("audit.list", event)
  const table = withNextPage(state.table, { rows, next: next ?? undefined })
  return going({ ...state, table, emptyPages: rows.length === 0 ? state.emptyPages + 1 : 0 })
}

/** The screen after an event. */
export const updateAudit = (state: AuditState, event: ScreenEvent<AuditAction>): Step<AuditState> => {
  switch (event.type) {
    case "action":
      return acted(state, event.action)
    case "text":
      return state.shown === undefined ? changed(state, typedInTable(auditTable, state.table, event.text)) : step(state)
    case "answered":
      return answered(state, event)
    case "refused":
      return step({ ...state, table: refusedTable(state.table, event.refusal) })
    case "resized": {
      const { size } = event
      const table = resizedTable(auditTable, state.table, linesOf(size))
      return going(scrolled({ ...state, size, table }, "up"))
    }
    case "changed":
      return going({ ...state, table: refreshedTable(state.table), emptyPages: 0 })
    case "ticked":
      return step(state)
  }
}
