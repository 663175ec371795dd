/**
 * One player: state and reducer. The screen waits for changes of the player as long as it is open. What changed is
 * asked for again at once where it is shown, and otherwise when somebody looks at it.
 */
import type { RefusalJson } from "@garrison/core/operation/refusal"
import type { OperationAnswer } from "../../operation.ts"
import { isTableAction, type TableAction } from "../../part/table/keys.ts"
import {
  currentRow,
  openTable,
  refusedTable,
  resizedTable,
  type TableState,
  typedInTable,
  updateTable,
  withAllRows,
} from "../../part/table/state.ts"
import { isTabsAction, type TabsAction } from "../../part/tabs/keys.ts"
import { updateTabs } from "../../part/tabs/state.ts"
import { answerTo, ask, type Params, type Request, type ScreenEvent, type Size, type Step, step } from "../../Screen.ts"
import { openOf } from "../entry/reference.ts"
import { actOf, type PlayerAct } from "./acts.ts"
import { listAsk, listAt, type ListTab, listTabs, playerTabs, type Row, type Section, type Whole } from "./tabs.ts"

/** What the screen of a player does at a key. */
export type PlayerAction = TableAction | TabsAction | PlayerAct | "open" | "reload"

/** A list, as far as it is known. */
export interface ListState {
  readonly table: TableState<Row>
  readonly rows: ReadonlyArray<Row>
  readonly next: string | null
  /** Whether more is kept than this screen asks for. */
  readonly isCut: boolean
  /** `none`: nothing is asked for. */
  readonly asked: "none" | "first" | "more"
  /** Whether a change has come since the list was answered. */
  readonly isOld: boolean
}

/** A change that was seen. */
export interface SeenChange {
  readonly sections: ReadonlyArray<Section>
  readonly acts: OperationAnswer<"player.awaitChange">["acts"]
  /** When it was seen, in Unix milliseconds. */
  readonly at: number
}

/** What the screen of a player shows. */
export interface PlayerState {
  readonly player: string
  readonly at: number
  readonly size: Size
  /** Unix milliseconds, from the last tick. */
  readonly now: number
  readonly whole: Whole | undefined
  readonly refusal: RefusalJson | undefined
  /** By the name of their tab. */
  readonly lists: Readonly<Record<string, ListState>>
  /** The mark that was seen last; undefined: the player is not known yet. */
  readonly mark: string | undefined
  /** Whether somebody waits for the next change. */
  readonly isWaiting: boolean
  /** When the player is waited for again, after a refusal. */
  readonly waitAgainAt: number
  readonly change: SeenChange | undefined
}

/** Lines above what a tab shows: who it is, whether it changed, and the tabs. */
export const HEAD_LINES = 3
/** Rows of a list that are kept. */
const KEPT_MAX = 5000
/** How long one question waits for a change, in seconds. */
const WAIT_SECONDS = 30
/** After how long a refused question is asked again, in milliseconds. */
const AGAIN_MILLIS = 5000
/** Rows of each section in the overview. */
const NEWEST = 5

const linesOf = ({ rows }: Size): number => Math.max(3, rows - HEAD_LINES)

const wholeAsk = ({ player }: Pick<PlayerState, "player">) =>
  ask("whole", "player.overview", { player_uuid: player, limit: NEWEST })

/** The list of the tab that is shown. */
export const shownList = ({ at, lists }: PlayerState): ListState | undefined => lists[listAt(at)?.name ?? ""]

/** The row at the cursor. */
export const rowAt = (state: PlayerState): Row | undefined => {
  const list = shownList(state)
  return list && currentRow(list.table)
}

const withList = (state: PlayerState, name: string, change: (list: ListState) => ListState): PlayerState => {
  const list = state.lists[name]
  return list === undefined ? state : { ...state, lists: { ...state.lists, [name]: change(list) } }
}

/** Asks for a list from its beginning. What is shown stays until the answer comes. */
const restarted = (state: PlayerState, tab: ListTab): Step<PlayerState> =>
  step(
    withList(state, tab.name, (list) => ({ ...list, asked: "first", isOld: false })),
    tab.ask(state.player, undefined),
  )

/** Asks for the list that is shown where it is not known or old, and for more of it near its end. */
const followed = (state: PlayerState): Step<PlayerState> => {
  const tab = listAt(state.at)
  const list = shownList(state)
  if (tab === undefined || list === undefined || list.asked !== "none") return step(state)
  if (list.table.refusal !== undefined && !list.isOld) return step(state)
  if (!list.table.isLoaded || list.isOld) return restarted(state, tab)
  const isNear = list.rows.length - list.table.cursor <= 2 * list.table.height
  if (list.next === null || !isNear || list.rows.length >= KEPT_MAX) return step(state)
  return step(
    withList(state, tab.name, (one) => ({ ...one, asked: "more" })),
    tab.ask(state.player, list.next),
  )
}

/** The screen as it opens; `tab` names the tab. */
export const openPlayer = (
  { player_uuid: player = "", tab = "" }: Params,
  { now, size }: { readonly now: number; readonly size: Size },
): Step<PlayerState> => {
  const closed = (list: ListTab): ListState => ({
    table: openTable(list.kind, linesOf(size)),
    rows: [],
    next: null,
    isCut: false,
    asked: "none",
    isOld: false,
  })
  const state: PlayerState = {
    player,
    at: Math.max(
      0,
      playerTabs.findIndex(({ name }) => name === tab),
    ),
    size,
    now,
    whole: undefined,
    refusal: undefined,
    lists: Object.fromEntries(listTabs.map((list) => [list.name, closed(list)])),
    mark: undefined,
    isWaiting: false,
    waitAgainAt: 0,
    change: undefined,
  }
  const { requests, state: begun } = followed(state)
  return step(begun, wholeAsk(state), ...requests)
}

const answeredList = (state: PlayerState, tab: ListTab, answer: unknown): PlayerState =>
  withList(state, tab.name, (list) => {
    const { isCut = false, next, rows } = tab.part(answer)
    const all = list.asked === "more" ? [...list.rows, ...rows] : rows
    return {
      ...list,
      table: withAllRows(tab.kind, list.table, all),
      rows: all,
      next,
      isCut,
      asked: "none",
    }
  })

/** What changed is old. What is shown of it is asked for again at once. */
const changed = (state: PlayerState, { acts, changed: sections, mark }: OperationAnswer<"player.awaitChange">) => {
  const heard = { ...state, mark, refusal: undefined, isWaiting: false }
  if (sections.length === 0) return step(heard)
  const isTouched = (tab: ListTab) => sections.includes(tab.section)
  const lists = Object.fromEntries(
    listTabs.flatMap((tab) => {
      const list = state.lists[tab.name]
      return list === undefined ? [] : [[tab.name, isTouched(tab) ? { ...list, isOld: list.table.isLoaded } : list]]
    }),
  )
  const change = { sections, acts, at: state.now }
  const { requests, state: next } = followed({ ...heard, lists, change })
  return step(next, wholeAsk(state), ...requests)
}

const answered = (state: PlayerState, event: { readonly ask: string; readonly answer: unknown }): Step<PlayerState> => {
  if (event.ask === "whole") {
    const whole = answerTo("player.overview", event)
    // What changed since an earlier mark is still to be told.
    return step({ ...state, whole, refusal: undefined, mark: state.mark ?? whole.mark })
  }
  if (event.ask === "change") return changed(state, answerTo("player.awaitChange", event))
  const tab = listTabs.find(({ name }) => listAsk(name) === event.ask)
  return tab === undefined ? step(state) : followed(answeredList(state, tab, event.answer))
}

const refused = (state: PlayerState, name: string, refusal: RefusalJson): Step<PlayerState> => {
  if (name === "whole") return step({ ...state, refusal })
  if (name === "change") return step({ ...state, isWaiting: false, waitAgainAt: state.now + AGAIN_MILLIS, refusal })
  const tab = listTabs.find((one) => listAsk(one.name) === name)
  if (tab === undefined) return step(state)
  return step(
    withList(state, tab.name, (list) => ({ ...list, asked: "none", table: refusedTable(list.table, refusal) })),
  )
}

/** Waits for the next change, unless somebody does already. */
const ticked = (state: PlayerState, now: number): Step<PlayerState> => {
  const next = { ...state, now }
  const { isWaiting, mark, player, waitAgainAt } = state
  if (mark === undefined || isWaiting || now < waitAgainAt) return step(next)
  const wanted = { player_uuid: player, mark, deadline_seconds: WAIT_SECONDS }
  return step({ ...next, isWaiting: true }, ask("change", "player.awaitChange", wanted))
}

/** Where the row at the cursor leads. */
const leadOf = (state: PlayerState): Request | undefined => {
  const row = rowAt(state)
  if (row === undefined) return undefined
  switch (listAt(state.at)?.name) {
    case "orders":
      return {
        type: "open",
        screen: "order",
        params: { player_uuid: state.player, order_id: String(row["order_id"]) },
      }
    case "inventory":
    case "levels":
      return openOf({ kind: "item", id: row["item_id"] }, { version: undefined, player: state.player })
    case "audit":
      return { type: "open", screen: "audit", params: { sequence: String(row["sequence"]) } }
    case "identities":
      return row["is_player"] === true
        ? { type: "open", screen: "player", params: { player_uuid: String(row["player_uuid"]) } }
        : undefined
    default:
      return undefined
  }
}

const say = (text: string): Request => ({ type: "say", text, tone: "info" })

const reloaded = (state: PlayerState): Step<PlayerState> => {
  const tab = listAt(state.at)
  if (tab === undefined) return step(state, wholeAsk(state))
  const { requests, state: next } = restarted(state, tab)
  return step(next, wholeAsk(state), ...requests)
}

const acted = (state: PlayerState, action: PlayerAction): Step<PlayerState> => {
  const tab = listAt(state.at)
  if (isTabsAction(action)) return followed({ ...state, at: updateTabs(state.at, playerTabs.length, action) })
  if (isTableAction(action)) {
    if (tab === undefined) return step(state)
    return followed(
      withList(state, tab.name, (list) => ({ ...list, table: updateTable(tab.kind, list.table, action) })),
    )
  }
  if (action === "reload") return reloaded(state)
  if (action === "open") return step(state, leadOf(state) ?? say("This row leads nowhere."))
  const wanted = actOf(action, state.player, state.whole, { tab: tab?.name ?? "", row: rowAt(state) })
  return step(state, typeof wanted === "string" ? say(wanted) : wanted)
}

/** The screen after an event. */
export const updatePlayer = (state: PlayerState, event: ScreenEvent<PlayerAction>): Step<PlayerState> => {
  switch (event.type) {
    case "action":
      return acted(state, event.action)
    case "text": {
      const tab = listAt(state.at)
      if (tab === undefined) return step(state)
      return step(
        withList(state, tab.name, (list) => ({ ...list, table: typedInTable(tab.kind, list.table, event.text) })),
      )
    }
    case "answered":
      return answered(state, event)
    case "refused":
      return refused(state, event.ask, event.refusal)
    case "ticked":
      return ticked(state, event.now)
    case "resized": {
      const lines = linesOf(event.size)
      const lists = Object.fromEntries(
        listTabs.flatMap((tab) => {
          const list = state.lists[tab.name]
          return list === undefined ? [] : [[tab.name, { ...list, table: resizedTable(tab.kind, list.table, lines) }]]
        }),
      )
      return followed({ ...state, size: event.size, lists })
    }
    case "changed":
      return step(state, wholeAsk(state))
  }
}
