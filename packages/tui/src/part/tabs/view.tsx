/** Draws the titles of tabs in one line, the one that is shown among them. */
import { Text } from "ink"
import type { ReactNode } from "react"
import type { Theme } from "../../theme.ts"
import { columnsOf, safeText } from "../safeText.ts"
import { toned } from "../tone.ts"
import type { Tab } from "./state.ts"

/** What tabs are drawn from. */
export interface TabsProps {
  readonly tabs: ReadonlyArray<Tab>
  readonly at: number
  readonly columns: number
  readonly theme: Theme
}

const labelOf = ({ title }: Tab, at: number): string => ` ${at < 9 ? `${at + 1} ` : ""}${safeText(title)} `

/** The first tab that is drawn, so that the shown one fits. */
const firstDrawn = (labels: ReadonlyArray<string>, at: number, columns: number): number => {
  let room = columns - columnsOf(labels[at] ?? "") - 2
  let first = at
  while (first > 0) {
    room -= columnsOf(labels[first - 1] ?? "") + 1
    if (room < 0) break
    first -= 1
  }
  return first
}

/** The titles of tabs. */
export const Tabs = ({ at, columns, tabs, theme }: TabsProps): ReactNode => {
  const labels = tabs.map(labelOf)
  const first = firstDrawn(labels, at, columns)
  return (
    <Text wrap="truncate">
      {first > 0 ? "…" : ""}
      {tabs.map(({ name }, place) =>
        place < first ? null : (
          <Text
            key={name}
            bold={place === at}
            underline={place === at}
            {...toned(theme, place === at ? "accent" : undefined)}
          >
            {place === at ? `[${labels[place]?.trim()}]` : labels[place]}
          </Text>
        ),
      )}
    </Text>
  )
}
