/** Draws the screen of notifications. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import { type Fact, Facts } from "../../part/facts.tsx"
import { safeText } from "../../part/safeText.ts"
import { Table } from "../../part/table/view.tsx"
import { toned } from "../../part/tone.ts"
import type { ViewProps } from "../../Screen.ts"
import { notificationAt, type NotificationsState, notificationsTable } from "./state.ts"

const factsOf = (state: NotificationsState): ReadonlyArray<Fact> => {
  const notification = notificationAt(state)
  if (notification === undefined) return []
  const { custom_data: data = {}, etag, message, notification_id: id, rh_url: link } = notification
  return [
    { label: "id", value: id },
    { label: "link", value: link },
    { label: "etag", value: etag },
    { label: "message", value: message, isLong: true },
    ...Object.entries(data).map(([key, value]): Fact => ({ label: "data", value: `${key} = ${value}` })),
  ]
}

/** Whose notifications they are, the rows, and the one at the cursor as it was sent. */
export const NotificationsView = ({ now, size, state, theme }: ViewProps<NotificationsState>): ReactNode => (
  <Box flexDirection="column">
    <Text wrap="truncate">
      <Text bold>{safeText(state.name ?? "", Math.max(1, size.columns - 40))}</Text>
      <Text {...toned(theme, "dim")}>{`  ${safeText(state.player, 36)}`}</Text>
    </Text>
    <Table kind={notificationsTable} state={state.table} columns={size.columns} now={now} theme={theme} />
    <Box flexDirection="column" height={state.detailLines} overflow="hidden">
      <Box flexDirection="column" flexShrink={0}>
        <Facts columns={size.columns} theme={theme} facts={factsOf(state)} />
      </Box>
    </Box>
  </Box>
)
