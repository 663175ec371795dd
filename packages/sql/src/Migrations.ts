/** Brings a database to this version's schema, forward only, one step per transaction (guarantees R39). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { integer, integerOrUndefined, type Row, text } from "./columns.ts"
import { patiently } from "./deadline.ts"
import { excludeEpochs, OLDEST_EPOCH } from "./EpochGuard.ts"
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
import { countRows, hasTable, isOfRows, worksOf } from "./stepWork.ts"
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

/**
 * What happens before the first step of an upgrade, under the lock of the schema; not for a new database, whose steps
 * take no time. It may happen again where the step is tried again.
 */
export const BeforeUpgrade = Context.Reference<Effect.Effect<void, SqlError, SqlClient.SqlClient>>(
  "@garrison/sql/Migrations/BeforeUpgrade",
  { defaultValue: () => Effect.void },
)

/** Any number, the same for every runner. */
const advisoryLock = 7_204_171_117

interface Step {
  readonly id: number
  readonly name: string
  readonly checksum: string
}

/**
 * What was applied to a database, and the oldest epoch that may write; undefined: it is from before there were any.
 */
interface Applied {
  readonly applied: ReadonlyArray<Step>
  readonly oldest: number | undefined
}

interface RenderedStep extends Step {
  readonly change: Migration["change"]
  readonly statements: ReadonlyArray<string>
}

const rendered =
  (dialect: MigrationDialect) =>
  (migration: Migration): RenderedStep => ({
    id: migration.id,
    name: migration.name,
    change: migration.change,
    ...renderStep(migration, dialect),
  })

/** The name of the first step that databases had before there was one schema. */
const FIRST_BEFORE_RELEASE = "environment"

/** The epoch of a version that knows these steps. */
const epochOf = (steps: ReadonlyArray<Step>): number => Math.max(0, ...steps.map(({ id }) => id))

/** Whether a step of a newer version leaves this one at work: the database says which epochs may write. */
const isBeside = ({ id }: Step, steps: ReadonlyArray<Step>, oldest: number | undefined): boolean =>
  oldest !== undefined && oldest <= epochOf(steps) && id > epochOf(steps)

/** Why this version must not touch a database on which `applied` is, if it must not. */
const objection = ({ applied, oldest }: Applied, steps: ReadonlyArray<Step>): string | undefined => {
  for (const { id, name, checksum } of applied) {
    const known = steps.find((step) => step.id === id)
    if (known === undefined) {
      if (isBeside({ id, name, checksum }, steps, oldest)) continue
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
  const [epoch] = (yield* hasTable("schema_epoch")) ? yield* sql.unsafe<Row>(OLDEST_EPOCH) : []
  const found: Applied = {
    applied: rows.map((row): Step => ({ id: integer(row.id), name: text(row.name), checksum: text(row.checksum) })),
    oldest: integerOrUndefined(epoch?.["oldest"]),
  }
  return found
})

/** How many steps of this version are applied, and how many of later ones. */
const countsOf = ({ applied }: Applied, steps: ReadonlyArray<Step>) => {
  const known = applied.filter(({ id }) => id <= epochOf(steps)).length
  return { applied: known, later: applied.length - known }
}

/**
 * Looks at the schema of the database in context, which has the first `applied` steps of this version, and `later`
 * ones of a newer version. Answers with what is wrong with it, in words.
 */
export type SchemaLook = (found: {
  readonly applied: number
  readonly later: number
}) => Effect.Effect<string | undefined, SqlError, SqlClient.SqlClient>

const seeNothing: SchemaLook = () => Effect.undefined

/** Tells that a step of an upgrade is done. A new database gets all of them at once. */
const tellStep = ({ id, name }: Step, rows: number, began: number) => {
  const seconds = Math.round(performance.now() - began) / 1000
  return Effect.logInfo(`the schema has step ${id} (${name}): ${rows} rows in ${seconds} s`).pipe(
    Effect.annotateLogs({ event: "schema_step", step: id, name, rows, seconds }),
    Effect.provideService(References.LogToStderr, true),
  )
}

/** How many rows the statements look at, counted up to a limit of each table. */
const rowsOf = Effect.fnUntraced(function* (statements: ReadonlyArray<string>) {
  const counts = yield* Effect.forEach(
    worksOf(statements).filter(({ does }) => isOfRows(does)),
    ({ table }) => countRows(table),
  )
  return counts.reduce((sum, { rows }) => sum + rows, 0)
})

/** What applies steps. */
interface Runner {
  readonly steps: ReadonlyArray<RenderedStep>
  readonly dialect: MigrationDialect
  readonly session: WorkingSession
  readonly look: SchemaLook
  /** Set at the first step: whether the database had none. */
  readonly run: { isNew: boolean | undefined }
}

/**
 * Applies the first of the steps that the database lacks, whole or not at all; answers whether there was one. The
 * schema is looked at before the first one and after the last: the lock keeps another runner from changing it
 * meanwhile.
 */
const applyNext = Effect.fnUntraced(function* ({ dialect, look, run, session, steps }: Runner, isFirst: boolean) {
  const sql = yield* SqlClient.SqlClient
  yield* noteSession(sql, session)
  yield* exclusively(sql)
  // Asked for first: Postgres would make it anew in a schema that comes before the one that has it.
  if (!(yield* hasTable(LEDGER_TABLE))) for (const statement of render(LEDGER, dialect)) yield* sql.unsafe(statement)
  const found = yield* readApplied()
  const message = objection(found, steps)
  if (message !== undefined) return yield* new MigrationRefused({ message })
  const { applied, oldest } = found

  const next = steps.find((step) => !applied.some(({ id }) => id === step.id))
  const wrong = applied.length > 0 && (isFirst || next === undefined) ? yield* look(countsOf(found, steps)) : undefined
  if (wrong !== undefined) return yield* new MigrationRefused({ message: wrong })
  if (next === undefined) return false
  run.isNew ??= applied.length === 0
  if (isFirst && !run.isNew) yield* yield* BeforeUpgrade
  const began = performance.now()
  const rows = run.isNew ? 0 : yield* rowsOf(next.statements)
  const endsEpochs = next.change === "contract" && oldest !== undefined
  if (endsEpochs) yield* excludeEpochs(sql, next.id)
  for (const statement of next.statements) yield* sql.unsafe(statement)
  if (endsEpochs) yield* sql`UPDATE schema_epoch SET oldest = ${next.id} WHERE id = 1`
  yield* sql`INSERT INTO garrison_migration (id, name, checksum, applied_at)
    VALUES (${next.id}, ${next.name}, ${next.checksum}, ${yield* Clock.currentTimeMillis})`
  if (!run.isNew) yield* sql.afterCommit(tellStep(next, rows, began))
  return true
})

/**
 * Whether no step is left and nothing is wrong, looked at without a lock: a start then need not wait for who has one.
 * What a runner changes meanwhile looks wrong at most, and is looked at again with the lock.
 */
const isUpToDate = Effect.fnUntraced(function* ({ look, steps }: Pick<Runner, "look" | "steps">) {
  if (!(yield* hasTable(LEDGER_TABLE))) return false
  const found = yield* readApplied()
  const counts = countsOf(found, steps)
  if (objection(found, steps) !== undefined || counts.applied < steps.length) return false
  return (yield* look(counts)) === undefined
})

/**
 * Counts the migrations that the database in context has, and those that it lacks. Changes nothing. Fails with
 * {@link MigrationRefused} on a newer or an altered schema.
 */
export const inspect = Effect.fn("Migrations.inspect")(function* (migrations: ReadonlyArray<Migration>) {
  const sql = yield* SqlClient.SqlClient
  const found: Applied = (yield* hasTable(LEDGER_TABLE)) ? yield* readApplied() : { applied: [], oldest: undefined }
  const steps = migrations.map(rendered(dialectOf(sql)))
  const message = objection(found, steps)
  if (message !== undefined) return yield* new MigrationRefused({ message })
  const { applied } = countsOf(found, steps)
  return { applied, lacking: migrations.length - applied }
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
  if (yield* isUpToDate({ look, steps })) return 0
  const run = { isNew: undefined }
  const session: WorkingSession = { pid: undefined, hasBegun: false }
  const next = (isFirst: boolean) =>
    Effect.suspend(() => {
      session.hasBegun = false
      return sql.withTransaction(patiently(sql, applyNext({ steps, dialect, session, look, run }, isFirst)))
    })
  const all = Effect.gen(function* () {
    let count = 0
    while (yield* next(count === 0)) count++
    return count
  })
  return yield* tellingWaits(sql, all, { place, session, times })
})
