/** Draws the screen of restrictions. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import { Facts } from "../../part/facts.tsx"
import { minuteOf } from "../../part/time.ts"
import { Table } from "../../part/table/view.tsx"
import { toned } from "../../part/tone.ts"
import type { ViewProps } from "../../Screen.ts"
import { DETAIL_LINES, restrictionAt, type RestrictionsState, restrictionsTable } from "./state.ts"

const howLifted = (lifted: string | undefined, by: string | undefined): string | undefined =>
  lifted === undefined ? undefined : `${minuteOf(lifted)} by ${by ?? "somebody"}`

/** What is shown, the rows, and under them what the player is told and what operators noted. */
export const RestrictionsView = ({ now, size, state, theme }: ViewProps<RestrictionsState>): ReactNode => {
  const restriction = restrictionAt(state)
  return (
    <Box flexDirection="column">
      <Text wrap="truncate">
        <Text bold {...toned(theme, state.shows === "past" ? "dim" : "bad")}>
          {state.shows === "past" ? "PAST" : "IN FORCE"}
        </Text>
        <Text {...toned(theme, "dim")}>{`  ${state.type ?? "every type"}`}</Text>
      </Text>
      <Table kind={restrictionsTable} state={state.table} columns={size.columns} now={now} theme={theme} />
      {restriction === undefined ? null : (
        <Box flexDirection="column" height={DETAIL_LINES} overflow="hidden">
          <Facts
            columns={size.columns}
            theme={theme}
            facts={[
              { label: "player", value: `${restriction.display_name} ${restriction.player_uuid}` },
              { label: "told", value: restriction.reason ?? "nothing" },
              { label: "note", value: restriction.note ?? "none" },
              {
                label: "since",
                value: [
                  `${minuteOf(restriction.created)} by ${restriction.issuer}`,
                  howLifted(restriction.lifted, restriction.lifted_by),
                ]
                  .filter((text) => text !== undefined)
                  .join(", lifted "),
              },
            ]}
          />
        </Box>
      )}
    </Box>
  )
}
