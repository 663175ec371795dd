/**
 * Rows that a statement gets as one parameter, to join tables with: the text of the statement is the same for any
 * number of them. An engine that spreads tables asks each machine for the rows of its keys (architecture, section 5).
 */
import type * as SqlClient from "effect/sql/SqlClient"

/** A value in such a row: an identifier, a time or a text. */
type Given = string | number | null

/** What the names of columns say of their type. */
const isIdentifier = (column: string): boolean => column.endsWith("_uuid") || column.endsWith("_id")
const isNumber = (column: string): boolean => column === "seen_at" || column === "revision"

const typeOf = (column: string): string => {
  if (isIdentifier(column)) return "UUID"
  return isNumber(column) ? "BIGINT" : "TEXT"
}

/** Such rows: what stands behind FROM, which is named `given`, and the parameter for rows of values. */
export interface GivenRows {
  readonly source: string
  readonly json: (rows: ReadonlyArray<ReadonlyArray<Given>>) => string
}

/** Rows with these columns, in the words of the database of the client. */
export const givenRows = (sql: SqlClient.SqlClient, columns: ReadonlyArray<string>): GivenRows =>
  sql.onDialectOrElse({
    pg: () => ({
      source: `(SELECT ${columns
        .map((column, at) => `CAST(value ->> ${at} AS ${typeOf(column)}) AS ${column}`)
        .join(", ")} FROM json_array_elements(CAST(? AS JSON)) AS one (value)) AS given`,
      json: JSON.stringify,
    }),
    orElse: () => ({
      source: `(SELECT ${columns
        .map((column, at) => (isIdentifier(column) ? `unhex(value ->> ${at})` : `value ->> ${at}`) + ` AS ${column}`)
        .join(", ")} FROM json_each(?)) AS given`,
      json: (rows: ReadonlyArray<ReadonlyArray<Given>>) =>
        JSON.stringify(
          rows.map((row) =>
            row.map((value, at) =>
              typeof value === "string" && isIdentifier(columns[at] ?? "") ? value.replaceAll("-", "") : value,
            ),
          ),
        ),
    }),
  })
