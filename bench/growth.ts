/**
 * The growth of a database: bytes for each new player, login, order and notification, on SQLite and on Postgres. Also
 * new players per second on a Postgres that waits for its disk. Four processes create them at once, and each player has
 * an address of its own. `--short` makes fewer. `--one-row` counts all new players in one row, for comparison.
 */
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { localActor } from "@garrison/core/operation/Act"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { Clients } from "@garrison/core/client/Clients"
import * as Garrison from "@garrison/core/Garrison"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Logins } from "@garrison/core/login/Logins"
import { Notifications } from "@garrison/core/notification/Notifications"
import { Orders } from "@garrison/core/order/Orders"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import { hostCaller } from "@garrison/core/kernel/Caller"
import { storage } from "@garrison/sql/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { frozenRandomLayer } from "../test/support/crypto.ts"
import { startPostgres } from "../test/support/postgres.ts"
import { GAME_CLIENT_ID, MACHINE_CLIENT_ID, SIMPLE_LOOT } from "./seed.ts"

const isShort = process.argv.includes("--short")
const isOneRow = process.argv.includes("--one-row")
const PLAYERS = isShort ? 200 : 4000
const PROCESSES = 4
const NEW_PLAYER_SECONDS = isShort ? 1 : 8
const LOGINS_AT_ONCE = 16

const NO_LIMIT = 1e9
/** Below it all new identities are counted in one row (rules/throttle.ts). */
const ONE_ROW = 5999

/** Ids, secrets and loot are drawn from it; ids that hold a time depend on the clock too. */
const SEED = "growth"

const services = (address: string, seed: string) =>
  Garrison.layer.pipe(
    Layer.provideMerge(frozenRandomLayer(seed)),
    Layer.provideMerge(storage(address)),
    Layer.provideMerge(
      settingsInForce({
        ...defaultSettings,
        defaultClientId: GAME_CLIENT_ID,
        newIdentitiesPerAddressBurst: NO_LIMIT,
        newIdentitiesPerAddressPerMinute: NO_LIMIT,
        newIdentitiesBurst: isOneRow ? ONE_ROW : NO_LIMIT,
        newIdentitiesPerMinute: 60_000,
      }),
    ),
  )

const caller = { credentials: undefined, credentialsMalformed: false, userAgent: "bench" }

const login = (logins: Logins["Service"], secret: string, address = "127.0.0.1") =>
  logins.login(
    {
      grant_type: "anon",
      portal_access_token: secret,
      portal_display_name: "",
      portal_parent_access_token: "",
      portal_parent_display_name: "",
      include_refresh: true,
    },
    { ...caller, address },
  )

const secretOf = (index: number | string): string => `growth-device-secret-${index}`

/** Bytes that the database takes, without free pages. */
const bytes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql.onDialectOrElse({
    pg: () =>
      Effect.andThen(
        sql.unsafe("VACUUM"),
        sql`SELECT SUM(pg_total_relation_size(oid)) AS bytes FROM pg_class
          WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
      ),
    orElse: () =>
      sql`SELECT (page_count - freelist_count) * page_size AS bytes
        FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
  })
  return Number(row?.["bytes"])
})

/** Runs `step` for every player, and answers with the bytes that each one took. */
const growth = Effect.fnUntraced(function* <E, R>(step: (index: number) => Effect.Effect<unknown, E, R>) {
  const before = yield* bytes
  yield* Effect.forEach(
    Array.from({ length: PLAYERS }, (_, index) => index),
    step,
    { concurrency: LOGINS_AT_ONCE, discard: true },
  )
  return ((yield* bytes) - before) / PLAYERS
})

const catalog = (): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../examples/demo/catalog.json"), "utf8"))

const act = { actor: localActor("bench") }

const prepare = Effect.gen(function* () {
  yield* (yield* Clients).create({ clientId: GAME_CLIENT_ID, kind: "game", permissions: [], public: true }, act)
  yield* (yield* Catalogs).publish(catalog(), {}, act)
})

const measure = Effect.gen(function* () {
  yield* prepare
  const logins = yield* Logins
  const orders = yield* Orders
  const notifications = yield* Notifications
  const players: Array<PlayerUuid> = []
  const player = yield* growth((index) =>
    Effect.map(login(logins, secretOf(index)), (result) => {
      players[index] = PlayerUuid.make(String(result.active_player_uuid))
    }),
  )
  const again = yield* growth((index) => login(logins, secretOf(index)))
  const of = (index: number) => players[index] ?? PlayerUuid.make("")
  const order = yield* growth((index) =>
    orders.submit(
      of(index),
      { source: "IN_GAME", entries: [{ type: "fill_loot", loot_id: SIMPLE_LOOT.loot_id, quantity: 1 }] },
      hostCaller(MACHINE_CLIENT_ID),
    ),
  )
  const notification = yield* growth((index) =>
    notifications.append(of(index), { message: "The guild bank changed", rh_url: "/guild/7" }),
  )
  return { player, login: again, order, notification }
})

const measured = (address: string) =>
  Effect.runPromise(measure.pipe(Effect.provide(services(address, SEED)), Effect.orDie))

/** An IPv6 network of its own for each. */
const addressOf = (process: number, line: number, index: number): string =>
  `2001:db8:${process}${line.toString(16).padStart(2, "0")}:${index.toString(16)}::1`

/** A child process: creates players until its time is over, and prints how many it created. */
const createPlayers = (address: string, name: string) =>
  Effect.gen(function* () {
    const logins = yield* Logins
    process.stdout.write("ready\n")
    yield* Effect.promise(() => new Promise<void>((resolve) => process.stdin.once("data", () => resolve())))
    process.stdin.destroy()
    const end = performance.now() + NEW_PLAYER_SECONDS * 1000
    let created = 0
    const one = (line: number) =>
      Effect.gen(function* () {
        for (let index = 0; performance.now() < end; index++) {
          yield* login(logins, secretOf(`${name}-${line}-${index}`), addressOf(Number(name), line, index))
          created++
        }
      })
    yield* Effect.forEach(Array.from({ length: LOGINS_AT_ONCE }).keys(), one, { concurrency: "unbounded" })
    process.stdout.write(`${created}\n`)
  }).pipe(Effect.provide(services(address, `${SEED}-${name}`)), Effect.orDie, Effect.runPromise)

/** Starts a child process. It continues when it reads a line from its input, and answers with a line. */
const startChild = (address: string, name: string) => {
  const args = ["--conditions=source", import.meta.filename, "child", address, name, ...process.argv.slice(2)]
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const next = async (): Promise<string> => String((await lines.next()).value)
  return { child, next }
}

const newPlayersPerSecond = async (address: string): Promise<number> => {
  await Effect.runPromise(prepare.pipe(Effect.provide(services(address, SEED)), Effect.orDie))
  const children = Array.from({ length: PROCESSES }, (_, index) => startChild(address, String(index)))
  await Promise.all(children.map(({ next }) => next()))
  for (const { child } of children) child.stdin.write("go\n")
  const counts = await Promise.all(children.map(({ next }) => next()))
  return counts.reduce((sum, count) => sum + Number(count), 0) / NEW_PLAYER_SECONDS
}

/** The settings of the suite's Postgres, which may lose everything, are taken back: a commit waits for the disk. */
const durable = async (url: string, database: string): Promise<string> => {
  const administer = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const setting of ["fsync", "synchronous_commit", "full_page_writes"]) {
      yield* sql.unsafe(`ALTER SYSTEM SET ${setting} = on`)
    }
    yield* sql`SELECT pg_reload_conf()`
    yield* sql.unsafe(`CREATE DATABASE ${database}`)
  })
  await Effect.runPromise(administer.pipe(Effect.provide(storage(url)), Effect.orDie))
  return url.replace(/[^/]*$/, database)
}

const print = (what: string, figures: Readonly<Record<string, number>>): void => {
  const shown = Object.entries(figures).map(([name, value]) => `${name} ${Math.round(value)}`)
  console.log(`${what}: ${shown.join(", ")}`)
}

const main = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-growth-"))
  const postgres = await startPostgres()
  try {
    console.log(`seed: ${SEED}`)
    console.log(`bytes for each of ${PLAYERS}, the rest left as it comes`)
    print("SQLite", await measured(`sqlite:${join(folder, "growth.db")}`))
    print("Postgres", await measured(postgres.url))
    const address = await durable(postgres.url, "players")
    print(`Postgres, ${PROCESSES} processes`, { "new players per second": await newPlayersPerSecond(address) })
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const [, , role, address = "", name = ""] = process.argv
if (role === "child") await createPlayers(address, name)
else await main()
