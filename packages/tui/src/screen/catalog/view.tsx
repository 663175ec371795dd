/** Draws the screen of the catalog. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import { safeText } from "../../part/safeText.ts"
import { Sheets } from "../../part/sheets/view.tsx"
import { toned } from "../../part/tone.ts"
import type { ViewProps } from "../../Screen.ts"
import { PROMOTIONS, VERSIONS } from "./lines.ts"
import { type CatalogState, tabOf } from "./state.ts"

const lookedAt = ({ seen, version }: CatalogState): string => {
  if (version !== undefined) return `version ${version}, as you chose · V: the current one`
  return seen === undefined ? "the current version" : `version ${seen}, the current one`
}

const headOf = (state: CatalogState): string => {
  const tab = tabOf(state)
  if (tab === VERSIONS) return "space, c: compare two · to publish a file: garrison catalog publish FILE"
  if (tab === PROMOTIONS) return "of the current version"
  const whose = state.player === undefined ? "" : ` · odds for player ${state.player}`
  return `${lookedAt(state)}${whose}`
}

/** Which version is looked at, the tabs, and the list of the shown one. */
export const CatalogView = ({ now, size, state, theme }: ViewProps<CatalogState>): ReactNode => (
  <Box flexDirection="column" height={size.rows} overflow="hidden">
    <Text wrap="truncate" {...toned(theme, state.version === undefined ? "dim" : "warning")}>
      {safeText(headOf(state), size.columns)}
    </Text>
    <Sheets state={state.sheets} columns={size.columns} now={now} theme={theme} />
  </Box>
)
