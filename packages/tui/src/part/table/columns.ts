/** Which columns of a table are drawn, and how wide: decided from what each column needs and the room that there is. */
import type { Column as ShownColumn, Kind, Tone } from "@garrison/core/operation/show/Shown"
import { valueText } from "../shown.ts"

/** A column of a table. */
export interface Column<Row> {
  /** Names it in the state, and in the request for another order. */
  readonly name: string
  readonly title: string
  /**
   * What stands in the cell, as it came: the table draws it safely. `now` in Unix milliseconds; `width` is that of the
   * cell, where it is drawn.
   */
  readonly text: (row: Row, now: number, width?: number) => string
  /** Below so many columns of the terminal it is left out rather than drawn. */
  readonly min: number
  /** It is not made wider than this, unless it `grows`. */
  readonly ideal: number
  /** 1: drawn as long as anything fits. The highest number is left out first. */
  readonly priority: number
  /** Takes what room is left. */
  readonly grows?: true
  readonly align?: "right"
  readonly tone?: (row: Row, now: number) => Tone | undefined
  /** What rows are sorted by; absent: its text. `false`: not by this column. */
  readonly sort?: ((row: Row) => string | number) | false
}

/** The least and the usual width of a kind of values. */
const WIDTHS: Readonly<Record<Kind, readonly [min: number, ideal: number]>> = {
  id: [12, 36],
  label: [8, 16],
  text: [12, 30],
  words: [12, 40],
  count: [7, 9],
  moment: [16, 16],
  day: [10, 10],
  span: [8, 12],
  flag: [5, 5],
}

const titleOf = ({ kind, name }: ShownColumn<unknown>): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("_", " ")}${kind === "moment" ? " (UTC)" : ""}`

/** Numbers are sorted as numbers, all else by its text. */
const sortKey = <Row>(column: ShownColumn<Row>, row: Row): string | number => {
  const value = column.of(row)
  return typeof value === "number" ? value : (valueText(column, row) ?? "").toLowerCase()
}

/** The columns of a list as the console draws them. */
export const drawnColumns = <Row>(shown: ReadonlyArray<ShownColumn<Row>>): ReadonlyArray<Column<Row>> =>
  shown.map((column, at) => {
    const [min, ideal] = WIDTHS[column.kind]
    return {
      name: column.name,
      title: titleOf(column),
      text: (row, _now, width) => valueText(column, row, width) ?? column.absent ?? "-",
      min: column.min ?? min,
      ideal: column.ideal ?? ideal,
      priority: column.priority ?? at + 1,
      ...(column.grows === true && { grows: true }),
      ...(column.kind === "count" && { align: "right" }),
      tone: (row, now) => column.tone?.(row, now),
      ...((column.kind === "count" || column.kind === "id") && { sort: (row: Row) => sortKey(column, row) }),
    }
  })

/** A column with the width that it is drawn with. */
export interface Fitted<Row> {
  readonly column: Column<Row>
  readonly width: number
}

/** Columns of the terminal between two columns of a table. */
export const GAP = 2

/** Gives the room that is left to those that may still grow, one column of the terminal after the other. */
const widened = <Row>(
  fitted: ReadonlyArray<Fitted<Row>>,
  room: number,
  most: (column: Column<Row>) => number,
): ReadonlyArray<Fitted<Row>> => {
  const widths = fitted.map(({ width }) => width)
  const byPriority = fitted
    .map(({ column }, at) => ({ at, most: most(column), priority: column.priority }))
    .sort((a, b) => a.priority - b.priority || a.at - b.at)
  let left = room
  let isGrowing = true
  while (left > 0 && isGrowing) {
    isGrowing = false
    for (const { at, most: limit } of byPriority) {
      const width = widths[at] ?? 0
      if (left === 0 || width >= limit) continue
      widths[at] = width + 1
      left -= 1
      isGrowing = true
    }
  }
  return fitted.map(({ column }, at) => ({ column, width: widths[at] ?? 0 }))
}

const roomOf = <Row>(fitted: ReadonlyArray<Fitted<Row>>): number =>
  fitted.reduce((sum, { width }) => sum + width, Math.max(0, fitted.length - 1) * GAP)

/**
 * The columns that are drawn, in their order. The most important ones are always there, cut where even they do not
 * fit; others come as their least width fits; then all grow evenly to what they would like.
 */
export const fittedColumns = <Row>(columns: ReadonlyArray<Column<Row>>, room: number): ReadonlyArray<Fitted<Row>> => {
  const chosen = new Set<Column<Row>>()
  let left = room
  for (const column of columns.toSorted((a, b) => a.priority - b.priority)) {
    const needs = column.min + (chosen.size > 0 ? GAP : 0)
    if (needs > left && chosen.size > 0) break
    chosen.add(column)
    left -= needs
  }
  const least = columns.flatMap((column) =>
    chosen.has(column) ? [{ column, width: Math.max(1, Math.min(column.min, room)) }] : [],
  )
  const ideal = widened(least, room - roomOf(least), ({ ideal: most }) => most)
  return widened(ideal, room - roomOf(ideal), ({ grows }) => (grows === true ? room : 0))
}
