/** What a migration is: the tables of one area, written once for both databases. */

/**
 * One forward step of the schema. Statements are written with the column types `BIGINT`, `TEXT`, `BYTEA` and
 * `DOUBLE PRECISION`; {@link render} turns them into each database's own. A migration that has been released is never
 * edited: its checksum is stored with it (guarantees R39).
 */
export interface Migration {
  /** Position in the order of migrations, from 1, without gaps or duplicates in `migrations/all.ts`. */
  readonly id: number
  /** The area that the tables belong to. */
  readonly name: string
  readonly statements: ReadonlyArray<string>
}

/** The databases that migrations are rendered for. */
export type MigrationDialect = "sqlite" | "pg"

const sqliteTypes: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bBIGINT\b/g, "INTEGER"],
  [/\bBYTEA\b/g, "BLOB"],
  [/\bDOUBLE PRECISION\b/g, "REAL"],
]

/**
 * The statement as `dialect` takes it. SQLite gets its own type names and `STRICT` on every table, without which it
 * keeps whatever it is given; Postgres gets the statement as written.
 */
export const render = (statement: string, dialect: MigrationDialect): string => {
  if (dialect === "pg") return statement.trim()
  const typed = sqliteTypes.reduce((text, [from, to]) => text.replace(from, to), statement.trim())
  return /^CREATE TABLE\b/i.test(typed) ? `${typed} STRICT` : typed
}
