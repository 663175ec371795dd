/** Tabs: which one of several views is shown. */
import type { TabsAction } from "./keys.ts"

/** A tab. */
export interface Tab {
  readonly name: string
  readonly title: string
}

/** The tab after a key, of so many. */
export const updateTabs = (at: number, count: number, action: TabsAction): number => {
  if (action === "tabNext") return (at + 1) % Math.max(1, count)
  if (action === "tabBefore") return (at - 1 + count) % Math.max(1, count)
  const wanted = Number(action.slice("tab".length)) - 1
  return wanted < count ? wanted : at
}
