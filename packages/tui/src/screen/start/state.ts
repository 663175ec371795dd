/** The first screen: figures, and what needs attention, each row of which leads to the screen for it. */
import type { RefusalJson } from "@garrison/core/operation/refusal"
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
import { answerTo, ask, type Request, type ScreenEvent, type Size, type Step, step } from "../../Screen.ts"
import { figureLines, type FiguresJson } from "./lines.ts"

/** What the first screen does at a key. */
export type StartAction = TableAction | "lead" | "copyCommand" | "players" | "log" | "settings" | "reload"

type Row = OperationAnswer<"attention.list">["rows"][number]

const TONES = { now: "bad", soon: "warning", notice: "dim" } as const

/** The table of what needs attention. */
export const attentionTable: TableKind<Row> = {
  id: ({ kind, subject_id: subject = "" }) => `${kind} ${subject}`,
  empty: "Nothing needs attention.",
  columns: [
    {
      name: "urgency",
      title: "When",
      min: 6,
      ideal: 6,
      priority: 1,
      text: ({ urgency }) => urgency,
      tone: ({ urgency }) => TONES[urgency],
      sort: false,
    },
    {
      name: "sentence",
      title: "Needs attention",
      min: 30,
      ideal: 60,
      priority: 2,
      grows: true,
      text: ({ sentence }) => sentence,
    },
    { name: "command", title: "What to do", min: 24, ideal: 36, priority: 3, text: ({ command }) => command ?? "" },
  ],
}

/** The row in place of those that are not listed. */
const moreRestrictions: Row = {
  kind: "restriction_ends",
  urgency: "notice",
  sentence: "More restrictions end within a day than are listed here.",
}

/** What the first screen shows. */
export interface StartState {
  readonly size: Size
  readonly figures: FiguresJson | undefined
  readonly refusal: RefusalJson | undefined
  readonly table: TableState<Row>
  /** When each question was asked last, in Unix milliseconds; undefined: it may be asked now. */
  readonly asked: { readonly figures: number | undefined; readonly attention: number | undefined }
  /** The questions that are not answered yet. */
  readonly waiting: ReadonlyArray<string>
}

/** How old figures and attention may be, in milliseconds. */
const FIGURES_MILLIS = 2000
const ATTENTION_MILLIS = 20_000

const askFigures = ask("figures", "figures.show", {})
const askAttention = ask("attention", "attention.list", {})

/** The lines that the figures leave to what needs attention. */
const linesBeside = (figures: FiguresJson | undefined, { rows }: Size): number =>
  Math.max(3, rows - (figures === undefined ? 1 : figureLines(figures, rows).length))

/** The screen with its table as large as the figures leave it. */
const fitted = (state: StartState): StartState => ({
  ...state,
  table: resizedTable(attentionTable, state.table, linesBeside(state.figures, state.size)),
})

/** The screen as it opens. */
export const openStart = (size: Size, now: number): Step<StartState> =>
  step(
    {
      size,
      figures: undefined,
      refusal: undefined,
      table: openTable(attentionTable, linesBeside(undefined, size)),
      asked: { figures: now, attention: now },
      waiting: ["figures", "attention"],
    },
    askFigures,
    askAttention,
  )

/** The row at the cursor. */
export const attentionAt = ({ table }: StartState): Row | undefined => currentRow(table)

const open = (screen: string, params: Readonly<Record<string, string>> = {}): Request => ({
  type: "open",
  screen,
  params,
})

/** The screen that a row leads to; undefined: there is none for it. */
export const leadOf = ({ kind, subject_id: subject = "", subject_kind: of }: Row): Request | undefined => {
  switch (kind) {
    case "key_due":
      return open("keys")
    case "secret_ends":
    case "secret_unused":
      return open("clients", { client_id: subject })
    case "restriction_ends":
      return of === "player" ? open("player", { player_uuid: subject }) : undefined
    case "audit_not_verified":
      return open("audit")
    case "server_unready":
    case "server_version":
    case "clock_off":
    case "portal_failing":
      return open("settings")
    default:
      return undefined
  }
}

/** Asks again what is old and not being asked. */
const refreshed = (state: StartState, now: number, isForced: boolean): Step<StartState> => {
  const isDue = (name: "figures" | "attention", most: number) =>
    !state.waiting.includes(name) && (isForced || Math.abs(now - (state.asked[name] ?? -most)) >= most)
  const due = [
    ...(isDue("figures", FIGURES_MILLIS) ? [askFigures] : []),
    ...(isDue("attention", ATTENTION_MILLIS) ? [askAttention] : []),
  ]
  if (due.length === 0) return step(state)
  const names = due.map((one) => one.ask)
  const asked = {
    figures: names.includes("figures") ? now : state.asked.figures,
    attention: names.includes("attention") ? now : state.asked.attention,
  }
  return step({ ...state, asked, waiting: [...state.waiting, ...names] }, ...due)
}

const acted = (state: StartState, action: StartAction): Step<StartState> => {
  if (isTableAction(action)) return step({ ...state, table: updateTable(attentionTable, state.table, action) })
  const row = attentionAt(state)
  switch (action) {
    case "lead": {
      if (row === undefined) return step(state)
      const lead = leadOf(row)
      const say = { type: "say", text: `No screen does this: ${row.command ?? row.sentence}`, tone: "info" } as const
      return step(state, lead ?? say)
    }
    case "copyCommand":
      return row?.command === undefined
        ? step(state, { type: "say", text: "There is no command for this.", tone: "info" })
        : step(state, { type: "copy", text: row.command, what: "the command" })
    case "reload":
      return refreshed(state, state.asked.figures ?? 0, true)
    default:
      return step(state, { type: "open", screen: action, params: {} })
  }
}

const answered = (state: StartState, event: { readonly ask: string; readonly answer: unknown }): StartState => {
  const waiting = state.waiting.filter((name) => name !== event.ask)
  if (event.ask === "figures") {
    return fitted({ ...state, waiting, figures: answerTo("figures.show", event), refusal: undefined })
  }
  const { restrictions_cut: isCut, rows } = answerTo("attention.list", event)
  return {
    ...state,
    waiting,
    table: withAllRows(attentionTable, state.table, isCut ? [...rows, moreRestrictions] : rows),
  }
}

const refused = (state: StartState, { ask: name, refusal }: { ask: string; refusal: RefusalJson }): StartState => {
  const waiting = state.waiting.filter((one) => one !== name)
  return name === "figures"
    ? { ...state, waiting, refusal }
    : { ...state, waiting, table: refusedTable(state.table, refusal) }
}

/** The screen after an event. */
export const updateStart = (state: StartState, event: ScreenEvent<StartAction>): Step<StartState> => {
  switch (event.type) {
    case "action":
      return acted(state, event.action)
    case "text":
      return step({ ...state, table: typedInTable(attentionTable, state.table, event.text) })
    case "answered":
      return step(answered(state, event))
    case "refused":
      return step(refused(state, event))
    case "resized":
      return step(fitted({ ...state, size: event.size }))
    case "changed":
      return refreshed(state, state.asked.figures ?? 0, true)
    case "ticked":
      return refreshed(state, event.now, false)
  }
}
