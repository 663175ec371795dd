/**
 * A screen of a list as a value: what it asks, the columns and the facts of a row, and what is done with rows. The
 * reducer, the keys and the view are those of every list.
 */
import type { Facts, List, Tone } from "@garrison/core/operation/show/Shown"
import type { actKeys } from "../actKeys.ts"
import type { KeyName } from "../binding.ts"
import type { OperationAnswer, OperationInput, OperationName } from "../operation.ts"
import { currentRow, type TableKind, type TableState } from "../part/table/state.ts"
import type { Conditions } from "./search.ts"
import type { Params, Request, Selection, Size } from "../Screen.ts"

/** What a list shows now. */
export interface ListState<Row = unknown> {
  /** What it was opened with. */
  readonly params: Params
  /** The chosen one of each filter; undefined: all. */
  readonly filters: Readonly<Record<string, string | undefined>>
  readonly table: TableState<Row>
  /** All rows of a list that comes as a whole, those too that a filter hides. */
  readonly rows: ReadonlyArray<Row>
  /** The marker that the first page is asked with; undefined: it begins at the beginning. */
  readonly start: string | undefined
  /** Pages without a row since the last row, of a search that few meet. */
  readonly emptyPages: number
  /** The row that is shown alone, in place of the rows. */
  readonly shown?: Row | undefined
  /** The answer to {@link ListOf.about}; undefined: it is not there. */
  readonly about: unknown
  readonly size: Size
}

/** The row that is meant: the one that is shown alone, or the one at the cursor. */
export const rowIn = <Row>({ shown, table }: ListState<Row>): Row | undefined => shown ?? currentRow(table)

/** A part of the line above the rows. */
export interface HeadText {
  readonly text: string
  readonly tone?: Tone | undefined
  readonly isBold?: true
}

/** A search that the operation answers, made of what is typed into the filter. */
export interface Search<Input> {
  conditions(words: string): Conditions<Input>
  /** The words that can be typed, for the line above the rows; absent: there is no such line. */
  readonly words?: string
  /** What help says of the keys of the filter, where it says more. */
  readonly sentences?: Readonly<Partial<Record<"filter" | "filterAccept" | "filterCancel", string>>>
}

/** A key that shows other rows. */
export interface Filter<Row> {
  readonly key: KeyName
  readonly sentence: string
  readonly word?: string
  /** One after the other; undefined among them: all. The first is chosen at first. */
  readonly choices: ReadonlyArray<string | undefined>
  /** Which rows a choice leaves; absent: it is a field of the question. */
  readonly keeps?: (row: Row, choice: string | undefined) => boolean
}

/** Where a key leads. */
export type Target = Exclude<Request, { readonly type: "act" | "ask" | "cancel" }> | Found

/** A key that leads from a row elsewhere, or finds rows like it. */
export interface Lead<Row> {
  readonly keys: ReadonlyArray<KeyName>
  readonly sentence: string
  readonly word?: string
  readonly operation?: OperationName
  /** Why it leads nowhere from this row; undefined: it can be used. */
  readonly unusable?: (row: Row) => string | undefined
  /** Where it leads; words of a search find other rows; undefined: nowhere. */
  readonly to?: (row: Row) => Target | undefined
  /** Where it leads from the list itself, whatever row is at the cursor. */
  readonly fromList?: (params: Params) => Target
}

/** Other rows of the same list. */
export interface Found {
  readonly type: "find"
  readonly words: string
}

/** An act on the marked rows, or on the one at the cursor. */
export interface ListAct<Row> {
  readonly key: keyof typeof actKeys
  readonly operation: OperationName
  readonly sentence: string
  readonly word?: string
  /** True: on the row at the cursor alone. */
  readonly isOfOne?: true
  /** What is known of the input besides {@link ListOf.subject}. */
  readonly given?: (row: Row) => Readonly<Record<string, unknown>>
  /** Fields that the dialog asks for; absent: all that are not known. */
  readonly fields?: ReadonlyArray<string>
  /** What it acts on, where that is no row. */
  readonly on?: (state: ListState<Row>) => {
    readonly input: Readonly<Record<string, unknown>>
    readonly subject?: string
  }
}

/** The subject that a row is, for acts. */
export interface Subject<Row> {
  input(row: Row): Readonly<Record<string, unknown>>
  /** Its name, that is typed where an act cannot be undone. */
  readonly name: (row: Row) => string
  /** Which rows can be acted on, and what is said where none can. */
  readonly only?: { readonly rows: (row: Row) => boolean; readonly otherwise: string }
}

/** The facts of the row at the cursor: under the rows, and beside them where the terminal is wide. */
export interface Detail<Row> {
  readonly facts: Facts<Row>
  /** Lines under the rows, of so many of the screen; 0: only beside them. */
  readonly lines: (rows: number) => number
}

/** What the list asks. */
export interface Asks<Name extends OperationName> {
  readonly operation: Name
  /** What is asked besides search, filters and pages. */
  input?(params: Params): Partial<OperationInput<Name>>
  /** Absent: the answer has all rows. Otherwise it has a page, and `next` is the marker of the one that follows. */
  readonly pages?: { readonly limit?: number; start?(params: Params): string | undefined }
}

/** A screen of a list. */
export interface ListOf<Name extends OperationName, Row> {
  readonly name: string
  readonly sentence: string
  readonly needs?: ReadonlyArray<string>
  /** What a row is: `player`. */
  readonly one: string
  readonly asks: Asks<Name>
  readonly columns: List<OperationAnswer<Name>, Row, Row>
  /** Tells rows apart. */
  readonly id: (row: Row) => string
  /** What is copied of a row (default: its id). */
  readonly copied?: (row: Row) => string
  readonly crumb?: (state: ListState<Row>) => string
  /** What stands above the rows; absent: the words of the search, or nothing. */
  readonly head?: (state: ListState<Row>) => ReadonlyArray<HeadText>
  /** What rows can be besides walked through. */
  readonly keys?: ReadonlyArray<"mark" | "sort" | "filter">
  /** How the filter is asked; absent: it chooses among the rows that are there. */
  readonly search?: Search<Partial<OperationInput<NoInfer<Name>>>>
  /** The parameter that the filter begins with. */
  readonly sought?: string
  /** A second question, for the line above the rows. */
  readonly about?: { readonly operation: OperationName; input(params: Params): object }
  readonly filters?: Readonly<Record<string, Filter<Row>>>
  readonly open?: Readonly<Record<string, Lead<Row>>>
  readonly subject?: Subject<Row>
  readonly acts?: Readonly<Record<string, ListAct<Row>>>
  readonly detail?: Detail<Row>
  /** The operation that shows a row alone, for the equivalent command; absent: the list. */
  readonly shown?: (row: Row) => Pick<Selection, "operation" | "input">
}

/** A list whose operation does not matter, with the table that it is drawn as. */
export interface MadeList<Row> extends ListOf<OperationName, Row> {
  readonly kind: TableKind<Row>
}

/** The display name in an answer or a row; undefined: it has none. */
export const nameIn = (value: unknown): string | undefined =>
  typeof value === "object" && value !== null && "display_name" in value && typeof value.display_name === "string"
    ? value.display_name
    : undefined
