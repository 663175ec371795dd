/** Draws the screen of players. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import { safeText } from "../../part/safeText.ts"
import { Table } from "../../part/table/view.tsx"
import { toned } from "../../part/tone.ts"
import type { ViewProps } from "../../Screen.ts"
import { type PlayersState, playersTable } from "./state.ts"
import { SEARCH_WORDS } from "./words.ts"

/** What is searched, or the words that can be, and the players. */
export const PlayersView = ({ now, size, state, theme }: ViewProps<PlayersState>): ReactNode => {
  const { filter, typing } = state.table
  const isHelped = filter === "" || typing !== undefined
  return (
    <Box flexDirection="column">
      <Text wrap="truncate" {...toned(theme, isHelped ? "dim" : "accent")}>
        {isHelped ? SEARCH_WORDS : safeText(`found by: ${filter}`, size.columns)}
      </Text>
      <Table kind={playersTable} state={state.table} columns={size.columns} now={now} theme={theme} />
    </Box>
  )
}
