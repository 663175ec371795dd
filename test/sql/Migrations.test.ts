/** Migrations: forward only, each step whole, one runner at a time, nothing that this version does not know. */
import { assert, describe, it } from "@effect/vitest"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { integer, text } from "@garrison/sql/columns"
import { type Migration, render } from "@garrison/sql/Migration"
import { inspect, migrate } from "@garrison/sql/Migrations"
import { migrations } from "@garrison/sql/migrations/all"
import { orUnavailable } from "@garrison/sql/SqlTransaction"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { failAfterStatements } from "../support/faults.ts"
import { bare, emptyUrls } from "./bare.ts"
import { nextLine, say, startChild } from "./child.ts"
import { sample } from "./sampleMigrations.ts"

const bareOf = (url: Effect.Effect<string, unknown, Scope.Scope>) => Layer.orDie(Layer.unwrap(Effect.map(url, bare)))

const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* orUnavailable(
    sql.onDialectOrElse({
      pg: () => sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY name`,
      orElse: () => sql`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`,
    }),
  )
  return rows.map((row) => text(row.name)).filter((name) => name !== "garrison_migration")
})

const applied = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* orUnavailable(sql`SELECT id FROM garrison_migration ORDER BY id`)
  return rows.map((row) => integer(row.id))
})

/** The tables that are there once the first `steps` migrations of the sample are. */
const tablesAfter = (steps: number) =>
  sample
    .slice(0, steps)
    .flatMap(({ statements }) => statements)
    .flatMap((statement) => (typeof statement === "string" ? (/CREATE TABLE (\w+)/.exec(statement)?.[1] ?? []) : []))
    .toSorted()

/** Nothing is half done: the ledger and the tables tell of the same whole steps. */
const assertWhole = Effect.gen(function* () {
  const ledgerExists = yield* Effect.exit(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1 FROM garrison_migration`),
  )
  const done = Exit.isSuccess(ledgerExists) ? (yield* applied).length : 0
  assert.deepStrictEqual(yield* tables, tablesAfter(done))
  return done
})

for (const [name, url] of Object.entries(emptyUrls)) {
  describe(`migrations on ${name}`, () => {
    it.effect("apply once, in the order of their ids", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* migrate(sample.toReversed()), sample.length)
        assert.deepStrictEqual(yield* applied, [1, 2, 3])
        assert.strictEqual(yield* assertWhole, 3)
        assert.strictEqual(yield* migrate(sample), 0)
      }).pipe(Effect.provide(bareOf(url))),
    )

    it.effect("continue where an older version stopped, and keep what is stored", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const transaction = yield* Transaction
        yield* migrate(sample.slice(0, 1))
        yield* transaction.run(orUnavailable(sql`INSERT INTO first (id, body) VALUES (7, 'kept')`))
        assert.strictEqual(yield* migrate(sample), 2)
        const [row] = yield* sql`SELECT body FROM first WHERE id = 7`
        assert.strictEqual(row?.body, "kept")
      }).pipe(Effect.provide(bareOf(url))),
    )

    it.effect("are looked at without a change: how many were applied, and how many are lacking", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* inspect(sample), { applied: 0, lacking: 3 })
        assert.strictEqual(yield* assertWhole, 0)
        yield* migrate(sample.slice(0, 1))
        assert.deepStrictEqual(yield* inspect(sample), { applied: 1, lacking: 2 })
        assert.strictEqual(yield* assertWhole, 1)
      }).pipe(Effect.provide(bareOf(url))),
    )

    it.effect("refuse a newer schema, and say what to do", () =>
      Effect.gen(function* () {
        yield* migrate(sample)
        const refusal = yield* Effect.flip(migrate(sample.slice(0, 2)))
        assert.strictEqual(refusal._tag, "MigrationRefused")
        assert.match(refusal.message, /migration 3 \(third\).*newer version.*Run that version/)
        assert.strictEqual(yield* assertWhole, 3)
      }).pipe(Effect.provide(bareOf(url))),
    )

    it.effect("refuse a migration that was edited after it was applied, and say what to do", () =>
      Effect.gen(function* () {
        yield* migrate(sample.slice(0, 2))
        const edited = sample.map((migration) =>
          migration.id === 2
            ? { ...migration, statements: [...migration.statements, "CREATE TABLE more (id BIGINT)"] }
            : migration,
        )
        const refusal = yield* Effect.flip(migrate(edited))
        assert.strictEqual(refusal._tag, "MigrationRefused")
        assert.match(refusal.message, /migration 2 \(second\).*another form.*Run the version/)
        assert.strictEqual(yield* assertWhole, 2)
      }).pipe(Effect.provide(bareOf(url))),
    )

    it.effect("a step that fails leaves nothing of itself, and goes through once it is mended", () =>
      Effect.gen(function* () {
        const broken = sample.map((migration) =>
          migration.id === 2
            ? { ...migration, statements: [...migration.statements, "CREATE TABLE (oops"] }
            : migration,
        )
        assert.strictEqual((yield* Effect.flip(migrate(broken)))._tag, "SqlError")
        assert.strictEqual(yield* assertWhole, 1)
        assert.strictEqual(yield* migrate(sample), 2)
        assert.strictEqual(yield* assertWhole, 3)
      }).pipe(Effect.provide(bareOf(url))),
    )

    it.effect("broken off at any statement, leave whole steps and go on from there", () =>
      Effect.gen(function* () {
        const database = yield* url
        const reached: Array<number> = []
        for (let count = 0; ; count++) {
          const exit = yield* Effect.exit(
            migrate(sample).pipe(failAfterStatements(count), Effect.provide(bare(database))),
          )
          reached.push(yield* assertWhole.pipe(Effect.provide(bare(database))))
          if (Exit.isSuccess(exit)) break
        }
        assert.deepStrictEqual(
          reached,
          reached.toSorted((left, right) => left - right),
        )
        assert.strictEqual(reached.at(-1), 3)
        assert.isAbove(reached.length, 5)
      }),
    )

    it.effect("two processes that start at once both find the schema, each step applied by one of them", () =>
      Effect.gen(function* () {
        const database = yield* url
        const children = yield* Effect.acquireRelease(
          Effect.sync(() => Array.from({ length: 2 }, () => startChild("migrate", [database]))),
          (started) => Effect.sync(() => started.forEach((child) => child.process.kill("SIGKILL"))),
        )
        const everyChild = Effect.promise(() => Promise.all(children.map(nextLine)))
        assert.deepStrictEqual(yield* everyChild, ["ready", "ready"])
        children.forEach((child) => say(child, "go"))
        const counts = (yield* everyChild).map(Number)
        assert.strictEqual((counts[0] ?? 0) + (counts[1] ?? 0), 3)
        assert.strictEqual(yield* assertWhole.pipe(Effect.provide(bare(database))), 3)
      }),
    )

    it.effect("a database of a version before the first release is refused with what to do, and stays as it is", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { run } = yield* Transaction
        yield* migrate([{ id: 1, name: "environment", statements: ["CREATE TABLE environment (id BIGINT)"] }])
        yield* run(orUnavailable(sql`INSERT INTO environment (id) VALUES (7)`))
        const before = yield* tables
        for (const attempt of [Effect.asVoid(migrate(migrations)), Effect.asVoid(inspect(migrations))]) {
          const refused = yield* Effect.flip(attempt)
          assert(refused._tag === "MigrationRefused")
          assert.include(refused.message, "before its first release")
          assert.include(refused.message, "Give Garrison a new, empty database")
        }
        assert.deepStrictEqual(yield* tables, before)
        assert.deepStrictEqual(yield* applied, [1])
        assert.lengthOf(yield* orUnavailable(sql`SELECT id FROM environment`), 1)
      }).pipe(Effect.provide(bareOf(url))),
    )

    it.effect("this version's schema applies, and a second start changes nothing", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* migrate(migrations), migrations.length)
        assert.strictEqual(yield* migrate(migrations), 0)
      }).pipe(Effect.provide(bareOf(url))),
    )
  })
}

describe("a process killed while it migrates a SQLite file", () => {
  it.effect("leaves whole steps at every statement, and the next start finishes", () =>
    Effect.gen(function* () {
      const database = yield* emptyUrls.SQLite
      let statements = 0
      for (;;) {
        const child = startChild("migrate", [database, `${statements}`])
        yield* Effect.promise(() => nextLine(child))
        say(child, "go")
        const code = yield* Effect.promise(() => child.ended)
        yield* assertWhole.pipe(Effect.provide(bare(database)))
        if (code === 0) break
        statements++
      }
      assert.isAbove(statements, 5)
      assert.strictEqual(yield* assertWhole.pipe(Effect.provide(bare(database))), 3)
    }),
  )
})

const unique = (values: ReadonlyArray<unknown>) => new Set(values).size === values.length

describe("the list of migrations", () => {
  it("has every id and name once", () => {
    assert.isTrue(unique(migrations.map(({ id }) => id)))
    assert.isTrue(unique(migrations.map(({ name }) => name)))
  })

  it("two migrations with one id are a defect", async () => {
    const twice: ReadonlyArray<Migration> = [...sample, { id: 1, name: "again", statements: [] }]
    const exit = await Effect.runPromiseExit(migrate(twice).pipe(Effect.provide(bare("sqlite::memory:"))))
    assert.isTrue(Exit.isFailure(exit))
  })

  it("is rendered for SQLite in its own types, strictly, and for Postgres as written", () => {
    const statement = "CREATE TABLE t (a BIGINT, b BYTEA, c DOUBLE PRECISION, d TEXT, e UUID NOT NULL)"
    assert.deepStrictEqual(render(statement, "pg"), [statement])
    assert.deepStrictEqual(render(statement, "sqlite"), [
      "CREATE TABLE t (a INTEGER, b BLOB, c REAL, d TEXT, e BLOB CHECK (length(e) = 16) NOT NULL) STRICT",
    ])
    assert.deepStrictEqual(render("CREATE TABLE t (a BIGINT) WITHOUT ROWID", "pg"), ["CREATE TABLE t (a BIGINT)"])
    assert.deepStrictEqual(render("CREATE TABLE t (a BIGINT) WITHOUT ROWID", "sqlite"), [
      "CREATE TABLE t (a INTEGER) WITHOUT ROWID, STRICT",
    ])
    assert.deepStrictEqual(render("CREATE INDEX i ON t (a)", "sqlite"), ["CREATE INDEX i ON t (a)"])
    assert.deepStrictEqual(render({ pg: "CREATE SEQUENCE s" }, "sqlite"), [])
  })
})
