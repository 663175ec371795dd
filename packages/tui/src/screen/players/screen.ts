/** The screen of players. */
import type { Screen } from "../../Screen.ts"
import { playersBindings } from "./keys.ts"
import { openPlayers, playerAt, type PlayersAction, type PlayersState, updatePlayers } from "./state.ts"
import { PlayersView } from "./view.tsx"
import { soughtBy } from "./words.ts"

/** All players, found as one types. */
export const playersScreen: Screen<PlayersState, PlayersAction> = {
  name: "players",
  sentence: "The players, found by name, item, restriction or presence as you type",
  needs: [],
  operations: ["player.search"],
  bindings: playersBindings,
  open: (params, { size }) => openPlayers(params, size),
  update: updatePlayers,
  isTyping: ({ table }) => table.typing !== undefined,
  isFiltered: ({ table }) => table.filter !== "",
  crumb: ({ table }) => (table.filter === "" ? "players" : `players ${table.filter}`),
  selected: (state) => {
    const row = playerAt(state)
    const sought = soughtBy(state.table.filter)
    const input = "input" in sought ? sought.input : {}
    return row && { id: row.player_uuid, row, playerName: row.display_name, operation: "player.search", input }
  },
  view: PlayersView,
}
