/** What a migration is: steps of the schema, written once for both databases. */

/** A statement in the types below, or one that only Postgres takes. */
export type MigrationStatement = string | { readonly pg: string }

/**
 * One forward step of the schema. Statements are written with the column types `BIGINT`, `TEXT`, `BYTEA`, `UUID` and
 * `DOUBLE PRECISION`; {@link render} turns them into each database's own. A migration that has been released is never
 * edited: its checksum is stored with it (guarantees R39).
 */
export interface Migration {
  /** Position in the order of migrations, from 1, without gaps or duplicates in `migrations/all.ts`. */
  readonly id: number
  /** What it is about. */
  readonly name: string
  readonly statements: ReadonlyArray<MigrationStatement>
}

/** The databases that migrations are rendered for. */
export type MigrationDialect = "sqlite" | "pg"

const sqliteTypes: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(\w+) UUID\b/g, "$1 BLOB CHECK (length($1) = 16)"],
  [/\bBIGINT\b/g, "INTEGER"],
  [/\bBYTEA\b/g, "BLOB"],
  [/\bDOUBLE PRECISION\b/g, "REAL"],
  [/ COLLATE "C"/g, ""],
]

const withoutRowid = / WITHOUT ROWID$/

const forSqlite = (statement: string): string => {
  const typed = sqliteTypes.reduce((text, [from, to]) => text.replace(from, to), statement)
  if (!/^CREATE TABLE\b/i.test(typed)) return typed
  return withoutRowid.test(typed) ? `${typed}, STRICT` : `${typed} STRICT`
}

/**
 * The statements as `dialect` takes them. SQLite gets its own type names, 16 bytes for a uuid, and `STRICT` on every
 * table, without which it keeps whatever it is given; `WITHOUT ROWID`, which keeps a table in the order of its primary
 * key, is for SQLite alone. `COLLATE "C"`, the order of bytes, is for Postgres alone: SQLite compares so anyway.
 */
export const render = (statement: MigrationStatement, dialect: MigrationDialect): ReadonlyArray<string> => {
  if (typeof statement !== "string") return dialect === "pg" ? [statement.pg] : []
  const text = statement.trim()
  return [dialect === "pg" ? text.replace(withoutRowid, "") : forSqlite(text)]
}
