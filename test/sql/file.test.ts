/** The SQLite file under a running server: moved away, kept busy by a long reader, closed (guarantees R4, R7). */
import { assert, describe, it } from "@effect/vitest"
import { StorageProbe } from "@garrison/core/kernel/work/StorageProbe"
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import { integer } from "@garrison/sql/columns"
import * as Database from "@garrison/sql/Database"
import { layer as storageProbe } from "@garrison/sql/SqlStorageProbe"
import { orUnavailable } from "@garrison/sql/SqlTransaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { copyFileSync, existsSync, renameSync, rmSync, statSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { cryptoLayer } from "../support/crypto.ts"
import { bareSqlite, newFile } from "./bare.ts"

const prepare = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  yield* transaction.run(orUnavailable(sql`CREATE TABLE note (id INTEGER PRIMARY KEY, body BLOB) STRICT`))
  const put = (id: number, bytes = 1) =>
    transaction.run(orUnavailable(sql`INSERT INTO note (id, body) VALUES (${id}, ${new Uint8Array(bytes)})`))
  const ids = Effect.map(orUnavailable(sql`SELECT id FROM note ORDER BY id`), (rows) =>
    rows.map(({ id }) => integer(id)),
  )
  return { put, ids }
})

/** The file as a server opens it, with its tables. */
const migrated = (file: string) =>
  Layer.fresh(Database.layer(`sqlite:${file}`)).pipe(Layer.orDie, Layer.merge(cryptoLayer))

const failing = (unit: Effect.Effect<unknown>) => Effect.catchDefect(unit, (defect) => Effect.succeed(defect))

describe("the file of a SQLite database", () => {
  it.effect(
    "that was moved away or put in the place of another takes no write, so that none is acknowledged and lost",
    () =>
      Effect.gen(function* () {
        const file = yield* newFile
        yield* Effect.gen(function* () {
          const { ids, put } = yield* prepare
          yield* put(1)
          renameSync(file, `${file}.away`)
          assert.instanceOf(yield* failing(put(2)), StorageUnavailable)
          const { ask } = yield* StorageProbe
          assert.instanceOf(yield* failing(ask), StorageUnavailable)
          copyFileSync(`${file}.away`, file)
          assert.instanceOf(yield* failing(put(3)), StorageUnavailable)
          rmSync(file)
          renameSync(`${file}.away`, file)
          yield* put(4)
          assert.isUndefined(yield* failing(ask))
          assert.deepStrictEqual(yield* ids, [1, 4])
        }).pipe(Effect.provide(Layer.provideMerge(storageProbe, migrated(file))))
      }),
  )

  it.effect("is all there is when it has been closed", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* Effect.flatMap(prepare, ({ put }) => put(1)).pipe(Effect.provide(bareSqlite({ file })))
      assert.isFalse(existsSync(`${file}-wal`))
      assert.isFalse(existsSync(`${file}-shm`))
    }),
  )

  it.effect("has a log that a long reader makes grow, and that shrinks to 64 MiB when the reader has gone", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* Effect.gen(function* () {
        const { put } = yield* prepare
        const reader = new DatabaseSync(file)
        reader.exec("BEGIN; SELECT count(*) FROM note")
        const limitBytes = 64 * 1024 * 1024
        const logBytes = () => statSync(`${file}-wal`).size
        for (let id = 0; logBytes() < limitBytes + 2 ** 22; id++) yield* put(id, 2 ** 22)
        reader.exec("COMMIT")
        reader.close()
        for (let id = 1000; logBytes() > limitBytes; id++) {
          yield* put(id)
          assert.isBelow(id, 1010)
        }
      }).pipe(Effect.provide(bareSqlite({ file })))
    }),
  )
})
