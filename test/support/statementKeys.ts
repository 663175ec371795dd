/**
 * Holds statements to the keys that the tables declare (architecture, section 5): each names the key of every table
 * that grows, writes or locks rows of one key, never changes a key, and never conflicts on less than the key. What is
 * read by its age alone, over all keys, is declared with the table, and so is what operators search by. Statements are
 * read as text, as far as those of this project go: tables are joined by JOIN, and named once for each alias.
 */
import type { Table } from "@garrison/sql/schema/Table"
import { tables } from "@garrison/sql/schema/tables"

const growing: ReadonlyMap<string, Table> = new Map(
  tables.filter(({ key }) => key !== undefined).map((table) => [table.name, table]),
)
const smallTables: ReadonlySet<string> = new Set(tables.filter(({ key }) => key === undefined).map(({ name }) => name))

/** A table as one part of a statement names it. */
interface Reference {
  readonly table: string
  readonly alias: string
  readonly key: string
}

/** Where a nested SELECT stood. */
const NESTED = "§"

const closing = (text: string, open: number): number => {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === "(") depth++
    else if (text[at] === ")" && --depth === 0) return at
  }
  return text.length
}

/** The statement and every SELECT in it, each without those inside of it; UNION parts them too. */
const partsOf = (text: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  const flat = (inner: string): string => {
    let own = ""
    for (let at = 0; at < inner.length; at++) {
      if (inner[at] !== "(") {
        own += inner[at]
        continue
      }
      const end = closing(inner, at)
      const content = inner.slice(at + 1, end)
      if (/^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(content)) {
        parts.push(...flat(content).split(/\bUNION(?:\s+ALL)?\b/i))
        own += NESTED
      } else own += `(${flat(content)})`
      at = end
    }
    return own
  }
  return [...flat(text).split(/\bUNION(?:\s+ALL)?\b/i), ...parts]
}

const keywords =
  /^(?:AS|CROSS|DO|FOR|FROM|GROUP|INNER|JOIN|LEFT|LIMIT|NATURAL|ON|ORDER|RETURNING|SELECT|SET|USING|VALUES|WHERE)$/i

const referencesIn = (part: string): ReadonlyArray<Reference> =>
  Array.from(part.matchAll(/\b(?:FROM|JOIN|UPDATE)\s+(\w+)(?:\s+AS\s+(\w+)|\s+(\w+))?/gi)).flatMap(
    ([, table = "", named, bare = ""]) => {
      const key = growing.get(table)?.key
      const alias = named ?? (keywords.test(bare) || bare === "" ? table : bare)
      return key === undefined ? [] : [{ table, alias, key }]
    },
  )

/** What stands for a value: a parameter, cast or not. */
const VALUE = String.raw`(?:CAST\s*\(\s*)?(?:\?|\$\d+)`

/** How the key of a reference may be written in its part: without the alias where no other table has such a key. */
const spelling = ({ alias, key }: Reference, all: ReadonlyArray<Reference>): string =>
  all.filter((other) => other.key === key).length > 1
    ? String.raw`\b${alias}\.${key}`
    : String.raw`(?<![\w.])(?:${alias}\.)?${key}`

/** The conditions of a part that must hold at once are taken apart where one of several is enough. */
const branchesOf = (part: string): ReadonlyArray<string> => {
  let depth = 0
  const where = part.search(/\bWHERE\b/i)
  const cuts: Array<number> = []
  for (let at = Math.max(where, 0); at < part.length; at++) {
    if (part[at] === "(") depth++
    else if (part[at] === ")") depth--
    else if (depth === 0 && /^\bOR\s/i.test(part.slice(at, at + 3)) && /\W/.test(part[at - 1] ?? " ")) cuts.push(at)
  }
  if (cuts.length === 0) return [part]
  const bounds = [where, ...cuts, part.length]
  return bounds.slice(1).map((end, index) => part.slice(0, where) + part.slice(bounds[index], end))
}

const holds = (part: string, pattern: string): boolean =>
  branchesOf(part).every((branch) => new RegExp(pattern, "i").test(branch))

const isNamedByValue = (part: string, reference: Reference, all: ReadonlyArray<Reference>): boolean =>
  holds(part, String.raw`${spelling(reference, all)}\s*=\s*${VALUE}`)

const isNamedForReading = (part: string, reference: Reference, all: ReadonlyArray<Reference>): boolean =>
  holds(part, String.raw`${spelling(reference, all)}\s*(?:=|\bIN)\s*(?:${VALUE}|\(\s*${VALUE}|${NESTED})`)

/** Whether a row of another table of the part, or of the part around it, names the key: by what is not small. */
const isNamedByRow = (
  part: string,
  reference: Reference,
  all: ReadonlyArray<Reference>,
  isNamed: (alias: string) => boolean,
): boolean => {
  const own = String.raw`\b${reference.alias}\.${reference.key}`
  const equals = [...part.matchAll(new RegExp(String.raw`${own}\s*=\s*(\w+)\.\w+|\b(\w+)\.\w+\s*=\s*${own}`, "gi"))]
  return equals.some(([, right, left]) => {
    const other = right ?? left ?? ""
    if (other === reference.alias || smallTables.has(other)) return false
    if (new RegExp(String.raw`\b(?:${[...smallTables].join("|")})\s+(?:AS\s+)?${other}\b`, "i").test(part)) return false
    return all.some(({ alias }) => alias === other) ? isNamed(other) : true
  })
}

/** Tables whose key a part that reads does not name. */
const unnamed = (part: string): ReadonlyArray<string> => {
  const all = referencesIn(part)
  const named = new Set(all.filter((one) => isNamedForReading(part, one, all)).map(({ alias }) => alias))
  for (let before = -1; before < named.size;) {
    before = named.size
    for (const one of all) if (isNamedByRow(part, one, all, (alias) => named.has(alias))) named.add(one.alias)
  }
  return all.filter(({ alias }) => !named.has(alias)).map(({ key, table }) => `${key} of ${table} is not named`)
}

const listOf = (text: string | undefined): ReadonlyArray<string> => (text ?? "").split(",").map((name) => name.trim())

/** The values that the rows of an INSERT have for a column, as far as they are parameters. */
const valuesFor = (part: string, index: number, params: ReadonlyArray<unknown>): ReadonlySet<string> => {
  const found = new Set<string>()
  const rows = part.slice(part.search(/\bVALUES\b/i) + 6)
  let position = 0
  for (
    let at = rows.indexOf("(");
    at >= 0 && /^[\s,]*$/.test(rows.slice(0, at).replaceAll(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, ""));
  ) {
    const end = closing(rows, at)
    const cells = rows.slice(at + 1, end).split(",")
    for (const [place, cell] of cells.entries()) {
      const numbered = /\$(\d+)/.exec(cell)?.[1]
      const parameter = numbered === undefined ? (cell.includes("?") ? position++ : undefined) : Number(numbered) - 1
      if (place === index) found.add(parameter === undefined ? cell.trim() : String(params[parameter]))
    }
    at = rows.indexOf("(", end)
  }
  return found
}

/** The values that the parts of a statement write to by the key of their table, by that key: buckets are their own. */
const keysWritten = (
  parts: ReadonlyArray<string>,
  params: ReadonlyArray<unknown>,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const written = new Map<string, Set<string>>()
  for (const part of parts) {
    const [, table = ""] = /^\s*(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+(\w+)/i.exec(part) ?? []
    const key = growing.get(table)?.key
    if (key === undefined || key === "bucket") continue
    const columns = listOf(/^\s*INSERT\s+INTO\s+\w+\s*\(([^()]*)\)/i.exec(part)?.[1])
    const cell = columns.includes(key)
      ? listOf(part.slice(part.search(/\bSELECT\b/i) + 6))[columns.indexOf(key)]
      : new RegExp(String.raw`(?<!\w)${key}\s*=\s*(\$\d+)`, "i").exec(part)?.[1]
    const number = /\$(\d+)/.exec(cell ?? "")?.[1]
    const value = number === undefined ? (cell ?? "") : JSON.stringify(params[Number(number) - 1] ?? number)
    written.set(key, (written.get(key) ?? new Set()).add(value))
  }
  return written
}

/** What is wrong with how the statement writes, or undefined where it does not write to a table that grows. */
const wrongInWrite = (part: string, params: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const insert = /^\s*(?:WITH\b.*?)?\bINSERT\s+INTO\s+(\w+)\s*\(([^()]*)\)/is.exec(part)
  const key = growing.get(insert?.[1] ?? "")?.key
  if (insert !== null) {
    if (key === undefined) return []
    const columns = listOf(insert[2])
    const wrong: Array<string> = []
    if (!columns.includes(key)) wrong.push(`an insert without ${key}`)
    const target = /\bON\s+CONFLICT\s*\(([^()]*)\)/i.exec(part)
    if (target !== null && !listOf(target[1]).includes(key)) wrong.push(`a conflict on less than ${key}`)
    if (/\bVALUES\s*\(/i.test(part) && valuesFor(part, columns.indexOf(key), params).size > 1)
      wrong.push(`rows of two ${key}`)
    return wrong
  }
  const change = /^\s*(?:WITH\b.*?)?\b(?:UPDATE|DELETE\s+FROM)\s+(\w+)/is.exec(part)
  const all = referencesIn(part)
  const written = all.find(({ table }) => table === change?.[1])
  if (written === undefined) return []
  const assigned = /\bSET\b(.*?)(?:\bFROM\b|\bWHERE\b|$)/is.exec(part)?.[1] ?? ""
  return [
    ...(isNamedByValue(part, written, all) ? [] : [`a write of ${written.table} that names no single ${written.key}`]),
    ...(new RegExp(String.raw`(?<![\w.])${written.key}\s*=(?!=)`, "i").test(assigned)
      ? [`${written.key} is changed`]
      : []),
  ]
}

/** Whether the statement looks for what is past its time, as the table declares, and locks nothing. */
const isSweep = (text: string, parts: ReadonlyArray<string>): boolean => {
  const [part = "", ...others] = parts
  const [found, ...more] = referencesIn(part)
  const age = growing.get(found?.table ?? "")?.age
  if (age === undefined || others.length > 0 || more.length > 0) return false
  return (
    /^\s*SELECT\b/i.test(text) &&
    !/\bFOR\s+(?:UPDATE|SHARE)\b/i.test(text) &&
    new RegExp(String.raw`\bWHERE\s+${age}\s*<=?\s*${VALUE}\s+(?:ORDER\s+BY\s+${age}\s+)?LIMIT\s`, "i").test(part)
  )
}

/**
 * Whether the part is a page of the search that its table declares for operators: it reads by what the index has, in
 * the order of the index, and no more than a page. It is sent to all keys, which no request may be.
 */
const isSearch = (part: string): boolean => {
  const [found, ...more] = referencesIn(part)
  const search = growing.get(found?.table ?? "")?.search
  if (found === undefined || search === undefined || more.length > 0) return false
  const plain = part.replaceAll(`${found.alias}.`, "").replaceAll(/\s+/g, " ")
  // A walk from one key to the next.
  if (search === found.key) {
    const walk = String.raw`^ ?SELECT [\w, ]+ FROM \w+ WHERE ${search} > ${VALUE} ORDER BY ${search} LIMIT ${VALUE} ?$`
    return new RegExp(walk, "i").test(plain)
  }
  return (
    /^\s*SELECT\b/i.test(plain) &&
    !/\bFOR\s+(?:UPDATE|SHARE)\b|\sOR\s/i.test(plain) &&
    plain.includes(` WHERE (${search}, `) &&
    new RegExp(String.raw`\) > \((?:\?|\$\d+), .*\bORDER BY `, "i").test(plain) &&
    plain.slice(plain.indexOf(" ORDER BY ")).startsWith(` ORDER BY ${search}, `) &&
    new RegExp(String.raw`\sLIMIT ${VALUE}\s*$`, "i").test(plain)
  )
}

/** Whom a statement serves that may be sent to all keys; undefined for those of requests. */
export const audienceOf = (statement: string): "housekeeping" | "search" | undefined => {
  const text = withoutTexts(statement)
  const parts = partsOf(text)
  if (isSweep(text, parts)) return "housekeeping"
  return parts.some(isSearch) ? "search" : undefined
}

const withoutTexts = (statement: string): string => statement.replaceAll(/'(?:[^']|'')*'/g, "''").replaceAll('"', "")

/** What is wrong with the statement. */
export const keyFaults = (statement: string, params: ReadonlyArray<unknown> = []): ReadonlyArray<string> => {
  const text = withoutTexts(statement)
  if (!/^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text)) return []
  const parts = partsOf(text)
  if (isSweep(text, parts)) return []
  const [main = "", ...nested] = parts
  const writes = nested.filter((part) => /^\s*(?:INSERT|UPDATE|DELETE)\b/i.test(part))
  const locks = parts.filter((part) => /\bFOR\s+(?:NO\s+KEY\s+)?(?:UPDATE|SHARE)\b/i.test(part))
  return [
    ...wrongInWrite(main, params),
    ...writes.flatMap((part) => wrongInWrite(part, params)),
    ...[...keysWritten(writes, params)].filter(([, values]) => values.size > 1).map(([key]) => `rows of two ${key}`),
    ...locks.flatMap((part) => {
      const all = referencesIn(part)
      return all.filter((one) => !isNamedByValue(part, one, all)).map(({ table }) => `a lock on many keys of ${table}`)
    }),
    ...parts.filter((part) => !isSearch(part)).flatMap(unnamed),
  ]
}
