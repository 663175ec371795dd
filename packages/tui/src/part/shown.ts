/** Values of answers as the console writes them: one format for each kind, in cells and beside names. */
import type { Fact as ShownFact, Facts as ShownFacts, Kind, Section } from "@garrison/core/operation/show/Shown"
import type { Fact } from "./facts.tsx"
import { minuteOf, secondOf } from "./time.ts"

/** A time in ISO 8601, wherever it stands. */
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

const spanText = (seconds: number): string => {
  if (seconds < MINUTE) return `${seconds} s`
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`
  return seconds < DAY ? `${Math.floor(seconds / HOUR)} h` : `${Math.floor(seconds / DAY)} d`
}

const formats: Readonly<Partial<Record<Kind, (value: unknown, width: number) => string>>> = {
  moment: (value, width) => {
    const text = String(value).replaceAll(TIME, secondOf)
    return text.length <= width ? text : String(value).replaceAll(TIME, minuteOf)
  },
  day: (value) => String(value).slice(0, "2026-01-31".length),
  span: (value) => (typeof value === "number" ? spanText(value) : String(value)),
  flag: (value) => (value === true ? "yes" : value === false ? "no" : String(value)),
  words: (value) => (Array.isArray(value) ? value.join(" ") : String(value)),
}

/** The value of a fact or a column; undefined: there is none. A time has its seconds where the width has room. */
export const valueText = <Of>(
  fact: ShownFact<Of>,
  value: Of,
  width: number = Number.POSITIVE_INFINITY,
): string | undefined => {
  const found = fact.of(value)
  const text = found === undefined || found === null ? "" : (formats[fact.kind] ?? String)(found, width)
  return text === "" ? undefined : text
}

/** One of several things on one line: its first fact, and the others behind it. */
const inOneLine = ([first, ...others]: ReadonlyArray<Fact>): ReadonlyArray<Fact> =>
  first === undefined
    ? []
    : [{ ...first, value: [first.value, ...others.map(({ label, value }) => `${label} ${value}`)].join(", ") }]

/** The rows among facts: a line for each, with what is in its columns. */
const drawnSection = <Of>(section: Section<Of>, value: Of): ReadonlyArray<Fact> =>
  (section.rows(value) ?? []).map((row, at) => ({
    label: at === 0 ? (section.title ?? section.columns[0]?.name ?? "") : "",
    value: section.columns.flatMap((column) => valueText(column, row) ?? []).join(", "),
    isLong: true,
  }))

/** The facts of an answer or of a row, those without a value left out; one line for each of several things. */
export const drawnFacts = <Of>(given: ShownFacts<Of>, value: Of, now: number): ReadonlyArray<Fact> =>
  given.flatMap((fact): ReadonlyArray<Fact> => {
    if ("each" in fact) return fact.each(value).flatMap((one) => inOneLine(drawnFacts(fact.facts, one, now)))
    if ("says" in fact) return [{ label: "", value: fact.says(value), isLong: true }]
    if ("lines" in fact) return fact.lines(value).map(({ text }) => ({ label: "", value: text, isLong: true }))
    if ("rows" in fact) return drawnSection(fact, value)
    const text = valueText(fact, value) ?? fact.absent
    return text === undefined
      ? []
      : [{ label: fact.name.trim(), value: text, tone: fact.tone?.(value, now), isLong: true }]
  })
