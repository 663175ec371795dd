/** What the statements of a step do to tables, and how many rows that takes. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { integer } from "./columns.ts"

/** Whether the database in context has the table. */
export const hasTable = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql.onDialectOrElse({
    pg: () => sql`SELECT 1 AS found WHERE to_regclass(${name}) IS NOT NULL`,
    orElse: () => sql`SELECT 1 AS found FROM sqlite_schema WHERE name = ${name}`,
  })
  return found.length > 0
})

/**
 * What a statement does to a table. `locks`: it holds the table for a moment, whatever its size. `reads`, `indexes` and
 * `writes` look at every row: Postgres holds the table against writers meanwhile, SQLite the whole file.
 */
export const WORKS = ["makes", "locks", "reads", "indexes", "writes"] as const

/** One of them. */
export type Work = (typeof WORKS)[number]

/** What a step does to a table. */
export interface PlannedWork {
  readonly table: string
  readonly does: Work
}

const forms: ReadonlyArray<readonly [form: RegExp, does: Work]> = [
  [/^CREATE (?:VIRTUAL )?TABLE \w+ AS SELECT\b.* FROM (\w+)/i, "writes"],
  [/^CREATE (?:VIRTUAL )?TABLE (\w+)/i, "makes"],
  [/^CREATE (?:UNIQUE )?INDEX .*? ON (\w+)/i, "indexes"],
  [/^ALTER TABLE (\w+) ADD COLUMN .*\bSTORED\b/i, "writes"],
  [/^ALTER TABLE (\w+) ADD (?:COLUMN .*\b(?:CHECK|REFERENCES)\b|CONSTRAINT)/i, "reads"],
  [/^(?:ALTER|DROP) TABLE (\w+)/i, "locks"],
  // One row, which a step finds by an index.
  [/^INSERT INTO (\w+) .*\bLIMIT 1$/i, "locks"],
  [/^INSERT INTO \w+ .*?\bSELECT\b.*? FROM (\w+)/i, "writes"],
  [/^(?:UPDATE|DELETE FROM) (\w+)/i, "writes"],
]

/** What these statements do, each table once for each sort of work. */
export const worksOf = (statements: ReadonlyArray<string>): ReadonlyArray<PlannedWork> => {
  const found = statements.flatMap((statement): ReadonlyArray<PlannedWork> => {
    const line = statement.replace(/\s+/g, " ").trim()
    const match = forms
      .map(([form, does]) => [form.exec(line)?.[1], does] as const)
      .find(([table]) => table !== undefined)
    return match?.[0] === undefined ? [] : [{ table: match[0], does: match[1] }]
  })
  return found.filter(
    ({ does, table }, at) => found.findIndex((one) => one.does === does && one.table === table) === at,
  )
}

/** Whether the work looks at every row. */
export const isOfRows = (does: Work): boolean => does === "reads" || does === "indexes" || does === "writes"

/** Most rows that are counted of a table. */
const ROWS_MAX = 1_000_000

/** How many rows there are. */
export interface RowCount {
  readonly rows: number
  /** Whether there are more, which nobody has counted. */
  readonly at_least: boolean
}

/** No rows. */
export const NO_ROWS: RowCount = { rows: 0, at_least: false }

/** The statement that counts the rows of a table before a step. */
export const rowCount = (table: string): string =>
  `SELECT COUNT(*) AS n FROM (SELECT 1 FROM ${table} LIMIT ${ROWS_MAX + 1}) AS counted`

/** How many rows a table has, counted up to {@link ROWS_MAX}; none where an earlier step is to make it. */
export const countRows = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  if (!(yield* hasTable(table))) return NO_ROWS
  const [row] = yield* sql.unsafe<{ readonly n: unknown }>(rowCount(table))
  const found = integer(row?.n)
  const counted: RowCount = { rows: Math.min(found, ROWS_MAX), at_least: found > ROWS_MAX }
  return counted
})
