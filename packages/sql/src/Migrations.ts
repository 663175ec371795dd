/** Brings a database to this version's schema, forward only, one step per transaction (guarantees R39). */
import { createHash } from "node:crypto"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { integer, text } from "./columns.ts"
import { type Migration, type MigrationDialect, render } from "./Migration.ts"

/** The database's schema is not one that this version may touch. `message` says why and what to do. */
export class MigrationRefused extends Data.TaggedError("MigrationRefused")<{ readonly message: string }> {}

const ledger = `CREATE TABLE IF NOT EXISTS garrison_migration (
  id BIGINT PRIMARY KEY CHECK (id > 0),
  name TEXT NOT NULL,
  checksum TEXT NOT NULL CHECK (length(checksum) = 64),
  applied_at BIGINT NOT NULL
)`

/** Any number, the same for every runner. */
const advisoryLock = 7_204_171_117

const checksum = (statements: ReadonlyArray<string>): string =>
  createHash("sha256").update(statements.join(";\n")).digest("hex")

const refuse = (message: string) => Effect.fail(new MigrationRefused({ message }))

/** Applies every migration that `sql`'s database lacks; answers with how many those were. */
export const migrate = Effect.fn("Migrations.migrate")(function* (migrations: ReadonlyArray<Migration>) {
  const sql = yield* SqlClient.SqlClient
  const dialect: MigrationDialect = sql.onDialectOrElse({ pg: () => "pg" as const, orElse: () => "sqlite" as const })
  const steps = migrations
    .map((migration) => {
      const statements = migration.statements.map((statement) => render(statement, dialect))
      return { ...migration, statements, checksum: checksum(statements) }
    })
    .sort((left, right) => left.id - right.id)

  const lock = dialect === "pg" ? Effect.asVoid(sql`SELECT pg_advisory_xact_lock(${advisoryLock})`) : Effect.void

  const applied = Effect.gen(function* () {
    yield* lock
    yield* sql.unsafe(render(ledger, dialect))
    const rows = yield* sql`SELECT id, name, checksum FROM garrison_migration ORDER BY id`
    return rows.map((row) => ({ id: integer(row.id), name: text(row.name), checksum: text(row.checksum) }))
  })

  const step = Effect.gen(function* () {
    const done = yield* applied
    for (const row of done) {
      const known = steps.find((candidate) => candidate.id === row.id)
      if (known === undefined)
        return yield* refuse(
          `the database has migration ${row.id} (${row.name}), which this version of Garrison does not know: ` +
            `it was written by a newer version. Run that version, or restore a backup made before the upgrade`,
        )
      if (known.checksum !== row.checksum)
        return yield* refuse(
          `migration ${row.id} (${row.name}) was applied to this database in another form than this version of ` +
            `Garrison has. Run the version that applied it, or restore a backup`,
        )
    }
    const next = steps.find((candidate) => !done.some((row) => row.id === candidate.id))
    if (next === undefined) return false
    for (const statement of next.statements) yield* sql.unsafe(statement)
    yield* sql`INSERT INTO garrison_migration (id, name, checksum, applied_at)
      VALUES (${next.id}, ${next.name}, ${next.checksum}, ${Date.now()})`
    return true
  })

  let count = 0
  while (yield* sql.withTransaction(step)) count++
  return count
}) satisfies (
  migrations: ReadonlyArray<Migration>,
) => Effect.Effect<number, MigrationRefused | SqlError, SqlClient.SqlClient>
