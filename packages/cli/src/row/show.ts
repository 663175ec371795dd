/** Shows an answer as its facts or columns say. */
import type { Each, Fact, Facts, Kind, Line, List } from "@garrison/core/operation/show/Shown"
import type * as Effect from "effect/Effect"
import type { ListForm } from "../operate.ts"
import { printable, printData, printJson, printLines, printMessage } from "../output/print.ts"
import { facts, span, table } from "../output/table.ts"
import type { Given } from "./leaf.ts"
import type { Shown } from "./Row.ts"

const momentText = (iso: string): string => iso.replace("T", " ").replace(/(?:\.\d+)?Z$/, " UTC")

const isTime = (value: unknown): value is string => typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value)

const formats: Readonly<Partial<Record<Kind, (value: unknown) => string>>> = {
  moment: (value) => (isTime(value) ? momentText(value) : String(value)),
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

const block = <Of>(given: ReadonlyArray<Fact<Of>>, value: Of): string =>
  facts(given.map((fact) => [fact.name, textOf(fact, value) ?? fact.absent]))

const isFact = <Of>(part: Facts<Of>[number]): part is Fact<Of> => "of" in part

const MOMENTS = /\b\d{4}-\d\d-\d\dT[\d:.]+Z/g

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
  printable([text, ...(list.length === 0 ? [] : [list.join(", ")])].join(": ").replaceAll(MOMENTS, momentText))

/** Names beside values, one a line: those of the answer, then those of each thing that it has several of. */
const blockText = <Answer>(given: Facts<Answer>, answer: Answer): string => {
  const own = given.filter((part) => isFact(part))
  const others = given
    .filter((part) => isEach(part))
    .flatMap((several) => several.each(answer).map((one) => factsText(several.facts, one)))
  return [...(own.length === 0 ? [] : [block(own, answer)]), ...others].join("\n")
}

/** Facts, with the lists and trees that follow them, each after an empty line. */
export const factsText = <Answer>(given: Facts<Answer>, answer: Answer): string =>
  [
    blockText(given, answer),
    ...given.flatMap((part) => {
      if ("lines" in part) return part.lines(answer).map((line) => linesText([line]))
      return "rows" in part && part.rows(answer).length > 0 ? [listText(part, answer)] : []
    }),
  ]
    .filter((text) => text !== "")
    .join("\n\n")

/** Rows under headings. */
export const listText = <Answer>(shown: List<Answer>, answer: Answer, given: Given = {}): string =>
  table(
    shown.columns
      .filter(({ unless }) => unless === undefined || given[unless] === undefined)
      .map((column) => ({
        heading: column.name.toUpperCase(),
        text: (row) => textOf(column, row) ?? column.absent ?? "-",
        cuttable: column.kind === "text" || column.kind === "words",
      })),
    shown.rows(answer).map((row) => shown.told?.(row, answer) ?? row),
  )

/** Whether an answer is shown as one list. */
export const isList = (show: Shown<unknown>): show is List<unknown> => "rows" in show

const forPeople = (show: Shown<unknown>, answer: unknown, given: Given): Effect.Effect<void> => {
  if ("text" in show) return printData(show.text(answer, given))
  if ("lines" in show) {
    const text = factsText([show], answer)
    return text === "" ? printMessage(show.empty ?? "There is nothing.") : printData(text)
  }
  if (!isList(show)) return printData(factsText(show, answer))
  return show.rows(answer).length === 0
    ? printMessage(typeof show.empty === "string" ? show.empty : show.empty(answer))
    : printData(listText(show, answer, given))
}

/** Shows an answer, which is JSON, in the form that is asked for. */
export const showAnswer = (show: Shown<unknown>, form: ListForm, answer: unknown, given: Given = {}) => {
  if (form.ndjson && isList(show)) return printLines(show.rows(answer))
  return form.json ? printJson(answer) : forPeople(show, answer, given)
}
