/** What the parameters of a `postgres://` url mean, and that none is passed over (decisions, section 15). */
import { assert, describe, it } from "@effect/vitest"
import * as Database from "@garrison/sql/Database"
import { readPostgresUrl } from "@garrison/sql/postgresUrl"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { postgresUrl } from "../support/databases.ts"
import { authorityFile, tlsPostgres } from "../support/tlsPostgres.ts"
import { LOOPBACK_HOST } from "../support/loopback.ts"

const base = "postgres://garrison:hunter2@db.example/game"

const complaint = (parameters: string): string => {
  const read = readPostgresUrl(`${base}?${parameters}`)
  return Result.isFailure(read) ? read.failure.message : "none"
}

describe("the parameters of a Postgres url", () => {
  it.each([
    ["ssl=true", 'has a parameter "ssl" that Garrison does not know; did you mean sslmode=require?'],
    ["pgbouncer=true", "did you mean prepared_statements=off?"],
    ["sslmod=require", 'has a parameter "sslmod" that Garrison does not know; it may have sslmode, '],
    ["connect_timeout=5", '"connect_timeout"'],
    ["SSLMODE=require", '"SSLMODE"'],
    ["%00=1", '"\\u0000"'],
    ["sslmode=prefer", "must have an sslmode of disable, require, verify-ca, verify-full"],
    ["sslmode=", "must have an sslmode of"],
    ["sslmode=require&sslmode=disable", "has the parameter sslmode twice"],
    ["sslrootcert=/ca.pem", "has an sslrootcert, which needs sslmode=verify-ca or verify-full"],
    ["sslmode=disable&sslrootcert=/ca.pem", "has an sslrootcert, which needs"],
    ["sslmode=verify-ca&sslrootcert=/no/such.pem", "has an sslrootcert that cannot be read: ENOENT"],
    ["pool_size=0", "has a pool_size that is not a whole number from 1 to 1000"],
    ["pool_size=1001", "has a pool_size"],
    ["pool_size=1e2", "has a pool_size"],
    ["prepared_statements=yes", "must have a prepared_statements of auto, on, off"],
  ])("%s is refused by its name", (parameters, said) => {
    assert.include(complaint(parameters), said)
    assert.notInclude(complaint(parameters), "hunter2")
  })

  it("those that are read here are not passed on, the driver's are", () => {
    const given = "application_name=arena&pool_size=25&prepared_statements=off&sslmode=disable&options=-c%20geqo%3Doff"
    const { url, ...read } = Result.getOrThrow(readPostgresUrl(`${base}?${given}`))
    assert.deepStrictEqual(read, {
      place: "db.example:5432/game",
      ssl: false,
      applicationName: "arena",
      connectionsMax: 25,
      preparedStatements: "off",
    })
    assert.strictEqual(url, `${base}?application_name=arena&options=-c+geqo%3Doff`)
  })

  it("without any there are ten connections, not encrypted, and statements are prepared where they can be", () => {
    assert.deepStrictEqual(Result.getOrThrow(readPostgresUrl(base)), {
      url: base,
      place: "db.example:5432/game",
      ssl: false,
      applicationName: "garrison",
      connectionsMax: 10,
      preparedStatements: "auto",
    })
  })
})

/** The answer of a statement at `url`. */
const asked = (url: string, statement = "SELECT 1 AS value") =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql.unsafe<Record<string, unknown>>(statement)
    return row?.value
  }).pipe(Effect.provide(Layer.fresh(Database.client(url))))

describe("a connection to Postgres", () => {
  it.live("is encrypted, and compares certificate and name, as sslmode says", () =>
    Effect.gen(function* () {
      const urlOf = yield* tlsPostgres
      const root = `sslrootcert=${encodeURIComponent(authorityFile)}`
      const cases: ReadonlyArray<readonly [host: string, parameters: string, isLet: boolean]> = [
        ["localhost", "", false],
        ["localhost", "sslmode=disable", false],
        [LOOPBACK_HOST, "sslmode=require", true],
        [LOOPBACK_HOST, `sslmode=require&${root}`, true],
        [LOOPBACK_HOST, "sslmode=verify-ca", false],
        [LOOPBACK_HOST, `sslmode=verify-ca&${root}`, true],
        [LOOPBACK_HOST, `sslmode=verify-full&${root}`, false],
        ["localhost", "sslmode=verify-full", false],
        ["localhost", `sslmode=verify-full&${root}`, true],
      ]
      for (const [host, parameters, isLet] of cases) {
        const exit = yield* Effect.exit(asked(urlOf(host, parameters)))
        assert.strictEqual(Exit.isSuccess(exit), isLet, `${host} ${parameters}: ${String(exit)}`)
      }
    }).pipe(Effect.scoped),
  )

  it.live("to a server without TLS fails where TLS is asked for", () =>
    Effect.gen(function* () {
      const url = yield* postgresUrl("empty")
      assert.isTrue(Exit.isSuccess(yield* Effect.exit(asked(url))))
      for (const mode of ["require", "verify-ca", "verify-full"]) {
        const error = yield* Effect.flip(asked(`${url}?sslmode=${mode}`))
        assert.include(String(error), "Server refused TLS")
      }
    }).pipe(Effect.scoped),
  )

  it.live("has the name, the options and the limits that the url says, and no more of them than pool_size", () =>
    Effect.gen(function* () {
      const url = yield* postgresUrl("empty")
      const named = `${url}?application_name=arena&options=${encodeURIComponent("-c geqo=off")}&pool_size=2`
      const settings = "current_setting('application_name') || current_setting('geqo')"
      assert.strictEqual(
        yield* asked(named, `SELECT ${settings} || current_setting('lock_timeout') AS value`),
        "arenaoff5s",
      )
      const most = yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const count = sql`SELECT COUNT(*) AS value FROM pg_stat_activity, pg_sleep(0.05)
          WHERE datname = current_database() AND application_name = 'arena'`
        const rows = yield* Effect.all(
          Array.from({ length: 12 }, () => count),
          { concurrency: "unbounded" },
        )
        return Math.max(...rows.map(([row]) => Number(row?.value)))
      }).pipe(Effect.provide(Layer.fresh(Database.client(named))))
      assert.strictEqual(most, 2)
    }).pipe(Effect.scoped),
  )
})
