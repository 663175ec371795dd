/** What a database said, as logs and people get it: its words and code, what to do, and no value of a row. */
import { assert, describe, it } from "@effect/vitest"
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import { databaseSaid } from "@garrison/sql/databaseSaid"
import { sqliteError } from "@garrison/sql/SqliteConnection"
import { orUnavailable } from "@garrison/sql/SqlTransaction"
import * as SqlTransaction from "@garrison/sql/SqlTransaction"
import * as PostgresClient from "@garrison/sql/PostgresClient"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { ConnectionError, SqlError, UnknownError } from "effect/sql/SqlError"
import { postgresUrl } from "../support/databases.ts"
import { closedPort, LOOPBACK } from "../support/loopback.ts"

const CANARY = "CANARY0123456789"

/** As the Postgres driver hands an error over: its own words outside, those of the server inside. */
const postgres = (code: string, message: string, more: object = {}) =>
  new SqlError({
    reason: new UnknownError({
      cause: Object.assign(new Error(message), { code, ...more }),
      message: "PgConnection: Query failed",
      operation: "query",
    }),
  })

const sqlite = (errcode: number, message: string) =>
  sqliteError(Object.assign(new Error(message), { code: "ERR_SQLITE_ERROR", errcode, errstr: message }))

describe("what a database said", () => {
  it.each([
    ["55P03", "canceling statement due to lock timeout", "pg_blocking_pids"],
    ["57P01", "terminating connection due to administrator command", "starts or stops"],
    ["57014", "canceling statement due to statement timeout", "pg_stat_activity"],
    ["53300", "sorry, too many clients already", "pool_size"],
    ["53100", "could not extend file", "Make room on its disk"],
    ["53200", "out of memory", "lacks memory"],
    ["25006", "cannot execute INSERT in a read-only transaction", "name the primary"],
    ["28P01", 'password authentication failed for user "game"', "the user and the password"],
    ["3D000", 'database "game" does not exist', "createdb"],
    ["42501", "permission denied for table player", "rights on the tables"],
    ["40P01", "deadlock detected", "may be sent again"],
    ["ECONNREFUSED", "connect ECONNREFUSED 192.0.2.1:5432", "Check that Postgres is running"],
    ["ENOTFOUND", "getaddrinfo ENOTFOUND db.example", "The name of its host is not known"],
  ])("%s: the innermost words, the code, and what to do", (code, message, next) => {
    const said = databaseSaid(postgres(code, message))
    assert.deepInclude(said, { code, message })
    assert.include(said.next, next)
  })

  it.each(["Connection closed", "Connection closed unexpectedly"])(
    "%s: what to do, where there is no code",
    (message) => {
      const closed = new SqlError({
        reason: new ConnectionError({ cause: new Error(message), message: "PgConnection" }),
      })
      const said = databaseSaid(closed)
      assert.deepInclude(said, { code: undefined, message })
      assert.include(said.next, "Check that Postgres is running")
    },
  )

  it.each([
    [5, "SQLITE_BUSY", "database is locked", "lsof FILE"],
    [517, "SQLITE_BUSY", "database is locked", "lsof FILE"],
    [13, "SQLITE_FULL", "database or disk is full", "Make room"],
    [778, "SQLITE_IOERR", "disk I/O error", "Make room"],
    [8, "SQLITE_READONLY", "attempt to write a readonly database", "right to write to FILE"],
    [1032, "SQLITE_READONLY_DBMOVED", "the database file was moved", "Move the file back"],
    [11, "SQLITE_CORRUPT", "database disk image is malformed", "Restore it from a backup"],
    [26, "SQLITE_NOTADB", "file is not a database", "Restore it from a backup"],
  ])("%s of SQLite is %s", (errcode, code, message, next) => {
    const said = databaseSaid(sqlite(errcode, message))
    assert.deepInclude(said, { code, message })
    assert.include(said.next, next)
  })

  it("has no value of a row: neither the detail of an error, nor what a message about a value quotes", () => {
    const detail = `Failing row contains (${CANARY}).`
    const more = { detail, hint: CANARY, where: CANARY, internalQuery: CANARY }
    for (const error of [
      postgres("23505", 'duplicate key value violates unique constraint "player_pkey"', more),
      postgres("23514", 'new row for relation "player" violates check constraint "c"', more),
      postgres("22P02", `invalid input syntax for type uuid: "${CANARY} "quoted" ${CANARY}"`, more),
      postgres("22003", `value "${CANARY}" is out of range for type integer`, more),
    ]) {
      assert.notInclude(JSON.stringify(databaseSaid(error)), CANARY)
    }
    assert.strictEqual(
      databaseSaid(postgres("22P02", `invalid input syntax for type uuid: "${CANARY}"`)).message,
      'invalid input syntax for type uuid: "…"',
    )
  })

  it("is found in what several addresses of one name said, and in an error that names itself as its cause", () => {
    const several = new AggregateError([
      Object.assign(new Error("connect ECONNREFUSED ::1:5432"), { code: "ECONNREFUSED" }),
      Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" }),
    ])
    const wrapped = new SqlError({
      reason: new ConnectionError({
        cause: several,
        message: "PgConnection: Failed to connect",
        operation: "connect",
      }),
    })
    assert.deepInclude(databaseSaid(wrapped), { code: "ECONNREFUSED", message: "connect ECONNREFUSED ::1:5432" })
    const circular: Error & { cause?: unknown } = new Error("outside")
    circular.cause = circular
    assert.deepInclude(databaseSaid(circular), { code: undefined, message: "outside" })
    assert.isUndefined(databaseSaid(undefined).message)
  })
})

/** The defect that a unit of work on this database ends with. */
const defectAt = <E>(url: string, unit: Effect.Effect<unknown, E, SqlClient.SqlClient>) =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit((yield* Transaction).run(orUnavailable(unit)))
    const [reason] = Exit.isFailure(exit) ? exit.cause.reasons : []
    return reason !== undefined && Cause.isDieReason(reason) ? reason.defect : undefined
  }).pipe(Effect.provide(Layer.fresh(SqlTransaction.layer.pipe(Layer.provideMerge(PostgresClient.layer({ url }))))))

describe("a Postgres", () => {
  it.effect("whose row is locked for too long is told apart from one that is away", () =>
    Effect.gen(function* () {
      const url = yield* postgresUrl("empty")
      const locked = yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE t (id BIGINT PRIMARY KEY)`
        const waiting = Effect.flatMap(SqlClient.SqlClient, (other) =>
          Effect.andThen(other`SET LOCAL lock_timeout = '20ms'`, other`LOCK TABLE t`),
        )
        return yield* sql.withTransaction(Effect.andThen(sql`LOCK TABLE t`, defectAt(url, waiting)))
      }).pipe(Effect.provide(Layer.fresh(PostgresClient.layer({ url }))))
      assert.instanceOf(locked, StorageUnavailable)
      assert.deepInclude(locked, {
        trouble: "locked",
        code: "55P03",
        message: "canceling statement due to lock timeout",
      })
      const port = yield* Effect.promise(() => closedPort())
      const away = yield* Effect.exit(
        Effect.provide(
          Effect.void,
          Layer.fresh(PostgresClient.layer({ url: `postgres://me:${CANARY}@${LOOPBACK}:${port}/x` })),
        ),
      )
      const said = databaseSaid(Exit.isFailure(away) ? Cause.squash(away.cause) : undefined)
      assert.strictEqual(said.code, "ECONNREFUSED")
      assert.include(said.message, `${LOOPBACK}:${port}`)
      assert.notInclude(JSON.stringify(said), CANARY)
    }),
  )

  it.effect("that refuses a value says so without the value, as a defect too", () =>
    Effect.gen(function* () {
      const url = yield* postgresUrl("empty")
      const defect = yield* defectAt(
        url,
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT CAST(${CANARY} AS UUID)`),
      )
      assert.notInstanceOf(defect, StorageUnavailable)
      const said = databaseSaid(defect)
      assert.deepInclude(said, { code: "22P02", message: 'invalid input syntax for type uuid: "…"' })
    }),
  )
})
