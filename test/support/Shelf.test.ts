/** The tests of a file have one database, which each of them finds as it was made. */
import { assert, describe, it } from "@effect/vitest"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { text } from "@garrison/sql/columns"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type DatabaseServices, onEachDatabase } from "./databases.ts"
import { sqliteFile } from "./onDisk.ts"
import { insertPlayer } from "./players.ts"

/** Which database it is. */
const place = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const onPostgres = Effect.map(sql`SELECT current_database() AS name`, ([row]) => text(row?.name))
  return yield* sql.onDialectOrElse({ pg: () => onPostgres, orElse: () => sqliteFile(sql) })
})

/** All rows of all tables, and what the next player id is. */
const content = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const names = yield* sql.onDialectOrElse({
    pg: () => sql`SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S') ORDER BY relname`,
    orElse: () => sql`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`,
  })
  return yield* Effect.forEach(names, ({ name }) =>
    sql.unsafe(`SELECT 'everything that is stored in', t.* FROM ${text(name)} t`),
  )
})

const write = (statement: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* (yield* Transaction).run(sql.unsafe(statement))
  })

onEachDatabase((name, database) => {
  const using = <A, E>(use: Effect.Effect<A, E, DatabaseServices>) => Effect.provide(use, database)

  describe(`the database of a file on ${name}`, () => {
    it.effect("is the same for one test after the other, and empty for each, with the rows of the schema's steps", () =>
      Effect.gen(function* () {
        const first = yield* using(Effect.all([place, content]))
        const used = Effect.all([
          insertPlayer(),
          write("UPDATE role SET name = 'other'"),
          write("DELETE FROM audit_head"),
          write("DELETE FROM garrison_migration"),
        ])
        yield* using(used)
        assert.deepStrictEqual(yield* using(Effect.all([place, content])), first)
      }),
    )

    it.effect("is another one where a test has two at once", () =>
      Effect.gen(function* () {
        const [one, other] = yield* using(Effect.all([place, using(place)]))
        assert.notStrictEqual(one, other)
      }),
    )

    for (const [what, statement] of Object.entries({
      "a table more": "CREATE TABLE more (id INTEGER)",
      "a column more": "ALTER TABLE role ADD COLUMN more INTEGER",
      "an index less": "DROP INDEX audit_of_subject",
    })) {
      it.effect(`is another one after a test that leaves ${what}`, () =>
        Effect.gen(function* () {
          const first = yield* using(place)
          assert.strictEqual(yield* using(Effect.andThen(write(statement), place)), first)
          assert.notStrictEqual(yield* using(place), first)
        }),
      )
    }

    it.effect("is another one after a test that has made it large", () =>
      Effect.gen(function* () {
        const first = yield* using(place)
        const rows = `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 50000)
          INSERT INTO garrison_migration (id, name, checksum, applied_at)
          SELECT n + 1000, 'filled', '${"0".repeat(64)}', 0 FROM n`
        yield* using(write(rows))
        assert.notStrictEqual(yield* using(place), first)
      }),
    )
  })
})
