/** The schema as it is declared, made at once and without its steps, and what a database has, in lines. */
import { text } from "@garrison/sql/columns"
import { LEDGER, type MigrationDialect, type MigrationStatement, render } from "@garrison/sql/Migration"
import { lineOf, readSchema } from "@garrison/sql/schema/readBack"
import { sequences, tables } from "@garrison/sql/schema/tables"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

const statements: ReadonlyArray<MigrationStatement> = [
  LEDGER,
  ...tables.flatMap((table) => table.statements),
  ...sequences.map((name) => ({ pg: `CREATE SEQUENCE ${name}` })),
]

/** Makes the declared schema on the empty database in context, and runs `more` after it. */
export const makeDeclared = Effect.fnUntraced(function* (dialect: MigrationDialect, more: ReadonlyArray<string> = []) {
  const sql = yield* SqlClient.SqlClient
  const whole = [...statements.flatMap((statement) => render(statement, dialect)), ...more]
  yield* sql.withTransaction(Effect.forEach(whole, (statement) => sql.unsafe(statement)))
})

const tableNames = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({
    pg: () => sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    orElse: () => sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`,
  }),
)

/** The schema of the database in context: its parts, and the names of all tables, whether they are declared or not. */
export const schemaLines = Effect.gen(function* () {
  const parts = (yield* readSchema).map(lineOf)
  return [...parts, ...(yield* tableNames).map(({ name }) => text(name))].toSorted()
})
