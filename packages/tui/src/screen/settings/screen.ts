/** The screen of settings. */
import type { Screen } from "../../Screen.ts"
import { settingsBindings } from "./keys.ts"
import { openSettings, settingAt, type SettingsAction, type SettingsState, updateSettings } from "./state.ts"
import { SettingsView } from "./view.tsx"

/** Every setting in force, and where its value comes from. */
export const settingsScreen: Screen<SettingsState, SettingsAction> = {
  name: "settings",
  sentence: "The settings in force, and where each comes from",
  needs: [],
  operations: ["setting.list"],
  bindings: settingsBindings,
  open: (_, { size }) => openSettings(size),
  update: updateSettings,
  isTyping: ({ table }) => table.typing !== undefined,
  isFiltered: ({ table }) => table.filter !== "",
  crumb: () => "settings",
  selected: (state) => {
    const setting = settingAt(state)
    return setting && { id: setting.name, row: setting, operation: "setting.list", input: {} }
  },
  view: SettingsView,
}
