/** Which columns the seals of access rows cover, as the tables declare, and the texts that are sealed. */
import type { AccessRow } from "@garrison/core/audit/AccessRowStore"
import { integer, type Row } from "../columns.ts"
import type { Table } from "../schema/Table.ts"
import { tables } from "../schema/tables.ts"
import { type UuidParameter, uuid } from "../uuid.ts"

interface Columns {
  readonly name: string
  readonly columns: ReadonlyArray<string>
}

/** A table whose rows have seals, and those whose rows are sealed with them. */
export interface Owner extends Columns {
  readonly key: string
  readonly keyType: "UUID" | "BIGINT" | "TEXT"
  /** The column by which the audit names a row: the key, or one that is sealed. */
  readonly named: string
  readonly parts: ReadonlyArray<Columns>
}

const keyOf = ({ name, statements: [first = ""] }: Table): Pick<Owner, "key" | "keyType"> => {
  const [, key, keyType] =
    /^\s*(\w+) (UUID|BIGINT|TEXT) PRIMARY KEY/m.exec(typeof first === "string" ? first : "") ?? []
  if (key === undefined) throw new Error(`${name} has no key of one column`)
  return { key, keyType: keyType as Owner["keyType"] }
}

/** Every table whose rows have seals, by its name. */
export const owners: ReadonlyMap<string, Owner> = new Map(
  tables.flatMap((table) => {
    const { name, sealed } = table
    if (sealed === undefined || sealed.owner !== undefined) return []
    const parts = tables.flatMap((part) =>
      part.sealed?.owner === name ? [{ name: part.name, columns: part.sealed.columns }] : [],
    )
    const { key, keyType } = keyOf(table)
    return [[name, { name, columns: sealed.columns, parts, key, keyType, named: sealed.named ?? key }]]
  }),
)

/** What is declared of a table whose rows have seals. */
export const ownerOf = (table: string): Owner => {
  const owner = owners.get(table)
  if (owner === undefined) throw new Error(`rows of ${table} have no seals`)
  return owner
}

/** A key, as a parameter and as the databases hand it back. */
export type Key = UuidParameter | number | bigint

/** A column as a seal covers it: the same text for what is written and for what is read. */
const cellOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")
  return typeof value === "string" ? value : String(integer(value))
}

/** The columns up to the last one that has a value: a column that is added behind them leaves seals of before valid. */
const cellsOf = (columns: ReadonlyArray<string>, row: Row) => {
  const cells = columns.map((column) => cellOf(row[column]))
  return cells.slice(0, cells.findLastIndex((cell) => cell !== null) + 1)
}

/** The texts that the seal of a row covers. Of the rows that are sealed with it, the sequence does not matter. */
export const partsOf = (
  owner: Owner,
  key: Key,
  own: Row,
  others: Readonly<Record<string, ReadonlyArray<Row>>>,
): AccessRow["parts"] => [
  ...(owner.columns.length === 0
    ? []
    : [{ table: owner.name, text: JSON.stringify(["row", owner.name, cellOf(key), ...cellsOf(owner.columns, own)]) }]),
  ...owner.parts.map(({ columns, name }) => {
    const rows = (others[name] ?? []).map((row) => JSON.stringify(cellsOf(columns, row)))
    return { table: name, text: JSON.stringify(["rows", name, cellOf(key), ...rows.toSorted()]) }
  }),
]

/** What the audit names a row by, as text. */
export const nameOf = ({ named }: Pick<Owner, "named">, row: Row): string => {
  const value = row[named]
  return value instanceof Uint8Array ? uuid(value) : String(value)
}

/** What a row is found by, as text. */
export const idOf = ({ keyType }: Owner, key: Key): string => (keyType === "UUID" ? uuid(key) : String(key))
