/** A command that only reads neither makes nor changes a database, and says what to do when it cannot use it. */
import { assert, describe, it } from "@effect/vitest"
import { migrations } from "@garrison/sql/migrations/all"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { bare, emptyUrls } from "../sql/bare.ts"
import { type Run, temporaryDirectory } from "./support/garrison.ts"
import { garrison } from "./support/inProcess.ts"

const NOBODY = "019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f"

/** A command that writes, but not on a database that is not there. */
const writing: ReadonlyArray<string> = ["notify", NOBODY, "Hello"]

const runOn = (storage: string, args: ReadonlyArray<string>) =>
  Effect.promise(() => garrison([...args, "--storage", storage, "--json"]))

const messageOf = ({ stderr }: Run): string =>
  (JSON.parse(stderr) as { readonly error: { readonly message: string } }).error.message

/** The tables, and the steps of the schema that were applied. */
const schema = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql.onDialectOrElse({
    pg: () => sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    orElse: () => sql`SELECT name FROM sqlite_schema WHERE type = 'table'`,
  })
  const hasLedger = tables.some(({ name }) => name === "garrison_migration")
  const steps = hasLedger ? yield* sql`SELECT id FROM garrison_migration` : []
  return { tables: tables.length, steps: steps.length }
})

const onEach = (suite: (name: string, url: Effect.Effect<string, unknown, Scope.Scope>) => void): void => {
  for (const [name, url] of Object.entries(emptyUrls)) suite(name, url)
}

onEach((name, url) => {
  describe(`a command on ${name}`, () => {
    it.live("is told that an empty database is none, and makes nothing in it, unless it may", () =>
      Effect.gen(function* () {
        const storage = yield* url
        if (storage.startsWith("sqlite:")) writeFileSync(storage.slice("sqlite:".length), "")
        for (const args of [["client", "list"], writing]) {
          const run = yield* runOn(storage, args)
          assert.strictEqual(run.code, 3, run.stderr)
          assert.match(messageOf(run), /^There is no Garrison database at \S+: it has none of the tables\.$/)
        }
        assert.deepStrictEqual(yield* Effect.provide(schema, bare(storage)), { tables: 0, steps: 0 })
        assert.strictEqual((yield* runOn(storage, ["client", "create", "game", "--kind", "game", "--public"])).code, 0)
        const { steps } = yield* Effect.provide(schema, bare(storage))
        assert.strictEqual(steps, migrations.length)
        assert.strictEqual((yield* runOn(storage, ["client", "list"])).code, 0)
      }).pipe(Effect.scoped),
    )
  })
})

describe("a SQLite file of another program", () => {
  it("stays as it is, to the last byte", async () => {
    const file = join(temporaryDirectory(), "other.db")
    const database = new DatabaseSync(file)
    database.exec("CREATE TABLE theirs (id INTEGER); INSERT INTO theirs VALUES (1)")
    database.close()
    const bytes = readFileSync(file)
    for (const args of [["client", "list"], writing]) {
      const run = await Effect.runPromise(runOn(`sqlite:${file}`, args))
      assert.strictEqual(run.code, 3)
    }
    assert.isTrue(readFileSync(file).equals(bytes))
  })
})
