/** Tables and lists for people. */
import { styleText } from "node:util"
import { printable } from "./print.ts"

/** One column: its heading, and the text of a row in it. */
export interface Column<Row> {
  readonly heading: string
  readonly text: (row: Row) => string
}

const bold = (text: string): string => styleText("bold", text, { stream: process.stdout })

/** Rows under headings, each column as wide as its widest text. */
export const table = <Row>(columns: ReadonlyArray<Column<Row>>, rows: ReadonlyArray<Row>): string => {
  const cells = rows.map((row) => columns.map((column) => printable(column.text(row))))
  const widths = columns.map((column, index) =>
    Math.max(column.heading.length, ...cells.map((line) => line[index]?.length ?? 0)),
  )
  const line = (texts: ReadonlyArray<string>): string =>
    texts.map((text, index) => (index === texts.length - 1 ? text : text.padEnd(widths[index] ?? 0))).join("  ")
  return [bold(line(columns.map((column) => column.heading))), ...cells.map(line)].join("\n").trimEnd()
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
