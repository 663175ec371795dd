/** Shows an answer as its facts, columns or blocks say. */
import type { Blocks, Each, Fact, Facts, Kind, List, Section } from "@garrison/core/operation/show/Shown"
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

const isEach = <Of>(fact: Facts<Of>[number]): fact is Each<Of> => "each" in fact

const entriesOf = <Of>(given: Facts<Of>, value: Of): ReadonlyArray<readonly [string, string | undefined]> =>
  given.flatMap((fact) =>
    isEach(fact)
      ? fact.each(value).flatMap((one) => entriesOf(fact.facts, one))
      : [[fact.name, textOf(fact, value) ?? fact.absent] as const],
  )

/** Names beside values, one a line, also those of each thing that the answer has several of. */
export const factsText = <Answer>(given: Facts<Answer>, answer: Answer): string => facts(entriesOf(given, answer))

const columnsOf = <Row>({ columns }: Pick<List<never, Row>, "columns">): ReadonlyArray<Column<Row>> =>
  columns.map((column) => ({
    heading: column.name.toUpperCase(),
    text: (row) => textOf(column, row) ?? column.absent ?? "-",
    cuttable: column.kind === "text" || column.kind === "words",
  }))

/** Rows under headings. */
export const listText = <Row>(shown: Pick<List<never, Row>, "columns">, rows: ReadonlyArray<Row>): string =>
  table(columnsOf(shown), rows)

const sectionText = <Answer>(shown: Section<Answer>, answer: Answer): ReadonlyArray<string> => {
  const rows = shown.rows(answer)
  if (rows === undefined || (rows.length === 0 && shown.title === undefined)) return []
  const more = shown.more?.(answer)
  return [
    [
      ...(shown.title === undefined ? [] : [shown.title]),
      rows.length === 0 ? "none" : listText(shown, rows),
      ...(more === undefined ? [] : [`there are more: ${more}`]),
    ].join("\n"),
  ]
}

const blockText = <Answer>(block: Blocks<Answer>["blocks"][number], answer: Answer): ReadonlyArray<string> => {
  if ("says" in block) return [block.says(answer)]
  return "rows" in block ? sectionText(block, answer) : [factsText(block, answer)]
}

/** Blocks with an empty line between them. */
export const blocksText = <Answer>({ blocks }: Blocks<Answer>, answer: Answer): string =>
  blocks.flatMap((block) => blockText(block, answer)).join("\n\n")
