/** Lines: the rows of a table as a text for each column, for lists that differ in little else than their columns. */
import type { Tone } from "@garrison/core/operation/show/Shown"
import type { Column } from "./columns.ts"
import type { TableKind } from "./state.ts"
import { secondOf } from "../time.ts"

/** A line of a table. */
export interface Line {
  readonly id: string
  readonly cells: ReadonlyArray<string>
  readonly tones?: ReadonlyArray<Tone | undefined>
  /** The row as it came, for copying, for acts, and for where it leads. */
  readonly row: Readonly<Record<string, unknown>>
}

/** A column of lines: its title, the least and the usual width, and what it is besides. */
interface Shape extends Partial<Pick<Column<Line>, "align" | "grows">> {
  readonly isNumber?: true
}

/** The table of these columns. The first ones are drawn longest, where there is little room. */
export const tableOf = (
  empty: string,
  ...columns: ReadonlyArray<readonly [title: string, min: number, ideal: number, shape?: Shape]>
): TableKind<Line> => ({
  id: ({ id }) => id,
  empty,
  columns: columns.map(([title, min, ideal, { isNumber, ...shape } = {}], at) => ({
    name: title.toLowerCase(),
    title,
    min,
    ideal,
    priority: at + 1,
    ...(isNumber === true && { align: "right" as const }),
    ...shape,
    text: ({ cells }) => cells[at] ?? "",
    tone: ({ tones }) => tones?.[at],
    ...(isNumber === true && { sort: ({ cells }: Line) => Number(cells[at] ?? 0) }),
  })),
})

/** A time as tables show it, in UTC. */
export const shortTime = (time: string | null | undefined, absent = "-"): string =>
  typeof time === "string" ? secondOf(time) : absent
