/** Draws a table: its titles, the rows that fit, and a line that sums up. Other rows cost nothing. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import type { Theme } from "../../theme.ts"
import { refusalWords } from "../refusal.ts"
import { cellText, safeText } from "../safeText.ts"
import { TextInput } from "../textInput/view.tsx"
import { toned } from "../tone.ts"
import { type Fitted, fittedColumns, GAP } from "./columns.ts"
import { rowAt, rowCount } from "./rows.ts"
import type { TableKind, TableState } from "./state.ts"

/** What a table is drawn from. */
export interface TableProps<Row> {
  readonly kind: TableKind<Row>
  readonly state: TableState<Row>
  /** Columns of the terminal. */
  readonly columns: number
  /** Unix milliseconds. */
  readonly now: number
  readonly theme: Theme
  /** Whether keys go to this table. Its cursor is drawn stronger. */
  readonly isFocused?: boolean
}

/** The cursor's mark, the mark of a marked row, and a space. */
const GUTTER = 3

const gap = " ".repeat(GAP)

const gutter = (isCurrent: boolean, isMarked: boolean): string => `${isCurrent ? "›" : " "}${isMarked ? "•" : " "} `

interface RowProps<Row> extends Pick<TableProps<Row>, "now" | "theme"> {
  readonly row: Row
  readonly fitted: ReadonlyArray<Fitted<Row>>
  readonly isCurrent: boolean
  readonly isMarked: boolean
  readonly isFocused: boolean
  /** Whether the row is of an earlier question, and cannot be chosen. */
  readonly isOld: boolean
}

/** A row as one text. Only cells with a colour of their own are texts inside it. */
const RowLine = <Row,>({
  fitted,
  isCurrent,
  isFocused,
  isMarked,
  isOld,
  now,
  row,
  theme,
}: RowProps<Row>): ReactNode => {
  const parts: Array<ReactNode> = [gutter(isCurrent, isMarked)]
  for (const [at, { column, width }] of fitted.entries()) {
    const cell = cellText(column.text(row, now, width), width, column.align) + (at < fitted.length - 1 ? gap : "")
    const tone = (isCurrent && isFocused) || isOld ? undefined : column.tone?.(row, now)
    parts.push(
      tone === undefined || !theme.hasColour ? (
        cell
      ) : (
        <Text key={column.name} {...toned(theme, tone)}>
          {cell}
        </Text>
      ),
    )
  }
  return (
    <Text inverse={isCurrent && isFocused} bold={isMarked} wrap="truncate" {...toned(theme, isOld ? "dim" : undefined)}>
      {parts}
    </Text>
  )
}

const titleOf = <Row,>({ column, width }: Fitted<Row>, { sorting }: TableState<Row>): string => {
  const arrow = sorting?.column !== column.name ? "" : sorting.isDescending ? "▼" : "▲"
  return cellText(column.title, Math.max(0, width - arrow.length), column.align) + arrow
}

const Titles = <Row,>({
  fitted,
  state,
  theme,
}: Pick<TableProps<Row>, "state" | "theme"> & Pick<RowProps<Row>, "fitted">) => (
  <Text bold wrap="truncate" {...toned(theme, "accent")}>
    {gutter(false, false)}
    {fitted.map((one) => titleOf(one, state)).join(gap)}
  </Text>
)

/** What is said where no row is drawn. */
const emptyWords = <Row,>({ kind, state }: Pick<TableProps<Row>, "kind" | "state">): string => {
  if (state.refusal !== undefined) return refusalWords(state.refusal)
  if (!state.isLoaded) return "Loading…"
  return state.filter === "" ? kind.empty : `Nothing has the text "${safeText(state.filter)}" in it.`
}

const counted = <Row,>({ cursor, isRestarting, rows }: TableState<Row>): string => {
  const count = rowCount(rows)
  if (count === 0) return "no rows"
  if (isRestarting) return "searching…"
  const more = rows.kind === "paged" && !rows.isEnded ? " and more" : ""
  const all = rows.kind === "whole" && rows.rows.length !== count ? ` (of ${rows.rows.length})` : ""
  return `${cursor + 1} of ${count}${more}${all}`
}

/** The line under the rows: where the cursor is, what is marked and filtered, and what is wrong. */
const summary = <Row,>({ kind, state }: Pick<TableProps<Row>, "kind" | "state">): string => {
  const { filter, loading, marked, refusal, sorting } = state
  const column = kind.columns.find(({ name }) => name === sorting?.column)
  return [
    ...(refusal === undefined || rowCount(state.rows) === 0 ? [] : [`old: ${refusalWords(refusal)}`]),
    counted(state),
    ...(marked.size > 0 ? [`${marked.size} marked`] : []),
    ...(filter === "" ? [] : [`with "${safeText(filter, 30)}"`]),
    ...(column === undefined
      ? []
      : [`by ${column.title.toLowerCase()}${sorting?.isDescending === true ? ", last first" : ""}`]),
    ...(loading === undefined || (state.isRestarting && rowCount(state.rows) > 0) ? [] : ["loading…"]),
  ].join(" · ")
}

const Foot = <Row,>(props: TableProps<Row>): ReactNode => {
  const { columns, state, theme } = props
  if (state.typing !== undefined) return <TextInput label="Filter: " state={state.typing} columns={columns} isFocused />
  const isWrong = state.refusal !== undefined && rowCount(state.rows) > 0
  return (
    <Text wrap="truncate" {...toned(theme, isWrong ? "warning" : "dim")}>
      {gutter(false, false)}
      {summary(props)}
    </Text>
  )
}

const Body = <Row,>(props: TableProps<Row> & Pick<RowProps<Row>, "fitted">): ReactNode => {
  const { fitted, isFocused = true, kind, now, state, theme } = props
  const count = rowCount(state.rows)
  if (count === 0) {
    return (
      <Text wrap="truncate" {...toned(theme, state.refusal === undefined ? "dim" : "bad")}>
        {gutter(false, false)}
        {emptyWords(props)}
      </Text>
    )
  }
  const places = Array.from({ length: Math.min(state.height, count - state.top) }, (_, at) => state.top + at)
  return places.map((place, line) => {
    const row = rowAt(state.rows, place)
    const isCurrent = place === state.cursor && !state.isRestarting
    if (row === undefined) return <Text key={line}>{gutter(isCurrent, false)}…</Text>
    const isMarked = state.marked.size > 0 && state.marked.has(kind.id(row))
    const shared = { fitted, isCurrent, isFocused, isMarked, isOld: state.isRestarting, now, row, theme }
    return <RowLine key={line} {...shared} />
  })
}

/** A table or a list, in exactly as many lines as its state has. */
export const Table = <Row,>(props: TableProps<Row>): ReactNode => {
  const { columns, kind, state } = props
  const fitted = fittedColumns(kind.columns, Math.max(1, columns - GUTTER))
  return (
    <Box flexDirection="column" width={columns} height={state.lines} overflow="hidden">
      {kind.isList === true ? null : <Titles {...props} fitted={fitted} />}
      <Box flexDirection="column" height={state.height} flexShrink={0}>
        <Body {...props} fitted={fitted} />
      </Box>
      <Foot {...props} />
    </Box>
  )
}
