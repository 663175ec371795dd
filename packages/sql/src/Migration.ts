/** What a migration is: steps of the schema, written once for both databases. */
import { createHash } from "node:crypto"
import type * as SqlClient from "effect/sql/SqlClient"

/** The table of what was applied. */
export const LEDGER_TABLE = "garrison_migration"

/** What was applied, with the SHA-256 of the statements that were. */
export const LEDGER = `CREATE TABLE IF NOT EXISTS ${LEDGER_TABLE} (
  id BIGINT PRIMARY KEY CHECK (id > 0),
  name TEXT NOT NULL,
  checksum TEXT NOT NULL CHECK (length(checksum) = 64),
  applied_at BIGINT NOT NULL
)`

/** A statement in the types below, or one that a single database takes, as it stands. */
export type MigrationStatement = string | { readonly pg: string } | { readonly sqlite: string }

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
  /**
   * Whether versions that lack the step may go on writing beside it (`expand`), or are refused from then on in their
   * units, and when they start again (`contract`). Without the word they go on: so do the steps from before there were
   * epochs.
   */
  readonly change?: "expand" | "contract"
  readonly statements: ReadonlyArray<MigrationStatement>
}

/** The databases that migrations are rendered for. */
export type MigrationDialect = "sqlite" | "pg"

/** The database that a client speaks to. */
export const dialectOf = (sql: SqlClient.SqlClient): MigrationDialect =>
  sql.onDialectOrElse({ pg: () => "pg" as const, orElse: () => "sqlite" as const })

/**
 * A step that databases have. Its statements are text, and refer to no other value of the code: a change elsewhere must
 * not change what was applied. `checksums` are the SHA-256 of the rendered statements, in hexadecimal, as
 * {@link renderStep} makes them and databases store them.
 */
export interface FrozenMigration extends Migration {
  readonly checksums: Readonly<Record<MigrationDialect, string>>
}

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
  if (typeof statement !== "string") {
    if ("pg" in statement) return dialect === "pg" ? [statement.pg] : []
    return dialect === "sqlite" ? [statement.sqlite] : []
  }
  const text = statement.trim()
  return [dialect === "pg" ? text.replace(withoutRowid, "") : forSqlite(text)]
}

/** The statements of a step as `dialect` takes them, and the SHA-256 that databases store of it, in hexadecimal. */
export const renderStep = (
  { statements }: Migration,
  dialect: MigrationDialect,
): { readonly statements: ReadonlyArray<string>; readonly checksum: string } => {
  const rendered = statements.flatMap((statement) => render(statement, dialect))
  return { statements: rendered, checksum: createHash("sha256").update(rendered.join(";\n")).digest("hex") }
}
