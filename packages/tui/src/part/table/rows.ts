/**
 * The rows of a table: all of them, or pages of a list that has more than anyone keeps. Pages are kept around the
 * cursor, and asked for again when the operator comes back, so that memory is bounded however far one scrolls.
 */
import type { Column } from "./columns.ts"

/** Rows that are all known. */
export interface WholeRows<Row> {
  readonly kind: "whole"
  readonly rows: ReadonlyArray<Row>
  /** The places in `rows` of what is shown, in the order that it is shown in. */
  readonly shown: ReadonlyArray<number>
}

/** A page of a list. */
interface Page<Row> {
  /** What the operation is asked with; undefined for the first page. */
  readonly cursor: string | undefined
  /** The place of its first row in the list. */
  readonly start: number
  readonly count: number
  /** undefined: forgotten, because the operator is far away. */
  readonly rows: ReadonlyArray<Row> | undefined
  /** True: they may have changed, and are asked for again when they are drawn. */
  readonly isOld?: true
}

/** Rows of which pages are known. */
export interface PagedRows<Row> {
  readonly kind: "paged"
  readonly pages: ReadonlyArray<Page<Row>>
  /** What the next page is asked with; undefined with `isEnded`: there is none, without: nothing was answered yet. */
  readonly next: string | undefined
  readonly isEnded: boolean
  /** How many rows the pages have, the forgotten ones too. */
  readonly count: number
}

/** The rows of a table. */
export type Rows<Row> = WholeRows<Row> | PagedRows<Row>

/** How many rows are kept on each side of the cursor, at least. */
const KEPT_ROWS = 1000

/** A page to ask for. */
export interface WantedPage {
  /** Undefined: the first page. */
  readonly cursor: string | undefined
}

/** No rows yet, of a list that comes in pages. */
export const noPages: PagedRows<never> = { kind: "paged", pages: [], next: undefined, isEnded: false, count: 0 }

/** How many rows can be walked through. */
export const rowCount = <Row>(rows: Rows<Row>): number => (rows.kind === "whole" ? rows.shown.length : rows.count)

const pageAt = <Row>({ pages }: PagedRows<Row>, at: number): Page<Row> | undefined => {
  let low = 0
  let high = pages.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((pages[middle]?.start ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return pages[low]
}

/** The row at a place; undefined: not known, or not known any more. */
export const rowAt = <Row>(rows: Rows<Row>, at: number): Row | undefined => {
  if (rows.kind === "whole") return rows.rows[rows.shown[at] ?? -1]
  const page = pageAt(rows, at)
  return page?.rows?.[at - page.start]
}

/** Lower case without accents, as the operator types it. */
const folded = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase()

/** The order of rows: by a column, and which end first. */
export interface Sorting {
  readonly column: string
  readonly isDescending: boolean
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)

/** All rows, those that have the filter's text in a cell, in the order of a column or as they came. */
export const wholeRows = <Row>(
  rows: ReadonlyArray<Row>,
  columns: ReadonlyArray<Column<Row>>,
  { filter, sorting }: { readonly filter: string; readonly sorting: Sorting | undefined },
): WholeRows<Row> => {
  const wanted = folded(filter)
  const has = (row: Row) => columns.some(({ text }) => folded(text(row, 0)).includes(wanted))
  const all = Array.from(rows.keys())
  const shown = wanted === "" ? all : all.filter((at) => rows[at] !== undefined && has(rows[at]))
  const column = columns.find(({ name }) => name === sorting?.column)
  if (column === undefined || sorting === undefined) return { kind: "whole", rows, shown }
  const key =
    column.sort === undefined || column.sort === false ? (row: Row) => folded(column.text(row, 0)) : column.sort
  const keys = new Map(shown.map((at) => [at, key(rows[at] as Row)]))
  const sign = sorting.isDescending ? -1 : 1
  const sorted = shown.toSorted((a, b) => sign * compare(keys.get(a) ?? "", keys.get(b) ?? "") || a - b)
  return { kind: "whole", rows, shown: sorted }
}

/** The page that the answer to a wanted page is, put in its place. An answer that nobody waits for changes nothing. */
export const withPage = <Row>(
  paged: PagedRows<Row>,
  asked: WantedPage,
  answer: { readonly rows: ReadonlyArray<Row>; readonly next: string | undefined },
): PagedRows<Row> => {
  const known = paged.pages.findIndex(({ cursor }) => cursor === asked.cursor)
  const isLast = known === paged.pages.length - 1
  if (known >= 0 && !isLast) {
    // The list may have changed under it. Its place stays as long as it was, so that nothing below moves.
    const pages = paged.pages.map((page, at) =>
      at === known ? { cursor: page.cursor, start: page.start, count: page.count, rows: answer.rows } : page,
    )
    return { ...paged, pages }
  }
  if (known < 0 && asked.cursor !== paged.next) return paged
  const before = known < 0 ? paged.pages : paged.pages.slice(0, -1)
  const start = before.reduce((_, page) => page.start + page.count, 0)
  const page = { cursor: asked.cursor, start, count: answer.rows.length, rows: answer.rows }
  return {
    kind: "paged",
    pages: [...before, page],
    next: answer.next,
    isEnded: answer.next === undefined,
    count: start + page.count,
  }
}

/** Forgets the rows of pages that are far from the shown ones. */
export const withoutFarPages = <Row>(paged: PagedRows<Row>, top: number, height: number): PagedRows<Row> => {
  const isNear = ({ count, start }: Page<Row>) => start < top + height + KEPT_ROWS && start + count > top - KEPT_ROWS
  if (paged.pages.every((page) => page.rows === undefined || isNear(page))) return paged
  return { ...paged, pages: paged.pages.map((page) => (isNear(page) ? page : { ...page, rows: undefined })) }
}

/** The pages, each to be asked for again when it is drawn. */
export const outdated = <Row>(paged: PagedRows<Row>): PagedRows<Row> => ({
  ...paged,
  pages: paged.pages.map((page) => ({ ...page, isOld: true })),
})

/**
 * The page that should be asked for: one that is shown and was forgotten or is old, or the next one, as soon as the
 * last known row is less than a screen away.
 */
export const wantedPage = <Row>(paged: PagedRows<Row>, top: number, height: number): WantedPage | undefined => {
  for (let at = Math.max(0, top - height); at < Math.min(paged.count, top + 2 * height); at += 1) {
    const page = pageAt(paged, at)
    if (page === undefined) break
    if (page.rows === undefined || page.isOld === true) return { cursor: page.cursor }
    at = Math.max(at, page.start + page.count - 1)
  }
  if (paged.isEnded || paged.count >= top + 2 * height) return undefined
  return { cursor: paged.next }
}
