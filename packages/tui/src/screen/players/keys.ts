/** The keys of the screen of players. */
import { actKeys } from "../../actKeys.ts"
import type { Binding } from "../../binding.ts"
import { filterBindings, markBindings, walkBindings } from "../../part/table/keys.ts"
import { actOperations, playerAt, type PlayersAction, type PlayersState } from "./state.ts"

const withPlayer = (state: PlayersState): string | undefined =>
  playerAt(state) === undefined ? "There is no player at the cursor." : undefined

const search: Partial<Record<PlayersAction, string>> = {
  filter: "Search: type a part of the name, or other words",
  filterAccept: "Go to the players that were found",
  filterCancel: "Search no longer",
}

/** The bindings of the screen of players. */
export const playersBindings: ReadonlyArray<Binding<PlayersState, PlayersAction>> = [
  ...walkBindings,
  ...markBindings,
  ...filterBindings.map((binding) => ({ ...binding, sentence: search[binding.action] ?? binding.sentence })),
  { action: "open", keys: ["enter", "o"], sentence: "Open the player", word: "open", unusable: withPlayer },
  {
    action: "restrict",
    keys: [actKeys.restrict],
    sentence: "Restrict the marked players, or the one at the cursor",
    word: "restrict",
    operation: actOperations.restrict,
    unusable: withPlayer,
  },
  {
    action: "lift",
    keys: [actKeys.lift],
    sentence: "Lift restrictions of the marked players, or of the one at the cursor",
    operation: actOperations.lift,
    unusable: withPlayer,
  },
  {
    action: "endSessions",
    keys: [actKeys.end],
    sentence: "End the sessions of the marked players, or of the one at the cursor",
    operation: actOperations.endSessions,
    unusable: withPlayer,
  },
  {
    action: "notify",
    keys: [actKeys.notify],
    sentence: "Send a notification to the marked players, or to the one at the cursor",
    operation: actOperations.notify,
    unusable: withPlayer,
  },
  { action: "reload", keys: ["ctrl+r"], sentence: "Ask again for what is shown", operation: "player.search" },
]
