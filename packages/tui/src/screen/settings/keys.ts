/** The keys of the screen of settings. */
import type { Binding } from "../../binding.ts"
import { filterBindings, sortBindings, walkBindings } from "../../part/table/keys.ts"
import type { SettingsAction, SettingsState } from "./state.ts"

/** The bindings of the screen of settings. */
export const settingsBindings: ReadonlyArray<Binding<SettingsState, SettingsAction>> = [
  ...walkBindings,
  ...sortBindings,
  ...filterBindings,
  { action: "given", keys: ["d"], sentence: "Hide the defaults, or show them again", word: "hide defaults" },
  { action: "reload", keys: ["ctrl+r"], sentence: "Ask again", operation: "setting.list" },
]
