/** Shows an answer as its facts or columns say. */
import type { List, Each, Fact, Facts, Kind } from "@garrison/core/operation/show/Shown"
import { facts, span, table } from "../output/table.ts"

/** A time in ISO 8601, wherever it stands. */
const TIME = /(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z/g

const formats: Readonly<Partial<Record<Kind, (value: unknown) => string>>> = {
  moment: (value) => String(value).replaceAll(TIME, "$1 $2 UTC"),
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

/** Names beside values, one a line: those of the answer, then those of each thing that it has several of. */
export const factsText = <Answer>(given: Facts<Answer>, answer: Answer): string => {
  const own = given.filter((fact): fact is Fact<Answer> => !isEach(fact))
  const others = given
    .filter((fact) => isEach(fact))
    .flatMap((several) => several.each(answer).map((one) => factsText(several.facts, one)))
  return [...(own.length === 0 ? [] : [block(own, answer)]), ...others].join("\n")
}

/** Rows under headings. */
export const listText = <Answer>(shown: List<Answer>, answer: Answer): string =>
  table(
    shown.columns
      .filter(({ isFurther }) => isFurther !== true)
      .map((column) => ({
        heading: column.name.toUpperCase(),
        text: (row) => textOf(column, row) ?? column.absent ?? "-",
        cuttable: column.kind === "text" || column.kind === "words",
      })),
    shown.rows(answer).map((row) => shown.told?.(row, answer) ?? row),
  )
