/** Reads of every request: the short way that they take where they can gives what the usual way gives. */
import { assert, describe, it } from "@effect/vitest"
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import { integer, text } from "@garrison/sql/columns"
import { makePreparedRead } from "@garrison/sql/preparedRead"
import { SqlDriver } from "@garrison/sql/SqlDriver"
import * as SqliteClient from "@garrison/sql/SqliteClient"
import { SqliteConnection } from "@garrison/sql/SqliteConnection"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { layer as reactivity } from "effect/reactivity/Reactivity"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { failAfterStatements } from "../support/faults.ts"
import { newFile, onEachEmptyDatabase } from "./bare.ts"

/** As the server runs its requests: without a tracer, or else every read goes the usual way. */
const untraced = Effect.provideService(References.TracerEnabled, false)

const defectOf = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isFailure(exit) ? exit.cause.reasons.find(Cause.isDieReason)?.defect : undefined

const notes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  const write = (id: number, body: string) => sql`INSERT INTO note (id, body) VALUES (${id}, ${body})`
  yield* transaction.run(sql`CREATE TABLE note (id BIGINT PRIMARY KEY, body TEXT NOT NULL)`)
  yield* transaction.run(Effect.all([write(1, "one"), write(2, "two?"), write(3, "three")]))
  const preparedRead = yield* makePreparedRead
  const read = preparedRead("SELECT id, body FROM note WHERE id >= ? AND body <> ? ORDER BY id", (rows) =>
    rows.map((row) => [integer(row.id), text(row.body)]),
  )
  return { sql, transaction, write, read, preparedRead }
})

onEachEmptyDatabase((name, database) => {
  describe(`a prepared read on ${name}`, () => {
    it.effect("gives the same rows traced or not, whatever is in its parameters", () =>
      Effect.gen(function* () {
        const { read } = yield* notes
        for (const way of [untraced, <A>(self: Effect.Effect<A>) => self]) {
          assert.deepStrictEqual(yield* way(read(1, "two?")), [
            [1, "one"],
            [3, "three"],
          ])
          assert.deepStrictEqual(yield* way(read(3, "' OR 1 = 1 --")), [[3, "three"]])
          assert.deepStrictEqual(yield* way(read(9, "")), [])
        }
      }).pipe(Effect.provide(database)),
    )

    it.effect("sees what its unit of work wrote, and nobody else's before the commit", () =>
      Effect.gen(function* () {
        const { read, sql, transaction, write } = yield* notes
        const outside = yield* Effect.context()
        yield* transaction.run(
          Effect.gen(function* () {
            yield* write(4, "four")
            assert.deepStrictEqual(yield* read(4, ""), [[4, "four"]])
            // The context from before the unit is that of another request.
            const other = yield* Effect.promise(() => Effect.runPromiseWith(outside)(read(4, "")))
            assert.deepStrictEqual(other, [])
          }),
        )
        assert.deepStrictEqual(yield* read(4, ""), [[4, "four"]])
        yield* transaction.run(sql`DELETE FROM note WHERE id = 4`)
        assert.deepStrictEqual(yield* read(4, ""), [])
      }).pipe(untraced, Effect.provide(database)),
    )

    it.effect("dies with the SQL failure when the statement is wrong, and of storage that a test takes away", () =>
      Effect.gen(function* () {
        const { read, preparedRead } = yield* notes
        const wrong = preparedRead("SELECT nothing FROM nowhere WHERE id = ?", (rows) => rows.length)
        assert.isTrue(isSqlError(defectOf(yield* Effect.exit(wrong(1)))))
        assert.instanceOf(defectOf(yield* Effect.exit(failAfterStatements(0)(read(1, "")))), StorageUnavailable)
      }).pipe(untraced, Effect.provide(database)),
    )
  })
})

describe("the short way of a prepared read", () => {
  it.effect("is there on a SQLite file, and not in memory, where a read may meet an open unit of work", () =>
    Effect.gen(function* () {
      const inFile = yield* SqliteClient.make({ file: yield* newFile })
      const inMemory = yield* SqliteClient.make({ file: ":memory:" })
      assert.instanceOf(Context.get(inFile, SqlDriver).reading, SqliteConnection)
      assert.isUndefined(Context.get(inMemory, SqlDriver).reading)
    }).pipe(Effect.scoped, Effect.provide(reactivity)),
  )
})
