/** The driver: what is in force on its connections, and what it refuses. */
import { assert, describe, it } from "@effect/vitest"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Database from "@garrison/sql/Database"
import { SqlDriver } from "@garrison/sql/SqlDriver"
import * as SqliteClient from "@garrison/sql/SqliteClient"
import { isUnavailable } from "@garrison/sql/SqlTransaction"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { layer as reactivity } from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import * as Stream from "effect/Stream"
import { readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "../support/databases.ts"
import { bareSqlite, newFile } from "./bare.ts"

const pragma = (sql: SqlClient.SqlClient, name: string) =>
  Effect.map(sql.unsafe<Record<string, unknown>>(`PRAGMA ${name}`), ([row]) => Number(Object.values(row ?? {})[0]))

const table = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  yield* transaction.run(sql`CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT`)
  return { sql, transaction }
})

const bodies = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ body: string }>`SELECT body FROM note ORDER BY id`, (rows) => rows.map(({ body }) => body))

describe("SqliteClient", () => {
  it.effect("both connections keep acknowledged writes over a power cut, check references and trust no schema", () =>
    Effect.gen(function* () {
      const layer = bareSqlite({ file: yield* newFile })
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const transaction = yield* Transaction
        const inForce = Effect.all({
          synchronous: pragma(sql, "synchronous"),
          foreignKeys: pragma(sql, "foreign_keys"),
          trustedSchema: pragma(sql, "trusted_schema"),
          busyMillis: pragma(sql, "busy_timeout"),
        })
        const expected = { synchronous: 2, foreignKeys: 1, trustedSchema: 0, busyMillis: 5 }
        assert.deepStrictEqual(yield* inForce, expected)
        assert.deepStrictEqual(yield* transaction.run(inForce), expected)
        assert.deepStrictEqual(
          (yield* sql.unsafe<{ journal_mode: string }>("PRAGMA journal_mode")).map((row) => row.journal_mode),
          ["wal"],
        )
      }).pipe(Effect.provide(layer))
    }),
  )

  it.effect("what is deleted or overwritten is found in no file once the log has been moved", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* Effect.gen(function* () {
        const { sql, transaction } = yield* table
        for (let id = 1; id <= 9; id++) yield* transaction.run(sql`INSERT INTO note VALUES (${id}, ${`canary-${id}`})`)
        const found = () =>
          [file, `${file}-wal`].flatMap((path) => readFileSync(path, "latin1").match(/canary-\d/g) ?? []).toSorted()
        assert.isAbove(found().length, 8)
        const unit = Effect.andThen(sql`DELETE FROM note WHERE id > 5`, sql`UPDATE note SET body = 'x' WHERE id < 5`)
        yield* transaction.run(Effect.andThen(unit, (yield* SqlDriver).leaveNoResidue))
        assert.deepStrictEqual(found(), ["canary-5"])
      }).pipe(Effect.provide(bareSqlite({ file })))
    }),
  )

  for (const place of ["file", "memory"] as const) {
    it.effect(`a write outside of a unit of work fails (${place})`, () =>
      Effect.gen(function* () {
        const file = place === "memory" ? ":memory:" : yield* newFile
        yield* Effect.gen(function* () {
          const { sql, transaction } = yield* table
          const refused = yield* Effect.flip(sql`INSERT INTO note (body) VALUES ('outside')`)
          assert.match(refused.message, /write outside of Transaction\.run/)
          // The program is wrong, not storage: nobody is told to try again.
          assert.isFalse(isUnavailable(refused))
          yield* transaction.run(sql`INSERT INTO note (body) VALUES ('inside')`)
          const again = yield* Effect.flip(sql`INSERT INTO note (body) VALUES ('outside')`)
          assert.match(again.message, /write outside/)
          assert.deepStrictEqual(yield* bodies(sql), ["inside"])
        }).pipe(Effect.provide(bareSqlite({ file })))
      }),
    )
  }

  it.effect("statements outside of units see what is committed and nothing else", () =>
    Effect.gen(function* () {
      const layer = bareSqlite({ file: yield* newFile })
      yield* Effect.gen(function* () {
        const { sql, transaction } = yield* table
        const written = yield* Deferred.make<void>()
        const looked = yield* Deferred.make<void>()
        const unit = transaction.run(
          Effect.gen(function* () {
            yield* sql`INSERT INTO note (body) VALUES ('a')`
            assert.deepStrictEqual(yield* bodies(sql), ["a"])
            yield* Deferred.succeed(written, undefined)
            yield* Deferred.await(looked)
          }),
        )
        const fiber = yield* Effect.forkChild(unit)
        yield* Deferred.await(written)
        assert.deepStrictEqual(yield* bodies(sql), [])
        yield* Deferred.succeed(looked, undefined)
        yield* Fiber.join(fiber)
        assert.deepStrictEqual(yield* bodies(sql), ["a"])
      }).pipe(Effect.provide(layer))
    }),
  )

  it.effect("a new database is readable by its owner alone, its log too", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* Effect.gen(function* () {
        yield* table
        for (const suffix of ["", "-wal", "-shm"]) assert.strictEqual(statSync(file + suffix).mode & 0o777, 0o600)
      }).pipe(Effect.provide(bareSqlite({ file })))
    }),
  )

  it.effect("more statements than are kept prepared work all the same", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (let round = 0; round < 2; round++) {
        for (let number = 0; number < 600; number++) {
          const [row] = yield* sql.unsafe<{ answer: number }>(`SELECT ${number} AS answer`)
          assert.strictEqual(row?.answer, number)
        }
      }
    }).pipe(Effect.provide(bareSqlite({ file: ":memory:" }))),
  )

  it.effect("rows come as a stream and as values too", () =>
    Effect.gen(function* () {
      const { sql, transaction } = yield* table
      yield* transaction.run(sql`INSERT INTO note (body) VALUES ('a'), ('b')`)
      const query = sql`SELECT id, body FROM note ORDER BY id`
      assert.deepStrictEqual(yield* query.values, [
        [1, "a"],
        [2, "b"],
      ])
      assert.deepStrictEqual(
        (yield* Stream.runCollect(query.stream)).map((row) => row.body),
        ["a", "b"],
      )
    }).pipe(Effect.provide(bareSqlite({ file: ":memory:" }))),
  )

  it.effect("what cannot be opened is named", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "missing", "test.db")
      const failure = yield* Effect.flip(Effect.scoped(SqliteClient.make({ file })).pipe(Effect.provide(reactivity)))
      assert.include(failure.message, file)
      assert.strictEqual(failure.reason._tag, "ConnectionError")
    }),
  )

  it.effect("a file that is no database is refused and left alone", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      writeFileSync(file, "this is a letter, not a database".repeat(100))
      const failure = yield* Effect.flip(Effect.scoped(SqliteClient.make({ file })).pipe(Effect.provide(reactivity)))
      assert.match(failure.message, /not a database/)
      assert.match(readFileSync(file, "utf8"), /^this is a letter/)
    }),
  )

  it.effect("two databases of one process do not share units", () =>
    Effect.gen(function* () {
      const [first, second] = [bareSqlite({ file: ":memory:" }), bareSqlite({ file: ":memory:" })]
      yield* Effect.gen(function* () {
        const outer = yield* table
        const answer = yield* outer.transaction.run(
          Effect.gen(function* () {
            const inner = yield* table
            yield* inner.transaction.run(inner.sql`INSERT INTO note (body) VALUES ('second')`)
            yield* outer.sql`INSERT INTO note (body) VALUES ('first')`
            return yield* bodies(inner.sql)
          }).pipe(Effect.provide(second)),
        )
        assert.deepStrictEqual(answer, ["second"])
        assert.deepStrictEqual(yield* bodies(outer.sql), ["first"])
      }).pipe(Effect.provide(first))
    }),
  )
})

describe("Database", () => {
  it.effect("an unknown url is refused in words, without its credentials", () =>
    Effect.gen(function* () {
      for (const url of ["mysql://user:hunter2@host/db", "garrison.db", "", "sqlite:", "postgres://"]) {
        const failure = yield* Effect.flip(Effect.scoped(Layer.build(Database.layer(url))))
        assert.strictEqual(failure._tag, "StorageUrlInvalid")
        assert.match(failure.message, /sqlite:FILE/)
        assert.notInclude(failure.message, "hunter2")
      }
    }),
  )

  it.effect("sqlite::memory: is migrated and lives with its layer", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.isAbove((yield* sql`SELECT id FROM garrison_migration`).length, 0)
    }).pipe(Effect.provide(Layer.orDie(Layer.fresh(Database.layer("sqlite::memory:"))))),
  )
})
