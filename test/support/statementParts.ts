/**
 * A statement as text, taken apart as far as those of this project go: the statement and every SELECT or write in it,
 * each with the tables that it names. Tables are named behind FROM, JOIN, UPDATE and commas, once for each alias.
 */
import type { Table } from "@garrison/sql/schema/Table"
import { tables } from "@garrison/sql/schema/tables"

/** The tables that grow, by their names. */
export const growing: ReadonlyMap<string, Table & { readonly key: string }> = new Map(
  tables.flatMap((table) => (table.key === undefined ? [] : [[table.name, { ...table, key: table.key }] as const])),
)

/** The tables that stay small, of which each machine has a copy. */
export const small: ReadonlySet<string> = new Set(tables.flatMap(({ key, name }) => (key === undefined ? [name] : [])))

/** A table that grows, as one part of a statement names it. */
export interface Reference {
  readonly table: string
  readonly alias: string
  readonly key: string
}

/** One SELECT, INSERT, UPDATE or DELETE. */
export interface Part {
  /** Without the parts in it, each of which left {@link NESTED} behind. */
  readonly text: string
  /** Its name, where it stands in a WITH. */
  readonly name: string | undefined
  /** The part that it stands in. */
  readonly around: Part | undefined
}

/** Where a nested part stood. */
export const NESTED = "§"

const closing = (text: string, open: number): number => {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === "(") depth++
    else if (text[at] === ")" && --depth === 0) return at
  }
  return text.length
}

/** Without texts and quotes, its parameters numbered. */
export const plainStatement = (statement: string): string => {
  let count = 0
  return statement
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll('"', "")
    .replaceAll(/\s+/g, " ")
    .replaceAll("?", () => `$${++count}`)
    .trim()
}

class Reader {
  readonly parts: Array<Part> = []

  /** Reads a statement, and answers with its first part; UNION makes several. */
  read(text: string, name?: string, around?: Part): void {
    const own: { text: string; name: string | undefined; around: Part | undefined } = { text: "", name, around }
    own.text = this.#flat(text, own)
    const [first = "", ...others] = own.text.split(/\bUNION(?:\s+ALL)?\b/i)
    own.text = first
    this.parts.push(own, ...others.map((other) => ({ text: other, name, around })))
  }

  #flat(text: string, own: Part): string {
    let flat = ""
    for (let at = 0; at < text.length; at++) {
      if (text[at] !== "(") {
        flat += text[at]
        continue
      }
      const end = closing(text, at)
      const content = text.slice(at + 1, end)
      if (/^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(content)) {
        this.read(content, /(\w+)\s+AS\s+(?:(?:NOT\s+)?MATERIALIZED\s*)?$/i.exec(flat)?.[1], own)
        flat += NESTED
      } else flat += `(${this.#flat(content, own)})`
      at = end
    }
    return flat
  }
}

/** The statement and every part in it; those inside of another come before it. */
export const partsOf = (plain: string): ReadonlyArray<Part> => {
  const reader = new Reader()
  reader.read(plain)
  return reader.parts
}

const keywords = "AS|CROSS|DO|FOR|FROM|GROUP|INNER|JOIN|LEFT|LIMIT|NATURAL|ON|ORDER|RETURNING|SET|USING|VALUES|WHERE"

const source = new RegExp(
  String.raw`(?:\b(?:FROM|JOIN|UPDATE)\s+|,\s*)(\w+)\b(?![.(])(?:\s+AS\s+(\w+)|\s+(?!(?:${keywords})\b)(\w+))?`,
  "gi",
)

/** What a part reads from by name: tables of all kinds, and parts of a WITH. */
export const sourcesOf = ({ text }: Part): ReadonlyArray<{ readonly name: string; readonly alias: string }> =>
  Array.from(text.matchAll(source), ([, name = "", named, bare]) => ({ name, alias: named ?? bare ?? name }))

/** The tables that grow which a part reads or changes, without the one that it inserts into. */
export const referencesIn = (part: Part): ReadonlyArray<Reference> =>
  sourcesOf(part).flatMap(({ alias, name }) => {
    const key = growing.get(name)?.key
    return key === undefined ? [] : [{ table: name, alias, key }]
  })

/** An INSERT: its table, its columns, and what is stored in each column of the first row. */
export interface Insert {
  readonly table: string
  readonly columns: ReadonlyArray<string>
  /** The cells of each row, or those of its SELECT. */
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  readonly isSelect: boolean
}

/** A list, taken apart at its own commas. */
const cellsOf = (list: string): ReadonlyArray<string> => {
  const cells = [""]
  let depth = 0
  for (const character of list) {
    if (character === "(") depth++
    if (character === ")") depth--
    if (character === "," && depth === 0) cells.push("")
    else cells.push(`${cells.pop() ?? ""}${character}`)
  }
  return cells.map((cell) => cell.trim())
}

const rowsIn = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<ReadonlyArray<string>> = []
  for (let at = text.indexOf("("); at >= 0 && /^[\s,]*$/.test(text.slice(0, at)); at = text.indexOf("(")) {
    const end = closing(text, at)
    rows.push(cellsOf(text.slice(at + 1, end)))
    text = text.slice(end + 1)
  }
  return rows
}

/** The INSERT that the part is, if it is one. */
export const insertOf = ({ text }: Part): Insert | undefined => {
  const [, table, columns = "", verb = "", rest = ""] =
    /\bINSERT INTO (\w+) ?\(([^()]*)\) ?(VALUES|SELECT)\b(.*)$/i.exec(text) ?? []
  if (table === undefined) return undefined
  const isSelect = verb.toUpperCase() === "SELECT"
  const rows = isSelect ? [cellsOf(rest.split(/\b(?:FROM|WHERE|RETURNING)\b/i)[0] ?? "")] : rowsIn(rest)
  return { table, columns: cellsOf(columns), rows, isSelect }
}
