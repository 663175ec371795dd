/** Draws the screen of roles. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import type { ViewProps } from "../../Screen.ts"
import { type RolesState, roleAt } from "./state.ts"

/** The roles at the left, the permissions of the one at the cursor at the right. */
export const RolesView = ({ state, theme }: ViewProps<RolesState>): ReactNode => {
  const { cursor, refusal, roles } = state
  if (roles === undefined) return <Text>{refusal === undefined ? "Loading…" : refusal.message}</Text>
  return (
    <Box gap={2}>
      <Box flexDirection="column" flexShrink={0}>
        {roles.map(({ name, role_id: id }, at) => (
          <Text key={id} inverse={at === cursor} wrap="truncate">
            {`${id}`.padStart(10)} {name.padEnd(20)}
          </Text>
        ))}
      </Box>
      <Box flexDirection="column">
        {roleAt(state)?.permissions.map((permission) => (
          <Text key={permission} {...(theme.accent !== undefined && { color: theme.accent })} wrap="truncate">
            {permission}
          </Text>
        ))}
      </Box>
    </Box>
  )
}
