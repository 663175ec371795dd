/** A start that waits for a lock on the schema says so, and names who holds it (guarantees R154). */
import { assert, describe, it } from "@effect/vitest"
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import { migrate } from "@garrison/sql/Migrations"
import * as PostgresClient from "@garrison/sql/PostgresClient"
import { sqliteHolders } from "@garrison/sql/sqliteHolders"
import { orUnavailable } from "@garrison/sql/SqlTransaction"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { existsSync } from "node:fs"
import { postgresUrl } from "../support/databases.ts"
import { linesOf } from "../support/keptLog.ts"
import { bare, bareSqlite, newFile } from "./bare.ts"
import { nextLine, say, startChild } from "./child.ts"
import { guardedSpend, openAccount } from "./spend.ts"

const times = { firstMillis: 20, everyMillis: 20 }
const step = { id: 1, name: "t", statements: ["CREATE TABLE t (id BIGINT PRIMARY KEY)"] }
const next = { id: 2, name: "u", statements: ["ALTER TABLE t ADD COLUMN c BIGINT"] }

const last = { id: 3, name: "v", statements: ["ALTER TABLE t ADD COLUMN d BIGINT"] }

const turn = Effect.promise(() => new Promise((settle) => setTimeout(settle, 5)))

/** The first line of the log for which `isSought` is true. */
const lineIn = (lines: ReadonlyArray<string>, isSought: (line: string) => boolean): Effect.Effect<string> =>
  Effect.suspend(() => {
    const found = lines.find(isSought)
    return found === undefined ? Effect.andThen(turn, lineIn(lines, isSought)) : Effect.succeed(found)
  })

/** Runs `work` while another program of this name holds what `statement` locks; its number in Postgres goes along. */
const whileLocked = <A, R>(
  url: string,
  program: string,
  statement: string,
  work: (pid: number, release: Effect.Effect<void>) => Effect.Effect<A, never, R>,
) =>
  Effect.gen(function* () {
    const other = yield* Layer.build(Layer.fresh(PostgresClient.layer({ url: `${url}?application_name=${program}` })))
    const released = Promise.withResolvers<void>()
    const held = Promise.withResolvers<number>()
    const holding = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql.unsafe(statement)
          const [row] = yield* sql`SELECT CAST(pg_backend_pid() AS BIGINT) AS pid`
          held.resolve(Number(row?.["pid"]))
          yield* Effect.promise(() => released.promise)
        }),
      )
    })
    const holder = yield* Effect.forkChild(Effect.provideContext(holding, other))
    const pid = yield* Effect.promise(() => held.promise)
    const release = Effect.andThen(
      Effect.sync(() => released.resolve()),
      Effect.orDie(Effect.asVoid(Fiber.join(holder))),
    )
    return yield* work(pid, release)
  }).pipe(Effect.scoped)

describe("a start on Postgres", () => {
  it.effect("that waits for another start says for whom, again and again, and goes on when it may", () =>
    Effect.gen(function* () {
      const url = yield* postgresUrl("empty")
      const lines: Array<string> = []
      const lock = "SELECT pg_advisory_xact_lock(7204171117)"
      yield* whileLocked(url, "forgotten", lock, (pid, release) =>
        Effect.gen(function* () {
          const start = yield* Effect.forkChild(migrate([step], times))
          const isTold = (line: string) => line.includes("has waited for")
          const line = yield* lineIn(lines, isTold)
          assert.match(
            line,
            new RegExp(`^stderr Warn .*which process ${pid} \\(forgotten, .*in its transaction for \\d+ s`),
          )
          assert.include(line, `end it: SELECT pg_terminate_backend(${pid})`)
          while (lines.filter(isTold).length < 3) yield* turn
          yield* release
          assert.strictEqual(yield* Effect.orDie(Fiber.join(start)), 1)
        }).pipe(Effect.provide(bare(url)), Effect.provide(linesOf(lines))),
      )
      const password = new URL(url).password
      if (password !== "") assert.notInclude(lines.join("\n"), password)
      const alone: Array<string> = []
      yield* Effect.provide(migrate([step], times), bare(url)).pipe(Effect.provide(linesOf(alone)))
      assert.notInclude(alone.join("\n"), "has waited for", "nobody is waited for")
    }),
  )

  it.effect("that waits for a table says for whom, also with one connection, where it cannot see that", () =>
    Effect.gen(function* () {
      const url = yield* postgresUrl("empty")
      yield* Effect.provide(migrate([step]), bare(url))
      for (const [size, told, steps] of [
        [10, "report", [step, next]],
        [1, "somebody who cannot be seen", [step, next, last]],
      ] as const) {
        const lines: Array<string> = []
        const pool = Layer.fresh(
          PostgresClient.layer({ url: `${url}?pool_size=${size}`, connectionMillis: 200 }).pipe(Layer.orDie),
        )
        yield* whileLocked(url, "report", "SELECT * FROM t", (_, release) =>
          Effect.gen(function* () {
            const start = yield* Effect.forkChild(migrate(steps, times))
            assert.include(yield* lineIn(lines, (line) => line.includes("has waited for")), told)
            yield* release
            assert.strictEqual(yield* Effect.orDie(Fiber.join(start)), 1)
          }).pipe(Effect.provide(pool), Effect.provide(linesOf(lines))),
        )
      }
    }),
  )

  it.effect("that has much to do says that no lock is waited for", () =>
    Effect.gen(function* () {
      const url = yield* postgresUrl("empty")
      const lines: Array<string> = []
      const slow = { id: 1, name: "slow", statements: ["SELECT pg_sleep(0.3)"] }
      yield* Effect.provide(migrate([slow], times), bare(url)).pipe(Effect.provide(linesOf(lines)))
      assert.isAbove(lines.length, 0)
      for (const line of lines) assert.include(line, "no lock is waited for")
    }),
  )
})

describe("a SQLite file that another process has locked", () => {
  const holder = (file: string) =>
    Effect.acquireRelease(
      Effect.promise(async () => {
        const child = startChild("hold", [file])
        assert.strictEqual(await nextLine(child), "held")
        return child
      }),
      (child) => Effect.sync(() => child.process.kill("SIGKILL")),
    )

  it.effect("names that process while a start waits, and when work gives up", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const lines: Array<string> = []
      yield* Effect.gen(function* () {
        yield* openAccount
        const child = yield* holder(file)
        const program = existsSync("/proc/locks")
          ? `process ${child.process.pid} (`
          : "a process that is not known here: lsof"
        const start = yield* Effect.forkChild(migrate([step], times))
        assert.include(yield* lineIn(lines, (line) => line.includes("has waited for")), program)
        yield* Effect.gen(function* () {
          const defect = yield* Effect.catchDefect(guardedSpend, (found) => Effect.succeed(found))
          assert.instanceOf(defect, StorageUnavailable)
          assert.deepInclude(defect, { trouble: "locked", code: "SQLITE_BUSY" })
          if (existsSync("/proc/locks"))
            assert.match(defect.message, /^database is locked: process \d+ \(.+\) holds it$/)
        }).pipe(Effect.provide(bareSqlite({ file, lockWaitMillis: 20 })))
        say(child, "commit")
        assert.strictEqual(yield* Effect.orDie(Fiber.join(start)), 1)
      }).pipe(Effect.provide(bareSqlite({ file, lockWaitMillis: 60_000 })), Effect.provide(linesOf(lines)))
    }),
  )

  it.effect("blames nobody for the lock that the start itself holds, however long a step takes", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const lines: Array<string> = []
      // Each takes so long that it is said once more between two of them.
      const numbers = "WITH RECURSIVE c (v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM c WHERE v < 100000)"
      const slow = Array.from({ length: 4 }, (_, at) => ({
        id: at + 1,
        name: `slow_${at + 1}`,
        statements: [`CREATE TABLE n_${at + 1} (v BIGINT)`, `INSERT INTO n_${at + 1} ${numbers} SELECT MAX(v) FROM c`],
      }))
      yield* Effect.provide(migrate(slow, { firstMillis: 0, everyMillis: 0 }), bareSqlite({ file })).pipe(
        Effect.provide(linesOf(lines)),
      )
      assert.isAbove(lines.length, 0)
      assert.notInclude(lines.join("\n"), "for a lock on the schema")
    }),
  )

  it.effect("is held by nobody else while this process alone writes, or where it is not there", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      assert.deepStrictEqual(sqliteHolders(file), [])
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const looked = Effect.andThen(
          orUnavailable(sql`CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT`),
          Effect.sync(() => sqliteHolders(file)),
        )
        assert.deepStrictEqual(yield* (yield* Transaction).run(looked), [])
      }).pipe(Effect.provide(bareSqlite({ file })))
    }),
  )
})
