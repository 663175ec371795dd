/** A host that may have few connections to Postgres: one is enough, and none stays that nobody uses. */
import { type EmbeddedGarrison, open } from "@garrison/core"
import { postgres, StorageUrlInvalid } from "@garrison/sql"
import * as PostgresClient from "@garrison/sql/PostgresClient"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { POUCH_LOOT, smallCatalog } from "../support/catalog.ts"
import { postgresUrl } from "../support/databases.ts"
import { TransactionPooler } from "../support/transactionPooler.ts"

const PLAYERS = 8

const entries = [{ type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 }] as const

/** One player's evening. */
const play = async (garrison: EmbeddedGarrison, index: number): Promise<number> => {
  const credential = { grant_type: "anon", portal_access_token: `a-secret-of-the-device-${index}` }
  const { access_token, active_player_uuid: player } = await garrison.login(credential)
  await Promise.all([
    garrison.authenticate(access_token),
    garrison.notify(player, { message: "Hello" }),
    garrison.reportPresence(player, { status: "online" }),
    garrison.submitOrder(player, { entries }),
    garrison.beginSession(player),
  ])
  const [{ data }] = await Promise.all([garrison.orders(player), garrison.inventory(player), garrison.presence(player)])
  await garrison.logout(access_token)
  return data.length
}

/** The url under which sessions of Postgres are told apart by this name. */
const named = (url: string, name: string) => `${url}${url.includes("?") ? "&" : "?"}application_name=${name}`

const sessionsOf = Effect.fnUntraced(function* (url: string, name: string) {
  const sql = SqlClient.SqlClient.use(
    (client) => client`SELECT COUNT(*)::int AS count FROM pg_stat_activity WHERE application_name = ${name}`,
  )
  const [row] = yield* Effect.provide(sql, PostgresClient.layer({ url: named(url, "watcher") }))
  return Number(row?.["count"])
})

const behindPooler = Effect.fnUntraced(function* (url: string) {
  const address = new URL(url)
  const pooler = yield* Effect.acquireRelease(
    Effect.promise(() => TransactionPooler.before(address, "refused")),
    (opened) => Effect.sync(() => opened.close()),
  )
  address.port = String(pooler.port)
  return address.href
})

interface Case {
  readonly to: string
  readonly place: (url: string) => Effect.Effect<string, never, Scope.Scope>
  readonly background: boolean
}

const cases: ReadonlyArray<Case> = [
  { to: "Postgres", place: Effect.succeed, background: true },
  { to: "Postgres", place: Effect.succeed, background: false },
  { to: "a pooler in transaction mode", place: behindPooler, background: false },
]

describe("one connection", () => {
  it.live.each(cases)("to $to serves players who come together, background $background", ({ background, place, to }) =>
    Effect.gen(function* () {
      const direct = yield* postgresUrl("empty")
      const url = named(yield* place(direct), "lonely")
      yield* Effect.promise(async () => {
        await using garrison = await open(postgres(url, { connections: 1 }), { background })
        await garrison.publishCatalog(smallCatalog)
        const players = Array.from({ length: PLAYERS }, (_, index) => play(garrison, index))
        const items = { ...smallCatalog.items, 77_777: { type: "unit" } }
        const more = garrison.publishCatalog({ ...smallCatalog, items })
        const orders = await Promise.all(players)
        await Promise.all([more, garrison.upkeep()])
        assert.isAtLeast(Math.min(...orders), 1)
        if (to === "Postgres") assert.strictEqual(await Effect.runPromise(sessionsOf(direct, "lonely")), 1)
      })
    }),
  )

  it.live("has another one beside it while a poll waits", () =>
    Effect.gen(function* () {
      const url = yield* postgresUrl("empty")
      yield* Effect.promise(async () => {
        await using garrison = await open(postgres(named(url, "waiting"), { connections: 1 }), { background: false })
        const { active_player_uuid: player } = await garrison.login({
          grant_type: "anon",
          portal_access_token: "a-secret-of-the-device-1",
        })
        const waiting = garrison.awaitNotifications(player, { deadline: 900 })
        while ((await Effect.runPromise(sessionsOf(url, "waiting"))) < 2) await new Promise(setImmediate)
        await garrison.notify(player, { message: "Hello" })
        assert.lengthOf((await waiting).notifications, 1)
        assert.strictEqual(await Effect.runPromise(sessionsOf(url, "waiting")), 2)
      })
    }),
  )

  it.live("is closed when nobody has used it for a while", () =>
    Effect.gen(function* () {
      const url = yield* postgresUrl("empty")
      const layer = PostgresClient.layer({ url: named(url, "idle"), idleMillis: 100 })
      yield* Effect.gen(function* () {
        yield* SqlClient.SqlClient.use((sql) => sql`SELECT 1`)
        assert.strictEqual(yield* sessionsOf(url, "idle"), 1)
        while ((yield* sessionsOf(url, "idle")) > 0) yield* Effect.promise(() => new Promise(setImmediate))
      }).pipe(Effect.provide(layer))
    }),
  )

  it.each([
    [{ connections: 0 }, "connections must be a whole number from 1 to 1000: postgres(url, { connections: 5 })"],
    [{ connections: 1001 }, "from 1 to 1000"],
    [{ connections: 1.5 }, "from 1 to 1000"],
    [{ connections: "5" }, "from 1 to 1000"],
    [{ poolSize: 5 }, "postgres has no option poolSize: postgres(url, { connections: 5 })"],
    [5, "postgres takes options as an object: postgres(url, { connections: 5 })"],
  ])("is asked for by a number: %j is refused", async (options, told) => {
    const refused = await open(postgres("postgres://nobody@127.0.0.1:1/x", options as never)).catch(
      (error: unknown) => error,
    )
    assert.instanceOf(refused, StorageUrlInvalid)
    assert.include(refused.message, told)
  })

  it("is asked for in one place", async () => {
    const url = "postgres://nobody@127.0.0.1:1/x?sslmode=disable&pool_size=3"
    const refused = await open(postgres(url, { connections: 1 })).catch((error: unknown) => error)
    assert.include(String(refused), "say it in one place")
  })
})
