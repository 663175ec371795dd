/**
 * A version whose epoch has ended writes nothing more: not in a unit that has begun, not in a later one, and not after
 * a restart (guarantees R181). A version that a step leaves at work goes on beside it.
 */
import { assert, describe, it } from "@effect/vitest"
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Database from "@garrison/sql/Database"
import { type Migration, renderStep } from "@garrison/sql/Migration"
import { inspect, migrate } from "@garrison/sql/Migrations"
import { migrations } from "@garrison/sql/migrations/all"
import { worksOf } from "@garrison/sql/stepWork"
import { orUnavailable } from "@garrison/sql/SqlTransaction"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { linesOf } from "../support/keptLog.ts"
import { bare, emptyUrls } from "./bare.ts"

const next = migrations.length + 1

const later = (change: Migration["change"], statement: string): ReadonlyArray<Migration> => [
  ...migrations,
  { id: next, name: "later", ...(change && { change }), statements: [statement] },
]

/** A step that the version before it can stand, and one that it cannot. Its statements would go on all the same. */
const EXPAND = later("expand", "ALTER TABLE upkeep ADD COLUMN hint TEXT DEFAULT '' CHECK (length(hint) < 9)")
const CONTRACT = later("contract", "ALTER TABLE upkeep ADD COLUMN hint TEXT")

/** Behind a pooler that lends connections for one transaction, no connection is a part of an epoch: each unit asks. */
const urls = {
  ...emptyUrls,
  "Postgres behind a pooler": Effect.map(emptyUrls.Postgres, (url) => `${url}?prepared_statements=off`),
}

/** A node of this version on the database, for as long as the scope. */
const node = (url: string) => Layer.build(Layer.fresh(Database.layer(url)))

const write = (task: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { run } = yield* Transaction
    yield* run(orUnavailable(sql`INSERT INTO upkeep (task, succeeded_at) VALUES (${task}, 1)`))
  })

const tasks = (url: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT task FROM upkeep ORDER BY task`).pipe(
    Effect.map((rows) => rows.map(({ task }) => String(task))),
    Effect.provide(bare(url)),
  )

/** A statement that is a unit by itself. SQLite takes none. */
const writeAlone = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  orUnavailable(Effect.asVoid(sql`INSERT INTO upkeep (task, succeeded_at) VALUES ('alone', 1)`)),
)

const upgrade = (url: string, steps: ReadonlyArray<Migration>) => migrate(steps).pipe(Effect.provide(bare(url)))

/** Why storage could not answer. */
const refusal = <E, R>(work: Effect.Effect<void, E, R>) =>
  Effect.catchDefect(Effect.as(work, undefined), (defect) => Effect.succeed(defect))

for (const [name, empty] of Object.entries(urls)) {
  describe(`a node on ${name}`, () => {
    it.effect("goes on beside a step that it can stand, also after a restart", () =>
      Effect.gen(function* () {
        const url = yield* empty
        const running = yield* node(url)
        yield* Effect.provideContext(write("a"), running)
        const lines: Array<string> = []
        assert.strictEqual(yield* upgrade(url, EXPAND).pipe(Effect.provide(linesOf(lines))), 1)
        assert.match(lines.join("\n"), /^stderr Info the schema has step \d+ \(later\): 1 rows in [\d.]+ s$/)
        yield* Effect.provideContext(write("b"), running)
        const restarted = yield* node(url)
        yield* Effect.provideContext(write("c"), restarted)
        assert.deepStrictEqual(yield* tasks(url), ["a", "b", "c"])
        assert.deepStrictEqual(yield* inspect(migrations).pipe(Effect.provide(bare(url))), {
          applied: migrations.length,
          lacking: 0,
        })
      }),
    )

    it.effect("stores nothing after a step that ends its epoch, says so, and is refused at its restart", () =>
      Effect.gen(function* () {
        const url = yield* empty
        const running = yield* node(url)
        yield* Effect.provideContext(write("a"), running)
        assert.strictEqual(yield* upgrade(url, CONTRACT), 1)
        for (const task of ["b", "c", "d"]) {
          const defect = yield* Effect.provideContext(refusal(write(task)), running)
          assert.instanceOf(defect, StorageUnavailable)
          // On Postgres the database ends the connection that is there: the first unit finds that alone.
          if (task !== "b" || name !== "Postgres") {
            assert.strictEqual(defect.trouble, "epoch")
            assert.include(defect.message, `step ${next} of the schema has ended the time of this version`)
            assert.include(defect.next, "start the version that brought the schema up to date")
          }
        }
        if (name !== "SQLite") {
          const defect = yield* Effect.provideContext(refusal(writeAlone), running)
          assert.deepInclude(defect, { trouble: "epoch" })
        }
        const failure = yield* Effect.flip(Effect.scoped(node(url)))
        assert.strictEqual(failure._tag, "MigrationRefused")
        assert.include(failure.message, `migration ${next} (later), which this version of Garrison does not know`)
        assert.deepStrictEqual(yield* tasks(url), ["a"])
      }),
    )

    it.effect("has its units under way ended or waited for: none is stored after the step", () =>
      Effect.gen(function* () {
        const url = yield* empty
        const running = yield* node(url)
        const begun = Promise.withResolvers<void>()
        const stepping = Promise.withResolvers<void>()
        const straddling = Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { run } = yield* Transaction
          const unit = Effect.gen(function* () {
            yield* sql`INSERT INTO upkeep (task, succeeded_at) VALUES ('begun', 1)`
            begun.resolve()
            yield* Effect.promise(() => stepping.promise)
            yield* sql`INSERT INTO upkeep (task, succeeded_at) VALUES ('late', 1)`
          })
          yield* run(orUnavailable(unit))
        })
        const unit = yield* Effect.forkChild(Effect.provideContext(refusal(straddling), running))
        yield* Effect.promise(() => begun.promise)
        const step = yield* Effect.forkChild(upgrade(url, CONTRACT))
        // On Postgres the step ends the unit; on SQLite, and behind a pooler, it waits for the unit.
        if (name === "Postgres") yield* Fiber.join(step)
        stepping.resolve()
        const defect = yield* Fiber.join(unit)
        yield* Fiber.join(step)
        if (name === "Postgres") assert.instanceOf(defect, StorageUnavailable)
        assert.deepStrictEqual(yield* tasks(url), name === "Postgres" ? [] : ["begun", "late"])
      }),
    )

    it.effect("would go on writing without an epoch: the step alone stops none of its statements", () =>
      Effect.gen(function* () {
        const url = yield* empty
        yield* upgrade(url, migrations)
        // As a node that knows nothing of epochs: its guard is not armed.
        const running = yield* Layer.build(bare(url))
        yield* Effect.provideContext(write("a"), running)
        assert.strictEqual(yield* upgrade(url, CONTRACT), 1)
        yield* Effect.provideContext(write("b"), Context.pick(SqlClient.SqlClient, Transaction)(running))
        assert.deepStrictEqual(yield* tasks(url), ["a", "b"])
      }),
    )
  })
}

/** What versions from before epochs say in their writing units: names that a step took away. */
const BEFORE_EPOCHS = [
  "UPDATE inventory_owner SET last_changed = 1",
  "UPDATE login_session SET token_expires_at = 1",
  "UPDATE notification_list SET last_created = 1",
  "UPDATE person_presence SET do_not_disturb = 1",
  "UPDATE audit_head SET seal = ''",
  "UPDATE machine_login SET user_agent = ''",
]

for (const [name, empty] of Object.entries(emptyUrls)) {
  it.effect(`a version from before there were epochs finds none of what it writes on ${name}`, () =>
    Effect.gen(function* () {
      const url = yield* empty
      const failures = Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.forEach(BEFORE_EPOCHS, (statement) => Effect.exit(sql.withTransaction(sql.unsafe(statement)))),
      ).pipe(Effect.provide(bare(url)))
      yield* upgrade(url, migrations.slice(0, 18))
      assert.deepStrictEqual(
        (yield* failures).map(({ _tag }) => _tag),
        BEFORE_EPOCHS.map(() => "Success"),
      )
      yield* upgrade(url, migrations)
      assert.deepStrictEqual(
        (yield* failures).map(({ _tag }) => _tag),
        BEFORE_EPOCHS.map(() => "Failure"),
      )
    }),
  )
}

/** Rows of a table that every order of a game grows. */
const fill = (count: number) => [
  `INSERT INTO person (person_id, created_at) VALUES (randomblob(16), 1)`,
  `WITH RECURSIVE c (v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM c WHERE v < ${count})
    INSERT INTO player (player_uuid, person_id, created_at) SELECT randomblob(16), randomblob(16), v FROM c`,
  `INSERT INTO inventory_owner (player_uuid, last_changed) SELECT player_uuid, 1 FROM player`,
]

/** Processor time of this thread in ms that these steps take after the first eighteen, with so many rows. */
const stepMillis = (count: number, steps: ReadonlyArray<Migration>) =>
  Effect.gen(function* () {
    const url = yield* emptyUrls.SQLite
    return yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrate(migrations.slice(0, 18))
      yield* sql.withTransaction(Effect.forEach(fill(count), (statement) => sql.unsafe(statement)))
      const began = process.threadCpuUsage()
      yield* migrate([...migrations.slice(0, 18), ...steps])
      return process.threadCpuUsage(began).user / 1000
    }).pipe(Effect.provide(bare(url)))
  })

describe("a step", () => {
  it.effect("from 19 on looks at no row of a table that grows, however many there are", () =>
    Effect.gen(function* () {
      const scanning: Migration = {
        id: 19,
        name: "scanning",
        statements: ["ALTER TABLE inventory_owner ADD COLUMN c BIGINT DEFAULT 1 CHECK (length(hex(player_uuid)) > c)"],
      }
      const few = yield* stepMillis(400, migrations.slice(18))
      const many = yield* stepMillis(400_000, migrations.slice(18))
      const control = yield* stepMillis(400_000, [scanning])
      assert.isBelow(many, few + control / 2)
    }),
  )

  it("from 19 on adds no CHECK to a table that has rows", () => {
    const scans = migrations
      .slice(18)
      .flatMap((step) =>
        (["sqlite", "pg"] as const).flatMap((dialect) =>
          worksOf(renderStep(step, dialect).statements).filter(({ does }) => does === "reads"),
        ),
      )
    assert.deepStrictEqual(scans, [])
    const control = worksOf(["ALTER TABLE player ADD COLUMN c BIGINT CHECK (c > 0)"])
    assert.deepStrictEqual(control, [{ table: "player", does: "reads" }])
  })

  it("says whether the versions before it may go on, since there are epochs", () => {
    const unsaid = migrations.filter(({ change, id }) => id >= 19 && change === undefined)
    assert.deepStrictEqual(unsaid, [])
  })
})
