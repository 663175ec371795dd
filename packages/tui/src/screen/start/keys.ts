/** The keys of the first screen. */
import type { Binding } from "../../binding.ts"
import { filterBindings, walkBindings } from "../../part/table/keys.ts"
import type { StartAction, StartState } from "./state.ts"

/** The bindings of the first screen. */
export const startBindings: ReadonlyArray<Binding<StartState, StartAction>> = [
  ...walkBindings,
  ...filterBindings,
  { action: "lead", keys: ["enter"], sentence: "Open the screen for what needs attention", word: "open" },
  {
    action: "copyCommand",
    keys: ["c"],
    sentence: "Copy the command that does something about it",
    word: "copy command",
  },
  { action: "players", keys: ["p"], sentence: "Look for a player", word: "players", operation: "player.list" },
  { action: "log", keys: ["l"], sentence: "See what happens", word: "log", operation: "happening.list" },
  { action: "settings", keys: ["t"], sentence: "See the settings in force", operation: "setting.list" },
  { action: "reload", keys: ["ctrl+r"], sentence: "Ask again", operation: "figures.show" },
]
