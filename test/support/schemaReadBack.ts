/**
 * The schema that a database has, read back from the database itself, in a form in which two databases can be compared:
 * columns by name and not by place, without the names and the white space that a step may choose.
 */
import { text } from "@garrison/sql/columns"
import { LEDGER_TABLE } from "@garrison/sql/Migrations"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Each fact of each table (a column, a check, an index, a reference), as sorted lines by the table's name. */
export type SchemaFacts = Readonly<Record<string, ReadonlyArray<string>>>

/** The end of what the parenthesis at `start` encloses. Quoted text may hold parentheses. */
const closing = (sql: string, start: number): number => {
  let depth = 0
  for (let at = start; at < sql.length; at++) {
    const character = sql[at]
    if (character === "'") at = sql.indexOf("'", at + 1)
    else if (character === "(") depth++
    else if (character === ")" && --depth === 0) return at
  }
  throw new Error(`no end of a parenthesis: ${sql}`)
}

/** What stands in parentheses after each `word`, with single spaces. */
const enclosedAfter = (sql: string, word: string): ReadonlyArray<string> =>
  [...sql.matchAll(new RegExp(`\\b${word}\\s*\\(`, "g"))].map((match) => {
    const start = match.index + match[0].length - 1
    return `${word} ${spaced(sql.slice(start, closing(sql, start) + 1))}`
  })

const spaced = (sql: string): string => sql.replace(/\s+/g, " ").replaceAll("( ", "(").replaceAll(" )", ")")

const sqliteTable = Effect.fnUntraced(function* (name: string, sql: string) {
  const client = yield* SqlClient.SqlClient
  const columns = yield* client.unsafe(
    `SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo('${name}')`,
  )
  const references = yield* client.unsafe<{ readonly id: unknown }>(
    `SELECT id, "from", "table", "to", on_update, on_delete FROM pragma_foreign_key_list('${name}') ORDER BY seq`,
  )
  const indexes = yield* client.unsafe<{ readonly name: unknown }>(
    `SELECT name, "unique", origin, partial FROM pragma_index_list('${name}')`,
  )
  const facts: Array<string> = columns.map((column) => `column ${JSON.stringify(column)}`)
  for (const id of new Set(references.map((reference) => reference.id))) {
    const parts = references.filter((reference) => reference.id === id).map((part) => ({ ...part, id: 0 }))
    facts.push(`reference ${JSON.stringify(parts)}`)
  }
  for (const { name: index, ...kind } of indexes) {
    const [stored] = yield* client<{
      readonly sql: unknown
    }>`SELECT sql FROM sqlite_schema WHERE type = 'index' AND name = ${text(index)}`
    const keys = yield* client.unsafe(
      `SELECT name, "desc", coll FROM pragma_index_xinfo('${text(index)}') WHERE key = 1`,
    )
    // An index that a constraint made has a name of SQLite's own, which counts the indexes of its table.
    const definition = stored?.sql == null ? JSON.stringify(keys) : spaced(text(stored.sql)).replaceAll('"', "")
    facts.push(`index ${JSON.stringify(kind)} ${definition}`)
  }
  facts.push(...enclosedAfter(sql, "CHECK"), ...enclosedAfter(sql, "ALWAYS AS"))
  facts.push(`deferred ${sql.match(/DEFERRABLE INITIALLY DEFERRED/g)?.length ?? 0}`)
  facts.push(`form ${sql.slice(sql.lastIndexOf(")") + 1).trim()}`)
  return facts
})

const sqliteFacts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql`SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`
  return yield* Effect.forEach(tables, (table) =>
    Effect.map(sqliteTable(text(table.name), text(table.sql)), (facts) => [text(table.name), facts] as const),
  )
})

const postgresFacts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT c.relname AS name, 'column ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull
      || ' ' || a.attgenerated::text || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '')
      || ' ' || coalesce((SELECT collname FROM pg_collation WHERE oid = a.attcollation), '') AS fact
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
    UNION ALL SELECT c.relname, 'constraint ' || pg_get_constraintdef(k.oid)
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE c.relnamespace = 'public'::regnamespace AND k.contype <> 'n'
    UNION ALL SELECT tablename, 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT sequencename, 'sequence ' || data_type FROM pg_sequences WHERE schemaname = 'public'`
  const facts = new Map<string, Array<string>>()
  for (const row of rows) {
    const name = text(row.name)
    facts.set(name, [...(facts.get(name) ?? []), text(row.fact)])
  }
  return [...facts]
})

/** The facts of every table of the database in context, but for the ledger of migrations. */
export const readSchema: Effect.Effect<SchemaFacts, unknown, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const facts = yield* sql.onDialectOrElse({ pg: () => postgresFacts, orElse: () => sqliteFacts })
  const sorted = facts
    .filter(([name]) => name !== LEDGER_TABLE)
    .map(([name, lines]) => [name, lines.toSorted()] as const)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(sorted)
})
