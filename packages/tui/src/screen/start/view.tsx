/** Draws the first screen. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import { refusalWords } from "../../part/refusal.ts"
import { safeText } from "../../part/safeText.ts"
import { Table } from "../../part/table/view.tsx"
import { toned } from "../../part/tone.ts"
import type { ViewProps } from "../../Screen.ts"
import { FIGURE_LINES, type FigureLine, figureLines } from "./lines.ts"
import { attentionTable, type StartState } from "./state.ts"

/** Columns of the names. */
const NAME_COLUMNS = 13

interface LineProps extends Pick<ViewProps<StartState>, "theme"> {
  readonly line: FigureLine
  readonly columns: number
}

const Line = ({ columns, line, theme }: LineProps): ReactNode => {
  const { bars, name, tone, words } = line
  const room = columns - NAME_COLUMNS - (bars === "" ? 0 : bars.length + 2)
  return (
    <Text wrap="truncate">
      <Text {...toned(theme, "dim")}>{name.padEnd(NAME_COLUMNS)}</Text>
      {bars === "" ? null : <Text {...toned(theme, "accent")}>{`${bars}  `}</Text>}
      <Text {...toned(theme, tone)}>{safeText(words, room)}</Text>
    </Text>
  )
}

const Figures = ({ size, state, theme }: Pick<ViewProps<StartState>, "size" | "state" | "theme">): ReactNode => {
  const { figures, refusal } = state
  if (figures === undefined) {
    return <Text wrap="truncate">{refusal === undefined ? "Loading…" : refusalWords(refusal)}</Text>
  }
  return figureLines(figures, size.columns).map((line) => (
    <Line key={line.name} line={line} columns={size.columns} theme={theme} />
  ))
}

/** The figures above, what needs attention below. */
export const StartView = ({ now, size, state, theme }: ViewProps<StartState>): ReactNode => (
  <Box flexDirection="column">
    <Box flexDirection="column" height={Math.min(FIGURE_LINES, size.rows - state.table.lines)} overflow="hidden">
      <Figures size={size} state={state} theme={theme} />
    </Box>
    <Table kind={attentionTable} state={state.table} columns={size.columns} now={now} theme={theme} />
  </Box>
)
