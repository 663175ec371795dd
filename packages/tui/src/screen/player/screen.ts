/** The screen of a player. */
import { isFilterKept } from "../../part/table/state.ts"
import type { Screen } from "../../Screen.ts"
import { playerBindings } from "./keys.ts"
import { openPlayer, type PlayerAction, type PlayerState, rowAt, shownList, updatePlayer } from "./state.ts"
import { listAt } from "./tabs.ts"
import { PlayerView } from "./view.tsx"

/** One player whole, with what changes about it, and the acts on it. */
export const playerScreen: Screen<PlayerState, PlayerAction> = {
  name: "player",
  sentence: "One player: identities, inventory, orders, history, and acts on it",
  needs: ["player_uuid"],
  operations: ["player.overview", "player.awaitChange"],
  bindings: playerBindings,
  open: openPlayer,
  update: updatePlayer,
  isTyping: (state) => shownList(state)?.table.typing !== undefined,
  isFiltered: (state) => isFilterKept(shownList(state)?.table),
  crumb: ({ player, whole }) => `player ${whole?.display_name ?? player.slice(0, 8)}`,
  selected: (state) => {
    const row = rowAt(state)
    const playerName = state.whole?.display_name
    const shown = {
      operation: "player.overview",
      input: { player_uuid: state.player },
      ...(playerName !== undefined && { playerName }),
    } as const
    return row === undefined
      ? { id: state.player, row: state.whole, ...shown }
      : { id: listAt(state.at)?.kind.id(row) ?? state.player, row, ...shown }
  },
  view: PlayerView,
}
