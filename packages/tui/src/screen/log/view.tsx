/** Draws the log. */
import { HAPPENING_KINDS } from "@garrison/core/happening/kinds"
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import { Table } from "../../part/table/view.tsx"
import { toned } from "../../part/tone.ts"
import type { ViewProps } from "../../Screen.ts"
import { KIND_WORDS, type LogState, logTable } from "./state.ts"

/** Shorter words, so that all fit into 80 columns. */
const KEY_WORDS: Partial<typeof KIND_WORDS> = { login_refused: "refused", machine_login: "machine" }

/** Which kinds are shown, with their keys. */
const kindsText = ({ kinds }: LogState): string =>
  kinds.length === 0
    ? HAPPENING_KINDS.map((kind, at) => `${at + 1} ${KEY_WORDS[kind] ?? KIND_WORDS[kind]}`).join("  ")
    : `only ${kinds.map((kind) => KIND_WORDS[kind]).join(", ")}`

/** A line that says what is shown and whether it goes on, and the rows. */
export const LogView = ({ now, size, state, theme }: ViewProps<LogState>): ReactNode => (
  <Box flexDirection="column">
    <Text wrap="truncate">
      <Text bold {...toned(theme, state.isPaused ? "warning" : "good")}>
        {state.isPaused ? "PAUSED" : "LIVE"}
      </Text>
      <Text {...toned(theme, "dim")}>{`  ${kindsText(state)}`}</Text>
    </Text>
    <Table kind={logTable} state={state.table} columns={size.columns} now={now} theme={theme} />
  </Box>
)
