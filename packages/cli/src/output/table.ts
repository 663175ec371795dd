/** Tables and lists for people. */
import { styleText } from "node:util"
import { counted } from "./counted.ts"
import { printable } from "./print.ts"
import { padded, shortened, textWidth } from "./textWidth.ts"

/** One column: its heading, and the text of a row in it. */
export interface Column<Row> {
  readonly heading: string
  readonly text: (row: Row) => string
  /** Whether a terminal that is too narrow may show the beginning only. Never for what people copy. */
  readonly cuttable?: boolean
}

const GAP = 2
/** What is left at least of a column that is cut. */
const CUT_WIDTH_MIN = 5

const bold = (text: string): string => styleText("bold", text, { stream: process.stdout })

/** The terminal's width; undefined for a pipe or a file. */
const terminalWidth = (): number | undefined => (process.stdout.isTTY ? process.stdout.columns : undefined)

/** Takes what is too much from the columns that may be cut, the last one first. */
const fitted = (
  widths: ReadonlyArray<number>,
  columns: ReadonlyArray<Column<never>>,
  available: number,
): ReadonlyArray<number> => {
  const fitting = [...widths]
  let excess = widths.reduce((sum, width) => sum + width + GAP, -GAP) - available
  for (let index = columns.length - 1; index >= 0 && excess > 0; index--) {
    const width = fitting[index] ?? 0
    const taken = Math.min(excess, Math.max(0, width - CUT_WIDTH_MIN))
    if (columns[index]?.cuttable !== true) continue
    fitting[index] = width - taken
    excess -= taken
  }
  return fitting
}

/** Rows under headings, each column as wide as its widest text. */
export const table = <Row>(
  columns: ReadonlyArray<Column<Row>>,
  rows: ReadonlyArray<Row>,
  available: number | undefined = terminalWidth(),
): string => {
  const cells = rows.map((row) => columns.map((column) => printable(column.text(row))))
  const wanted = columns.map((column, index) =>
    Math.max(column.heading.length, ...cells.map((line) => textWidth(line[index] ?? ""))),
  )
  const widths = available === undefined ? wanted : fitted(wanted, columns, available)
  const line = (texts: ReadonlyArray<string>): string =>
    texts
      .map((text, index) => padded(shortened(text, widths[index] ?? 0), widths[index] ?? 0))
      .join(" ".repeat(GAP))
      .trimEnd()
  return [bold(line(columns.map((column) => column.heading))), ...cells.map(line)].join("\n")
}

/** Names beside values, one a line; values that are not given are left out. */
export const facts = (entries: ReadonlyArray<readonly [name: string, value: string | undefined]>): string => {
  const given = entries.filter((entry): entry is readonly [string, string] => entry[1] !== undefined)
  const width = Math.max(...given.map(([name]) => name.length))
  return given.map(([name, value]) => `${bold(name.padEnd(width))}  ${printable(value)}`).join("\n")
}

/** A moment as people read it. */
export const moment = (milliseconds: number): string =>
  new Date(milliseconds)
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z$/, " UTC")

const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const

/** A time span as people say it, in the largest unit that it is a whole number of. */
export const span = (seconds: number): string => {
  const [unit, size] =
    units.find(([, length]) => seconds >= length && seconds % length === 0) ?? (["second", 1] as const)
  return counted(seconds / size, unit)
}
