/**
 * Rows that a statement gets as one parameter, to join tables with: the text of the statement is the same for any
 * number of them. An engine that spreads tables asks each machine for the rows of its keys (architecture, section 5).
 */
import type * as SqlClient from "effect/sql/SqlClient"

/** A value in such a row: an identifier, a time or a text. */
type Given = string | number | null

/** What the names of columns say of their type. */
const isIdentifier = (column: string): boolean =>
  column !== "portal_user_id" && (column.endsWith("_uuid") || column.endsWith("_id"))
const isNumber = (column: string): boolean => column === "seen_at" || column === "revision"

const typeOf = (column: string): string => {
  if (isIdentifier(column)) return "UUID"
  return isNumber(column) ? "BIGINT" : "TEXT"
}

/**
 * Such rows: what stands behind FROM, which is named `given`, and the parameter for rows of values. The column `at`
 * has the index of each row, so that a statement can answer with it instead of identifiers.
 */
export interface GivenRows {
  readonly source: string
  readonly json: (rows: ReadonlyArray<ReadonlyArray<Given>>) => string
}

type Columns = ReadonlyArray<string>

const listed = (columns: Columns, valueOf: (column: string, at: number) => string): string =>
  columns.map((column, at) => `${valueOf(column, at)} AS ${column}`).join(", ")

const onPostgres = (columns: Columns): GivenRows => ({
  source: `(SELECT at - 1 AS at, ${listed(columns, (column, at) => `CAST(value ->> ${at} AS ${typeOf(column)})`)}
    FROM json_array_elements(CAST(? AS JSON)) WITH ORDINALITY AS one (value, at)) AS given`,
  json: JSON.stringify,
})

const digitsOf = (identifier: Given): Given =>
  typeof identifier === "string" ? identifier.replaceAll("-", "") : identifier

const onSqlite = (columns: Columns): GivenRows => ({
  source: `(SELECT key AS at, ${listed(columns, (column, at) => (isIdentifier(column) ? `unhex(value ->> ${at})` : `value ->> ${at}`))}
    FROM json_each(?)) AS given`,
  json: (rows) =>
    JSON.stringify(
      rows.map((row) => row.map((value, at) => (isIdentifier(columns[at] ?? "") ? digitsOf(value) : value))),
    ),
})

/** Rows of identifiers alone are one text each, in which SQLite finds them in half of the time. */
const identifiersOnSqlite = (columns: Columns): GivenRows => ({
  source: `(SELECT key AS at, ${listed(columns, (_, at) => `unhex(substr(value, ${1 + 32 * at}, 32))`)} FROM json_each(?)) AS given`,
  json: (rows) => JSON.stringify(rows.map((row) => row.join(""))).replaceAll("-", ""),
})

/** Rows with these columns, in the words of the database of the client. */
export const givenRows = (sql: SqlClient.SqlClient, columns: Columns): GivenRows =>
  sql.onDialectOrElse({
    pg: () => onPostgres(columns),
    orElse: () => (columns.every(isIdentifier) ? identifiersOnSqlite(columns) : onSqlite(columns)),
  })
