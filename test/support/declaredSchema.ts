/** The schema as it is declared, made at once and without its steps. */
import { type MigrationDialect, type MigrationStatement, render } from "@garrison/sql/Migration"
import { sequences, tables } from "@garrison/sql/schema/tables"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

const statements: ReadonlyArray<MigrationStatement> = [
  ...tables.flatMap((table) => table.statements),
  ...sequences.map((name) => ({ pg: `CREATE SEQUENCE ${name}` })),
]

/** Makes the declared schema on the empty database in context, and runs `more` after it. */
export const makeDeclared = Effect.fnUntraced(function* (dialect: MigrationDialect, more: ReadonlyArray<string> = []) {
  const sql = yield* SqlClient.SqlClient
  const whole = [...statements.flatMap((statement) => render(statement, dialect)), ...more]
  yield* sql.withTransaction(Effect.forEach(whole, (statement) => sql.unsafe(statement)))
})
