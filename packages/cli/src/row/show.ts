/** Shows an answer as its facts or columns say. */
import type { Fact, Facts, Kind, List, Section } from "@garrison/core/operation/show/Shown"
import { type Column, facts, span, table } from "../output/table.ts"

const MOMENT = /(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z/g

/** A text with its moments as people read them. */
export const momentText = (text: string): string => text.replaceAll(MOMENT, "$1 $2 UTC")

const formats: Readonly<Partial<Record<Kind, (value: unknown) => string>>> = {
  moment: (value) => momentText(String(value)),
  day: (value) => String(value).slice(0, "2026-01-31".length),
  span: (value) => (typeof value === "number" ? span(value) : String(value)),
  flag: (value) => (value === true ? "yes" : value === false ? "no" : String(value)),
  words: (value) => (Array.isArray(value) ? value.join(" ") : String(value)),
}

const textOf = <Of>(fact: Fact<Of>, value: Of): string | undefined => {
  const found = fact.of(value)
  const text = found === undefined || found === null ? "" : (formats[fact.kind] ?? String)(found)
  return text === "" ? undefined : text
}

const columnsOf = <Row>({ columns }: Pick<List<never, Row>, "columns">): ReadonlyArray<Column<Row>> =>
  columns
    .filter(({ isFurther }) => isFurther !== true)
    .map((column) => ({
      heading: column.name.toUpperCase(),
      text: (row) => textOf(column, row) ?? column.absent ?? "-",
      cuttable: column.kind === "text" || column.kind === "words",
    }))

const rowsText = <Row>(shown: Pick<List<never, Row>, "columns">, rows: ReadonlyArray<Row>): string =>
  table(columnsOf(shown), rows)

/** Rows of an answer under headings. */
export const listText = <Answer>(shown: List<Answer>, rows: ReadonlyArray<unknown>, answer: Answer): string =>
  rowsText(
    shown,
    rows.map((row) => shown.told?.(row, answer) ?? row),
  )

const sectionText = <Of>(shown: Section<Of>, value: Of): ReadonlyArray<string> => {
  const rows = shown.rows(value)
  if (rows === undefined || (rows.length === 0 && shown.title === undefined)) return []
  const [more, text] = [shown.more?.(value), rows.length === 0 ? "none" : rowsText(shown, rows)]
  const lines = [shown.title, text, more === undefined ? undefined : `there are more: ${more}`]
  return [lines.filter((line) => line !== undefined).join("\n")]
}

type Entry = readonly [name: string, text: string | undefined]

/** Each fact as a name with its text, and what stands among facts as a text. */
const partsOf = <Of>(given: Facts<Of>, value: Of): ReadonlyArray<Entry | string> =>
  given.flatMap((part): ReadonlyArray<Entry | string> => {
    if ("each" in part) return part.each(value).flatMap((one) => partsOf(part.facts, one))
    if ("says" in part) return [part.says(value)]
    return "rows" in part ? sectionText(part, value) : [[part.name, textOf(part, value) ?? part.absent]]
  })

/** Names beside values, one a line. What stands among them has an empty line before and after it. */
export const factsText = <Answer>(given: Facts<Answer>, answer: Answer): string => {
  const blocks: Array<string | Array<Entry>> = []
  for (const part of partsOf(given, answer)) {
    const last = blocks.at(-1)
    if (typeof part === "string") blocks.push(part)
    else if (typeof last === "object") last.push(part)
    else blocks.push([part])
  }
  return blocks.map((block) => (typeof block === "string" ? block : facts(block))).join("\n\n")
}
