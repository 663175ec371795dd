/** Where the parts of a list stand: the rows, and the facts of one beside or under them. */
import type { Size } from "../Screen.ts"

/** From so many columns of the terminal on the facts of a row stand beside the rows. */
const BESIDE_COLUMNS = 160

/** Lines that a table needs at least. */
const TABLE_LINES_MIN = 3

/** Columns between the rows and the facts beside them. */
export const BESIDE_GAP = 2

/** The places of the parts. */
export interface Places {
  readonly table: Size
  readonly detail: Size
  readonly isBeside: boolean
}

/** What decides where the parts stand. */
interface Parts {
  readonly head?: unknown
  readonly search?: { readonly words?: string }
  readonly detail?: { readonly lines: (rows: number) => number }
}

/** Whether a line stands above the rows. */
export const hasHead = ({ head, search }: Parts): boolean => head !== undefined || search?.words !== undefined

/** The places of the parts of a list in a view of this size. */
export const placesOf = (list: Parts, { columns, rows }: Size): Places => {
  const room = rows - (hasHead(list) ? 1 : 0)
  if (list.detail !== undefined && columns >= BESIDE_COLUMNS) {
    const beside = Math.floor(columns * 0.4)
    return {
      table: { columns: columns - beside - BESIDE_GAP, rows: Math.max(TABLE_LINES_MIN, room) },
      detail: { columns: beside, rows: room },
      isBeside: true,
    }
  }
  const lines = list.detail?.lines(rows) ?? 0
  const table = { columns, rows: Math.max(TABLE_LINES_MIN, room - lines) }
  return { table, detail: { columns, rows: lines }, isBeside: false }
}
