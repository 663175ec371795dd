/**
 * What happens, as a log that goes on by itself: state and reducer. New rows come at the top. The cursor stays on its
 * row, but at the top it stays at the top.
 */
import { HAPPENING_KINDS } from "@garrison/core/happening/kinds"
import { whatOf, whoOf } from "@garrison/core/happening/words"
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
import { answerTo, ask, type Params, type Request, type ScreenEvent, type Size, type Step, step } from "../../Screen.ts"

type Kind = (typeof HAPPENING_KINDS)[number]
type Happening = OperationAnswer<"happening.list">["happenings"][number]

/** What the log does at a key. */
export type LogAction = TableAction | "pause" | "every" | "reload" | "lead" | "player" | `kind ${Kind}`

/** Rows that are asked for at once, and those that are kept. */
const PAGE = 200
const KEPT_MAX = 5000

/** How the kinds are called in the log. */
export const KIND_WORDS: Readonly<Record<Kind, string>> = {
  login: "login",
  login_refused: "refused login",
  security_event: "security",
  machine_login: "machine login",
  order: "order",
  act: "act",
  act_refused: "refused act",
}

const TONES = {
  login: "good",
  login_refused: "warning",
  security_event: "bad",
  machine_login: "dim",
  order: undefined,
  act: "accent",
  act_refused: "bad",
} as const

/** The table of the log. */
export const logTable: TableKind<Happening> = {
  id: ({ id, kind }) => `${kind} ${id}`,
  empty: "Nothing of these kinds has happened.",
  columns: [
    {
      name: "time",
      title: "Time (UTC)",
      min: 14,
      ideal: 14,
      priority: 2,
      text: ({ time }) => `${time.slice(5, 10)} ${time.slice(11, 19)}`,
      sort: false,
    },
    {
      name: "kind",
      title: "Kind",
      min: 13,
      ideal: 13,
      priority: 1,
      text: ({ kind }) => KIND_WORDS[kind],
      tone: ({ kind }) => TONES[kind],
      sort: false,
    },
    { name: "who", title: "Who", min: 10, ideal: 24, priority: 3, text: whoOf, sort: false },
    { name: "what", title: "What", min: 16, ideal: 40, priority: 4, grows: true, text: whatOf, sort: false },
  ],
}

/** What the log shows. */
export interface LogState {
  readonly table: TableState<Happening>
  /** The newest first. */
  readonly rows: ReadonlyArray<Happening>
  /** The kinds that are shown; empty: all. */
  readonly kinds: ReadonlyArray<Kind>
  readonly isPaused: boolean
  /** Where what comes is asked for; undefined: the first page is not there yet. */
  readonly follow: string | undefined
  /** Where what is older is asked for; null: there is nothing older, or no room to keep it. */
  readonly next: string | null
  /** The questions that are not answered yet. */
  readonly waiting: ReadonlyArray<"first" | "newer" | "older">
}

/** Lines above the table. */
const HEAD_LINES = 1

const wanted = ({ kinds }: Pick<LogState, "kinds">) => ({ limit: PAGE, ...(kinds.length > 0 && { kinds }) })

/** Begins anew with the newest rows. */
const restarted = (state: LogState): Step<LogState> =>
  step(
    { ...state, follow: undefined, next: null, waiting: ["first"] },
    { type: "cancel", ask: "newer" },
    { type: "cancel", ask: "older" },
    ask("first", "happening.list", wanted(state)),
  )

const isKind = (word: string): word is Kind => HAPPENING_KINDS.some((kind) => kind === word)

const linesOf = ({ rows }: Size): number => Math.max(3, rows - HEAD_LINES)

/** The screen as it opens; `kinds` are separated by commas. */
export const openLog = ({ kinds = "" }: Params, size: Size): Step<LogState> =>
  restarted({
    table: openTable(logTable, linesOf(size)),
    rows: [],
    kinds: kinds.split(",").filter(isKind),
    isPaused: false,
    follow: undefined,
    next: null,
    waiting: [],
  })

/** The row at the cursor. */
export const happeningAt = ({ table }: LogState): Happening | undefined => currentRow(table)

/** Shows the rows. At the top the cursor stays at the top, so that the newest row is seen. */
const shown = (state: LogState, rows: ReadonlyArray<Happening>): LogState => {
  const table = withAllRows(logTable, state.table, rows)
  return { ...state, rows, table: state.table.cursor === 0 ? { ...table, cursor: 0, top: 0 } : table }
}

/** Asks for what is older as soon as the cursor is less than a screen away from the last row. */
const reachingBack = (state: LogState): Step<LogState> => {
  const { next, table, waiting } = state
  const isNear = state.rows.length - table.cursor <= 2 * table.height
  if (next === null || !isNear || waiting.length > 0 || state.rows.length >= KEPT_MAX) return step(state)
  return step({ ...state, waiting: ["older"] }, ask("older", "happening.list", { ...wanted(state), before: next }))
}

/** The screen that a row leads to. */
export const leadOf = (row: Happening): Request | undefined => {
  const { id, kind, player_uuid: player } = row
  if (kind === "act" || kind === "act_refused") return { type: "open", screen: "audit", params: { sequence: id } }
  if (player === undefined) return undefined
  return kind === "order"
    ? { type: "open", screen: "order", params: { player_uuid: player, order_id: id } }
    : { type: "open", screen: "player", params: { player_uuid: player } }
}

const toggled = (kinds: ReadonlyArray<Kind>, kind: Kind): ReadonlyArray<Kind> =>
  kinds.includes(kind)
    ? kinds.filter((one) => one !== kind)
    : HAPPENING_KINDS.filter((one) => one === kind || kinds.includes(one))

const led = (state: LogState, lead: Request | undefined): Step<LogState> =>
  lead === undefined ? step(state, { type: "say", text: "This row leads nowhere.", tone: "info" }) : step(state, lead)

const acted = (state: LogState, action: LogAction): Step<LogState> => {
  if (isTableAction(action)) return reachingBack({ ...state, table: updateTable(logTable, state.table, action) })
  const row = happeningAt(state)
  switch (action) {
    case "pause":
      return step({ ...state, isPaused: !state.isPaused })
    case "every":
      return restarted({ ...state, kinds: [] })
    case "reload":
      return restarted(state)
    case "lead":
      return led(state, row && leadOf(row))
    case "player": {
      const player = row?.player_uuid
      return led(
        state,
        player === undefined ? undefined : { type: "open", screen: "player", params: { player_uuid: player } },
      )
    }
    default: {
      const kind = action.slice("kind ".length)
      return isKind(kind) ? restarted({ ...state, kinds: toggled(state.kinds, kind) }) : step(state)
    }
  }
}

type Question = "first" | "newer" | "older"

const answered = (state: LogState, question: Question, event: { readonly answer: unknown }): Step<LogState> => {
  // The question was of other kinds, and its answer was on its way already.
  if (!state.waiting.includes(question)) return step(state)
  const { follow, happenings, next } = answerTo("happening.list", event)
  const waiting = state.waiting.filter((one) => one !== question)
  if (question === "older") {
    return step({ ...shown({ ...state, waiting }, [...state.rows, ...happenings]), next })
  }
  if (question === "first") return step({ ...shown({ ...state, waiting }, happenings), follow, next })
  const rows = [...happenings.toReversed(), ...state.rows]
  // What falls off at the end can be asked for again from the beginning.
  const kept = rows.slice(0, KEPT_MAX)
  return step({ ...shown({ ...state, waiting }, kept), follow, next: kept.length < rows.length ? null : state.next })
}

const isQuestion = (name: string): name is Question => name === "first" || name === "newer" || name === "older"

const ticked = (state: LogState): Step<LogState> => {
  const { follow, isPaused, waiting } = state
  if (isPaused || follow === undefined || waiting.length > 0) return step(state)
  return step({ ...state, waiting: ["newer"] }, ask("newer", "happening.list", { ...wanted(state), after: follow }))
}

/** The screen after an event. */
export const updateLog = (state: LogState, event: ScreenEvent<LogAction>): Step<LogState> => {
  switch (event.type) {
    case "action":
      return acted(state, event.action)
    case "text":
      return step({ ...state, table: typedInTable(logTable, state.table, event.text) })
    case "answered":
      return isQuestion(event.ask) ? answered(state, event.ask, event) : step(state)
    case "refused": {
      const waiting = state.waiting.filter((one) => one !== event.ask)
      return step({ ...state, waiting, table: refusedTable(state.table, event.refusal) })
    }
    case "resized":
      return step({ ...state, table: resizedTable(logTable, state.table, linesOf(event.size)) })
    case "changed":
      return step(state)
    case "ticked":
      return ticked(state)
  }
}
