/** Units of work under shared commits: each is answered after its commit and fails alone. */
import { assert, describe, it } from "@effect/vitest"
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import { integer } from "@garrison/sql/columns"
import { orUnavailable } from "@garrison/sql/SqlTransaction"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import * as fc from "fast-check"
import { readFileSync } from "node:fs"
import { bareSqlite, newFile } from "./bare.ts"

/** Commits in a write-ahead log that has not been reset: frames that say how large the database became. */
const commitsIn = (file: string): number => {
  const log = readFileSync(`${file}-wal`)
  const pageSize = log.readUInt32BE(8)
  const salt = log.subarray(16, 24)
  let commits = 0
  for (let frame = 32; frame + 24 + pageSize <= log.length; frame += 24 + pageSize) {
    if (log.subarray(frame + 8, frame + 16).equals(salt) && log.readUInt32BE(frame + 4) !== 0) commits++
  }
  return commits
}

const prepare = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  yield* transaction.run(orUnavailable(sql`CREATE TABLE note (id INTEGER PRIMARY KEY) STRICT`))
  const put = (id: number) => orUnavailable(sql`INSERT INTO note (id) VALUES (${id})`)
  const ids = Effect.map(orUnavailable(sql`SELECT id FROM note ORDER BY id`), (rows) =>
    rows.map(({ id }) => integer(id)),
  )
  return { sql, transaction, put, ids }
})

const isUnavailable = (exit: Exit.Exit<unknown, unknown> | undefined): boolean =>
  exit !== undefined &&
  Exit.isFailure(exit) &&
  exit.cause.reasons.some((reason) => Cause.isDieReason(reason) && reason.defect instanceof StorageUnavailable)

const inFile = <A, E>(
  body: (file: string) => Effect.Effect<A, E, SqlClient.SqlClient | Transaction>,
  options: { readonly unitsPerCommitMax?: number } = {},
) => Effect.flatMap(newFile, (file) => Effect.provide(body(file), bareSqlite({ file, ...options })))

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

const fork = <A>(unit: Effect.Effect<A>) => Effect.forkChild(unit, { startImmediately: true })

const yieldTimes = (count: number) => Effect.forEach(range(count), () => Effect.yieldNow, { discard: true })

describe("SqliteWriter", () => {
  it.effect("units that come together share commits, and every one of them is stored when it is answered", () =>
    inFile((file) =>
      Effect.gen(function* () {
        const { transaction, put, ids } = yield* prepare
        const before = commitsIn(file)
        yield* Effect.forEach(
          range(200),
          (id) =>
            Effect.gen(function* () {
              yield* transaction.run(put(id))
              assert.include(yield* ids, id)
            }),
          { concurrency: "unbounded", discard: true },
        )
        assert.deepStrictEqual(yield* ids, range(200))
        // 64 at most share one: four commits are enough.
        assert.strictEqual(commitsIn(file) - before, 4)
      }),
    ),
  )

  it.effect("units that come one by one have a commit each", () =>
    inFile((file) =>
      Effect.gen(function* () {
        const { transaction, put } = yield* prepare
        const before = commitsIn(file)
        for (const id of range(20)) yield* transaction.run(put(id))
        assert.strictEqual(commitsIn(file) - before, 20)
      }),
    ),
  )

  it.effect("with one unit per commit nothing is shared", () =>
    inFile(
      (file) =>
        Effect.gen(function* () {
          const { transaction, put } = yield* prepare
          const before = commitsIn(file)
          yield* Effect.forEach(range(50), (id) => transaction.run(put(id)), { concurrency: "unbounded" })
          assert.strictEqual(commitsIn(file) - before, 50)
        }),
      { unitsPerCommitMax: 1 },
    ),
  )

  it.effect("a unit that fails under a shared commit leaves nothing and takes nobody with it", () =>
    inFile((file) =>
      Effect.gen(function* () {
        const { transaction, put, ids } = yield* prepare
        const before = commitsIn(file)
        const exits = yield* Effect.forEach(
          range(40),
          (id) =>
            Effect.exit(
              transaction.run(
                Effect.andThen(
                  put(id),
                  id % 3 === 0 ? Effect.fail(id) : id % 3 === 1 ? Effect.die(id) : Effect.succeed(id),
                ),
              ),
            ),
          { concurrency: "unbounded" },
        )
        for (const [id, exit] of exits.entries()) {
          assert.deepStrictEqual(exit, id % 3 === 0 ? Exit.fail(id) : id % 3 === 1 ? Exit.die(id) : Exit.succeed(id))
        }
        assert.deepStrictEqual(
          yield* ids,
          range(40).filter((id) => id % 3 === 2),
        )
        assert.isBelow(commitsIn(file) - before, 5)
      }),
    ),
  )

  it.effect("when the commit fails, every unit under it is unavailable and none is stored", () =>
    inFile(() =>
      Effect.gen(function* () {
        const { sql, transaction, put, ids } = yield* prepare
        yield* transaction.run(
          orUnavailable(
            sql`CREATE TABLE reference (id INTEGER REFERENCES note (id) DEFERRABLE INITIALLY DEFERRED) STRICT`,
          ),
        )
        // SQLite looks at a deferred reference when it commits: a failing commit without a failing disk.
        const dangling = orUnavailable(sql`INSERT INTO reference (id) VALUES (1000)`)
        const exits = yield* Effect.forEach(
          [put(1), put(2), dangling, put(3), Effect.andThen(put(4), Effect.fail("refused"))],
          (unit) => Effect.exit(transaction.run(unit)),
          { concurrency: "unbounded" },
        )
        // Not even the refusal counts: it was decided on what is not stored.
        for (const exit of exits) assert.isTrue(Exit.isFailure(exit) && !Cause.hasFails(exit.cause))
        assert.deepStrictEqual(yield* ids, [])
        yield* transaction.run(put(5))
        assert.deepStrictEqual(yield* ids, [5])
      }),
    ),
  )

  it.effect("interrupting a unit that waits for its turn leaves the line as it was", () =>
    inFile(() =>
      Effect.gen(function* () {
        const { transaction, put, ids } = yield* prepare
        const go = yield* Deferred.make<void>()
        const first = yield* Effect.forkChild(transaction.run(Effect.andThen(put(0), Deferred.await(go))), {
          startImmediately: true,
        })
        const waiting = yield* Effect.forEach(range(10), (id) =>
          Effect.forkChild(transaction.run(put(id + 1)), { startImmediately: true }),
        )
        for (const fiber of waiting.filter((_, index) => index % 2 === 0)) yield* Fiber.interrupt(fiber)
        yield* Deferred.succeed(go, undefined)
        yield* Fiber.join(first)
        const exits = yield* Effect.forEach(waiting, (fiber) => Fiber.await(fiber))
        assert.deepStrictEqual(
          exits.map(Exit.isSuccess),
          range(10).map((index) => index % 2 === 1),
        )
        assert.deepStrictEqual(yield* ids, [0, 2, 4, 6, 8, 10])
      }),
    ),
  )

  it.effect("interrupting a unit whose turn has just come passes the turn on", () =>
    inFile(
      () =>
        Effect.gen(function* () {
          const { transaction, put, ids } = yield* prepare
          const go = yield* Deferred.make<void>()
          const second = yield* Deferred.make<Fiber.Fiber<void>>()
          // With a commit of its own the first goes on at once, before the second, whose turn it is, runs.
          const first = yield* fork(
            transaction
              .run(Effect.andThen(put(1), Deferred.await(go)))
              .pipe(Effect.andThen(Deferred.await(second)), Effect.flatMap(Fiber.interrupt)),
          )
          yield* Deferred.succeed(second, yield* fork(Effect.asVoid(transaction.run(put(2)))))
          const third = yield* fork(transaction.run(put(3)))
          yield* Deferred.succeed(go, undefined)
          yield* Fiber.join(first)
          yield* Fiber.join(third)
          assert.deepStrictEqual(yield* ids, [1, 3])
        }),
      { unitsPerCommitMax: 1 },
    ),
  )

  it.effect("a fiber that outlives its unit cannot write into another one's", () =>
    inFile(() =>
      Effect.gen(function* () {
        const { transaction, put, ids } = yield* prepare
        const ended = yield* Deferred.make<void>()
        const straggler = yield* transaction.run(Effect.forkDetach(Effect.andThen(Deferred.await(ended), put(1))))
        yield* transaction.run(
          Effect.gen(function* () {
            yield* put(2)
            yield* Deferred.succeed(ended, undefined)
            assert.isTrue(Exit.isFailure(yield* Fiber.await(straggler)))
          }),
        )
        assert.deepStrictEqual(yield* ids, [2])
      }),
    ),
  )

  it.effect("whatever mix of units succeeds, fails, dies, yields and is interrupted: answered is stored", () =>
    inFile(() =>
      Effect.gen(function* () {
        const { transaction, put, ids } = yield* prepare
        const kinds = ["succeed", "fail", "die", "interrupt", "abandon"] as const
        const plan = fc.record({ kind: fc.constantFrom(...kinds), before: fc.nat(3), inside: fc.nat(3) })
        const plans = fc.sample(plan, { numRuns: 400, seed: 20_240_702 })
        const fibers = yield* Effect.forEach(plans, ({ kind, before, inside }, id) =>
          Effect.forkChild(
            Effect.gen(function* () {
              yield* yieldTimes(before)
              yield* transaction.run(
                Effect.gen(function* () {
                  yield* put(id)
                  yield* yieldTimes(inside)
                  if (kind === "fail") yield* Effect.fail(kind)
                  if (kind === "die") yield* Effect.die(kind)
                  if (kind === "interrupt") yield* Effect.interrupt
                }),
              )
            }),
          ),
        )
        for (const [id, fiber] of fibers.entries()) {
          if (id % 5 === 0) yield* Effect.yieldNow
          if (plans[id]?.kind === "abandon") yield* Effect.forkChild(Fiber.interrupt(fiber))
        }
        const exits = yield* Effect.forEach(fibers, (fiber) => Fiber.await(fiber))
        const answered = [...exits.entries()].flatMap(([id, exit]) => (Exit.isSuccess(exit) ? [id] : []))
        const stored = new Set(yield* ids)
        for (const id of answered) assert.isTrue(stored.has(id))
        for (const [id, { kind }] of plans.entries()) {
          if (kind === "succeed") assert.isTrue(stored.has(id))
          // Only one interrupted while it waited for its commit may be stored without an answer.
          else if (kind !== "abandon") assert.isFalse(stored.has(id))
        }
        yield* transaction.run(put(1000))
      }),
    ),
  )

  it.effect("a full disk is storage that is unavailable for all who shared the commit, until there is room", () =>
    inFile(() =>
      Effect.gen(function* () {
        const { sql, transaction, put, ids } = yield* prepare
        yield* transaction.run(orUnavailable(sql`CREATE TABLE ballast (body BLOB) STRICT`))
        const pragma = (text: string) => transaction.run(orUnavailable(sql.unsafe<Record<string, unknown>>(text)))
        const [row] = yield* pragma("PRAGMA page_count")
        yield* pragma(`PRAGMA max_page_count = ${integer(row?.page_count) + 2}`)

        const fill = orUnavailable(sql`INSERT INTO ballast (body) VALUES (${new Uint8Array(100_000)})`)
        const exits = yield* Effect.forEach(
          [put(1), put(2), fill, put(3)],
          (unit) => Effect.exit(transaction.run(unit)),
          { concurrency: "unbounded" },
        )
        assert.isTrue(isUnavailable(exits[2]))
        const stored = new Set(yield* ids)
        for (const [index, exit] of [exits[0], exits[1]].entries()) {
          // SQLite may roll the statement back, or everything before it too; either way no answer is wrong.
          assert.strictEqual(exit?._tag === "Success", stored.has(index + 1))
          if (!stored.has(index + 1)) assert.isTrue(isUnavailable(exit))
        }

        yield* pragma("PRAGMA max_page_count = 1000000")
        yield* transaction.run(fill)
        yield* transaction.run(put(10))
        assert.include(yield* ids, 10)
        assert.deepStrictEqual(
          (yield* sql.unsafe<Record<string, unknown>>("PRAGMA integrity_check")).map((found) => found.integrity_check),
          ["ok"],
        )
      }),
    ),
  )

  it.effect("a unit that goes on after SQLite rolled it back stores nothing and does not succeed", () =>
    inFile(() =>
      Effect.gen(function* () {
        const { sql, transaction, put, ids } = yield* prepare
        const exit = yield* Effect.exit(
          transaction.run(
            Effect.gen(function* () {
              yield* put(1)
              // What a full disk does by itself.
              yield* orUnavailable(sql`ROLLBACK`)
              yield* Effect.exit(put(2))
            }),
          ),
        )
        assert.isTrue(isUnavailable(exit))
        assert.deepStrictEqual(yield* ids, [])
      }),
    ),
  )

  it.effect("closing the database stores what waits for its commit", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* Effect.gen(function* () {
        const { transaction, put } = yield* prepare
        yield* Effect.forEach(range(10), (id) =>
          Effect.forkDetach(transaction.run(put(id)), { startImmediately: true }),
        )
      }).pipe(Effect.provide(bareSqlite({ file })))
      const stored = yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT count(*) AS count FROM note`).pipe(
        Effect.provide(bareSqlite({ file })),
      )
      assert.strictEqual(integer(stored[0]?.count), 10)
    }),
  )
})
