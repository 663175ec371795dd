/**
 * What the answer of an operation looks like where a person reads it, as a value: names beside values, or rows under
 * headings. It is said over the JSON of the answer, as a remote answer comes, and each face formats the kinds of values
 * in its way. No server loads it. What takes a value is a method, so that lists of any answers can be kept.
 */

/**
 * What a value is. `id` and `label` (a state, a type) are never cut short; `text` and `words` (a list of them) may be.
 * `moment` and `day` are ISO 8601, or a word in their place; `span` is seconds, `flag` is true or false.
 */
export type Kind = "id" | "label" | "text" | "words" | "count" | "moment" | "day" | "span" | "flag"

/** A named value of an answer, or of a row of it. */
export interface Fact<Of> {
  /** In lower case: a face that has headings writes it in capitals. */
  readonly name: string
  readonly kind: Kind
  /** What stands where there is no value. Absent: a fact is left out, and a cell has a dash. */
  readonly absent?: string
  /** The value; undefined and null: there is none. */
  of(value: Of): unknown
}

/** How a value is coloured; the theme of a face knows what that means. */
export type Tone = "accent" | "dim" | "good" | "warning" | "bad"

/** A column of a list. */
export interface Column<Of> extends Fact<Of> {
  /** Below so many columns of a terminal it is left out rather than drawn (default: by its kind). */
  readonly min?: number
  /** It is not made wider than this (default: by its kind). */
  readonly ideal?: number
  /** 1: drawn as long as anything fits. The highest number is left out first (default: its place). */
  readonly priority?: number
  /** A field of the input. Where it is given, all rows have the same value, and the column is left out. */
  readonly unless?: string
  tone?(row: Of): Tone | undefined
}

/** The facts of each of several things of an answer, one block after the other. */
export interface Each<Of> {
  readonly facts: Facts<unknown>
  each(value: Of): ReadonlyArray<unknown>
}

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

/** Names beside values, what an answer has several of, and the lists and trees below them. */
export type Facts<Answer> = ReadonlyArray<Fact<Answer> | Each<Answer> | List<Answer> | Tree<Answer>>

/** Rows under headings. */
export interface List<Answer, Row = unknown, Told = unknown> {
  readonly columns: ReadonlyArray<Column<Told>>
  /** What is said where there is no row. */
  readonly empty: string | { of(answer: Answer): string }["of"]
  rows(answer: Answer): ReadonlyArray<Row>
  /** What the columns get, where they need more than the row (default: the row). */
  told?(row: Row, answer: Answer): Told
}

/** The facts of an answer. */
export const facts = <Answer>(given: Facts<Answer>): Facts<Answer> => given

/** Several things of an answer, each with its facts. */
export const each = <Answer, One>(of: (answer: Answer) => ReadonlyArray<One>, given: Facts<One>): Each<Answer> => ({
  each: of,
  facts: given,
})

/** The list of an answer. */
export const list = <Answer, Row, Told = Row>(given: List<Answer, Row, Told>): List<Answer, Row, Told> => given
