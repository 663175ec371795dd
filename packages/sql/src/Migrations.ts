/** Brings a database to this version's schema, forward only, one step per transaction (guarantees R39). */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { integer, text } from "./columns.ts"
import { patiently } from "./deadline.ts"
import { type Migration, type MigrationDialect, render, renderStep } from "./Migration.ts"
import { noteSession, TELLING_TIMES, type TellingTimes, tellingWaits, type WorkingSession } from "./schemaLock.ts"
import { SqlDriver } from "./SqlDriver.ts"

/** The database's schema is not one that this version may touch. `message` says why, and what to do. */
export class MigrationRefused extends Data.TaggedError("MigrationRefused")<{ readonly message: string }> {}

/**
 * The database lacks steps of this version's schema, and this use of it may not add them. `applied` 0: it is not yet a
 * database of Garrison.
 */
export class SchemaNotReady extends Data.TaggedError("SchemaNotReady")<{
  readonly applied: number
  readonly lacking: number
}> {
  override get message() {
    return this.applied === 0 ? "it has none of the tables" : `it lacks ${this.lacking} steps of the schema`
  }
}

/** The table of what was applied. */
export const LEDGER_TABLE = "garrison_migration"

/** What was applied, with the SHA-256 of the statements that were. */
const ledger = `CREATE TABLE IF NOT EXISTS ${LEDGER_TABLE} (
  id BIGINT PRIMARY KEY CHECK (id > 0),
  name TEXT NOT NULL,
  checksum TEXT NOT NULL CHECK (length(checksum) = 64),
  applied_at BIGINT NOT NULL
)`

/** Any number, the same for every runner. */
const advisoryLock = 7_204_171_117

interface Step {
  readonly id: number
  readonly name: string
  readonly checksum: string
}

interface RenderedStep extends Step {
  readonly statements: ReadonlyArray<string>
}

const rendered =
  (dialect: MigrationDialect) =>
  (migration: Migration): RenderedStep => ({
    id: migration.id,
    name: migration.name,
    ...renderStep(migration, dialect),
  })

/** The name of the first step that databases had before there was one schema. */
const FIRST_BEFORE_RELEASE = "environment"

/** Why this version must not touch a database on which `applied` is, if it must not. */
const objection = (applied: ReadonlyArray<Step>, steps: ReadonlyArray<Step>): string | undefined => {
  for (const { id, name, checksum } of applied) {
    const known = steps.find((step) => step.id === id)
    if (known === undefined) {
      return (
        `the database has migration ${id} (${name}), which this version of Garrison does not know: a newer version ` +
        `wrote it. Run that version, or restore the backup made before the upgrade`
      )
    }
    if (known.checksum !== checksum && id === 1 && name === FIRST_BEFORE_RELEASE) {
      return (
        `the database was made by a version of Garrison from before its first release, which had other tables; nothing ` +
        `in it was changed. Give Garrison a new, empty database, or run the version that made this one`
      )
    }
    if (known.checksum !== checksum) {
      return (
        `migration ${id} (${name}) was applied to this database in another form than this version of Garrison has. ` +
        `Run the version that applied it, or restore a backup; a released migration must never be edited`
      )
    }
  }
  return undefined
}

/** One runner at a time. SQLite's `BEGIN IMMEDIATE` is lock enough. */
const exclusively = (sql: SqlClient.SqlClient): Effect.Effect<void, SqlError> =>
  sql.onDialectOrElse({
    pg: () => Effect.asVoid(sql`SELECT pg_advisory_xact_lock(${advisoryLock})`),
    orElse: () => Effect.void,
  })

const readApplied = Effect.fnUntraced(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT id, name, checksum FROM garrison_migration ORDER BY id`
  return rows.map((row): Step => ({ id: integer(row.id), name: text(row.name), checksum: text(row.checksum) }))
})

/** Applies the first of `steps` that the database lacks, whole or not at all; answers whether there was one. */
const applyNext = Effect.fnUntraced(function* (
  steps: ReadonlyArray<RenderedStep>,
  dialect: MigrationDialect,
  session: WorkingSession,
) {
  const sql = yield* SqlClient.SqlClient
  yield* noteSession(sql, session)
  yield* exclusively(sql)
  for (const statement of render(ledger, dialect)) yield* sql.unsafe(statement)
  const applied = yield* readApplied()
  const message = objection(applied, steps)
  if (message !== undefined) return yield* new MigrationRefused({ message })

  const next = steps.find((step) => !applied.some(({ id }) => id === step.id))
  if (next === undefined) return false
  for (const statement of next.statements) yield* sql.unsafe(statement)
  yield* sql`INSERT INTO garrison_migration (id, name, checksum, applied_at)
    VALUES (${next.id}, ${next.name}, ${next.checksum}, ${yield* Clock.currentTimeMillis})`
  return true
})

const dialectOf = (sql: SqlClient.SqlClient): MigrationDialect =>
  sql.onDialectOrElse({ pg: () => "pg" as const, orElse: () => "sqlite" as const })

/**
 * Counts the migrations that the database in context has, and those that it lacks. Changes nothing. Fails with
 * {@link MigrationRefused} on a newer or an altered schema.
 */
export const inspect = Effect.fn("Migrations.inspect")(function* (migrations: ReadonlyArray<Migration>) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql.onDialectOrElse({
    pg: () => sql`SELECT 1 AS found WHERE to_regclass(${LEDGER_TABLE}) IS NOT NULL`,
    orElse: () => sql`SELECT 1 AS found FROM sqlite_schema WHERE name = ${LEDGER_TABLE}`,
  })
  const applied = found.length === 0 ? [] : yield* readApplied()
  const message = objection(applied, migrations.map(rendered(dialectOf(sql))))
  if (message !== undefined) return yield* new MigrationRefused({ message })
  return { applied: applied.length, lacking: migrations.length - applied.length }
})

/**
 * Applies every migration that the database in context lacks, in the order of their ids; answers with how many those
 * were. Several processes may do so at once. Fails with {@link MigrationRefused} on a newer or an altered schema, with
 * `SqlError` when a statement fails; what was applied before stays, each step whole. While another process holds a
 * lock, the log says which one.
 */
export const migrate = Effect.fn("Migrations.migrate")(function* (
  migrations: ReadonlyArray<Migration>,
  times: TellingTimes = TELLING_TIMES,
) {
  const sql = yield* SqlClient.SqlClient
  const { place } = yield* SqlDriver
  const dialect = dialectOf(sql)
  const steps = migrations.toSorted((left, right) => left.id - right.id).map(rendered(dialect))
  if (new Set(steps.map(({ id }) => id)).size < steps.length) {
    return yield* Effect.die(new Error("two migrations have the same id"))
  }
  const session: WorkingSession = { pid: undefined }
  const next = sql.withTransaction(patiently(sql, applyNext(steps, dialect, session)))
  const all = Effect.gen(function* () {
    let count = 0
    while (yield* next) count++
    return count
  })
  return yield* tellingWaits(sql, all, { place, session, times })
})
