/** Draws the screen of an order. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import { Facts } from "../../part/facts.tsx"
import { Tabs } from "../../part/tabs/view.tsx"
import { toned } from "../../part/tone.ts"
import { Tree } from "../../part/tree/view.tsx"
import type { ViewProps } from "../../Screen.ts"
import { orderFacts, orderRefusal, type OrderState, orderTabs, shownTab } from "./state.ts"

const emptyWords = (state: OrderState): string => {
  const tab = shownTab(state)
  if (!state.loaded.has(tab)) return "Asking…"
  return tab === "replayed" ? "Every byte is the same." : "It changed nothing."
}

/** The facts of the order, the tabs, and the tree of the shown one. */
export const OrderView = ({ size, state, theme }: ViewProps<OrderState>): ReactNode => {
  const refusal = orderRefusal(state)
  return (
    <Box flexDirection="column" height={size.rows} overflow="hidden">
      <Facts facts={orderFacts(state)} columns={size.columns} theme={theme} />
      <Text> </Text>
      <Tabs tabs={orderTabs} at={state.at} columns={size.columns} theme={theme} />
      {refusal === undefined ? (
        <Tree state={state.trees[shownTab(state)]} columns={size.columns} theme={theme} empty={emptyWords(state)} />
      ) : (
        <Text wrap="truncate" {...toned(theme, "bad")}>
          {refusal}
        </Text>
      )}
    </Box>
  )
}
