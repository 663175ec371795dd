/** One `node:sqlite` connection as effect/sql takes it: prepared statements, exact integers, classified errors. */
import * as Effect from "effect/Effect"
import { classifySqliteError, SqlError, UnknownError } from "effect/sql/SqlError"
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite"
import type { SqliteDamage } from "./SqliteDamage.ts"
import { type Rows, StatementConnection } from "./StatementConnection.ts"

/** Most prepared statements per connection; the least recently used one is dropped. */
const statementsMax = 256

/** The failure of a statement, classified by SQLite's result code. */
export const sqliteError = (cause: unknown): SqlError => {
  const code = typeof cause === "object" && cause !== null && "errcode" in cause ? cause.errcode : undefined
  // node:sqlite calls it `errcode`; effect's classifier looks for `errno`.
  if (typeof code === "number") Object.assign(cause as object, { errno: code })
  const message = cause instanceof Error ? cause.message : "SQLite failed"
  return new SqlError({ reason: classifySqliteError(cause, { message, operation: "execute" }) })
}

/** A write outside of a unit of work: a mistake in the program. Waiting does not help. */
const unguarded = (error: SqlError): SqlError =>
  new SqlError({
    reason: new UnknownError({
      cause: new Error(error.message),
      message: `a write outside of Transaction.run: ${error.message}`,
      operation: "execute",
    }),
  })

const isReadOnly = (cause: unknown): boolean =>
  typeof cause === "object" && cause !== null && "errcode" in cause && (Number(cause.errcode) & 0xff) === 8

const isBusy = (error: SqlError): boolean => error.reason._tag === "LockTimeoutError"

/** Waits in real time, because another process does not know a test's clock. */
const pause = (millis: number): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const timer = setTimeout(() => resume(Effect.void), millis)
    return Effect.sync(() => clearTimeout(timer))
  })

/**
 * Runs `self` again while another connection holds the lock it needs, until `deadline` in ms of `performance.now()`.
 */
export const retryWhileBusy = <A>(
  self: Effect.Effect<A, SqlError>,
  deadline: number,
  attempts = 1,
): Effect.Effect<A, SqlError> =>
  Effect.catchIf(
    self,
    (error) => isBusy(error) && performance.now() < deadline,
    () => Effect.flatMap(pause(Math.min(attempts, 20)), () => retryWhileBusy(self, deadline, attempts + 1)),
  )

interface Prepared {
  readonly statement: StatementSync
  /** The names of the columns of its rows. */
  readonly columns: ReadonlyArray<string>
  /** When it was used last, in statements of the connection. */
  used: number
  /** Whether it only reads, and so may be run again when an integer turns out to be too large for a number. */
  readonly isRead: boolean
}

/**
 * The text as SQLite gets it. A statement whose LIMIT is a bare parameter is compiled again for each run (seen with
 * SQLite 3.53), which takes as long as reading a page. Behind a sign the parameter is an expression like any other.
 */
const compiledOnce = (sql: string): string => sql.replaceAll(/\bLIMIT (?=\?)/gi, "LIMIT +")

/**
 * Rows as objects. node:sqlite makes objects too, but each is a dictionary, which takes longer to make and to read than
 * the rest of a small statement.
 */
const named = (columns: ReadonlyArray<string>, rows: ReadonlyArray<unknown>): Rows => {
  const nameValues = (values: unknown) => {
    const row: Record<string, unknown> = {}
    for (let at = 0; at < columns.length; at++) row[columns[at] ?? ""] = (values as ReadonlyArray<unknown>)[at]
    return row
  }
  return rows.map(nameValues)
}

/** How a {@link SqliteConnection} handles failures. */
export interface ConnectionOptions {
  /** How long a statement may wait for another process's lock, in ms; 0 inside of transactions. */
  readonly lockWaitMillis: number
  /** Whether it is read-only by our own doing, so that a write on it is a mistake. */
  readonly refusesWrites: boolean
  readonly damage: SqliteDamage
}

/** One connection. Its statements are synchronous, so that no other code of this process runs during a statement. */
export class SqliteConnection extends StatementConnection {
  readonly database: DatabaseSync
  private readonly prepared = new Map<string, Prepared>()
  /** Statements that were run. */
  private ran = 0
  private readonly options: ConnectionOptions

  constructor(database: DatabaseSync, options: ConnectionOptions) {
    super()
    this.database = database
    this.options = options
  }

  private prepare(sql: string): Prepared {
    const found = this.prepared.get(sql) ?? this.prepareNew(sql)
    found.used = ++this.ran
    return found
  }

  private prepareNew(sql: string): Prepared {
    const isRead = /^\s*SELECT\b/i.test(sql)
    const statement = this.database.prepare(compiledOnce(sql))
    const columns = statement.columns().map(({ name }) => name)
    const made = { statement, columns, isRead, used: 0 }
    statement.setReturnArrays(true)
    // A write cannot be run again, so its RETURNING is read in exact integers from the start.
    if (!isRead) statement.setReadBigInts(true)
    if (this.prepared.size >= statementsMax) this.dropOldest()
    this.prepared.set(sql, made)
    return made
  }

  private dropOldest(): void {
    let oldest: string | undefined
    let least = Number.POSITIVE_INFINITY
    for (const [sql, { used }] of this.prepared) {
      if (used >= least) continue
      oldest = sql
      least = used
    }
    if (oldest !== undefined) this.prepared.delete(oldest)
  }

  /** Runs a statement without RETURNING now. Answers with the number of rows that it inserted, changed or deleted. */
  change(sql: string, params: ReadonlyArray<unknown>): number {
    const { damage } = this.options
    if (damage.found !== undefined) throw damage.found
    try {
      const { statement } = this.prepare(sql)
      return Number(statement.run(...(params as ReadonlyArray<SQLInputValue>)).changes)
    } catch (error) {
      throw damage.failureFor(error)
    }
  }

  /** Runs the statement now. Integers come as number or bigint, whichever holds them: columns.ts takes both. */
  run(sql: string, params: ReadonlyArray<unknown> = []): Rows {
    const { damage } = this.options
    if (damage.found !== undefined) throw damage.found
    try {
      return this.rowsOf(this.prepare(sql), params as ReadonlyArray<SQLInputValue>)
    } catch (error) {
      throw damage.failureFor(error)
    }
  }

  private rowsOf({ columns, isRead, statement }: Prepared, values: ReadonlyArray<SQLInputValue>): Rows {
    try {
      return named(columns, statement.all(...values))
    } catch (error) {
      if (!isRead || !(error instanceof RangeError)) throw error
      statement.setReadBigInts(true)
      return named(columns, statement.all(...values))
    }
  }

  /** Ends the transaction, also in a file that is broken: that writes nothing. */
  rollBack(): void {
    this.database.exec("ROLLBACK")
  }

  execute(sql: string, params: ReadonlyArray<unknown>): Effect.Effect<Rows, SqlError> {
    return Effect.suspend(() => {
      try {
        return Effect.succeed(this.run(sql, params))
      } catch (cause) {
        const error = sqliteError(cause)
        const { lockWaitMillis, refusesWrites } = this.options
        if (refusesWrites && isReadOnly(cause)) return Effect.fail(unguarded(error))
        if (lockWaitMillis === 0 || !isBusy(error)) return Effect.fail(error)
        const again = Effect.try({ try: () => this.run(sql, params), catch: sqliteError })
        return retryWhileBusy(again, performance.now() + lockWaitMillis)
      }
    })
  }
}
