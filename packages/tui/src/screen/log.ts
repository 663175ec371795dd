/**
 * The screen of the log: what happens, as it happens. New rows come at the top. The cursor stays on its row, but at the
 * top it stays at the top.
 */
import { HAPPENING_KINDS } from "@garrison/core/happening/kinds"
import { happeningFacts, happeningList, KIND_WORDS } from "@garrison/core/happening/show"
import type { Binding } from "../binding.ts"
import type { HeadText, ListState } from "../list/List.ts"
import { listScreen } from "../list/listScreen.ts"
import type { OperationAnswer } from "../operation.ts"
import { answerTo, ask, type Screen, type ScreenEvent, type Step, step } from "../Screen.ts"

type Kind = (typeof HAPPENING_KINDS)[number]
type Happening = OperationAnswer<"happening.list">["happenings"][number]

/** Rows that are asked for at once, and those that are kept. */
const PAGE = 200
const KEPT_MAX = 5000

const isKind = (word: string): word is Kind => HAPPENING_KINDS.some((kind) => kind === word)

/** The kinds that are shown; empty: all. */
const kindsIn = ({ filters: { kinds = "" } }: Pick<ListState, "filters">): ReadonlyArray<Kind> =>
  kinds.split(",").filter(isKind)

/** Shorter words, so that all fit into 80 columns. */
const KEY_WORDS: Partial<typeof KIND_WORDS> = { login_refused: "refused", machine_login: "machine" }

const kindTexts = (kinds: ReadonlyArray<Kind>): ReadonlyArray<string> =>
  kinds.length === 0
    ? HAPPENING_KINDS.map((kind, at) => `${at + 1} ${KEY_WORDS[kind] ?? KIND_WORDS[kind]}`)
    : [`only ${kinds.map((kind) => KIND_WORDS[kind]).join(", ")}`]

const toPlayer = ({ player_uuid: player }: Happening) =>
  player === undefined ? undefined : ({ type: "open", screen: "player", params: { player_uuid: player } } as const)

const rows = listScreen({
  name: "log",
  sentence: "Logins, orders, refusals and acts as they happen",
  one: "row",
  asks: { operation: "happening.list" },
  columns: happeningList,
  id: ({ id, kind }) => `${kind} ${id}`,
  copied: ({ id }) => id,
  keys: ["filter"],
  head: (state) => [
    state.filters["pause"] === undefined
      ? { text: "LIVE", tone: "good", isBold: true }
      : { text: "PAUSED", tone: "warning", isBold: true },
    ...kindTexts(kindsIn(state)).map((text): HeadText => ({ text, tone: "dim" })),
  ],
  open: {
    lead: {
      keys: ["enter"],
      sentence: "Open the player, the order or the act of the row",
      word: "open",
      to: (row) => {
        const { id, kind, player_uuid: player } = row
        if (kind === "act" || kind === "act_refused") return { type: "open", screen: "audit", params: { sequence: id } }
        return kind === "order" && player !== undefined
          ? { type: "open", screen: "order", params: { player_uuid: player, order_id: id } }
          : toPlayer(row)
      },
    },
    player: { keys: ["o"], sentence: "Open the player of the row", to: toPlayer },
  },
  filters: {
    pause: {
      key: "p",
      sentence: "Stop the log, or let it go on",
      word: "pause",
      choices: [undefined, "paused"],
      keeps: () => true,
    },
  },
  detail: { facts: happeningFacts, lines: () => 0 },
})

/** What the log shows, and what it waits for. */
interface LogState extends ListState<Happening> {
  /** Where what comes is asked for; undefined: the first page is not there yet. */
  readonly follow: string | undefined
  /** Where what is older is asked for; null: there is nothing older, or no room to keep it. */
  readonly next: string | null
  /** The questions that are not answered yet. */
  readonly waiting: ReadonlyArray<string>
}

const wanted = (state: LogState) => {
  const kinds = kindsIn(state)
  return { limit: PAGE, ...(kinds.length > 0 && { kinds }) }
}

/** Begins anew with the newest rows. */
const restarted = (state: LogState): Step<LogState> =>
  step(
    { ...state, follow: undefined, next: null, waiting: ["first"] },
    { type: "cancel", ask: "newer" },
    { type: "cancel", ask: "older" },
    ask("first", "happening.list", wanted(state)),
  )

/** Shows the rows. At the top the cursor stays at the top, so that the newest row is seen. */
const showing = (state: LogState, happenings: ReadonlyArray<Happening>): LogState => {
  const answer = { happenings }
  const next = rows.update(state, { type: "answered", ask: rows.name, answer }).state
  return { ...state, ...next, table: state.table.cursor === 0 ? { ...next.table, cursor: 0, top: 0 } : next.table }
}

/** Asks for what is older as soon as the cursor is less than a screen away from the last row. */
const reachingBack = (state: LogState): Step<LogState> => {
  const { next, table, waiting } = state
  const isNear = state.rows.length - table.cursor <= 2 * table.height
  if (next === null || !isNear || waiting.length > 0 || state.rows.length >= KEPT_MAX) return step(state)
  return step({ ...state, waiting: ["older"] }, ask("older", "happening.list", { ...wanted(state), before: next }))
}

const ofKinds = (state: LogState, kinds: ReadonlyArray<Kind>): Step<LogState> =>
  restarted({ ...state, filters: { ...state.filters, kinds: kinds.join() } })

const toggled = (kinds: ReadonlyArray<Kind>, kind: Kind): ReadonlyArray<Kind> =>
  kinds.includes(kind)
    ? kinds.filter((one) => one !== kind)
    : HAPPENING_KINDS.filter((one) => one === kind || kinds.includes(one))

const answered = (state: LogState, question: string, event: { readonly answer: unknown }): Step<LogState> => {
  // The question was of other kinds, and its answer was on its way already.
  if (!state.waiting.includes(question)) return step(state)
  const { follow, happenings, next } = answerTo("happening.list", event)
  const waiting = state.waiting.filter((one) => one !== question)
  const answeredState = { ...state, waiting }
  if (question === "older") return step({ ...showing(answeredState, [...state.rows, ...happenings]), next })
  if (question === "first") return step({ ...showing(answeredState, happenings), follow, next })
  const all = [...happenings.toReversed(), ...state.rows]
  // What falls off at the end can be asked for again from the beginning.
  const kept = all.slice(0, KEPT_MAX)
  return step({ ...showing(answeredState, kept), follow, next: kept.length < all.length ? null : state.next })
}

const ticked = (state: LogState): Step<LogState> => {
  const { filters, follow, waiting } = state
  if (filters["pause"] !== undefined || follow === undefined || waiting.length > 0) return step(state)
  return step({ ...state, waiting: ["newer"] }, ask("newer", "happening.list", { ...wanted(state), after: follow }))
}

const ofRows = (state: LogState, event: ScreenEvent): Step<LogState> => {
  const { requests, state: next } = rows.update(state, event)
  return step({ ...state, ...next }, ...requests)
}

const acted = (state: LogState, event: ScreenEvent & { readonly type: "action" }): Step<LogState> => {
  const { action } = event
  if (action === "every") return ofKinds(state, [])
  if (action === "reload") return restarted(state)
  const kind = action.replace(/^kind /, "")
  if (isKind(kind)) return ofKinds(state, toggled(kindsIn(state), kind))
  const { requests, state: next } = ofRows(state, event)
  return requests.length > 0 ? step(next, ...requests) : reachingBack(next)
}

const updated = (state: LogState, event: ScreenEvent): Step<LogState> => {
  switch (event.type) {
    case "action":
      return acted(state, event)
    case "answered":
      return answered(state, event.ask, event)
    case "refused":
      return ofRows({ ...state, waiting: state.waiting.filter((one) => one !== event.ask) }, event)
    case "changed":
      return step(state)
    case "ticked":
      return ticked(state)
    default:
      return ofRows(state, event)
  }
}

const kindBindings: ReadonlyArray<Binding<unknown>> = [
  { action: "every", keys: ["0"], sentence: "Show every kind", word: "all kinds" },
  ...HAPPENING_KINDS.map((kind, at) => ({
    action: `kind ${kind}`,
    keys: [String(at + 1)],
    sentence: `Show ${KIND_WORDS[kind]}, or no longer`,
  })),
]

/** Logins, refused logins, orders and acts as they happen. */
export const logScreen: Screen<LogState> = {
  ...rows,
  bindings: [...rows.bindings, ...kindBindings],
  open: (params, at) => {
    const { state } = rows.open(params, at)
    const kinds = (params["kinds"] ?? "").split(",").filter(isKind)
    return ofKinds({ ...state, follow: undefined, next: null, waiting: [] }, kinds)
  },
  update: updated,
  selected: (state) => {
    const selection = rows.selected?.(state)
    const kinds = kindsIn(state)
    return selection && { ...selection, input: kinds.length === 0 ? {} : { kinds } }
  },
}
