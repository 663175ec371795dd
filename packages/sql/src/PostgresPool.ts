/**
 * `SqlClient` over a pool of Postgres connections. Neither the wait for a connection nor that for a statement's answer
 * is without end, so that a database which hangs makes "unavailable" of every request, and not a line of them
 * (guarantees R7). Loaded only when a `postgres://` url asks for it.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import type { PgConnection, Result } from "@effect/sql-pg/PgConnection"
import * as PgPool from "@effect/sql-pg/PgPool"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import { ConnectionError, SqlError, StatementTimeoutError, UnknownError } from "effect/sql/SqlError"
import { Unhurried, within } from "./deadline.ts"
import { type Rows, StatementConnection } from "./StatementConnection.ts"

/** How a Postgres database is reached. */
export interface PostgresConfig {
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with the usual parameters. */
  readonly url: string
  /** How long a connection is waited for, in ms, before storage counts as unavailable. Default 5000. */
  readonly connectionMillis?: number
  /** How long an answer is waited for, in ms; more than the limits that the server itself keeps. Default 11000. */
  readonly statementMillis?: number
}

/** Connections held at most. */
const connectionsMax = 10

/** Limits that the server enforces, in ms: a unit of work is short, and one that is not must not hold its locks. */
const serverTimeouts = {
  statement_timeout: "10000",
  lock_timeout: "5000",
  idle_in_transaction_session_timeout: "15000",
}

const noConnection = (): SqlError =>
  new SqlError({
    reason: new ConnectionError({
      cause: undefined,
      message: "Postgres gave no connection in time",
      operation: "connect",
    }),
  })

const noAnswer = (): SqlError =>
  new SqlError({
    reason: new StatementTimeoutError({
      cause: undefined,
      message: "Postgres did not answer in time",
      operation: "execute",
    }),
  })

/** The driver answers a COMMIT of a transaction that had failed with the ROLLBACK it made of it. */
const rolledBack = (): SqlError =>
  new SqlError({
    reason: new UnknownError({
      cause: undefined,
      message: "Postgres rolled the transaction back",
      operation: "commit",
    }),
  })

/** One connection, with a limit on each of its statements where `millis` sets one. */
class PostgresConnection extends StatementConnection {
  readonly #connection: PgConnection
  readonly #millis: number | undefined
  /** What became of a statement that got no answer: the connection is of no more use. */
  #lost: SqlError | undefined

  constructor(connection: PgConnection, millis?: number) {
    super()
    this.#connection = connection
    this.#millis = millis
  }

  /** After a statement that got no answer, every other one fails at once: so does the ROLLBACK of its unit. */
  #query(sql: string, params: ReadonlyArray<unknown>, isPrepared: boolean): Effect.Effect<Result, SqlError> {
    return Effect.withFiber((fiber) => {
      if (this.#lost !== undefined) return Effect.fail(this.#lost)
      const statement = this.#connection.query(sql, params, isPrepared)
      if (this.#millis === undefined || fiber.getRef(Unhurried)) return statement
      return within(statement, this.#millis, () => (this.#lost = noAnswer()))
    })
  }

  execute(sql: string, params: ReadonlyArray<unknown>): Effect.Effect<Rows, SqlError> {
    return Effect.map(this.#query(sql, params, true), ({ rows }) => rows)
  }

  override executeUnprepared(sql: string, params: ReadonlyArray<unknown>): Effect.Effect<Rows, SqlError> {
    return Effect.map(this.#query(sql, params, false), ({ rows }) => rows)
  }

  readonly commit: Effect.Effect<void, SqlError> = Effect.suspend(() =>
    Effect.flatMap(this.#query("COMMIT", [], true), ({ command }) =>
      command === "ROLLBACK" ? Effect.fail(rolledBack()) : Effect.void,
    ),
  )
}

const commit = (connection: Connection): Effect.Effect<void, SqlError> =>
  connection instanceof PostgresConnection ? connection.commit : Effect.die(new TypeError("a foreign connection"))

/** Opens the pool; connections are made when they are needed. */
export const make = Effect.fnUntraced(function* (config: PostgresConfig) {
  const { connectionMillis = 5000, statementMillis = 11_000 } = config
  const pool = yield* PgPool.make({
    url: Redacted.make(config.url),
    maxConnections: connectionsMax,
    connectTimeout: "5 seconds",
    keepAlive: "30 seconds",
    applicationName: "garrison",
    startupParameters: serverTimeouts,
  })
  const reserved = Effect.map(pool.reserve, (connection) => new PostgresConnection(connection, statementMillis))
  const reserving = within(reserved, connectionMillis, noConnection)
  return yield* SqlClient.make({
    acquirer: reserving,
    transactionAcquirer: reserving,
    // Given up as a whole: the connection stays taken until the statement on it has come to its end.
    borrower: (use) =>
      Effect.suspend(() => {
        let isHeld = false
        let isLate = false
        const held = pool.use((connection) => {
          isHeld = true
          return use(new PostgresConnection(connection))
        })
        return within(held, connectionMillis, () => {
          if (!isHeld) return noConnection()
          if (isLate) return noAnswer()
          isLate = true
          return statementMillis
        })
      }),
    prepareTransactionControls: true,
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    compiler: PgClient.makeCompiler(),
    driver: "sql-pg",
    spanAttributes: [["db.system.name", "postgresql"]],
  })
})
