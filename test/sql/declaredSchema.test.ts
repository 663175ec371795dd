/**
 * Applied steps are frozen, and lead to the tables that are declared (guarantees R75): a change of a declaration alone
 * never reaches a database, and a change of a step never goes unnoticed.
 */
import { assert, describe, it } from "@effect/vitest"
import { type MigrationDialect, render, renderStep } from "@garrison/sql/Migration"
import { migrate } from "@garrison/sql/Migrations"
import { migrations } from "@garrison/sql/migrations/all"
import { DIGESTS } from "@garrison/sql/schema/digests"
import { digestOf } from "@garrison/sql/schema/held"
import { readSchema } from "@garrison/sql/schema/readBack"
import { tables } from "@garrison/sql/schema/tables"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { inspect } from "node:util"
import { makeDeclared, schemaLines } from "../support/declaredSchema.ts"
import { bare, emptyUrls } from "./bare.ts"

const onEmpty = (url: (typeof emptyUrls)[keyof typeof emptyUrls]) => Layer.orDie(Layer.unwrap(Effect.map(url, bare)))

const dialects = { SQLite: "sqlite", Postgres: "pg" } as const satisfies Record<
  keyof typeof emptyUrls,
  MigrationDialect
>

/** What each small table holds in a new database, as text: the role of players, the end of the audit. */
const contents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const small = tables.filter(({ key }) => key === undefined)
  return yield* Effect.forEach(small, ({ name }) =>
    Effect.map(sql.unsafe(`SELECT * FROM ${name}`), (rows) => [
      name,
      rows.map((row) => inspect(Object.entries(row).toSorted())).toSorted(),
    ]),
  )
})

/** Changes of a schema, none of which may look like the schema before. */
const changes: ReadonlyArray<string> = [
  "ALTER TABLE person ADD COLUMN nickname TEXT",
  "ALTER TABLE person ADD COLUMN visits BIGINT NOT NULL DEFAULT 0 CHECK (visits >= 0)",
  "CREATE INDEX person_by_login ON person (last_login_at)",
  "CREATE UNIQUE INDEX one_at_a_time ON person (created_at) WHERE logins = 0",
  "DROP INDEX person_player_by_name",
  "DROP TABLE person_presence",
  "CREATE TABLE more (id BIGINT PRIMARY KEY)",
  "ALTER TABLE person ADD COLUMN twice BIGINT GENERATED ALWAYS AS (logins * 2) STORED",
  "CREATE VIEW bans AS SELECT person_id FROM restriction",
]

for (const [name, url] of Object.entries(emptyUrls)) {
  const dialect = dialects[name as keyof typeof dialects]

  describe(`the schema on ${name}`, () => {
    it.effect("is the same from its frozen steps as from its declared tables, with the same rows", () =>
      Effect.gen(function* () {
        const read = Effect.all([schemaLines, contents])
        const [byStepsSchema, byStepsRows] = yield* Effect.andThen(migrate(migrations), read).pipe(
          Effect.provide(onEmpty(url)),
        )
        const [declared, rows] = yield* Effect.andThen(makeDeclared(dialect), read).pipe(Effect.provide(onEmpty(url)))
        assert.isAbove(declared.length, 400)
        assert.deepStrictEqual(byStepsSchema, declared)
        assert.deepStrictEqual(byStepsRows, rows)
      }),
    )

    it.effect("reads back otherwise after each change of a column, a check, an index or a table", () =>
      Effect.gen(function* () {
        yield* makeDeclared(dialect)
        const declared = yield* schemaLines
        const sql = yield* SqlClient.SqlClient
        for (const change of changes) {
          const changed = Effect.andThen(
            Effect.forEach(render(change, dialect), (statement) => sql.unsafe(statement)),
            schemaLines,
          )
          // Made and taken back: the next one changes the declared schema, too.
          const read = yield* Effect.flip(sql.withTransaction(Effect.flip(changed)))
          assert.isAbove(Object.keys(read).length, 400)
          assert.notDeepEqual(read, declared, change)
        }
        assert.deepStrictEqual(yield* schemaLines, declared)
      }).pipe(Effect.provide(onEmpty(url))),
    )
  })
}

describe("the digest of this version's schema", () => {
  for (const [name, url] of Object.entries(emptyUrls)) {
    it.effect(`is the one that starts look for on ${name}`, () =>
      Effect.gen(function* () {
        yield* migrate(migrations)
        const found = digestOf(yield* readSchema)
        assert.strictEqual(found, DIGESTS[dialects[name as keyof typeof dialects]])
      }).pipe(Effect.provide(onEmpty(url))),
    )
  }
})

describe("a frozen step", () => {
  for (const migration of migrations) {
    it(`has the checksums that databases have: ${migration.id} ${migration.name}`, () => {
      const checksums = { sqlite: renderStep(migration, "sqlite").checksum, pg: renderStep(migration, "pg").checksum }
      assert.deepStrictEqual(checksums, { ...migration.checksums })
    })
  }

  it("has the next number", () => {
    assert.deepStrictEqual(
      migrations.map(({ id }) => id),
      migrations.map((_, index) => index + 1),
    )
  })
})
