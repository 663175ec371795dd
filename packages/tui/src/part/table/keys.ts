/** The keys of tables and lists. A screen spreads them into its own. */
import type { Binding } from "../../binding.ts"
import { type TextInputAction, textInputBindings } from "../textInput/keys.ts"

type WalkAction = "up" | "down" | "pageUp" | "pageDown" | "top" | "bottom"
type MarkAction = "mark" | "markAll" | "unmark"
type OrderAction = "sort" | "turn"
type FilterAction = "filter" | "filterAccept" | "filterCancel" | TextInputAction

/** What a table does at a key. */
export type TableAction = WalkAction | MarkAction | OrderAction | FilterAction

/** The keys that walk through rows. */
export const walkBindings: ReadonlyArray<Binding<unknown, WalkAction>> = [
  { action: "down", keys: ["j", "down", "wheelDown"], sentence: "Go down a row" },
  { action: "up", keys: ["k", "up", "wheelUp"], sentence: "Go up a row" },
  { action: "pageDown", keys: ["pageDown", "ctrl+f", "ctrl+d"], sentence: "Go down a page" },
  { action: "pageUp", keys: ["pageUp", "ctrl+b", "ctrl+u"], sentence: "Go up a page" },
  { action: "top", keys: ["g", "home"], sentence: "Go to the first row" },
  { action: "bottom", keys: ["G", "end"], sentence: "Go to the last row that is known" },
]

/** The keys that mark rows, for acts on several. */
export const markBindings: ReadonlyArray<Binding<unknown, MarkAction>> = [
  { action: "mark", keys: ["space"], sentence: "Mark the row, or take its mark away", word: "mark" },
  { action: "markAll", keys: ["*"], sentence: "Mark all rows that are known" },
  { action: "unmark", keys: ["\\"], sentence: "Take all marks away" },
]

/** The keys that change the order of rows. */
export const sortBindings: ReadonlyArray<Binding<unknown, OrderAction>> = [
  { action: "sort", keys: ["s"], sentence: "Sort by the next column", word: "sort" },
  { action: "turn", keys: ["S"], sentence: "Turn the order round" },
]

/** The keys of the filter. */
export const filterBindings: ReadonlyArray<Binding<unknown, FilterAction>> = [
  { action: "filter", keys: ["/"], sentence: "Filter the rows by a text", word: "filter" },
  {
    action: "filterAccept",
    keys: ["enter"],
    sentence: "Keep the filter and go back to the rows",
    word: "keep",
    whileTyping: true,
  },
  { action: "filterCancel", keys: ["escape"], sentence: "Take the filter away", word: "no filter", whileTyping: true },
  ...textInputBindings,
]

/** All keys of a table. */
export const tableBindings: ReadonlyArray<Binding<unknown, TableAction>> = [
  ...walkBindings,
  ...markBindings,
  ...sortBindings,
  ...filterBindings,
]

const tableActions: ReadonlySet<string> = new Set(tableBindings.map(({ action }) => action))

/** Whether an action of a screen is one of its table. */
export const isTableAction = (action: string): action is TableAction => tableActions.has(action)
