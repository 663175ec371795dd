/** A SQLite file that another process writes to: its turn is waited for, but not for ever. */
import { assert, describe, it } from "@effect/vitest"
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import { integer } from "@garrison/sql/columns"
import { orUnavailable } from "@garrison/sql/SqlTransaction"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import { DatabaseSync } from "node:sqlite"
import { bareSqlite, newFile } from "./bare.ts"
import { nextLine, say, startChild } from "./child.ts"
import { guardedSpend, left, openAccount } from "./spend.ts"

/** Another connection to the file, as another process has. */
const otherConnection = (file: string) =>
  Effect.acquireRelease(
    Effect.sync(() => new DatabaseSync(file, { timeout: 0 })),
    (database) => Effect.sync(() => database.close()),
  )

/** Ways to wait for a lock: patiently where the test gives it free, however long this machine takes to get there. */
const patient = { lockWaitMillis: 60_000 }
const IMPATIENT_MILLIS = 500
const WAITERS = 20

describe("a locked SQLite file", () => {
  it.effect("a unit waits for another process's transaction, and sees what it stored", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* Effect.gen(function* () {
        yield* openAccount
        const holder = yield* Effect.acquireRelease(
          Effect.sync(() => startChild("hold", [file])),
          (child) => Effect.sync(() => child.process.kill("SIGKILL")),
        )
        assert.strictEqual(yield* Effect.promise(() => nextLine(holder)), "held")
        const unit = yield* Effect.forkChild(guardedSpend, { startImmediately: true })
        assert.isUndefined(unit.pollUnsafe())
        // Reading goes on meanwhile, and sees nothing of it.
        assert.strictEqual(yield* left, 100)
        say(holder, "commit")
        assert.isTrue(yield* Fiber.join(unit))
        assert.strictEqual(yield* left, 40)
      }).pipe(Effect.provide(bareSqlite({ file, ...patient })))
    }),
  )

  it.effect(
    "what is locked for too long is storage that is unavailable, for those in line too, and then recovers",
    () =>
      Effect.gen(function* () {
        const file = yield* newFile
        yield* Effect.gen(function* () {
          yield* openAccount
          const other = yield* otherConnection(file)
          other.exec("BEGIN IMMEDIATE")
          const started = performance.now()
          const defects = yield* Effect.forEach(
            Array.from({ length: WAITERS }),
            () => Effect.catchDefect(guardedSpend, (defect) => Effect.succeed(defect)),
            { concurrency: "unbounded" },
          )
          for (const defect of defects) assert.instanceOf(defect, StorageUnavailable)
          // One after another they would wait ten seconds; in line they wait together, and look once more each.
          assert.isBelow(performance.now() - started, WAITERS * IMPATIENT_MILLIS)
          other.exec("ROLLBACK")
          assert.isTrue(yield* guardedSpend)
        }).pipe(Effect.provide(bareSqlite({ file, lockWaitMillis: IMPATIENT_MILLIS })))
      }),
  )

  it.effect("a unit that waits for the lock can be interrupted, and the next one runs", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* Effect.gen(function* () {
        yield* openAccount
        const other = yield* otherConnection(file)
        other.exec("BEGIN IMMEDIATE")
        const [first, second] = [
          yield* Effect.forkChild(guardedSpend, { startImmediately: true }),
          yield* Effect.forkChild(guardedSpend, { startImmediately: true }),
        ]
        yield* Fiber.interrupt(first)
        other.exec("ROLLBACK")
        assert.isTrue(yield* Fiber.join(second))
        assert.strictEqual(yield* left, 90)
      }).pipe(Effect.provide(bareSqlite({ file, ...patient })))
    }),
  )

  it.effect("clients that open a new file at the same time all get it", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const count = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const transaction = yield* Transaction
        yield* transaction.run(orUnavailable(sql`CREATE TABLE IF NOT EXISTS seen (id INTEGER PRIMARY KEY) STRICT`))
        yield* transaction.run(orUnavailable(sql`INSERT INTO seen DEFAULT VALUES`))
      })
      const clients = Array.from({ length: 8 }, () => Effect.provide(count, bareSqlite({ file, ...patient })))
      yield* Effect.all(clients, { concurrency: "unbounded" })
      const database = yield* otherConnection(file)
      assert.strictEqual(integer(database.prepare("SELECT count(*) AS count FROM seen").get()?.count), 8)
    }),
  )
})
