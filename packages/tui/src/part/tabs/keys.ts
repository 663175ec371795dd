/** The keys of tabs. */
import type { Binding } from "../../binding.ts"

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** What tabs do at a key. */
export type TabsAction = "tabNext" | "tabBefore" | `tab${(typeof numbers)[number]}`

/** The keys that go from tab to tab, whose names help shows where they are given. */
export const tabsBindings = (titles: ReadonlyArray<string>): ReadonlyArray<Binding<unknown, TabsAction>> => [
  { action: "tabNext", keys: ["tab", "right", "l"], sentence: "Go to the next tab", word: "next tab" },
  { action: "tabBefore", keys: ["shift+tab", "left", "h"], sentence: "Go to the tab before" },
  ...numbers.slice(0, titles.length).map((number): Binding<unknown, TabsAction> => ({
    action: `tab${number}`,
    keys: [String(number)],
    sentence: `Show ${titles[number - 1]?.toLowerCase()}`,
  })),
]

/** Whether an action of a screen is one of its tabs. */
export const isTabsAction = (action: string): action is TabsAction => /^tab(?:Next|Before|[1-9])$/.test(action)
