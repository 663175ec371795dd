/**
 * `SqlClient` over `node:sqlite`. One connection writes, only in transactions. A second, read-only connection runs the
 * statements outside of transactions, so that a write there fails.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import { ConnectionError, SqlError } from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import { resolve } from "node:path"
import { integer } from "./columns.ts"
import { EpochGuard, OLDEST_EPOCH } from "./EpochGuard.ts"
import { DatabaseSync } from "./nodeSqlite.ts"
import { SqlDriver } from "./SqlDriver.ts"
import { retryWhileBusy, SqliteConnection, sqliteError } from "./SqliteConnection.ts"
import { isBroken, SqliteDamage } from "./SqliteDamage.ts"
import { createPrivately, stillThere } from "./SqliteFile.ts"
import { UnitConnection } from "./SqliteUnit.ts"
import { SqliteWriter } from "./SqliteWriter.ts"
import { namesOf, sqliteHolders } from "./sqliteHolders.ts"

/** How a SQLite database is opened. */
export interface SqliteConfig {
  /** A path, or `:memory:` for a database that lives as long as the client. */
  readonly file: string
  /** Units of work that may share one COMMIT; 1 gives each its own. Default 64. */
  readonly unitsPerCommitMax?: number
  /** How long to wait for another process's lock, in ms, before storage counts as unavailable. Default 5000. */
  readonly lockWaitMillis?: number
}

/**
 * Settings of every connection. Acknowledged writes survive a power cut (`synchronous`, guarantees R4); what is deleted
 * is overwritten with zeros where its page is written anyway (`secure_delete`, guarantees R47); SQLite itself waits for
 * a lock only briefly, in ms, because that blocks the event loop; the write-ahead log shrinks back to 64 MiB; a
 * connection keeps up to 32 MiB of pages, because reading a page again costs more than most statements.
 */
const pragmas = `
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA trusted_schema = OFF;
  PRAGMA secure_delete = FAST;
  PRAGMA busy_timeout = 5;
  PRAGMA journal_size_limit = 67108864;
  PRAGMA cache_size = -32768;
`

const openNow = (file: string, readOnly: boolean): DatabaseSync => {
  const database = new DatabaseSync(file, { readOnly, timeout: 50 })
  try {
    if (!readOnly && file !== ":memory:") {
      const mode = database.prepare("PRAGMA journal_mode = WAL").get()?.journal_mode
      if (mode !== "wal") throw new Error(`the file system of ${file} allows no write-ahead log`)
    }
    database.exec(pragmas)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** The failure for a lock, with the processes that hold it, as far as the system tells. */
const withHolders = (error: SqlError, file: string): SqlError => {
  const holders = error.reason._tag === "LockTimeoutError" ? sqliteHolders(file) : []
  if (holders.length === 0) return error
  const { cause } = error.reason
  const told = Object.assign(new Error(`${error.message}: ${namesOf(holders)} holds it`), {
    errcode: typeof cause === "object" && cause !== null && "errcode" in cause ? cause.errcode : undefined,
  })
  return sqliteError(told)
}

const open = (file: string, readOnly: boolean, lockWaitMillis: number): Effect.Effect<DatabaseSync, SqlError> =>
  Effect.suspend(() =>
    retryWhileBusy(
      Effect.try({ try: () => openNow(file, readOnly), catch: sqliteError }),
      performance.now() + lockWaitMillis,
    ),
  ).pipe(
    Effect.mapError((locked) => {
      const error = withHolders(locked, file)
      const remedy = isBroken(error.reason.cause) ? "; if it was one, it is damaged: restore a backup" : ""
      const message = `cannot open the SQLite database ${file}: ${error.message}${remedy}`
      return new SqlError({ reason: new ConnectionError({ cause: error, message, operation: "open" }) })
    }),
  )

const close = ({ database }: SqliteConnection) =>
  Effect.sync(() => {
    if (database.isOpen) database.close()
  })

/** An open connection, closed with the scope. */
const connect = (file: string, readOnly: boolean, lockWaitMillis: number, damage: SqliteDamage) => {
  const refusesWrites = readOnly || file === ":memory:"
  const options = { lockWaitMillis: readOnly ? lockWaitMillis : 0, refusesWrites, damage }
  return Effect.acquireRelease(
    Effect.map(open(file, readOnly, lockWaitMillis), (database) => new SqliteConnection(database, options)),
    close,
  )
}

const logError = (message: string) => Effect.provideService(Effect.logError(message), References.LogToStderr, true)

/** Makes the memory of damage to a file. It logs the one line about it. */
const watchDamage = (file: string) =>
  Effect.map(
    Effect.context(),
    (context) => new SqliteDamage(file, (message) => Effect.runForkWith(context)(logError(message))),
  )

let clientCount = 0

/** Opens the database. Fails with a {@link SqlError} when the file cannot be opened. */
export const make = Effect.fnUntraced(function* (config: SqliteConfig) {
  const { file, unitsPerCommitMax = 64, lockWaitMillis = 5000 } = config
  const isMemory = file === ":memory:"
  if (!isMemory) createPrivately(file)
  const damage = yield* watchDamage(file)
  const writing = yield* connect(file, false, lockWaitMillis, damage)
  const key = Context.Service<SqlClient.TransactionConnection, SqlClient.TransactionConnection.Service>(
    `@garrison/sql/SqliteClient/${clientCount++}`,
  )
  // An in-memory database has no second connection: statements outside of units take their turn among the units.
  const queryOnly = (value: "ON" | "OFF") => () => {
    if (isMemory) writing.database.exec(`PRAGMA query_only = ${value}`)
  }
  queryOnly("ON")()
  const epoch = new EpochGuard()
  const holdEpoch = () => {
    if (epoch.own !== undefined) epoch.hold(integer(writing.run(OLDEST_EPOCH)[0]?.["oldest"]))
  }
  const writer = new SqliteWriter(writing, key, {
    unitsPerCommitMax: isMemory ? 1 : unitsPerCommitMax,
    lockWaitMillis,
    beforeBegin: isMemory ? queryOnly("OFF") : stillThere(file),
    afterBegin: holdEpoch,
    toldOfLock: (error) => withHolders(error, file),
    afterEnd: queryOnly("ON"),
  })
  const lease = Effect.as(writer.lease, writing)
  // Units that wait for their COMMIT get it before the connection closes.
  yield* Effect.addFinalizer(() => Effect.ignore(writer.alone(Effect.void)))
  const reading = isMemory ? writing : yield* connect(file, true, lockWaitMillis, damage)
  // The connection that closes last moves the log into the file, unless it may only read. One that has read counts.
  if (!isMemory) yield* reading.execute("SELECT 1 FROM sqlite_schema LIMIT 1", [])
  yield* Effect.addFinalizer(() => (damage.found !== undefined ? close(writing) : Effect.void))

  const client = yield* SqlClient.make({
    acquirer: isMemory ? lease : Effect.succeed(reading),
    borrower: (use) => (isMemory ? writer.alone(use(reading)) : use(reading)),
    transactionAcquirer: lease,
    transactionService: key,
    compiler: Statement.makeCompilerSqlite(),
    driver: "node-sqlite",
    spanAttributes: [["db.system.name", "sqlite"]],
  })
  const current = (context: Context.Context<never>) => {
    const level = Context.getOrUndefined(context, key)
    return level !== undefined && level[0] instanceof UnitConnection ? { unit: level[0], depth: level[1] } : undefined
  }
  const own: Pick<SqlClient.SqlClient, "withTransaction" | "afterCommit"> = {
    withTransaction: (effect) =>
      Effect.withFiber((fiber) => {
        const level = current(fiber.context)
        return level === undefined ? writer.unit(effect) : writer.nested(level.unit, level.depth, effect)
      }),
    afterCommit: <R>(effect: Effect.Effect<void, never, R>) =>
      Effect.withFiber<void, never, R>((fiber) => {
        const level = current(fiber.context)
        if (level === undefined) return effect
        const services = Context.omit(key)(fiber.context) as Context.Context<R>
        level.unit.callbacks.push(Effect.provideContext(effect, services))
        return Effect.void
      }),
  }
  /** Moves the write-ahead log into the file and empties it. */
  const moveLog = writer.alone(Effect.sync(() => writing.run("PRAGMA wal_checkpoint(TRUNCATE)")))
  const driver = SqlDriver.of({
    place: isMemory ? file : resolve(file),
    epoch,
    // An in-memory database has no connection that is free at any moment.
    reading: isMemory ? undefined : reading,
    leaveNoResidue: own.afterCommit(Effect.ignoreCause(moveLog)),
  })
  return Context.make(SqlClient.SqlClient, Object.assign(client, own)).pipe(Context.add(SqlDriver, driver))
})

/** The `SqlClient` of one database file, and its driver. */
export const layer = (config: SqliteConfig): Layer.Layer<SqlClient.SqlClient | SqlDriver, SqlError> =>
  Layer.effectContext(make(config)).pipe(Layer.provide(Reactivity.layer))
