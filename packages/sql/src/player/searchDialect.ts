/** The words in which either database is asked for lists and for parts of texts, for the search of players. */
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"

/** Grams that a statement asks for at most: eight tell names apart as well as all of a long one. */
const GRAMS_ASKED_MAX = 8

/** The grams of a long part, as many as a statement asks for, from its beginning to its end. */
const asked = (grams: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (grams.length <= GRAMS_ASKED_MAX) return grams
  const step = (grams.length - 1) / (GRAMS_ASKED_MAX - 1)
  return Array.from({ length: GRAMS_ASKED_MAX }, (_, index) => grams[Math.round(index * step)] ?? "")
}

/** What SQLite's full-text search matches: all of these grams, each a text in quotes, whatever it contains. */
export const gramsMatch = (grams: ReadonlyArray<string>): string =>
  asked(grams)
    .map((gram) => `"${gram.replaceAll('"', '""')}"`)
    .join(" AND ")

/** The array of these grams as Postgres reads one. */
export const gramsLiteral = (grams: ReadonlyArray<string>): string =>
  `{${asked(grams)
    .map((gram) => `"${gram.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`)
    .join(",")}}`

/** What differs between the databases. */
export interface SearchDialect {
  /** The function that finds a text in another, from 1; 0: not there. */
  readonly position: string
  /** A SELECT whose rows are these identifiers, which are one parameter. */
  readonly among: (ids: ReadonlyArray<string>) => Statement.Fragment
}

/** The words of the database of the client. */
export const dialectOf = (sql: SqlClient.SqlClient): SearchDialect =>
  sql.onDialectOrElse({
    pg: () => ({
      position: "strpos",
      among: (ids: ReadonlyArray<string>) =>
        sql`SELECT CAST(value AS UUID) FROM json_array_elements_text(CAST(${JSON.stringify(ids)} AS JSON)) AS given (value)`,
    }),
    orElse: () => ({
      position: "instr",
      among: (ids: ReadonlyArray<string>) =>
        sql`SELECT unhex(value) FROM json_each(${JSON.stringify(ids.map((id) => id.replaceAll("-", "")))})`,
    }),
  })
