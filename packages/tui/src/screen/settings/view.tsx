/** Draws the screen of settings. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import { safeText } from "../../part/safeText.ts"
import { Table } from "../../part/table/view.tsx"
import { toned } from "../../part/tone.ts"
import type { ViewProps } from "../../Screen.ts"
import { DETAIL_LINES, settingAt, type SettingsState, settingsTable } from "./state.ts"

/** The table, and under it what the setting at the cursor is for and how it is set. */
export const SettingsView = ({ now, size, state, theme }: ViewProps<SettingsState>): ReactNode => {
  const setting = settingAt(state)
  return (
    <Box flexDirection="column">
      <Table kind={settingsTable} state={state.table} columns={size.columns} now={now} theme={theme} />
      {setting === undefined ? null : (
        <Box flexDirection="column" height={DETAIL_LINES} overflow="hidden">
          <Text wrap="truncate">{safeText(`${setting.name} = ${setting.value}`, size.columns)}</Text>
          <Text wrap="truncate" {...toned(theme, setting.problem === undefined ? undefined : "bad")}>
            {safeText(setting.problem ?? setting.description, size.columns)}
          </Text>
          <Text wrap="truncate" {...toned(theme, "dim")}>
            {safeText(`From ${setting.source}; ${setting.environment} sets it`, size.columns)}
          </Text>
        </Box>
      )}
    </Box>
  )
}
