/** The screen of the audit: its rows, and one of them with its subject before and after. */
import { auditFacts, auditList } from "@garrison/core/audit/show"
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import type { Binding } from "../binding.ts"
import { type ListState, rowIn } from "../list/List.ts"
import { listScreen } from "../list/listScreen.ts"
import type { OperationAnswer } from "../operation.ts"
import { Diff, type DiffLine, diffLines } from "../part/diff.tsx"
import { Facts } from "../part/facts.tsx"
import { drawnFacts } from "../part/shown.ts"
import { toned } from "../part/tone.ts"
import { type Screen, type ScreenEvent, type Size, type Step, step, type ViewProps } from "../Screen.ts"
import { AUDIT_WORDS, conditionsBy } from "./auditSearch.ts"

type Row = OperationAnswer<"audit.list">["rows"][number]

/** The screen of what was changed, by its kind. */
const screens: Readonly<Record<string, (id: string) => readonly [screen: string, params: Record<string, string>]>> = {
  player: (id) => ["player", { player_uuid: id }],
  client: (id) => ["clients", { client_id: id }],
  role: () => ["roles", {}],
  catalog: () => ["catalog", {}],
}

const rows = listScreen({
  name: "audit",
  sentence: "What was changed, by whom and why, with the subject before and after",
  one: "row",
  asks: {
    operation: "audit.list",
    pages: {
      limit: 100,
      start: ({ sequence = "" }) => (/^\d{1,15}$/.test(sequence) ? String(Number(sequence) + 1) : undefined),
    },
  },
  columns: auditList,
  id: ({ sequence }) => String(sequence),
  crumb: ({ shown }) => (shown === undefined ? "audit" : `audit ${shown.sequence}`),
  keys: ["filter"],
  sought: "conditions",
  search: {
    conditions: conditionsBy,
    words: AUDIT_WORDS,
    sentences: {
      filter: "Type conditions: who, on what, which operation, when",
      filterAccept: "Go to the rows that meet the conditions",
      filterCancel: "Show every row",
    },
  },
  open: {
    subject: {
      keys: ["o"],
      sentence: "Open what was changed",
      word: "subject",
      to: ({ subject_id: id, subject_kind: kind }) => {
        const [screen, params] = screens[kind]?.(id) ?? []
        return screen === undefined || params === undefined
          ? { type: "say", text: `No screen shows one ${kind}.`, tone: "info" }
          : { type: "open", screen, params }
      },
    },
    sameActor: {
      keys: ["a"],
      sentence: "Show what else this actor did",
      word: "actor",
      to: (row) => ({ type: "find", words: `actor:${row.actor_id}` }),
    },
    sameSubject: {
      keys: ["i"],
      sentence: "Show what else was done to this subject",
      to: (row) => ({ type: "find", words: `on:${row.subject_kind}/${row.subject_id}` }),
    },
  },
  detail: { facts: auditFacts, lines: () => 0 },
})

/** What the screen shows: the rows, or the lines of the change of one, and the first line that is drawn. */
interface AuditState extends ListState<Row> {
  readonly lines: ReadonlyArray<DiffLine>
  readonly top: number
}

/** Lines above the change of a row. */
const FACT_LINES = 10

const changeRows = ({ rows: all }: Size): number => Math.max(1, all - FACT_LINES)

const jsonOf = (value: unknown): string => (value === undefined ? "" : JSON.stringify(value, undefined, 2))

/** How far each key moves the change of a row, in lines of a page. */
const moves: Readonly<Partial<Record<string, (height: number) => number>>> = {
  down: () => 1,
  up: () => -1,
  pageDown: (height) => height,
  pageUp: (height) => -height,
  top: () => Number.NEGATIVE_INFINITY,
  bottom: () => Number.POSITIVE_INFINITY,
}

const movedTo = (state: AuditState, top: number): AuditState => ({
  ...state,
  top: Math.max(0, Math.min(state.lines.length - changeRows(state.size), top)),
})

const withRows = (state: AuditState, { requests, state: next }: Step<ListState<Row>>): Step<AuditState> =>
  step(movedTo({ ...state, ...next }, state.top), ...requests)

const updated = (state: AuditState, event: ScreenEvent): Step<AuditState> => {
  const row = rowIn(state)
  const action = event.type === "action" ? event.action : ""
  if (action === "show") {
    if (row === undefined) return step(state)
    return step({ ...state, shown: row, lines: diffLines(jsonOf(row.before), jsonOf(row.after)), top: 0 })
  }
  if (action === "close") {
    return state.shown === undefined ? step(state, { type: "back" }) : step({ ...state, shown: undefined })
  }
  const move = state.shown === undefined ? undefined : moves[action]
  if (move !== undefined) return step(movedTo(state, state.top + move(changeRows(state.size))))
  return withRows(state, rows.update(state, event))
}

const Change = ({ now, row, size, state, theme }: ViewProps<AuditState> & { readonly row: Row }): ReactNode => {
  const isUnchanged = row.before === undefined && row.after === undefined
  return (
    <Box flexDirection="column" height={size.rows} overflow="hidden">
      <Box flexDirection="column" height={FACT_LINES - 1} overflow="hidden" flexShrink={0}>
        <Facts facts={drawnFacts(auditFacts, row, now)} columns={size.columns} theme={theme} />
      </Box>
      <Text bold wrap="truncate" {...toned(theme, "accent")}>
        {isUnchanged ? "It changed nothing that the audit keeps." : "Before (-) and after (+)"}
      </Text>
      {isUnchanged ? null : (
        <Diff lines={state.lines} top={state.top} rows={changeRows(size)} columns={size.columns} theme={theme} />
      )}
    </Box>
  )
}

const showBindings: ReadonlyArray<Binding<AuditState>> = [
  {
    action: "show",
    keys: ["enter"],
    sentence: "Show the row, with its subject before and after",
    word: "before and after",
    unusable: (state) => (rowIn(state) === undefined ? "There is no row at the cursor." : undefined),
  },
  { action: "close", keys: ["escape"], sentence: "Go back to the rows, and from there to the screen before" },
]

/** What was changed, by whom and why. */
export const auditScreen: Screen<AuditState> = {
  ...rows,
  bindings: [...showBindings, ...rows.bindings],
  open: (params, at) => {
    const { requests, state } = rows.open(params, at)
    return step({ ...state, lines: [], top: 0 }, ...requests)
  },
  update: updated,
  view: (props) => {
    const { shown } = props.state
    return shown === undefined ? rows.view(props) : <Change {...props} row={shown} />
  },
}
