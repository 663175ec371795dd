/** The screen of settings: every setting in force, and where its value comes from. */
import { isGiven, settingFacts, settingList } from "@garrison/core/environment/show"
import { listScreen } from "../list/listScreen.ts"

/** Every setting in force, and where its value comes from. */
export const settingsScreen = listScreen({
  name: "settings",
  sentence: "The settings in force, and where each comes from",
  one: "setting",
  asks: { operation: "setting.list" },
  columns: settingList,
  id: ({ name }) => name,
  keys: ["sort", "filter"],
  filters: {
    given: {
      key: "d",
      sentence: "Hide the defaults, or show them again",
      word: "hide defaults",
      choices: [undefined, "given"],
      keeps: (setting, choice) => choice === undefined || isGiven(setting),
    },
  },
  detail: { facts: settingFacts, lines: () => 3 },
})
