/** Draws the first screen. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import { Sparkline } from "../../part/chart.tsx"
import { refusalWords } from "../../part/refusal.ts"
import { safeText } from "../../part/safeText.ts"
import { Table } from "../../part/table/view.tsx"
import { toned } from "../../part/tone.ts"
import type { ViewProps } from "../../Screen.ts"
import { type FigureLine, figureLines } from "./lines.ts"
import { attentionTable, type StartState } from "./state.ts"

/** Columns of the names. */
const NAME_COLUMNS = 13

/** Columns that the words should have, and the most that a course over time is given. */
const WORDS_COLUMNS = 36
const COURSE_COLUMNS_MAX = 90

/** Minutes that figures cover. */
const MINUTES = 15

interface LineProps extends Pick<ViewProps<StartState>, "theme"> {
  readonly line: FigureLine
  readonly columns: number
}

/** Columns that a course over time has: minutes are all of one width. */
const courseColumns = (columns: number): number =>
  Math.floor(Math.min(COURSE_COLUMNS_MAX, Math.max(0, columns - NAME_COLUMNS - WORDS_COLUMNS)) / MINUTES) * MINUTES

/** A course of minutes, each as wide as there is room for, so that all lines have one course of time. */
const widened = (course: ReadonlyArray<number>, columns: number): ReadonlyArray<number> =>
  course.length === MINUTES ? course.flatMap((value) => Array.from({ length: columns / MINUTES }, () => value)) : course

const Line = ({ columns, line, theme }: LineProps): ReactNode => {
  const { course, name, tone, words } = line
  const drawn = course === undefined ? 0 : courseColumns(columns)
  const room = columns - NAME_COLUMNS - (drawn === 0 ? 0 : drawn + 2)
  return (
    <Text wrap="truncate">
      <Text {...toned(theme, "dim")}>{name.padEnd(NAME_COLUMNS)}</Text>
      {course === undefined || drawn === 0 ? null : (
        <>
          <Sparkline values={widened(course, drawn)} columns={drawn} theme={theme} />
          {"  "}
        </>
      )}
      <Text {...toned(theme, tone)}>{safeText(words, room)}</Text>
    </Text>
  )
}

const Figures = ({ size, state, theme }: Pick<ViewProps<StartState>, "size" | "state" | "theme">): ReactNode => {
  const { figures, refusal } = state
  if (figures === undefined) {
    return <Text wrap="truncate">{refusal === undefined ? "Loading…" : refusalWords(refusal)}</Text>
  }
  return figureLines(figures, size.rows).map((line, at) => (
    <Line key={at} line={line} columns={size.columns} theme={theme} />
  ))
}

/** The figures above, what needs attention below. */
export const StartView = ({ now, size, state, theme }: ViewProps<StartState>): ReactNode => (
  <Box flexDirection="column">
    <Box flexDirection="column" height={Math.max(0, size.rows - state.table.lines)} overflow="hidden">
      <Figures size={size} state={state} theme={theme} />
    </Box>
    <Table kind={attentionTable} state={state.table} columns={size.columns} now={now} theme={theme} />
  </Box>
)
