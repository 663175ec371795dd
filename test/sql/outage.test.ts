/** A Postgres that hangs or goes away: unavailable within bounds, and used again when it is back (guarantees R7). */
import { assert, describe, it } from "@effect/vitest"
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import { migrate } from "@garrison/sql/Migrations"
import * as PostgresClient from "@garrison/sql/PostgresClient"
import { orUnavailable } from "@garrison/sql/SqlTransaction"
import * as SqlTransaction from "@garrison/sql/SqlTransaction"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { proxiedPostgres } from "../support/proxiedPostgres.ts"

const bare = (url: string) =>
  Layer.fresh(
    SqlTransaction.layer.pipe(
      Layer.provideMerge(PostgresClient.layer({ url, connectionMillis: 100, statementMillis: 300 })),
      Layer.orDie,
    ),
  )

const isUnavailable = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.every((reason) => Cause.isDieReason(reason) && reason.defect instanceof StorageUnavailable)

const services = Effect.all({ sql: SqlClient.SqlClient, transaction: Transaction })

const one = Effect.flatMap(SqlClient.SqlClient, (sql) => orUnavailable(sql`SELECT 1 AS one`))

/** Again until it succeeds: when a test waits for ever here, the database was never used again. */
const eventually = <A, R>(self: Effect.Effect<A, never, R>): Effect.Effect<A, never, R> =>
  Effect.catchDefect(self, () => eventually(self))

describe("a Postgres", () => {
  for (const fault of ["hang", "refuse"] as const) {
    it.effect(`that begins to ${fault} is unavailable to reads and units, to those in line too, until it is back`, () =>
      Effect.gen(function* () {
        const { proxy, url } = yield* proxiedPostgres()
        yield* Effect.gen(function* () {
          const { transaction } = yield* services
          assert.lengthOf(yield* eventually(one), 1)
          proxy[fault]()
          const exits = yield* Effect.forEach(
            Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? one : transaction.run(one))),
            Effect.exit,
            { concurrency: "unbounded" },
          )
          for (const exit of exits) assert.isTrue(isUnavailable(exit), String(exit))
          proxy.pass()
          assert.lengthOf(yield* eventually(one), 1)
          assert.lengthOf(yield* eventually(transaction.run(one)), 1)
        }).pipe(Effect.provide(bare(url)))
      }),
    )

    it.effect(`that begins to ${fault} within a unit of work has stored nothing of it`, () =>
      Effect.gen(function* () {
        const { proxy, url } = yield* proxiedPostgres()
        yield* Effect.gen(function* () {
          const { sql, transaction } = yield* services
          const put = (id: number) => orUnavailable(sql`INSERT INTO note (id) VALUES (${id}) ON CONFLICT DO NOTHING`)
          yield* eventually(
            transaction.run(orUnavailable(sql`CREATE TABLE IF NOT EXISTS note (id BIGINT PRIMARY KEY)`)),
          )
          const unit: Effect.Effect<Exit.Exit<unknown>> = Effect.suspend(() => {
            let isBroken = false
            const breaking = Effect.sync(() => {
              isBroken = true
              proxy[fault]()
            })
            const broken = transaction.run(Effect.andThen(put(1), Effect.andThen(breaking, put(2))))
            // A machine under load may find the limits too short even without the fault.
            return Effect.flatMap(Effect.exit(broken), (exit) => (isBroken ? Effect.succeed(exit) : unit))
          })
          const exit = yield* unit
          assert.isTrue(isUnavailable(exit), String(exit))
          proxy.pass()
          yield* eventually(transaction.run(put(3)))
          const rows = yield* eventually(orUnavailable(sql`SELECT id FROM note`))
          assert.deepStrictEqual(
            rows.map(({ id }) => Number(id)),
            [3],
          )
        }).pipe(Effect.provide(bare(url)))
      }),
    )
  }

  it.effect("that has no connection to spare keeps nobody waiting for ever", () =>
    Effect.gen(function* () {
      const { url } = yield* proxiedPostgres()
      yield* Effect.gen(function* () {
        const { transaction } = yield* services
        for (let held = 0; held < 10; held++) {
          const holding = yield* Deferred.make<void>()
          const hold = Effect.andThen(one, Effect.andThen(Deferred.succeed(holding, undefined), Effect.never))
          yield* Effect.forkScoped(eventually(transaction.run(hold)))
          yield* Deferred.await(holding)
        }
        const exit = yield* Effect.exit(one)
        assert.isTrue(isUnavailable(exit))
      }).pipe(Effect.scoped, Effect.provide(bare(url)))
    }),
  )

  it.effect("is given all the time that a migration needs, and no statement of a request that much", () =>
    Effect.gen(function* () {
      const { url } = yield* proxiedPostgres()
      yield* Effect.gen(function* () {
        const { sql } = yield* services
        yield* eventually(one)
        const slow = { id: 1, name: "slow", statements: ["SELECT pg_sleep(1)"] }
        assert.strictEqual(yield* eventually(Effect.orDie(migrate([slow]))), 1)
        assert.isTrue(isUnavailable(yield* Effect.exit(orUnavailable(sql`SELECT pg_sleep(1)`))))
      }).pipe(Effect.provide(bare(url)))
    }),
  )
})
