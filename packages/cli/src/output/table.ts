/** Tables and lists for people. */
import { styleText } from "node:util"
import { counted } from "@garrison/core/operation/show/counted"
import { printable } from "./print.ts"
import { padded, shortened, textWidth } from "./textWidth.ts"

/** One column: its heading, and the text of a row in it. */
export interface Column<Row> {
  readonly heading: string
  readonly text: (row: Row) => string
  /** Whether it is cut before the others are, where a terminal is too narrow: names and words, not counts. */
  readonly cuttable?: boolean
}

const GAP = 2
/** What is left of a column that may be cut, while others can still give; and what is left of any column at least. */
const KEPT_WIDTH_MIN = 16
const CUT_WIDTH_MIN = 5

const bold = (text: string): string => styleText("bold", text, { stream: process.stdout })

/** The terminal's width; undefined for a pipe or a file. */
const terminalWidth = (): number | undefined => (process.stdout.isTTY ? process.stdout.columns : undefined)

/** A text of which the beginning and the end are left. */
const cutInside = (text: string, begin: number, end: number): string => `${text.slice(0, begin)}…${text.slice(-end)}`

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** A moment as {@link moment} writes it. */
const MOMENT = /\b(\d{4}-\d\d-\d\d \d\d:\d\d):\d\d UTC/g
/** An etag, a key id or another text without meaning. */
const OPAQUE = /[A-Za-z0-9_-]{24,}/g
/** The id behind a name: `shop/sword (1073741830)`. */
const ID_BEHIND_NAME = / \((\d{7,})\)$/
const CUT_ID_BEHIND_NAME = / \(\d+…\d+\)$/

/** How the texts of a table are made shorter, one after the other, until it fits. Ids come first. */
const shortenings: ReadonlyArray<(text: string) => string> = [
  (text) => text.replace(UUID, (uuid) => cutInside(uuid, 8, 4)),
  (text) => text.replace(OPAQUE, (opaque) => cutInside(opaque, 8, 4)),
  (text) => text.replace(MOMENT, "$1"),
  (text) => text.replace(ID_BEHIND_NAME, (_whole, id: string) => ` (${cutInside(id, 2, 3)})`),
  (text) => text.replace(CUT_ID_BEHIND_NAME, ""),
]

type Cells = ReadonlyArray<ReadonlyArray<string>>

const widthsOf = (headings: ReadonlyArray<string>, cells: Cells): ReadonlyArray<number> =>
  headings.map((heading, index) => Math.max(heading.length, ...cells.map((line) => textWidth(line[index] ?? ""))))

const excessOf = (widths: ReadonlyArray<number>, available: number): number =>
  widths.reduce((sum, width) => sum + width + GAP, -GAP) - available

/** Takes what is too much from these columns, the last one first, down to a width. */
const narrowed = (
  widths: ReadonlyArray<number>,
  available: number,
  indexes: ReadonlyArray<number>,
  least: number,
): ReadonlyArray<number> => {
  const made = [...widths]
  let excess = excessOf(widths, available)
  for (const index of indexes.toReversed()) {
    const width = made[index] ?? 0
    const taken = Math.min(Math.max(0, excess), Math.max(0, width - least))
    made[index] = width - taken
    excess -= taken
  }
  return made
}

/** The cells and the widths of the columns, as far as a terminal of that width has room for them. */
const fitted = (
  columns: ReadonlyArray<Pick<Column<never>, "cuttable" | "heading">>,
  whole: Cells,
  available: number,
): readonly [cells: Cells, widths: ReadonlyArray<number>] => {
  const headings = columns.map(({ heading }) => heading)
  let cells = whole
  let widths = widthsOf(headings, cells)
  for (const shorter of shortenings) {
    if (excessOf(widths, available) <= 0) break
    cells = cells.map((line) => line.map(shorter))
    widths = widthsOf(headings, cells)
  }
  const all = columns.map((_column, index) => index)
  const cuttable = all.filter((index) => columns[index]?.cuttable === true)
  widths = narrowed(widths, available, cuttable, KEPT_WIDTH_MIN)
  widths = narrowed(widths, available, cuttable, CUT_WIDTH_MIN)
  widths = narrowed(widths, available, all, KEPT_WIDTH_MIN)
  return [cells, narrowed(widths, available, all, CUT_WIDTH_MIN)]
}

/**
 * Rows under headings, each column as wide as its widest text. On a terminal that is too narrow, ids are cut from the
 * middle first, then seconds go, then words are cut at their end, so that the table fits. A pipe and `--json` have all.
 */
export const table = <Row>(
  columns: ReadonlyArray<Column<Row>>,
  rows: ReadonlyArray<Row>,
  available: number | undefined = terminalWidth(),
): string => {
  const whole = rows.map((row) => columns.map((column) => printable(column.text(row))))
  const headings = columns.map(({ heading }) => heading)
  const [cells, widths] =
    available === undefined ? [whole, widthsOf(headings, whole)] : fitted(columns, whole, available)
  const line = (texts: ReadonlyArray<string>): string =>
    texts
      .map((text, index) => padded(shortened(text, widths[index] ?? 0), widths[index] ?? 0))
      .join(" ".repeat(GAP))
      .trimEnd()
  return [bold(line(headings)), ...cells.map(line)].join("\n")
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
