/** Units of work on both databases: whole or not at all, whatever ends them. */
import { assert, describe, it, layer as withLayer } from "@effect/vitest"
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import { integer } from "@garrison/sql/columns"
import { orUnavailable } from "@garrison/sql/SqlTransaction"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import { LOOPBACK_HOST } from "../support/loopback.ts"
import { bare, emptyUrls, onEachEmptyDatabase } from "./bare.ts"

const put = (id: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO note (id) VALUES (${id})`.pipe(orUnavailable))

const ids = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT id FROM note ORDER BY id`.pipe(orUnavailable)
  return rows.map((row) => integer(row.id))
})

const prepare = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  yield* transaction.run(sql`DROP TABLE IF EXISTS note`.pipe(orUnavailable))
  yield* transaction.run(sql.unsafe(`CREATE TABLE note (id BIGINT PRIMARY KEY)`).pipe(orUnavailable))
  return { sql, transaction }
})

onEachEmptyDatabase((name, layer) => {
  withLayer(layer)(`a unit of work on ${name}`, (it) => {
    it.effect("is stored whole when it succeeds", () =>
      Effect.gen(function* () {
        const { transaction } = yield* prepare
        const answer = yield* transaction.run(Effect.andThen(Effect.all([put(1), put(2)]), Effect.succeed("done")))
        assert.strictEqual(answer, "done")
        assert.deepStrictEqual(yield* ids, [1, 2])
      }),
    )

    it.effect("leaves nothing when it fails, and fails as it did", () =>
      Effect.gen(function* () {
        const { transaction } = yield* prepare
        const error = yield* Effect.flip(transaction.run(Effect.andThen(put(1), Effect.fail("refused" as const))))
        assert.strictEqual(error, "refused")
        assert.deepStrictEqual(yield* ids, [])
      }),
    )

    it.effect("leaves nothing when it dies", () =>
      Effect.gen(function* () {
        const { transaction } = yield* prepare
        const exit = yield* Effect.exit(transaction.run(Effect.andThen(put(1), Effect.die("broken"))))
        assert.deepStrictEqual(exit, Exit.die("broken"))
        assert.deepStrictEqual(yield* ids, [])
      }),
    )

    it.effect("leaves nothing when it is interrupted, and the next one runs", () =>
      Effect.gen(function* () {
        const { transaction } = yield* prepare
        const written = yield* Deferred.make<void>()
        const unit = Effect.gen(function* () {
          yield* put(1)
          yield* Deferred.succeed(written, undefined)
          yield* Effect.never
        })
        const fiber = yield* Effect.forkChild(transaction.run(unit))
        yield* Deferred.await(written)
        yield* Fiber.interrupt(fiber)
        yield* transaction.run(put(2))
        assert.deepStrictEqual(yield* ids, [2])
      }),
    )

    it.effect("joins the unit it runs in: the outer one decides for both", () =>
      Effect.gen(function* () {
        const { transaction } = yield* prepare
        yield* transaction.run(Effect.andThen(put(1), transaction.run(put(2))))
        assert.deepStrictEqual(yield* ids, [1, 2])
        yield* Effect.ignore(
          transaction.run(Effect.andThen(Effect.andThen(put(3), transaction.run(put(4))), Effect.fail("refused"))),
        )
        assert.deepStrictEqual(yield* ids, [1, 2])
      }),
    )

    it.effect("a statement that breaks a constraint is a defect, not storage that is unavailable", () =>
      Effect.gen(function* () {
        const { transaction } = yield* prepare
        const exit = yield* Effect.exit(transaction.run(Effect.andThen(put(1), put(1))))
        assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
        assert.isFalse(defects(exit).some((defect) => defect instanceof StorageUnavailable))
        assert.deepStrictEqual(yield* ids, [])
      }),
    )

    it.effect("a nested withTransaction fails alone, behind its savepoint", () =>
      Effect.gen(function* () {
        const { sql, transaction } = yield* prepare
        yield* transaction.run(
          Effect.gen(function* () {
            yield* put(1)
            yield* Effect.ignore(sql.withTransaction(Effect.andThen(put(2), Effect.fail("refused"))))
            yield* Effect.orDie(sql.withTransaction(Effect.andThen(put(3), sql.withTransaction(put(4)))))
            yield* Effect.all(
              [5, 6, 7, 8].map((id) =>
                Effect.ignore(
                  sql.withTransaction(id % 2 === 0 ? Effect.andThen(put(id), Effect.fail("odd")) : put(id)),
                ),
              ),
              { concurrency: "unbounded" },
            )
          }),
        )
        assert.deepStrictEqual(yield* ids, [1, 3, 4, 5, 7])
      }),
    )

    it.effect("runs what waits for the commit after it, once, and not when it fails", () =>
      Effect.gen(function* () {
        const { sql, transaction } = yield* prepare
        const seen: Array<ReadonlyArray<number>> = []
        const look = sql.afterCommit(Effect.map(ids, (found) => void seen.push(found)))
        yield* transaction.run(Effect.andThen(look, put(1)))
        yield* Effect.ignore(transaction.run(Effect.andThen(Effect.andThen(look, put(2)), Effect.fail("refused"))))
        assert.deepStrictEqual(seen, [[1]])
      }),
    )

    it.effect("gives nothing to a fiber that outlives it", () =>
      Effect.gen(function* () {
        const { transaction } = yield* prepare
        const ended = yield* Deferred.make<void>()
        const straggler = yield* transaction.run(
          Effect.forkDetach(Effect.andThen(Deferred.await(ended), transaction.run(put(1)))),
        )
        yield* Deferred.succeed(ended, undefined)
        const exit = yield* Fiber.await(straggler)
        assert.isTrue(Exit.isFailure(exit))
        assert.deepStrictEqual(yield* ids, [])
      }),
    )
  })
})

const defects = (exit: Exit.Exit<unknown, unknown>): ReadonlyArray<unknown> =>
  Exit.isFailure(exit) ? exit.cause.reasons.filter(Cause.isDieReason).map(({ defect }) => defect) : []

const onPostgres = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient | Transaction>) =>
  Effect.gen(function* () {
    const url = yield* emptyUrls.Postgres
    return yield* Effect.provide(effect, bare(url))
  })

/**
 * Two units of work that cannot both succeed at once, and how often each of them ran. A second run waits until the
 * other unit is stored: it could get in its way again, and Postgres would be free to end either of them.
 */
const secondRuns = Effect.gen(function* () {
  const transaction = yield* Transaction
  const stored = [yield* Deferred.make<void>(), yield* Deferred.make<void>()] as const
  const runs: [number, number] = [0, 0]
  const inTurn = <A, E, R>(mine: 0 | 1, unit: Effect.Effect<A, E, R>) =>
    Effect.suspend(() =>
      runs[mine]++ === 0 ? unit : Effect.andThen(Deferred.await(stored[mine === 0 ? 1 : 0]), unit),
    ).pipe(transaction.run, Effect.tap(Deferred.succeed(stored[mine], undefined)))
  return { runs, inTurn }
})

describe("on Postgres", () => {
  it.effect("two units that lock each other out both succeed, one of them on a second run", () =>
    onPostgres(
      Effect.gen(function* () {
        const { sql, transaction } = yield* prepare
        yield* transaction.run(Effect.all([put(1), put(2)]))
        const locked = [yield* Deferred.make<void>(), yield* Deferred.make<void>()] as const
        const { runs, inTurn } = yield* secondRuns
        const take = (id: number) => orUnavailable(sql`SELECT id FROM note WHERE id = ${id} FOR UPDATE`)
        const unit = (mine: 0 | 1) =>
          Effect.gen(function* () {
            yield* take(mine === 0 ? 1 : 2)
            yield* Deferred.succeed(locked[mine], undefined)
            yield* Deferred.await(locked[mine === 0 ? 1 : 0])
            yield* take(mine === 0 ? 2 : 1)
            yield* put(10 + mine)
          })
        yield* Effect.all([inTurn(0, unit(0)), inTurn(1, unit(1))], { concurrency: 2 })
        assert.deepStrictEqual(runs.toSorted(), [1, 2])
        assert.deepStrictEqual(yield* ids, [1, 2, 10, 11])
      }),
    ),
  )

  it.effect("a unit that cannot be put in order with another is run again", () =>
    onPostgres(
      Effect.gen(function* () {
        yield* prepare
        const read = [yield* Deferred.make<void>(), yield* Deferred.make<void>()] as const
        const { runs, inTurn } = yield* secondRuns
        const unit = (mine: 0 | 1) =>
          Effect.gen(function* () {
            const count = (yield* ids).length
            yield* Deferred.succeed(read[mine], undefined)
            yield* Deferred.await(read[mine === 0 ? 1 : 0])
            yield* put(100 * (count + 1) + mine)
          })
        yield* Effect.all([inTurn(0, unit(0)), inTurn(1, unit(1))], { concurrency: 2 }).pipe(
          Effect.provideService(SqlClient.BeginTransaction, "BEGIN ISOLATION LEVEL SERIALIZABLE"),
        )
        assert.deepStrictEqual(runs.toSorted(), [1, 2])
        assert.lengthOf(yield* ids, 2)
        assert.lengthOf(
          (yield* ids).filter((id) => id >= 200),
          1,
        )
      }),
    ),
  )

  it.effect("a lost connection is storage that is unavailable, and the pool recovers", () =>
    onPostgres(
      Effect.gen(function* () {
        const { sql, transaction } = yield* prepare
        const exit = yield* Effect.exit(
          transaction.run(Effect.andThen(put(1), orUnavailable(sql`SELECT pg_terminate_backend(pg_backend_pid())`))),
        )
        assert.instanceOf(defects(exit)[0], StorageUnavailable)
        yield* transaction.run(put(2))
        assert.deepStrictEqual(yield* ids, [2])
      }),
    ),
  )

  it.effect("a statement or a lock that takes too long is storage that is unavailable", () =>
    onPostgres(
      Effect.gen(function* () {
        const { sql, transaction } = yield* prepare
        yield* transaction.run(put(1))
        const slow = Effect.andThen(sql`SET LOCAL statement_timeout = 20`, sql`SELECT pg_sleep(60)`)
        assert.instanceOf(defects(yield* Effect.exit(transaction.run(orUnavailable(slow))))[0], StorageUnavailable)

        const lock = sql`SELECT id FROM note FOR UPDATE`
        const held = yield* Deferred.make<void>()
        const holder = yield* Effect.forkChild(
          transaction.run(
            Effect.andThen(orUnavailable(lock), Effect.andThen(Deferred.succeed(held, undefined), Effect.never)),
          ),
        )
        yield* Deferred.await(held)
        const blocked = Effect.andThen(sql`SET LOCAL lock_timeout = 20`, lock)
        assert.instanceOf(defects(yield* Effect.exit(transaction.run(orUnavailable(blocked))))[0], StorageUnavailable)
        yield* Fiber.interrupt(holder)
        yield* transaction.run(orUnavailable(lock))
      }),
    ),
  )

  it.effect("the server's limits are in force", () =>
    onPostgres(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const shown = (setting: string) =>
          Effect.map(sql.unsafe<Record<string, string>>(`SHOW ${setting}`), ([row]) => row?.[setting])
        assert.strictEqual(yield* shown("statement_timeout"), "10s")
        assert.strictEqual(yield* shown("lock_timeout"), "5s")
        assert.strictEqual(yield* shown("idle_in_transaction_session_timeout"), "15s")
      }),
    ),
  )

  it.effect("a server that does not answer is storage that is unavailable", () =>
    Effect.gen(function* () {
      const transaction = yield* Transaction
      const exit = yield* Effect.exit(transaction.run(ids))
      assert.instanceOf(defects(exit)[0], StorageUnavailable)
    }).pipe(Effect.provide(bare(`postgres://garrison@${LOOPBACK_HOST}:1/none?prepared_statements=on`))),
  )
})
