/** The demo world: made whole, and by one process, however many start at once on an empty database. */
import { assert, describe, it } from "@effect/vitest"
import { ClientStore } from "@garrison/core/client/ClientStore"
import * as Garrison from "@garrison/core/Garrison"
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import * as Database from "@garrison/sql/Database"
import { storage } from "@garrison/sql/storage"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { classifySqliteError, SqlError } from "effect/sql/SqlError"
import { join } from "node:path"
import { DEMO_GAME, DEMO_SERVER } from "../../packages/cli/src/demo/names.ts"
import { prepareDemo } from "../../packages/cli/src/demo/prepare.ts"
import { nextLine, say, startChild } from "../sql/child.ts"
import { postgresUrl } from "../support/databases.ts"
import { serve, temporaryDirectory } from "./support/garrison.ts"
import { garrison } from "./support/inProcess.ts"
import { withSmallDemo } from "./support/smallDemo.ts"

/** Servers that start at once. */
const SERVERS = 3

/** Processes that look before either of them acts. */
const RACERS = 2

/** The url of a new and empty database of each kind, as long as the scope. */
const newUrls = {
  SQLite: Effect.sync(() => `sqlite:${join(temporaryDirectory(), "empty.db")}`),
  Postgres: postgresUrl("empty"),
}

/** What is in a database, by table. */
const contents = (url: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const tables = ["catalog_version", "catalog_publication", "client", "player", "player_order", "notification"]
    const counts: Record<string, number> = {}
    for (const table of tables) {
      const [row] = yield* sql`SELECT count(*) AS count FROM ${sql(table)}`
      counts[table] = Number(row?.["count"])
    }
    return counts
  }).pipe(Effect.provide(Layer.fresh(Database.layer(url))), Effect.scoped)

/** What is in the demo world: a version, published once; a game and a machine; each player's kill and two messages. */
const ONE_WORLD = {
  catalog_version: 1,
  catalog_publication: 1,
  client: 2,
  player: 3,
  player_order: 3,
  notification: 6,
}

/** Several processes look at one database, and only then make the world: what each says, and what there is then. */
const race = Effect.fnUntraced(function* (url: string, way: "guarded" | "naive") {
  const children = yield* Effect.acquireRelease(
    Effect.sync(() => Array.from({ length: RACERS }, () => startChild("makeDemo", [url, way], import.meta.dirname))),
    (started) => Effect.sync(() => started.forEach((child) => child.process.kill("SIGKILL"))),
  )
  const seen = yield* Effect.promise(() => Promise.all(children.map(nextLine)))
  children.forEach((child) => say(child, "go"))
  const said = yield* Effect.promise(() => Promise.all(children.map(nextLine)))
  return { seen, said: said.sort(), contents: yield* contents(url) }
})

const empty = Array.from({ length: RACERS }, () => "empty")

for (const [name, newUrl] of Object.entries(newUrls)) {
  describe(`several processes on one empty database, on ${name}`, () => {
    it.effect(
      "three servers that start at once make one demo world, and one of them tells its secret",
      () =>
        Effect.gen(function* () {
          const url = yield* newUrl
          const servers = yield* Effect.promise(() =>
            Promise.all(Array.from({ length: SERVERS }, () => serve(["--demo", "--storage", url]))),
          )
          const codes = yield* Effect.promise(() => Promise.all(servers.map((served) => served.stop())))
          assert.deepStrictEqual(codes, [0, 0, 0])
          assert.deepStrictEqual(yield* contents(url), ONE_WORLD)
          const told = servers.filter((served) => /\bgar_\S+/.test(served.stderr()))
          assert.lengthOf(told, 1)
        }),
      300_000,
    )

    it.effect(
      "of two that have both found it empty one makes the world, and the other waits for it",
      () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* race(yield* newUrl, "guarded"), {
            seen: empty,
            said: ["made", "there"],
            contents: ONE_WORLD,
          })
        }),
      300_000,
    )

    it.effect(
      "control: who looks first and goes on then makes it twice",
      () =>
        Effect.gen(function* () {
          const { contents, said, seen } = yield* race(yield* newUrl, "naive")
          assert.deepStrictEqual({ seen, said }, { seen: empty, said: ["made", "made"] })
          assert.deepInclude(contents, { client: 2, player: 3, player_order: 6, notification: 12 })
        }),
      300_000,
    )
  })
}

/** The clients of a process that dies before its last step. */
const dying = Layer.effect(
  ClientStore,
  Effect.map(ClientStore, (store) =>
    ClientStore.of({
      ...store,
      insert: (client, secret) => (client.clientId === DEMO_SERVER ? Effect.die("cut") : store.insert(client, secret)),
    }),
  ),
)

/** Settings under which no player could log in. */
const strict = {
  GARRISON_USER_AUTH_ENABLED: "false",
  GARRISON_AUTHENTICATION_LIMITED: "true",
  GARRISON_AUTHENTICATION_LOCKED: "true",
  GARRISON_GRANTS_ENABLED: "basic,refresh",
  GARRISON_AGREEMENTS: JSON.stringify({
    tos: { version: 2, url: "https://x", sha256: "0".repeat(64), required: true },
  }),
}

/** Transactions of which the outermost find a file locked `count` times, as when a unit has waited in vain. */
const lockedFor = (count: number) =>
  Layer.effect(
    Transaction,
    Effect.map(Transaction, (transaction) => {
      let left = count
      const cause = classifySqliteError({ errno: 5 }, { message: "database is locked", operation: "execute" })
      return Transaction.of({
        ...transaction,
        run: (unit) =>
          Effect.suspend(() =>
            left-- > 0
              ? Effect.die(new StorageUnavailable("locked", { cause: new SqlError({ reason: cause }) }))
              : transaction.run(unit),
          ),
      })
    }),
  )

describe("a demo world for which the lock is held longer than a unit of work waits", () => {
  for (const [times, made] of [
    [5, true],
    [6, false],
  ] as const) {
    it.live(`is ${made ? "made when it is free" : "given up in the end"}: locked ${times} times`, () =>
      Effect.gen(function* () {
        const url = yield* newUrls.SQLite
        const settings = settingsInForce({ ...defaultSettings, defaultClientId: DEMO_GAME })
        const stored = storage(url)
        const services = yield* Layer.build(Layer.provideMerge(Garrison.layer, stored).pipe(Layer.provide(settings)))
        const locked = Effect.provide(withSmallDemo(prepareDemo(false)), lockedFor(times))
        const exit = yield* Effect.exit(Effect.provideContext(locked, services))
        assert.strictEqual(Exit.isSuccess(exit), made, String(exit))
        if (made) assert.deepStrictEqual(yield* contents(url), ONE_WORLD)
        else assert.include(String(exit), "locked")
      }).pipe(Effect.scoped),
    )
  }
})

describe("a demo world whose making is cut short", () => {
  it.live("leaves nothing of itself, and is made by the next start", () =>
    Effect.gen(function* () {
      const url = yield* newUrls.SQLite
      const services = Garrison.layer.pipe(
        Layer.provideMerge(dying.pipe(Layer.provideMerge(storage(url)))),
        Layer.provide(settingsInForce({ ...defaultSettings, defaultClientId: DEMO_GAME })),
      )
      const exit = yield* Effect.exit(Effect.provide(withSmallDemo(prepareDemo(true)), services))
      assert.include(String(exit), "cut")
      const left = Object.entries(yield* contents(url)).filter(([, count]) => count > 0)
      assert.deepStrictEqual(left, [])
      // The next start makes it, whatever the settings refuse to players.
      const made = yield* Effect.promise(() => garrison(["demo", "--storage", url], { env: strict }))
      assert.strictEqual(made.code, 0, made.stderr)
      assert.match(made.stdout, /^user +grant basic, ada:\S+$/m)
      assert.deepStrictEqual(yield* contents(url), ONE_WORLD)
    }),
  )
})
