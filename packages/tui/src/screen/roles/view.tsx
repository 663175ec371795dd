/** Draws the screen of roles. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import { safeText } from "../../part/safeText.ts"
import { Table } from "../../part/table/view.tsx"
import { toned } from "../../part/tone.ts"
import type { ViewProps } from "../../Screen.ts"
import { roleAt, type RolesState, rolesTable } from "./state.ts"

/** Columns that the permissions of a role have. */
const PERMISSION_COLUMNS = 32

/** The roles at the left, the permissions of the one at the cursor at the right. */
export const RolesView = ({ now, size, state, theme }: ViewProps<RolesState>): ReactNode => (
  <Box gap={2}>
    <Table kind={rolesTable} state={state.table} columns={size.columns - PERMISSION_COLUMNS} now={now} theme={theme} />
    <Box flexDirection="column" height={size.rows} overflow="hidden">
      <Text bold {...toned(theme, "accent")}>
        Allows
      </Text>
      {roleAt(state)?.permissions.map((permission, at) => (
        <Text key={`${at} ${permission}`} wrap="truncate">
          {safeText(permission, PERMISSION_COLUMNS - 2)}
        </Text>
      ))}
    </Box>
  </Box>
)
