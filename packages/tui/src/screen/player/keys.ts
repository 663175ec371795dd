/** The keys of the screen of a player. */
import type { Binding } from "../../binding.ts"
import { filterBindings, sortBindings, walkBindings } from "../../part/table/keys.ts"
import { tabsBindings } from "../../part/tabs/keys.ts"
import { isPlayerAct, playerActs } from "./acts.ts"
import type { PlayerAction, PlayerState } from "./state.ts"
import { playerTabs } from "./tabs.ts"

const acts = Object.entries(playerActs).flatMap(
  ([action, { keys, operation, sentence, word }]): ReadonlyArray<Binding<PlayerState, PlayerAction>> =>
    isPlayerAct(action)
      ? [
          {
            action,
            keys,
            sentence,
            operation,
            ...(word !== undefined && { word }),
          },
        ]
      : [],
)

/** The bindings of the screen of a player. */
export const playerBindings: ReadonlyArray<Binding<PlayerState, PlayerAction>> = [
  ...tabsBindings(playerTabs.map(({ title }) => title)),
  ...walkBindings,
  ...sortBindings,
  ...filterBindings,
  { action: "open", keys: ["enter"], sentence: "Open what the row is about", word: "open" },
  ...acts,
  { action: "reload", keys: ["ctrl+r"], sentence: "Ask again", operation: "player.overview" },
]
