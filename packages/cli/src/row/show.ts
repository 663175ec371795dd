/** Shows an answer as its facts or columns say. */
import type { Fact, Facts, Kind, Line, List, Section } from "@garrison/core/operation/show/Shown"
import * as Effect from "effect/Effect"
import type { ListForm } from "../output/form.ts"
import { printable, printData, printJson, printLines, printMessage } from "../output/print.ts"
import { type Column, facts, span, table } from "../output/table.ts"
import type { Given } from "./leaf.ts"
import type { Shown } from "./Row.ts"

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

const columnsOf = <Row>(
  { columns }: Pick<List<never, never, Row>, "columns">,
  given: Given,
): ReadonlyArray<Column<Row>> =>
  columns
    .filter(({ isFurther, unless }) => isFurther !== true && (unless === undefined || given[unless] === undefined))
    .map((column) => ({
      heading: column.name.toUpperCase(),
      text: (row) => textOf(column, row) ?? column.absent ?? "-",
      cuttable: column.kind === "text" || column.kind === "words",
    }))

/** Rows of an answer under headings; `given` is the input that the answer is for. */
export const listText = <Answer>(
  shown: Pick<List<Answer>, "columns" | "told">,
  rows: ReadonlyArray<unknown>,
  answer: Answer,
  given: Given = {},
): string =>
  table(
    columnsOf(shown, given),
    rows.map((row) => shown.told?.(row, answer) ?? row),
  )

/** Lines, each with what is below it further in. */
const linesText = (lines: ReadonlyArray<Line>, indent = ""): string =>
  lines
    .flatMap((line) => [
      `${indent}${lineText(line)}`,
      ...(line.within === undefined || line.within.length === 0 ? [] : [linesText(line.within, `${indent}  `)]),
    ])
    .join("\n")

/** A line of a tree as people read it. */
export const lineText = ({ list = [], text }: Line): string =>
  printable(momentText([text, ...(list.length === 0 ? [] : [list.join(", ")])].join(": ")))

const sectionText = <Of>(shown: Section<Of>, value: Of): ReadonlyArray<string> => {
  const rows = shown.rows(value)
  if (rows === undefined || (rows.length === 0 && shown.title === undefined)) return []
  const [more, text] = [shown.more?.(value), rows.length === 0 ? "none" : listText(shown, rows, value)]
  const lines = [shown.title, text, more === undefined ? undefined : `there are more: ${more}`]
  return [lines.filter((line) => line !== undefined).join("\n")]
}

type Entry = readonly [name: string, text: string | undefined]

/** Each fact as a name with its text, and what stands among facts as a text. */
const partsOf = <Of>(given: Facts<Of>, value: Of): ReadonlyArray<Entry | string> =>
  given.flatMap((part): ReadonlyArray<Entry | string> => {
    if ("each" in part) return part.each(value).flatMap((one) => partsOf(part.facts, one))
    if ("says" in part) return [part.says(value)]
    if ("lines" in part) return part.lines(value).map((line) => linesText([line]))
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

/** Whether an answer is shown as one list. */
export const isList = (show: Shown<unknown>): show is List<unknown> => "rows" in show

/** The marker of the next page of an answer; null: there is none. */
export const nextOf = (answer: unknown): string | null =>
  typeof answer === "object" && answer !== null && "next" in answer && typeof answer.next === "string"
    ? answer.next
    : null

const showRows = (show: List<unknown>, answer: unknown, given: Given): Effect.Effect<void> => {
  const rows = show.rows(answer, given)
  if (rows.length > 0) return printData(listText(show, rows, answer, given))
  // A page without rows may be in the middle of a list.
  if (nextOf(answer) !== null) return Effect.void
  return printMessage(typeof show.empty === "string" ? show.empty : show.empty(answer, given))
}

/** How an answer is to be shown; `dryRun`: the act was rehearsed. */
interface Form extends ListForm {
  readonly dryRun?: boolean
}

const forPeople = (show: Shown<unknown>, form: Form, answer: unknown, given: Given): Effect.Effect<void> => {
  if ("text" in show) return printData(show.text(answer, given, form.dryRun === true))
  if (isList(show)) return showRows(show, answer, given)
  const text = factsText("lines" in show ? [show] : show, answer)
  return text === "" && "lines" in show ? printMessage(show.empty ?? "There is nothing.") : printData(text)
}

/** Shows an answer, which is JSON, in the form that is asked for. */
export const showAnswer = (show: Shown<unknown>, form: Form, answer: unknown, given: Given = {}) => {
  if (form.ndjson && isList(show)) return printLines(show.rows(answer, given))
  return form.json ? printJson(answer) : forPeople(show, form, answer, given)
}
