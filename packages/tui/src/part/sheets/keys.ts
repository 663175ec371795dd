/** The keys of sheets: those of tabs, and those of a table whose rows keep their order. */
import type { Binding } from "../../binding.ts"
import { filterBindings, isTableAction, walkBindings } from "../table/keys.ts"
import { isTabsAction, tabsBindings } from "../tabs/keys.ts"
import type { SheetsAction } from "./state.ts"

/** The bindings of sheets with these titles. */
export const sheetsBindings = (titles: ReadonlyArray<string>): ReadonlyArray<Binding<unknown, SheetsAction>> => [
  ...tabsBindings(titles),
  ...walkBindings,
  ...filterBindings,
]

/** Whether an action of a screen is one of its sheets. */
export const isSheetsAction = (action: string): action is SheetsAction => isTabsAction(action) || isTableAction(action)
