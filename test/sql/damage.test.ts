/** A SQLite file whose content is broken, in pages of every kind (guarantees R67). */
import { assert, describe, it } from "@effect/vitest"
import { StorageProbe } from "@garrison/core/kernel/work/StorageProbe"
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import { makePreparedRead } from "@garrison/sql/preparedRead"
import { layer as storageProbe } from "@garrison/sql/SqlStorageProbe"
import { orUnavailable } from "@garrison/sql/SqlTransaction"
import * as Database from "@garrison/sql/Database"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as SqlClient from "effect/sql/SqlClient"
import { closeSync, existsSync, openSync, readFileSync, writeSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { cryptoLayer } from "../support/crypto.ts"
import { newFile } from "./bare.ts"

const PAGE = 4096

/** A migrated file with a table whose rows fill pages of every kind, and with free pages. */
const filled = Effect.fnUntraced(function* (file: string) {
  yield* Effect.void.pipe(Effect.provide(Layer.fresh(Database.layer(`sqlite:${file}`))), Effect.scoped)
  const database = new DatabaseSync(file)
  database.exec(`
    CREATE TABLE note (id INTEGER PRIMARY KEY, body BLOB) STRICT;
    CREATE TABLE sound (id INTEGER PRIMARY KEY) STRICT;
    WITH RECURSIVE ids (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < 3000)
      INSERT INTO note SELECT id, zeroblob(CASE WHEN id % 100 = 0 THEN 20000 ELSE 100 END) FROM ids;
    CREATE TABLE gone AS SELECT * FROM note;
    DROP TABLE gone;
  `)
  const pages = database.prepare("SELECT pageno, pagetype FROM dbstat WHERE name = 'note' ORDER BY pageno").all()
  database.close()
  const pageOf = (kind: string) => Number(pages.find(({ pagetype }) => pagetype === kind)?.["pageno"])
  return { pageOf }
})

/** Flips every bit of some bytes at each of these places. */
const flip = (file: string, offsets: ReadonlyArray<number>, length: number) => {
  const content = readFileSync(file)
  const handle = openSync(file, "r+")
  for (const offset of offsets) {
    const flipped = content.subarray(offset, offset + length).map((byte) => byte ^ 0xff)
    writeSync(handle, flipped, 0, length, offset)
  }
  closeSync(handle)
}

const startOf = (page: number) => (page - 1) * PAGE

type Break = (file: string, pageOf: (kind: string) => number) => void

/** Breaks the number of free pages in the first page of their list. */
const breakFreeList: Break = (file) => flip(file, [startOf(readFileSync(file).readUInt32BE(32)) + 4], 4)

const places: Readonly<Record<string, Break>> = {
  "an interior page": (file, pageOf) => flip(file, [startOf(pageOf("internal"))], 1),
  "a leaf": (file, pageOf) => flip(file, [startOf(pageOf("leaf"))], 1),
  "the cells of a leaf": (file, pageOf) => flip(file, [startOf(pageOf("leaf")) + 3], 20),
  "an overflow page": (file, pageOf) => flip(file, [startOf(pageOf("overflow"))], 4),
  "the list of free pages": breakFreeList,
}

const contentOf = (file: string) =>
  ["", "-wal"].map((suffix) => (existsSync(file + suffix) ? readFileSync(file + suffix).toString("base64") : ""))

/** The file as a server opens it, and the lines that are logged. */
const opened = (file: string) => {
  const lines: Array<string> = []
  const logger = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
  const layer = Layer.fresh(storageProbe.pipe(Layer.provideMerge(Database.layer(`sqlite:${file}`)))).pipe(
    Layer.orDie,
    Layer.provideMerge(cryptoLayer),
    Layer.provide(logger),
  )
  return { lines, layer }
}

const defectOf = (exit: Exit.Exit<unknown, unknown>): unknown =>
  Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined

const assertDamaged = (exit: Exit.Exit<unknown, unknown>, file: string) => {
  const defect = defectOf(exit)
  assert.instanceOf(defect, StorageUnavailable)
  assert.propertyVal(defect, "trouble", "damaged")
  assert.include((defect as Error).message, `the SQLite database ${file} is damaged`)
  assert.include((defect as Error).message, "restore a backup")
}

/** What a service asks of storage: of the broken table, of a sound one, in a unit of work and outside. */
const makeRequests = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  const { ask } = yield* StorageProbe
  const preparedRead = yield* makePreparedRead
  const inUnit = (statement: string) => Effect.suspend(() => transaction.run(orUnavailable(sql.unsafe(statement))))
  const whole = "SELECT SUM(LENGTH(body)) AS sum FROM note WHERE SUBSTR(body, -1) = x'00'"
  return {
    read: preparedRead(whole, (rows) => rows)(),
    readInUnit: inUnit(whole),
    write: inUnit(
      "INSERT INTO note SELECT id + 5000, zeroblob(9000) FROM note WHERE SUBSTR(body, -1) = x'00' LIMIT 300",
    ),
    elsewhere: [
      Effect.asVoid(orUnavailable(sql`SELECT COUNT(*) FROM sound`)),
      Effect.asVoid(preparedRead("SELECT COUNT(*) FROM sound", (rows) => rows)()),
      Effect.asVoid(inUnit("INSERT INTO sound DEFAULT VALUES")),
    ],
    ask,
  }
})

describe("a SQLite file that is broken", () => {
  for (const [place, breakIt] of Object.entries(places)) {
    for (const begins of ["read", "readInUnit", "write"] as const) {
      // A list of free pages is met by writes alone.
      if (breakIt === breakFreeList && begins !== "write") continue
      it.effect(`in ${place} takes and gives nothing more once a ${begins} has met it, and one line says so`, () =>
        Effect.gen(function* () {
          const file = yield* newFile
          const { pageOf } = yield* filled(file)
          breakIt(file, pageOf)
          const { layer, lines } = opened(file)
          const after = yield* Effect.gen(function* () {
            const { elsewhere, ...requests } = yield* makeRequests
            for (const request of elsewhere) yield* request
            assertDamaged(yield* Effect.exit(requests[begins]), file)
            const content = contentOf(file)
            for (const request of [...elsewhere, ...Object.values(requests)]) {
              assertDamaged(yield* Effect.exit(request), file)
            }
            assert.deepStrictEqual(contentOf(file), content)
            return content
          }).pipe(Effect.provide(layer), Effect.scoped)
          assert.deepStrictEqual(contentOf(file), after)
          assert.lengthOf(lines, 1)
          assert.match(lines[0] ?? "", /is damaged \(.*\): stop the server and restore a backup/)
        }),
      )
    }
  }

  it.effect("goes on taking writes from SQLite itself, as a control", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const { pageOf } = yield* filled(file)
      flip(file, [startOf(pageOf("leaf"))], 1)
      const before = contentOf(file)
      const database = new DatabaseSync(file)
      assert.throws(() => database.prepare("SELECT SUM(LENGTH(body)) FROM note").all(), /malformed/)
      database.exec("INSERT INTO sound DEFAULT VALUES")
      database.close()
      assert.notDeepEqual(contentOf(file), before)
    }),
  )

  it.effect("in a page of its log is found, too", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* filled(file)
      const { layer, lines } = opened(file)
      yield* Effect.gen(function* () {
        const { elsewhere, read, write } = yield* makeRequests
        yield* write
        // Every page that the log has now: a frame is a head of 24 bytes and a page, after a head of 32 bytes.
        const frames = Math.floor((readFileSync(`${file}-wal`).length - 32) / (24 + PAGE))
        const pages = Array.from({ length: frames }, (_, frame) => 32 + frame * (24 + PAGE) + 24)
        flip(`${file}-wal`, pages, 1)
        assertDamaged(yield* Effect.exit(read), file)
        const content = contentOf(file)
        for (const request of elsewhere) assertDamaged(yield* Effect.exit(request), file)
        assert.deepStrictEqual(contentOf(file), content)
      }).pipe(Effect.provide(layer), Effect.scoped)
      assert.lengthOf(lines, 1)
    }),
  )

  it.effect("in its first page is not opened, and the failure says to restore a backup", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* filled(file)
      flip(file, [0], 16)
      const before = contentOf(file)
      const failed = yield* Effect.exit(
        Effect.void.pipe(Effect.provide(Layer.fresh(Database.layer(`sqlite:${file}`))), Effect.scoped),
      )
      const error = defectOf(failed) as Error
      assert.include(error.message, `cannot open the SQLite database ${file}`)
      assert.include(error.message, "restore a backup")
      assert.deepStrictEqual(contentOf(file), before)
    }),
  )
})
