/**
 * What the answer of an operation looks like where a person reads it, as a value: names beside values, or rows under
 * headings. It is said over the JSON of the answer, as a remote answer comes, and each face formats the kinds of values
 * in its way. No server loads it. What takes a value is a method, so that lists of any answers can be kept.
 */

/**
 * What a value is. `id` and `label` (a state, a type) are never cut short; `text` and `words` (a list of them) may be.
 * `moment` and `day` are ISO 8601, or a word in their place; a `moment` may have words around it. `span` is seconds,
 * `flag` is true or false.
 */
export type Kind = "id" | "label" | "text" | "words" | "count" | "moment" | "day" | "span" | "flag"

/** How a value is coloured; the theme of a face knows what that means. */
export type Tone = "accent" | "dim" | "good" | "warning" | "bad"

/** A named value of an answer, or of a row of it. */
export interface Fact<Of> {
  /** In lower case: a face that has headings writes it in capitals. */
  readonly name: string
  readonly kind: Kind
  /** What stands where there is no value. Absent: a fact is left out, and a cell has a dash. */
  readonly absent?: string
  /** The value; undefined and null: there is none. */
  of(value: Of): unknown
  /** `now` in Unix milliseconds. */
  tone?(value: Of, now: number): Tone | undefined
}

/** A column of a list. */
export interface Column<Of> extends Fact<Of> {
  /** Below so many columns of a terminal it is left out rather than drawn (default: by its kind). */
  readonly min?: number
  /** It is not made wider than this (default: by its kind). */
  readonly ideal?: number
  /** 1: drawn as long as anything fits. The highest number is left out first (default: its place). */
  readonly priority?: number
  /** Takes what room is left. */
  readonly grows?: true
  /** For a face that draws what fits and is walked through; a table that is written whole leaves it out. */
  readonly isFurther?: true
  /** A field of the input. Where it is given, all rows have the same value, and the column is left out. */
  readonly unless?: string
}

/** The facts of each of several things of an answer, one block after the other. */
export interface Each<Of> {
  readonly facts: Facts<unknown>
  each(value: Of): ReadonlyArray<unknown>
}

/** A sentence among facts. */
interface Sentence<Of> {
  says(value: Of): string
}

/** The input that an answer is for. */
type Asked = Readonly<Record<string, unknown>>

/** A line, and the lines that belong below it. Moments in its text are ISO 8601: each face writes them in its way. */
export interface Line {
  readonly text: string
  readonly tone?: Tone | undefined
  /** The order that it is about, which a face may open. */
  readonly order?: string | undefined
  /** What the line lists: behind it, or each in a line of its own. */
  readonly list?: ReadonlyArray<string>
  readonly within?: ReadonlyArray<Line>
}

/** Lines with what is below them. */
export interface Tree<Answer> {
  /** What is said where there is no line, of a tree that is all there is. */
  readonly empty?: string
  lines(answer: Answer): ReadonlyArray<Line>
}

/** Rows under headings. */
export interface List<Answer, Row = unknown, Told = unknown> {
  readonly columns: ReadonlyArray<Column<Told>>
  /** What is said where there is no row. */
  readonly empty: string | { of(answer: Answer, asked: Asked): string }["of"]
  rows(answer: Answer, asked: Asked): ReadonlyArray<Row>
  /** What the columns get, where they need more than the row (default: the row). */
  told?(row: Row, answer: Answer): Told
}

/** Rows among facts. */
export interface Section<Of, Row = unknown, Told = unknown> extends Pick<List<never, Row, Told>, "columns"> {
  /** Stands above the rows. Absent: rows alone are shown, and nothing where there is none. */
  readonly title?: string
  /** Undefined: the section is not shown. */
  rows(value: Of): ReadonlyArray<Row> | undefined
  /** What has the rows that are not in the answer; undefined: these are all. */
  more?(value: Of): string | undefined
  /** What the columns get, where they need more than the row (default: the row). */
  told?(row: Row, value: Of): Told
}

/** Names beside values, what an answer has several of, and the rows, trees and sentences among them. */
export type Facts<Of> = ReadonlyArray<Fact<Of> | Each<Of> | Section<Of> | Tree<Of> | Sentence<Of>>

/** The facts of an answer. */
export const facts = <Answer>(given: Facts<Answer>): Facts<Answer> => given

/** Several things of an answer, each with its facts. */
export const each = <Answer, One>(of: (answer: Answer) => ReadonlyArray<One>, given: Facts<One>): Each<Answer> => ({
  each: of,
  facts: given,
})

/** Rows of an answer among its facts. */
export const section = <Answer, Row, Told = Row>(given: Section<Answer, Row, Told>): Section<Answer> => given

/** The list of an answer. */
export const list = <Answer, Row, Told = Row>(given: List<Answer, Row, Told>): List<Answer, Row, Told> => given
