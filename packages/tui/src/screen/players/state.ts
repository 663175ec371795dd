/**
 * The players, found as one types: state and reducer. Pages are asked for as they come near, so that a million players
 * cost no more than those that are drawn.
 */
import type { OperationAnswer } from "../../operation.ts"
import { isTableAction, type TableAction } from "../../part/table/keys.ts"
import {
  asking,
  chosenRows,
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
import { soughtBy } from "./words.ts"
import { minuteOf } from "../../part/time.ts"

/** A player as the search finds it. */
export type FoundPlayer = OperationAnswer<"player.search">["players"][number]

/** What the screen of players does at a key. */
export type PlayersAction = TableAction | "open" | "restrict" | "lift" | "endSessions" | "notify" | "reload"

/** Players that are asked for at once. */
const PAGE = 100

/** How long the search waits for the next character, in milliseconds. */
const TYPING_MILLIS = 120

/** Pages without a player that are asked for one after the other before the operator is asked to go on. */
const EMPTY_PAGES_MAX = 200

const stateOf = ({ active, deleted }: FoundPlayer): string =>
  deleted !== undefined ? "deleted" : active ? "active" : "inactive"

/** The table of players. The order of names is the one that an index serves among all players. */
export const playersTable: TableKind<FoundPlayer> = {
  id: (player) => player.player_uuid,
  empty: "There is no such player.",
  isPaged: true,
  columns: [
    {
      name: "display_name",
      title: "Display name",
      min: 16,
      ideal: 28,
      priority: 1,
      grows: true,
      text: (player) => player.display_name,
      sort: false,
    },
    {
      name: "platform",
      title: "Platform",
      min: 8,
      ideal: 13,
      priority: 3,
      text: ({ platform }) => platform,
      sort: false,
    },
    {
      name: "state",
      title: "State",
      min: 8,
      ideal: 8,
      priority: 4,
      text: stateOf,
      tone: ({ active, deleted }) => (deleted !== undefined ? "bad" : active ? undefined : "dim"),
      sort: false,
    },
    {
      name: "created",
      title: "Created",
      min: 10,
      ideal: 16,
      priority: 5,
      text: ({ created }) => minuteOf(created),
      sort: false,
    },
    {
      name: "player_id",
      title: "Number",
      align: "right",
      min: 7,
      ideal: 9,
      priority: 6,
      text: (player) => String(player.player_id),
      sort: false,
    },
    {
      name: "player_uuid",
      title: "Uuid",
      min: 36,
      ideal: 36,
      priority: 2,
      text: (row) => row.player_uuid,
      sort: false,
    },
  ],
}

/** What the screen of players shows. */
export interface PlayersState {
  readonly table: TableState<FoundPlayer>
  /** Empty pages since the last player, of a search that few meet. */
  readonly emptyPages: number
}

/** Lines above the table. */
const HEAD_LINES = 1

const linesOf = ({ rows }: Size): number => Math.max(3, rows - HEAD_LINES)

/** Asks for the page that is wanted now. */
const going = (state: PlayersState, delayMillis?: number): Step<PlayersState> => {
  const sought = soughtBy(state.table.filter)
  if ("problem" in sought) {
    return step({ ...state, table: refusedTable(state.table, { code: "invalid_input", message: sought.problem }) })
  }
  if (state.emptyPages >= EMPTY_PAGES_MAX) return step(state)
  const wanted = asking(state.table)
  if (wanted === undefined) return step(state)
  const { cursor } = wanted.page
  const input = { ...sought.input, limit: PAGE, ...(cursor !== undefined && { after: cursor }) }
  return step({ ...state, table: wanted.state }, ask("players", "player.search", input, delayMillis))
}

/** The screen as it opens; `search` are the words of a search. */
export const openPlayers = ({ search = "" }: Params, size: Size): Step<PlayersState> =>
  going({ table: { ...openTable(playersTable, linesOf(size)), filter: search }, emptyPages: 0 })

/** The player at the cursor. */
export const playerAt = ({ table }: PlayersState): FoundPlayer | undefined => currentRow(table)

/** The table after a key or a text; another search begins anew. */
const changed = (state: PlayersState, table: TableState<FoundPlayer>): Step<PlayersState> => {
  if (!isOtherQuestion(state.table, table)) return going({ table, emptyPages: 0 })
  return going({ table: restartedTable(table), emptyPages: 0 }, TYPING_MILLIS)
}

const acts = {
  restrict: "restriction.add",
  lift: "restriction.lift",
  endSessions: "player.endSessions",
  notify: "notification.send",
} as const

/** The operation that each key of an act leads to. */
export const actOperations = acts

const isAct = (action: string): action is keyof typeof acts => Object.hasOwn(acts, action)

/** What the operator wants of the chosen players. */
const wantedAct = (action: keyof typeof acts, players: ReadonlyArray<FoundPlayer>): Request => ({
  type: "act",
  operation: acts[action],
  inputs: players.map((player) => ({ player_uuid: player.player_uuid })),
  subjects: players.map((player) => player.display_name),
})

const acted = (state: PlayersState, action: PlayersAction): Step<PlayersState> => {
  if (isTableAction(action)) return changed(state, updateTable(playersTable, state.table, action))
  if (action === "reload") return going({ table: refreshedTable(state.table), emptyPages: 0 })
  if (isAct(action)) {
    const players = chosenRows(playersTable, state.table)
    return players.length === 0 ? step(state) : step(state, wantedAct(action, players))
  }
  const player = playerAt(state)
  if (player === undefined) return step(state)
  const params = { player_uuid: player.player_uuid }
  return step(state, { type: "open", screen: "player", params })
}

const answered = (state: PlayersState, event: { readonly answer: unknown }): Step<PlayersState> => {
  const { next, players } = answerTo("player.search", event)
  const table = withNextPage(state.table, { rows: players, next: next ?? undefined })
  return going({ table, emptyPages: players.length === 0 ? state.emptyPages + 1 : 0 })
}

/** The screen after an event. */
export const updatePlayers = (state: PlayersState, event: ScreenEvent<PlayersAction>): Step<PlayersState> => {
  switch (event.type) {
    case "action":
      return acted(state, event.action)
    case "text":
      return changed(state, typedInTable(playersTable, state.table, event.text))
    case "answered":
      return answered(state, event)
    case "refused":
      return step({ ...state, table: refusedTable(state.table, event.refusal) })
    case "resized":
      return going({ ...state, table: resizedTable(playersTable, state.table, linesOf(event.size)) })
    case "changed":
      return going({ table: refreshedTable(state.table), emptyPages: 0 })
    case "ticked":
      return step(state)
  }
}
