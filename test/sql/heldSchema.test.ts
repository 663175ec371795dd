/**
 * A start refuses a database whose schema is not the one that the steps made: what was planted in it acts in the middle
 * of units, and what was taken from it no longer refuses rows (guarantees R180).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Database from "@garrison/sql/Database"
import { LEDGER, type MigrationDialect, render, renderStep } from "@garrison/sql/Migration"
import { migrations } from "@garrison/sql/migrations/all"
import { DIGESTS } from "@garrison/sql/schema/digests"
import { digestOf, holdSchema } from "@garrison/sql/schema/held"
import { readSchema } from "@garrison/sql/schema/readBack"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { copyFileSync, rmSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { linesOf } from "../support/keptLog.ts"
import { bare, emptyUrls } from "./bare.ts"

/** What was done to a database, and the words by which a start names it. */
interface Planted {
  readonly statements: ReadonlyArray<string>
  readonly named: string
}

const planted = (named: string, ...statements: ReadonlyArray<string>): Planted => ({ named, statements })

/** On SQLite, in the text of a table. */
const rewritten = (table: string, from: string, to: string): ReadonlyArray<string> => [
  "PRAGMA writable_schema = ON",
  `UPDATE sqlite_schema SET sql = replace(sql, '${from}', '${to}') WHERE name = '${table}'`,
  "PRAGMA writable_schema = RESET",
]

const onBoth: ReadonlyArray<Planted> = [
  planted("view bans of bans is not declared", "CREATE VIEW bans AS SELECT person_id FROM restriction"),
  planted("index one_login of person is not declared", "CREATE UNIQUE INDEX one_login ON person (last_login_at)"),
  planted("index person_player_by_name of person_player is lost", "DROP INDEX person_player_by_name"),
  planted("table revoked_token is lost", "DROP TABLE revoked_token"),
  planted(
    "of revoked_token is not declared",
    "DROP TABLE revoked_token",
    "CREATE VIEW revoked_token AS SELECT NULL AS token_id, 0 AS expires_at",
  ),
]

const refused: Readonly<Record<MigrationDialect, ReadonlyArray<Planted>>> = {
  sqlite: [
    ...onBoth,
    planted(
      "trigger evil of login_session is not declared",
      `CREATE TRIGGER evil AFTER INSERT ON login_session BEGIN UPDATE role SET permissions = '["*"]'; END`,
    ),
    planted("trigger player_name_added of person_player is lost", "DROP TRIGGER player_name_added"),
    planted(
      "trigger player_name_removed of person_player is altered",
      "DROP TRIGGER player_name_removed",
      "CREATE TRIGGER player_name_removed AFTER DELETE ON person_player BEGIN DELETE FROM restriction; END",
    ),
    planted(
      "column twice of person is not declared",
      "ALTER TABLE person ADD COLUMN twice INTEGER GENERATED ALWAYS AS (logins * 2) VIRTUAL",
    ),
    planted("column c of person is not declared", "ALTER TABLE person ADD COLUMN c INTEGER CHECK (logins < 5)"),
    planted("column c of person is not declared", "ALTER TABLE person ADD COLUMN c INTEGER DEFAULT 1"),
    planted("column bypasses_lock of role is altered", ...rewritten("role", "CHECK (bypasses_lock IN (0, 1))", "")),
    planted(
      "column username of password_credential is altered",
      ...rewritten("password_credential", "PRIMARY KEY", "PRIMARY KEY COLLATE NOCASE"),
    ),
    planted(
      "a constraint of client (CHECK (kind = ''game'' OR is_public = 0)) is lost".replaceAll("''", "'"),
      ...rewritten("client", "OR is_public = 0", "OR is_public = 1"),
    ),
    planted("table person is altered", ...rewritten("person", ", STRICT", "")),
  ],
  pg: [
    ...onBoth,
    planted(
      "trigger evil of login_session is not declared",
      `CREATE FUNCTION evil() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN UPDATE role SET permissions = '["*"]'; RETURN NULL; END $$`,
      "CREATE TRIGGER evil AFTER INSERT ON login_session FOR EACH ROW EXECUTE FUNCTION evil()",
    ),
    planted(
      "rule evil of login_session is not declared",
      `CREATE RULE evil AS ON INSERT TO login_session DO ALSO UPDATE role SET permissions = '["*"]'`,
    ),
    planted("view past of past is not declared", "CREATE MATERIALIZED VIEW past AS SELECT * FROM login_history"),
    planted(
      "column twice of person is not declared",
      "ALTER TABLE person ADD COLUMN twice BIGINT GENERATED ALWAYS AS (logins * 2) STORED",
    ),
    planted("constraint few of person is not declared", "ALTER TABLE person ADD CONSTRAINT few CHECK (logins < 5)"),
    planted("column expires_at of restriction is altered", "ALTER TABLE restriction ALTER expires_at SET DEFAULT 1"),
    planted("column type of restriction is altered", "ALTER TABLE restriction ALTER type DROP NOT NULL"),
    planted("constraint role_name_key of role is lost", "ALTER TABLE role DROP CONSTRAINT role_name_key"),
    planted(
      "constraint role_bypasses_lock_check of role is altered",
      "ALTER TABLE role DROP CONSTRAINT role_bypasses_lock_check",
      "ALTER TABLE role ADD CONSTRAINT role_bypasses_lock_check CHECK (bypasses_lock IN (0, 1, 2))",
    ),
    planted(
      "constraint references_switched_off of person_player is not declared",
      "ALTER TABLE person_player DISABLE TRIGGER ALL",
    ),
    planted("policy none of restriction is not declared", "CREATE POLICY none ON restriction USING (false)"),
    planted("table restriction is altered", "ALTER TABLE restriction ENABLE ROW LEVEL SECURITY"),
    planted("inheritance more of restriction is not declared", "CREATE TABLE more () INHERITS (restriction)"),
    planted("sequence player_id_sequence is altered", "ALTER SEQUENCE player_id_sequence CYCLE"),
    planted(
      "index calling of person is not declared",
      "CREATE FUNCTION called(BIGINT) RETURNS BIGINT LANGUAGE sql IMMUTABLE AS 'SELECT $1'",
      "CREATE INDEX calling ON person (called(logins))",
    ),
    planted(
      "table role is altered",
      "CREATE SCHEMA AUTHORIZATION CURRENT_USER",
      "DO $$ BEGIN EXECUTE format('CREATE TABLE %I.role (LIKE public.role INCLUDING ALL)', current_user); END $$",
    ),
  ],
}

const warned: Readonly<Record<MigrationDialect, ReadonlyArray<Planted>>> = {
  sqlite: [
    planted("index by_logins of person is not declared", "CREATE INDEX by_logins ON person (logins)"),
    planted("column nickname of person is not declared", "ALTER TABLE person ADD COLUMN nickname TEXT"),
    planted(
      "trigger theirs_added of theirs is not declared",
      "CREATE TABLE theirs (id INTEGER PRIMARY KEY)",
      "CREATE TRIGGER theirs_added AFTER INSERT ON theirs BEGIN DELETE FROM PERSON WHERE logins = -1; END",
    ),
  ],
  pg: [
    planted("index by_logins of person is not declared", "CREATE INDEX by_logins ON person (logins) WHERE logins > 9"),
    planted("column nickname of person is not declared", "ALTER TABLE person ADD COLUMN nickname TEXT"),
    planted(
      "reference theirs_person_id_fkey of theirs is not declared",
      "CREATE TABLE theirs (person_id UUID REFERENCES person (person_id))",
    ),
    planted(
      "trigger added of theirs is not declared",
      "CREATE TABLE theirs (id BIGINT)",
      "CREATE TRIGGER added BEFORE UPDATE ON theirs FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    ),
  ],
}

/** What is of others, and none of Garrison's concern. */
const unsaid = ["CREATE TABLE theirs (id BIGINT PRIMARY KEY)", "CREATE VIEW seen AS SELECT id FROM theirs"]

const dialects = { SQLite: "sqlite", Postgres: "pg" } as const

/** In how many parts all of it is done to a database: no two neighbours together, which meet on one table. */
const TOGETHER = 4

const meant = { steps: migrations, hasLater: false, digest: undefined }

const start = (url: string) => Effect.scoped(Layer.build(Layer.fresh(Database.layer(url))))

/** On SQLite outside of the driver, which defends the schema from being written to. */
const run = (url: string, statements: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    if (url.startsWith("sqlite:")) {
      const database = new DatabaseSync(url.slice("sqlite:".length), { defensive: false })
      for (const statement of statements) database.exec(statement)
      return database.close()
    }
    const sql = yield* SqlClient.SqlClient
    for (const statement of statements) yield* sql.withTransaction(sql.unsafe(statement))
  }).pipe(Effect.provide(bare(url)))

/** What a start would say of the database with these changes, which are taken back. */
const said = (url: string, statements: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if (url.startsWith("sqlite:")) {
      const file = url.slice("sqlite:".length)
      const copy = `${file}.copy`
      copyFileSync(file, copy)
      yield* run(`sqlite:${copy}`, statements)
      return yield* holdSchema(meant).pipe(
        Effect.provide(bare(`sqlite:${copy}`)),
        Effect.ensuring(Effect.sync(() => rmSync(copy))),
      )
    }
    const looked = Effect.gen(function* () {
      for (const statement of statements) yield* sql.unsafe(statement)
      return yield* Effect.fail({ found: yield* holdSchema(meant) } as const)
    })
    return yield* sql.withTransaction(looked).pipe(
      Effect.catchIf(
        (failure) => "found" in failure,
        ({ found }) => Effect.succeed(found),
      ),
    )
  }).pipe(Effect.provide(bare(url)))

/** What a hardened Postgres does, and the user that is left with what it grants. */
const withoutTemporary = [
  "DO $$ BEGIN EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()); END $$",
  "CREATE ROLE garrison_without_temporary",
  "SET LOCAL ROLE garrison_without_temporary",
]

describe("a start on Postgres whose user may make no temporary tables", () => {
  it.effect("goes on with a warning, and is refused where something acts by itself", () =>
    Effect.gen(function* () {
      const url = yield* emptyUrls.Postgres
      yield* start(url)
      const lines: Array<string> = []
      assert.isUndefined(yield* said(url, withoutTemporary).pipe(Effect.provide(linesOf(lines))))
      assert.lengthOf(lines, 1)
      assert.include(lines.join(), "GRANT TEMPORARY ON DATABASE")
      for (const named of ["view bans", "trigger evil", "rule evil", "policy none", "references_switched_off"]) {
        const one = refused.pg.find((each) => each.named.includes(named))
        const statements = [...(one?.statements ?? []), ...withoutTemporary]
        assert.include(yield* said(url, statements), one?.named ?? "")
      }
      // Control: who may make them compares everything.
      assert.include(yield* said(url, ["DROP INDEX person_player_by_name"]), "is lost")
    }),
  )
})

for (const [name, empty] of Object.entries(emptyUrls)) {
  const dialect = dialects[name as keyof typeof dialects]

  describe(`a start on ${name}`, () => {
    it.effect("is refused where something was planted, taken away or altered, by its name", () =>
      Effect.gen(function* () {
        const url = yield* empty
        yield* start(url)
        for (let first = 0; first < TOGETHER; first++) {
          const some = refused[dialect].filter((_, at) => at % TOGETHER === first)
          const words = yield* said(
            url,
            some.flatMap(({ statements }) => statements),
          )
          for (const { named } of some) assert.include(words, named)
        }
        yield* run(url, refused[dialect][0]?.statements ?? [])
        const failure = yield* Effect.flip(start(url))
        assert.strictEqual(failure._tag, "MigrationRefused")
        assert.include(failure.message, "view bans of bans is not declared")
      }),
    )

    it.effect("goes on beside what can change nothing, and names it once", () =>
      Effect.gen(function* () {
        const url = yield* empty
        yield* start(url)
        for (const { named, statements } of [...warned[dialect], planted("", ...unsaid)]) {
          const lines: Array<string> = []
          assert.isUndefined(yield* said(url, statements).pipe(Effect.provide(linesOf(lines))))
          assert.lengthOf(lines, named === "" ? 0 : 1)
          assert.include(lines.join(), named)
        }
      }),
    )

    it.effect("is refused before the first step of an upgrade, so that the version before can go on", () =>
      Effect.gen(function* () {
        const url = yield* empty
        const earlier = migrations.slice(0, -1)
        const ledger = earlier.map(
          ({ checksums, id, name: step }) =>
            `INSERT INTO garrison_migration VALUES (${id}, '${step}', '${checksums[dialect]}', 0)`,
        )
        yield* run(url, [
          ...render(LEDGER, dialect),
          ...earlier.flatMap((step) => renderStep(step, dialect).statements),
          ...ledger,
          "CREATE VIEW bans AS SELECT person_id FROM restriction",
        ])
        assert.include((yield* Effect.flip(start(url))).message, "view bans")
        const applied = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT id FROM garrison_migration`)
        assert.lengthOf(yield* applied.pipe(Effect.provide(bare(url))), earlier.length)
        yield* run(url, ["DROP VIEW bans"])
        yield* start(url)
        assert.strictEqual(digestOf(yield* readSchema.pipe(Effect.provide(bare(url)))), DIGESTS[dialect])
      }),
    )
  })
}
