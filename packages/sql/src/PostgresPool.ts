/**
 * `SqlClient` over a pool of Postgres connections. The waits for a connection and for a statement's answer are limited,
 * so that requests to a database which hangs are answered "unavailable" and do not pile up (guarantees R7). Loaded only
 * for a `postgres://` url.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import type { PgConnection, Result } from "@effect/sql-pg/PgConnection"
import * as PgConnectionModule from "@effect/sql-pg/PgConnection"
import * as PgPool from "@effect/sql-pg/PgPool"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import { ConnectionError, SqlError, StatementTimeoutError, UnknownError } from "effect/sql/SqlError"
import { integer } from "./columns.ts"
import { Unhurried, within } from "./deadline.ts"
import { EpochGuard, joinEpoch, OLDEST_EPOCH } from "./EpochGuard.ts"
import type { PostgresAddress } from "./postgresUrl.ts"
import { type Rows, StatementConnection } from "./StatementConnection.ts"

/** Time limits of a Postgres database. */
export interface PostgresLimits {
  /** How long to wait for a connection, in ms, before storage counts as unavailable. Default 5000. */
  readonly connectionMillis?: number
  /** How long to wait for an answer, in ms; longer than the limits of the server itself. Default 11000. */
  readonly statementMillis?: number
  /** How long an unused connection is kept, in ms. Default 60000. */
  readonly idleMillis?: number
}

/**
 * Limits that the server enforces. A unit of work is short, and a unit that is not must not hold its locks. The values
 * are written as the server writes them.
 */
const SERVER_TIMEOUTS = {
  statement_timeout: "10s",
  lock_timeout: "5s",
  idle_in_transaction_session_timeout: "15s",
} as const

const BEGIN = "BEGIN"

/** Sets the limits for one transaction, on a connection that keeps no settings after it. */
const LIMIT_TRANSACTION = `SELECT ${Object.entries(SERVER_TIMEOUTS)
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(", ")}`

/**
 * The limits, and the oldest epoch that may write. To read it is to lock its table against a step until the
 * transaction has ended, and a statement that waited for that lock sees what the step wrote.
 */
const LIMIT_TRANSACTION_IN_EPOCH = `${LIMIT_TRANSACTION}, (${OLDEST_EPOCH}) AS oldest`

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

/** A unit of a version whose time has ended. */
const refused = (cause: unknown): SqlError =>
  new SqlError({
    reason: new UnknownError({
      cause,
      message: cause instanceof Error ? cause.message : "the epoch could not be read",
      operation: "transaction",
    }),
  })

/** Holds this version to what the database says of epochs. */
const held = (epoch: EpochGuard, oldest: unknown): Effect.Effect<void, SqlError> =>
  Effect.try({ try: () => epoch.hold(integer(oldest)), catch: refused })

/** How connections are used: what is prepared and set on one stays there, or is gone with the next transaction. */
type Sessions = "own" | "shared"

/** One connection, with a limit on each of its statements where `millis` sets one. */
class PostgresConnection extends StatementConnection {
  readonly #connection: PgConnection
  readonly #sessions: Sessions
  readonly #millis: number | undefined
  readonly #epoch: EpochGuard
  /** The failure of a statement that got no answer: the connection cannot be used any more. */
  #lost: SqlError | undefined

  constructor(connection: PgConnection, sessions: Sessions, epoch: EpochGuard, millis?: number) {
    super()
    this.#epoch = epoch
    this.#connection = connection
    this.#sessions = sessions
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
    const rows = Effect.map(this.#query(sql, params, true), (result) => result.rows)
    return sql === BEGIN && this.#sessions === "shared" ? Effect.andThen(rows, this.#limited) : rows
  }

  /** The transaction that has begun, with the limits of the server, in an epoch that may write. */
  readonly #limited: Effect.Effect<Rows, SqlError> = Effect.suspend(() =>
    this.#epoch.own === undefined
      ? Effect.map(this.#query(LIMIT_TRANSACTION, [], true), () => [])
      : Effect.flatMap(this.#query(LIMIT_TRANSACTION_IN_EPOCH, [], true), ({ rows }) =>
          Effect.as(held(this.#epoch, rows[0]?.["oldest"]), []),
        ),
  ).pipe(Effect.onError(() => Effect.ignore(this.#query("ROLLBACK", [], true))))

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

/** Longest message of the server, in bytes: as long as Postgres lets a row be. A row of a catalog may have 100 MB. */
const MESSAGE_BYTES_MAX = 1024 ** 3

const configOf = ({ applicationName, ssl, url }: PostgresAddress, sessions: Sessions): PgConnectionModule.Config => ({
  url: Redacted.make(url),
  ssl,
  applicationName,
  connectTimeout: "5 seconds",
  keepAlive: "30 seconds",
  maxMessageSize: MESSAGE_BYTES_MAX,
  ...(sessions === "own" ? { startupParameters: SERVER_TIMEOUTS } : { prepare: false }),
})

/** Longest time to examine the database, with the time to connect, in ms. */
const LOOK_MILLIS = 16_000

/** PgBouncer's words for a startup parameter that it does not pass on. */
const isRefusedParameter = (error: SqlError): boolean =>
  error.reason.cause instanceof Error && error.reason.cause.message.startsWith("unsupported startup parameter")

/**
 * Finds out how the connections of this address can be used. A pooler in between that lends a connection for one
 * transaction (PgBouncer's transaction mode) refuses the limits as startup parameters, or ignores them.
 */
const lookAtSessions = (address: PostgresAddress): Effect.Effect<Sessions, SqlError> =>
  Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* PgConnectionModule.make(configOf(address, "own"))
      const { rows } = yield* connection.query("SELECT current_setting('statement_timeout') AS value", [], false)
      return rows[0]?.["value"] === SERVER_TIMEOUTS.statement_timeout ? ("own" as const) : ("shared" as const)
    }),
  ).pipe(
    Effect.catchIf(isRefusedParameter, () => Effect.succeed("shared" as const)),
    (look) => within(look, LOOK_MILLIS, noAnswer),
  )

const sessionsOf = (address: PostgresAddress): Effect.Effect<Sessions, SqlError> => {
  if (address.preparedStatements === "auto") return lookAtSessions(address)
  return Effect.succeed(address.preparedStatements === "on" ? "own" : "shared")
}

/**
 * Makes `SqlDriver.listen`. A pooler that lends connections for one transaction would lend the connection of a LISTEN
 * to another process, which would then get the hints. So a process does not listen behind such a pooler.
 */
const listenOf = (address: PostgresAddress, sessions: Sessions) =>
  sessions === "own"
    ? (channel: string) =>
        Effect.flatMap(PgConnectionModule.make(configOf(address, sessions)), (connection) => connection.listen(channel))
    : undefined

/**
 * Makes what a connection does before each use: nothing, but for the first one since this version has an epoch. Then
 * it becomes a part of the epoch, and asks whether that may still write. Behind a pooler each transaction asks.
 */
const makeEnter = (epoch: EpochGuard, sessions: Sessions) => {
  const entered = new WeakSet<PgConnection>()
  return (connection: PgConnection): Effect.Effect<void, SqlError> => {
    if (epoch.ended !== undefined) return Effect.fail(refused(epoch.ended))
    const { own } = epoch
    if (own === undefined || sessions === "shared" || entered.has(connection)) return Effect.void
    return connection.query(joinEpoch(own), [], false).pipe(
      Effect.andThen(connection.query(OLDEST_EPOCH, [], false)),
      Effect.flatMap(({ rows }) => held(epoch, rows[0]?.["oldest"])),
      Effect.andThen(Effect.sync(() => void entered.add(connection))),
    )
  }
}

/** Opens the pool, whose connections are made when they are needed, and says how a channel of it is heard. */
export const make = Effect.fnUntraced(function* (address: PostgresAddress, limits: PostgresLimits) {
  const { connectionMillis = 5000, idleMillis = 60_000, statementMillis = 11_000 } = limits
  const sessions = yield* sessionsOf(address)
  const pool = yield* PgPool.make({
    ...configOf(address, sessions),
    maxConnections: address.connectionsMax,
    idleTimeout: idleMillis,
  })
  const epoch = new EpochGuard()
  const enter = makeEnter(epoch, sessions)
  const reserved = Effect.flatMap(pool.get, (connection) =>
    Effect.map(
      Effect.andThen(enter(connection), connection.pin),
      (pinned) => new PostgresConnection(pinned, sessions, epoch, statementMillis),
    ),
  )
  const reserving = within(reserved, connectionMillis, noConnection)
  const client = yield* SqlClient.make({
    acquirer: reserving,
    transactionAcquirer: reserving,
    // The whole wait is given up: the connection stays taken until its statement has ended.
    borrower: (use) =>
      Effect.suspend(() => {
        let isHeld = false
        let isLate = false
        const held = pool.use((connection) => {
          isHeld = true
          return Effect.andThen(enter(connection), use(new PostgresConnection(connection, sessions, epoch)))
        })
        return within(held, connectionMillis, () => {
          if (!isHeld) return noConnection()
          if (isLate) return noAnswer()
          isLate = true
          return statementMillis
        })
      }),
    beginTransaction: BEGIN,
    prepareTransactionControls: true,
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    compiler: PgClient.makeCompiler(),
    driver: "sql-pg",
    spanAttributes: [["db.system.name", "postgresql"]],
  })
  return { client, epoch, listen: listenOf(address, sessions) }
})
