/** Draws the screen of an entry. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import { Facts } from "../../part/facts.tsx"
import { refusalWords } from "../../part/refusal.ts"
import { safeText } from "../../part/safeText.ts"
import { Sheets } from "../../part/sheets/view.tsx"
import { TextInput } from "../../part/textInput/view.tsx"
import { toned } from "../../part/tone.ts"
import type { ViewProps } from "../../Screen.ts"
import { entryFacts } from "./facts.ts"
import { type EntryState, FACT_LINES, type Question } from "./state.ts"

const labels: Readonly<Record<Question, string>> = {
  player: "Player (uuid, or what one owns as key=1; empty: nothing): ",
  version: "Version (empty: the current one): ",
}

const Line = ({ size, state, theme }: Pick<ViewProps<EntryState>, "size" | "state" | "theme">): ReactNode => {
  const { entry, refusal, typing } = state
  if (typing !== undefined) {
    return <TextInput label={labels[typing.question]} state={typing.line} columns={size.columns} isFocused />
  }
  const words = refusal === undefined ? (entry === undefined ? "Loading…" : " ") : refusalWords(refusal)
  return (
    <Text wrap="truncate" {...toned(theme, refusal === undefined ? "dim" : "bad")}>
      {words === " " ? words : safeText(words, size.columns)}
    </Text>
  )
}

/** The facts of the entry, and its sheets. */
export const EntryView = ({ now, size, state, theme }: ViewProps<EntryState>): ReactNode => (
  <Box flexDirection="column" height={size.rows} overflow="hidden">
    <Box flexDirection="column" height={FACT_LINES} overflow="hidden" flexShrink={0}>
      <Facts facts={entryFacts(state)} columns={size.columns} theme={theme} />
    </Box>
    <Line size={size} state={state} theme={theme} />
    {state.entry === undefined ? null : <Sheets state={state.sheets} columns={size.columns} now={now} theme={theme} />}
  </Box>
)
