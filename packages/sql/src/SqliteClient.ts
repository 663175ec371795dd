/**
 * `SqlClient` over `node:sqlite`. One connection writes, in transactions and nowhere else; a second, read-only one runs
 * the statements outside of transactions, so that a write there fails instead of passing unguarded.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import { classifySqliteError, SqlError } from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import { chmodSync, closeSync, openSync } from "node:fs"
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"

/** How a SQLite database is opened. */
export interface SqliteConfig {
  /** A path, or `:memory:` for a database that lives as long as the client. */
  readonly file: string
}

/** Prepared statements kept per connection; the least recently used one goes. */
const statementsMax = 256

/** How long SQLite itself waits for a lock, in ms. Short, because it blocks the event loop meanwhile. */
const busyTimeoutMillis = 5

const beginSql = "BEGIN IMMEDIATE"

/** How long a transaction waits for another process's, in ms of real time, before storage counts as unavailable. */
const beginWaitMillis = 5000

const sqlError = (cause: unknown): SqlError => {
  const code = typeof cause === "object" && cause !== null && "errcode" in cause ? cause.errcode : undefined
  if (typeof code === "number") Object.assign(cause as object, { errno: code })
  const message = cause instanceof Error ? cause.message : "SQLite failed"
  return new SqlError({ reason: classifySqliteError(cause, { message, operation: "execute" }) })
}

const isBusy = (error: SqlError): boolean => error.reason._tag === "LockTimeoutError"

/** Waits in real time: a lock of another process knows nothing of a test's clock. */
const pause = (millis: number): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const timer = setTimeout(() => resume(Effect.void), millis)
    return Effect.sync(() => clearTimeout(timer))
  })

interface Prepared {
  readonly statement: StatementSync
  /** Whether it only reads, and so may be run again when an integer turns out to be too large for a number. */
  readonly isRead: boolean
}

/** One connection. Its statements are synchronous, so that nothing else of this process runs in their midst. */
class SqliteConnection implements Connection {
  readonly database: DatabaseSync
  private readonly prepared = new Map<string, Prepared>()

  constructor(database: DatabaseSync) {
    this.database = database
  }

  private prepare(sql: string): Prepared {
    const found = this.prepared.get(sql)
    if (found !== undefined) {
      this.prepared.delete(sql)
      this.prepared.set(sql, found)
      return found
    }
    const isRead = /^\s*SELECT\b/i.test(sql)
    const made = { statement: this.database.prepare(sql), isRead }
    // A write cannot be run again, so its RETURNING is read in exact integers from the start.
    if (!isRead) made.statement.setReadBigInts(true)
    if (this.prepared.size >= statementsMax) this.prepared.delete(this.prepared.keys().next().value as string)
    this.prepared.set(sql, made)
    return made
  }

  /** Rows of the statement. Integers are numbers or bigints, whichever hold them; columns.ts takes both. */
  rows(sql: string, params: ReadonlyArray<unknown>): ReadonlyArray<any> {
    const { statement, isRead } = this.prepare(sql)
    const values = params as ReadonlyArray<SQLInputValue>
    try {
      return statement.all(...values)
    } catch (error) {
      if (!isRead || !(error instanceof RangeError)) throw error
      statement.setReadBigInts(true)
      return statement.all(...values)
    }
  }

  execute(
    sql: string,
    params: ReadonlyArray<unknown>,
    _transformRows?: (<A extends object>(row: ReadonlyArray<A>) => ReadonlyArray<A>) | undefined,
  ): Effect.Effect<ReadonlyArray<any>, SqlError> {
    return sql === beginSql ? this.begin : this.attempt(sql, params)
  }

  private attempt(sql: string, params: ReadonlyArray<unknown>): Effect.Effect<ReadonlyArray<any>, SqlError> {
    return Effect.suspend(() => {
      try {
        return Effect.succeed(this.rows(sql, params))
      } catch (error) {
        return Effect.fail(sqlError(error))
      }
    })
  }

  /** `BEGIN IMMEDIATE`, again and again while another process writes. */
  private readonly begin: Effect.Effect<ReadonlyArray<any>, SqlError> = Effect.suspend(() => {
    const deadline = performance.now() + beginWaitMillis
    let attempts = 0
    const again: Effect.Effect<ReadonlyArray<any>, SqlError> = Effect.catchIf(
      this.attempt(beginSql, []),
      (error) => isBusy(error) && performance.now() < deadline,
      () => Effect.flatMap(pause(Math.min(++attempts, 20)), () => again),
    )
    return again
  })

  executeRaw(sql: string, params: ReadonlyArray<unknown>) {
    return this.execute(sql, params)
  }

  executeValues(sql: string, params: ReadonlyArray<unknown>) {
    return Effect.map(this.execute(sql, params), (rows) => rows.map((row) => Object.values(row)))
  }

  executeValuesUnprepared(sql: string, params: ReadonlyArray<unknown>) {
    return this.executeValues(sql, params)
  }

  executeUnprepared(sql: string, params: ReadonlyArray<unknown>) {
    return this.execute(sql, params)
  }

  executeStream(sql: string, params: ReadonlyArray<unknown>) {
    return Stream.unwrap(Effect.map(this.execute(sql, params), Stream.fromIterable))
  }
}

const pragmas = `
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA trusted_schema = OFF;
  PRAGMA busy_timeout = ${busyTimeoutMillis};
`

const open = (file: string, readOnly: boolean): Effect.Effect<DatabaseSync, SqlError> =>
  Effect.try({
    try: () => {
      const database = new DatabaseSync(file, { readOnly, timeout: 1000 })
      if (!readOnly) database.exec("PRAGMA journal_mode = WAL")
      database.exec(pragmas)
      return database
    },
    catch: sqlError,
  })

const close = (database: DatabaseSync) => Effect.sync(() => database.close())

/** Makes a new database file readable by its owner alone: it holds personal data and hashed secrets. */
const createPrivately = (file: string) =>
  Effect.sync(() => {
    try {
      closeSync(openSync(file, "wx", 0o600))
      chmodSync(file, 0o600)
    } catch {
      // It exists, or cannot be made; opening it says which.
    }
  })

/** Opens the database. Fails with a {@link SqlError} when the file cannot be opened. */
export const make = Effect.fnUntraced(function* (config: SqliteConfig) {
  const isMemory = config.file === ":memory:"
  if (!isMemory) yield* createPrivately(config.file)
  const writer = new SqliteConnection(yield* Effect.acquireRelease(open(config.file, false), close))
  const reader = isMemory ? writer : new SqliteConnection(yield* Effect.acquireRelease(open(config.file, true), close))
  const semaphore = yield* Semaphore.make(1)
  const leases = SqlClient.makeSqliteAcquirers({
    connection: Effect.succeed(writer),
    semaphore,
    isTransaction: (connection) => connection.database.isTransaction,
  })
  return yield* SqlClient.make({
    acquirer: isMemory ? leases.acquirer : Effect.succeed(reader),
    borrower: isMemory ? leases.borrower : (use) => use(reader),
    transactionAcquirer: leases.transactionAcquirer,
    onCommitFailure: leases.onCommitFailure,
    isTransaction: leases.isTransaction,
    compiler: Statement.makeCompilerSqlite(),
    driver: "node-sqlite",
    spanAttributes: [["db.system.name", "sqlite"]],
    beginTransaction: beginSql,
    prepareTransactionControls: true,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
  })
})

/** The `SqlClient` of one database file. */
export const layer = (config: SqliteConfig): Layer.Layer<SqlClient.SqlClient, SqlError> =>
  Layer.effect(SqlClient.SqlClient, make(config)).pipe(Layer.provide(Reactivity.layer))
