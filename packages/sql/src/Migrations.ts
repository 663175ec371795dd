/** Brings a database to this version's schema, forward only, one step per transaction (guarantees R39). */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { integer, text } from "./columns.ts"
import { patiently } from "./deadline.ts"
import {
  dialectOf,
  LEDGER,
  LEDGER_TABLE,
  type Migration,
  type MigrationDialect,
  render,
  renderStep,
} from "./Migration.ts"
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

const hasLedger = Effect.fnUntraced(function* () {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql.onDialectOrElse({
    pg: () => sql`SELECT 1 AS found WHERE to_regclass(${LEDGER_TABLE}) IS NOT NULL`,
    orElse: () => sql`SELECT 1 AS found FROM sqlite_schema WHERE name = ${LEDGER_TABLE}`,
  })
  return found.length > 0
})

const readApplied = Effect.fnUntraced(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT id, name, checksum FROM garrison_migration ORDER BY id`
  return rows.map((row): Step => ({ id: integer(row.id), name: text(row.name), checksum: text(row.checksum) }))
})

/**
 * Looks at the schema of the database in context, of which the first `applied` steps were applied. Answers with what is
 * wrong with it, in words.
 */
export type SchemaLook = (applied: number) => Effect.Effect<string | undefined, SqlError, SqlClient.SqlClient>

const seeNothing: SchemaLook = () => Effect.undefined

/** What applies steps. */
interface Runner {
  readonly steps: ReadonlyArray<RenderedStep>
  readonly dialect: MigrationDialect
  readonly session: WorkingSession
  readonly look: SchemaLook
}

/**
 * Applies the first of the steps that the database lacks, whole or not at all; answers whether there was one. The
 * schema is looked at before the first one and after the last: the lock keeps another runner from changing it meanwhile.
 */
const applyNext = Effect.fnUntraced(function* ({ dialect, look, session, steps }: Runner, isFirst: boolean) {
  const sql = yield* SqlClient.SqlClient
  yield* noteSession(sql, session)
  yield* exclusively(sql)
  // Asked for first: Postgres would make it anew in a schema that comes before the one that has it.
  if (!(yield* hasLedger())) for (const statement of render(LEDGER, dialect)) yield* sql.unsafe(statement)
  const applied = yield* readApplied()
  const message = objection(applied, steps)
  if (message !== undefined) return yield* new MigrationRefused({ message })

  const next = steps.find((step) => !applied.some(({ id }) => id === step.id))
  const wrong = applied.length > 0 && (isFirst || next === undefined) ? yield* look(applied.length) : undefined
  if (wrong !== undefined) return yield* new MigrationRefused({ message: wrong })
  if (next === undefined) return false
  for (const statement of next.statements) yield* sql.unsafe(statement)
  yield* sql`INSERT INTO garrison_migration (id, name, checksum, applied_at)
    VALUES (${next.id}, ${next.name}, ${next.checksum}, ${yield* Clock.currentTimeMillis})`
  return true
})

/**
 * Counts the migrations that the database in context has, and those that it lacks. Changes nothing. Fails with
 * {@link MigrationRefused} on a newer or an altered schema.
 */
export const inspect = Effect.fn("Migrations.inspect")(function* (migrations: ReadonlyArray<Migration>) {
  const sql = yield* SqlClient.SqlClient
  const applied = (yield* hasLedger()) ? yield* readApplied() : []
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
  look: SchemaLook = seeNothing,
) {
  const sql = yield* SqlClient.SqlClient
  const { place } = yield* SqlDriver
  const dialect = dialectOf(sql)
  const steps = migrations.toSorted((left, right) => left.id - right.id).map(rendered(dialect))
  if (new Set(steps.map(({ id }) => id)).size < steps.length) {
    return yield* Effect.die(new Error("two migrations have the same id"))
  }
  const session: WorkingSession = { pid: undefined }
  const next = (isFirst: boolean) =>
    sql.withTransaction(patiently(sql, applyNext({ steps, dialect, session, look }, isFirst)))
  const all = Effect.gen(function* () {
    let count = 0
    while (yield* next(count === 0)) count++
    return count
  })
  return yield* tellingWaits(sql, all, { place, session, times })
})
