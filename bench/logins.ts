/**
 * Logins, on SQLite or on a Postgres that waits for its disk: a known player, a new one, and the exchange of a refresh
 * token. First without HTTP, then over it (httpLogins.ts). The floor does the same by hand, with the fewest statements:
 * one that reads, and one, or a unit of work of three on SQLite, that writes. It checks nothing else. Beside the rates
 * stand the statements of one login, and on Postgres its round trips.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { localActor } from "@garrison/core/operation/Act"
import { Clients } from "@garrison/core/client/Clients"
import * as Garrison from "@garrison/core/Garrison"
import { Logins } from "@garrison/core/login/Logins"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import { storage } from "@garrison/sql/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Statement from "effect/sql/Statement"
import { cryptoLayer } from "../test/support/crypto.ts"
import { startPostgres } from "../test/support/postgres.ts"
import { countRoundTrips } from "../test/support/roundTrips.ts"
import { TcpProxy } from "../test/support/tcpProxy.ts"
import { makeDurable } from "./durablePostgres.ts"
import { type FloorLogins, openPostgresFloor, openSqliteFloor } from "./floors/logins.ts"
import { measureHttpLogins } from "./httpLogins.ts"
import { type Figure, figureOf, median } from "./report.ts"
import { GAME_CLIENT_ID } from "./seed.ts"

/** The databases that logins are measured on. */
type LoginStorage = "sqlite" | "postgres"

const AT_ONCE = 32
const KNOWN_PLAYERS = 2000
const NO_LIMIT = 1e9
/** Logins whose statements are counted. */
const COUNTED_LOGINS = 32

/** One login of each kind; `index` tells one from another, `line` is one of those that run at once. */
interface LoginKinds {
  readonly known: (line: number, index: number) => Promise<unknown>
  readonly new: (line: number, index: number) => Promise<unknown>
  readonly refresh: (line: number, index: number) => Promise<unknown>
}

const kinds = ["known", "new", "refresh"] as const satisfies ReadonlyArray<keyof LoginKinds>

const services = (address: string) =>
  Garrison.layer.pipe(
    Layer.provideMerge(cryptoLayer),
    Layer.provideMerge(storage(address)),
    Layer.provideMerge(
      settingsInForce({
        ...defaultSettings,
        defaultClientId: GAME_CLIENT_ID,
        newIdentitiesPerAddressBurst: NO_LIMIT,
        newIdentitiesPerAddressPerMinute: 60_000,
        newIdentitiesBurst: NO_LIMIT,
        newIdentitiesPerMinute: 60_000,
      }),
    ),
  )

const bodyOf = (grant_type: string, portal_access_token: string) => ({
  grant_type,
  portal_access_token,
  portal_display_name: "",
  portal_parent_access_token: "",
  portal_parent_display_name: "",
  include_refresh: true,
})

const secretOf = (index: number | string): string => `bench-login-secret-${index}`

/** An IPv6 network of its own for each, as players have. */
const addressOf = (line: number, index: number): string => `2001:db8:${line.toString(16)}:${index.toString(16)}::1`

/** Logins by the secret of a device or a refresh token, from an address. They answer with the refresh token. */
interface Door {
  readonly anon: (secret: string, address: string) => Promise<string>
  readonly refresh: (token: string, address: string) => Promise<string>
}

/** The kinds of logins through one door. Each line exchanges the token of its login before. */
const kindsOf = ({ anon, refresh }: Door): LoginKinds => {
  const tokens = new Map<number, string>()
  return {
    known: (line, index) => anon(secretOf((line * 997 + index) % KNOWN_PLAYERS), addressOf(line, index)),
    new: (line, index) => anon(secretOf(`new-${line}-${index}`), addressOf(line, index)),
    refresh: async (line, index) => {
      const token = tokens.get(line)
      const address = addressOf(line, index)
      tokens.set(line, await (token === undefined ? anon(secretOf(`line-${line}`), address) : refresh(token, address)))
    },
  }
}

const ours = Effect.gen(function* () {
  const logins = yield* Logins
  const services = yield* Effect.context()
  const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromiseWith(services)(effect)
  const login = async (body: ReturnType<typeof bodyOf>, address: string) => {
    const context = { credentials: undefined, credentialsMalformed: false, userAgent: "bench", address }
    return (await run(logins.login(body, context))).refresh_token ?? ""
  }
  return kindsOf({
    anon: (secret, address) => login(bodyOf("anon", secret), address),
    refresh: (token, address) => login(bodyOf("refresh", token), address),
  })
})

/** Runs one kind on {@link AT_ONCE} lines for a time, and answers with the logins per second and their CPU time. */
const drive = async (login: LoginKinds["known"], next: { index: number }, seconds: number) => {
  const before = process.cpuUsage()
  const started = performance.now()
  let count = 0
  const line = async (number: number): Promise<void> => {
    while (performance.now() - started < seconds * 1000) {
      await login(number, next.index++)
      count++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => line(number)))
  const { system, user } = process.cpuUsage(before)
  return { rate: (count * 1000) / (performance.now() - started), processor: (system + user) / count }
}

/** What one login of a kind costs the database. */
export interface LoginCost {
  readonly kind: string
  readonly statements: number
  /** Undefined on SQLite, which has none. */
  readonly roundTrips: number | undefined
}

const createGame = Effect.gen(function* () {
  const game = { clientId: GAME_CLIENT_ID, kind: "game", permissions: [], public: true } as const
  yield* (yield* Clients).create(game, { actor: localActor("bench") })
})

/** Counts the statements and round trips of one login of each kind, on an empty database: no housekeeping is due. */
const costs = (address: string, roundTrips: (() => number) | undefined) =>
  Effect.gen(function* () {
    const statements: Array<string> = []
    const counting = Effect.provideService(ours, Statement.CurrentTransformer, (statement) =>
      Effect.sync(() => {
        statements.push(statement.compile()[0])
        return statement
      }),
    )
    const logins = yield* counting
    const found: Array<LoginCost> = []
    yield* createGame
    for (const kind of kinds) {
      const counts: Array<{ statements: number; trips: number }> = []
      for (let index = 0; index < COUNTED_LOGINS; index++) {
        const before = { statements: statements.length, trips: roundTrips?.() ?? 0 }
        yield* Effect.promise(() => logins[kind](AT_ONCE, kind === "known" ? 0 : index))
        const trips = (roundTrips?.() ?? 0) - before.trips
        counts.push({ statements: statements.length - before.statements, trips })
      }
      // The first ones prepare their statements.
      const fewest = Math.min(...counts.map(({ trips }) => trips))
      const roundTripsOfOne = roundTrips === undefined ? undefined : fewest
      found.push({ kind, statements: counts.at(-1)?.statements ?? 0, roundTrips: roundTripsOfOne })
    }
    return found
  }).pipe(Effect.provide(services(address)), Effect.orDie, Effect.runPromise)

const compare = (name: string, byHand: FloorLogins, rounds: number, seconds: number) =>
  Effect.gen(function* () {
    yield* createGame
    const logins = yield* ours
    const floor = kindsOf({
      anon: async (secret) => (await byHand.anon(secret)).refresh,
      refresh: async (token) => (await byHand.refresh(token)).refresh,
    })
    const figures: Array<Figure> = []
    for (const kind of kinds) {
      const [next, floorNext] = [{ index: 0 }, { index: 0 }]
      if (kind === "known") {
        for (let index = 0; index < KNOWN_PLAYERS; index += AT_ONCE) {
          const batch = Array.from({ length: AT_ONCE }, (_, at) => index + at)
          yield* Effect.promise(() => Promise.all(batch.map((at) => logins.known(0, at))))
          yield* Effect.promise(() => Promise.all(batch.map((at) => floor.known(0, at))))
        }
      }
      const measured: Array<{ ours: Awaited<ReturnType<typeof drive>>; floor: Awaited<ReturnType<typeof drive>> }> = []
      for (let round = -1; round < rounds; round++) {
        const pair = {
          ours: yield* Effect.promise(() => drive(logins[kind], next, seconds)),
          floor: yield* Effect.promise(() => drive(floor[kind], floorNext, seconds)),
        }
        if (round >= 0) measured.push(pair)
      }
      const pairs = measured.map((pair) => ({ ours: pair.ours.rate, floor: pair.floor.rate }))
      const figure = figureOf(`login ${kind} on ${name}`, "logins/s", "SQL by hand", true, pairs)
      const processor_us = {
        ours: median(measured.map((pair) => pair.ours.processor)),
        floor: median(measured.map((pair) => pair.floor.processor)),
      }
      figures.push({ ...figure, processor_us, target: 1 })
    }
    return figures
  })

const onSqlite = async (rounds: number, seconds: number) => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-logins-"))
  const address = `sqlite:${join(folder, "ours.db")}`
  const floor = openSqliteFloor(join(folder, "floor.db"))
  try {
    const figures = await Effect.runPromise(
      compare("SQLite", await floor, rounds, seconds).pipe(Effect.provide(services(address)), Effect.orDie),
    )
    const [served, floorServed] = [`sqlite:${join(folder, "served.db")}`, `sqlite:${join(folder, "floorServed.db")}`]
    const overHttp = await measureHttpLogins("SQLite", { ours: served, floor: floorServed }, rounds, seconds)
    const counts = await costs(`sqlite:${join(folder, "counted.db")}`, undefined)
    return { figures: [...figures, ...overHttp], costs: counts }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const onPostgres = async (rounds: number, seconds: number) => {
  const postgres = await startPostgres()
  const proxy = await TcpProxy.to(Number(new URL(postgres.url).port))
  try {
    await makeDurable(postgres.url, ["ours", "floor", "served", "floorserved", "counted"])
    const named = (name: string): string => postgres.url.replace(/[^/]*$/, name)
    const compared = Effect.gen(function* () {
      const floor = yield* openPostgresFloor(named("floor"))
      return yield* compare("Postgres", floor, rounds, seconds).pipe(Effect.provide(services(named("ours"))))
    })
    const figures = await Effect.runPromise(compared.pipe(Effect.scoped, Effect.orDie))
    const served = { ours: named("served"), floor: named("floorserved") }
    const overHttp = await measureHttpLogins("Postgres", served, rounds, seconds)
    let trips = 0
    proxy.watch(countRoundTrips(() => trips++))
    const proxied = new URL(named("counted"))
    proxied.port = String(proxy.port)
    proxied.searchParams.set("pool_size", "1")
    return { figures: [...figures, ...overHttp], costs: await costs(proxied.href, () => trips) }
  } finally {
    proxy.close()
    await postgres.stop()
  }
}

/** Measures logins on one database. */
export const measureLogins = (on: LoginStorage, rounds: number, seconds: number) =>
  on === "sqlite" ? onSqlite(rounds, seconds) : onPostgres(rounds, seconds)
