/** A database as statements that make it again: its schema, and all of its rows. */
import { text } from "@garrison/sql/columns"
import { LEDGER_TABLE, renderStep } from "@garrison/sql/Migration"
import { migrations } from "@garrison/sql/migrations/all"
import { sequences, tables } from "@garrison/sql/schema/tables"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Between two statements of a file. */
export const BETWEEN_STATEMENTS = ";\n"

const rowsOf = Effect.fnUntraced(function* (table: string, columns: ReadonlyArray<string>, quoted: string) {
  const sql = yield* SqlClient.SqlClient
  const values = columns.map((column) => quoted.replace("%", column)).join(" || ', ' || ")
  const insert = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (`
  const rows = yield* sql.unsafe<{ readonly written: unknown }>(`SELECT ${values} AS written FROM ${table}`)
  return rows.map(({ written }) => `${insert}${text(written)})`)
})

const ofSqlite = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // The full-text search makes tables of its own, and triggers fill it.
  const schema = yield* sql`SELECT sql FROM sqlite_schema
    WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'player_name_gram_%' ORDER BY rowid`
  const rows = yield* Effect.forEach([LEDGER_TABLE, ...tables.map(({ name }) => name)], (table) =>
    Effect.gen(function* () {
      const found = yield* sql.unsafe<{ readonly name: unknown }>(
        `SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden = 0`,
      )
      const columns = found.map(({ name }) => text(name))
      // The number of its row is the id of a player.
      return yield* rowsOf(table, table === "player" ? ["rowid", ...columns] : columns, "quote(%)")
    }),
  )
  return [...schema.map((entry) => text(entry.sql)), "PRAGMA foreign_keys = OFF", ...rows.flat()]
})

const ofPostgres = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const schema = migrations.flatMap((step) => renderStep(step, "pg").statements)
  const ledger = `CREATE TABLE ${LEDGER_TABLE} (id BIGINT PRIMARY KEY, name TEXT, checksum TEXT, applied_at BIGINT)`
  const rows = yield* Effect.forEach([LEDGER_TABLE, ...tables.map(({ name }) => name)], (table) =>
    Effect.gen(function* () {
      const found = yield* sql`SELECT attname FROM pg_attribute
        WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`
      return yield* rowsOf(
        table,
        found.map(({ attname }) => text(attname)),
        "quote_nullable(%::text)",
      )
    }),
  )
  const drawn = yield* Effect.forEach(sequences, (name) =>
    Effect.map(
      sql.unsafe<{ readonly value: unknown }>(`SELECT last_value::text AS value FROM ${name}`),
      ([last]) => `SELECT setval('${name}', ${text(last?.value)})`,
    ),
  )
  const emptied = ["role", "audit_head", "broadcast_head", "schema_epoch"].map((table) => `DELETE FROM ${table}`)
  const unchecked = "SET session_replication_role = replica"
  return [...schema, ledger, ...emptied, unchecked, ...rows.flat(), ...drawn]
})

/** The statements that make the database in context again, each on its own, as the text of a file. */
export const dump: Effect.Effect<string, unknown, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = yield* sql.onDialectOrElse({ pg: () => ofPostgres, orElse: () => ofSqlite })
  return statements.join(BETWEEN_STATEMENTS) + BETWEEN_STATEMENTS
})
