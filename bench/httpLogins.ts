/**
 * Logins over HTTP on one database: a known player, a new one, and the exchange of a refresh token, each connection
 * with the token of its answer before. The floor is Fastify with the logins by hand, which make the fewest statements.
 */
import { join } from "node:path"
import { localActor } from "@garrison/core/operation/Act"
import { Clients } from "@garrison/core/client/Clients"
import * as Garrison from "@garrison/core/Garrison"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import { storage } from "@garrison/sql/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { loadInTurn, type LoadRequest } from "./load.ts"
import { type Server, startServer } from "./processes.ts"
import { type Figure, figureOf, median } from "./report.ts"
import { GAME_CLIENT_ID } from "./seed.ts"

const command = join(import.meta.dirname, "../packages/cli/dist/garrison.js")

/** Known players of each connection; the warm-up logs each of them in for the first time. */
const KNOWN_PLAYERS = 32
const NO_LIMIT = "1000000"

const createGame = (address: string) =>
  Effect.gen(function* () {
    const game = { clientId: GAME_CLIENT_ID, kind: "game", permissions: [], public: true } as const
    yield* (yield* Clients).create(game, { actor: localActor("bench") })
  }).pipe(
    Effect.provide(
      Garrison.layer.pipe(
        Layer.provideMerge(storage(address)),
        Layer.provideMerge(settingsInForce({ ...defaultSettings, defaultClientId: GAME_CLIENT_ID })),
      ),
    ),
    Effect.orDie,
    Effect.runPromise,
  )

/** Each line of requests comes from an IPv6 network of its own, as players do. */
const loginBy = (grant_type: string, portal_access_token: string, line: number, index: number): LoadRequest => ({
  method: "POST",
  path: "/users/v1/login",
  headers: {
    "content-type": "application/json",
    "x-forwarded-for": `2001:db8:${line.toString(16)}:${(index % 65_536).toString(16)}::1`,
  },
  body: JSON.stringify({ grant_type, portal_access_token, include_refresh: true }),
})

type Script = (connection: number) => (answer: string) => LoadRequest

const refreshTokenIn = (answer: string): string =>
  (JSON.parse(answer) as { readonly refresh_token: string }).refresh_token

/** Logins of devices, whose secrets are told apart by connection and number. */
const byDevice =
  (secret: (connection: number, index: number) => string): Script =>
  (connection) => {
    let index = 0
    return () => loginBy("anon", secret(connection, index), connection, index++)
  }

/** The requests of each kind; a run that is not the first one uses no name of the runs before. */
const scripts = (run: string): Readonly<Record<string, Script>> => ({
  known: byDevice((connection, index) => `bench-known-secret-${connection}-${index % KNOWN_PLAYERS}`),
  new: byDevice((connection, index) => `bench-new-secret-${run}-${connection}-${index}`),
  refresh: (connection) => {
    let index = 0
    return (answer) =>
      index++ === 0
        ? loginBy("anon", `bench-line-secret-${run}-${connection}`, connection, 0)
        : loginBy("refresh", refreshTokenIn(answer), connection, index)
  },
})

const measured = async (server: Server, script: Script, seconds: number) => {
  const before = server.processorSeconds()
  const { firstWrong, rate, wrong } = await loadInTurn(server.url, script, 200, seconds)
  if (wrong > 0) throw new Error(`${wrong} logins were refused: ${firstWrong}`)
  return { rate, processor: ((server.processorSeconds() - before) * 1e6) / (rate * seconds) }
}

/** Measures logins over HTTP, with a server of Garrison's and a floor on the databases of these addresses. */
export const measureHttpLogins = async (
  name: string,
  addresses: { readonly ours: string; readonly floor: string },
  rounds: number,
  seconds: number,
): Promise<ReadonlyArray<Figure>> => {
  await createGame(addresses.ours)
  const ours = await startServer([command, "serve"], {
    GARRISON_STORAGE: addresses.ours,
    GARRISON_PORT: "0",
    GARRISON_LOG: "off",
    GARRISON_DEFAULT_CLIENT_ID: GAME_CLIENT_ID,
    GARRISON_TRUSTED_PROXIES: "127.0.0.1",
    GARRISON_NEW_IDENTITIES_PER_ADDRESS_BURST: NO_LIMIT,
    GARRISON_NEW_IDENTITIES_BURST: NO_LIMIT,
    // On a busy machine a login is late, and not refused.
    GARRISON_QUEUE_MILLIS: "10000",
    GARRISON_QUEUE_BURST_MILLIS: "10000",
  })
  const floor = await startServer([
    "--conditions=source",
    join(import.meta.dirname, "floors/loginServer.ts"),
    addresses.floor,
  ])
  try {
    const figures: Array<Figure> = []
    for (const kind of ["known", "new", "refresh"]) {
      const pairs: Array<{ ours: Awaited<ReturnType<typeof measured>>; floor: Awaited<ReturnType<typeof measured>> }> =
        []
      for (let round = -1; round < rounds; round++) {
        const script = scripts(`${round}`)[kind] as Script
        const pair = { ours: await measured(ours, script, seconds), floor: await measured(floor, script, seconds) }
        if (round >= 0) pairs.push(pair)
      }
      const rates = pairs.map((pair) => ({ ours: pair.ours.rate, floor: pair.floor.rate }))
      const processor_us = {
        ours: median(pairs.map((pair) => pair.ours.processor)),
        floor: median(pairs.map((pair) => pair.floor.processor)),
      }
      const figure = figureOf(`login ${kind} over HTTP on ${name}`, "requests/s", "Fastify 5", true, rates)
      figures.push({ ...figure, processor_us, target: 1 })
    }
    return figures
  } finally {
    await Promise.all([ours.stop(), floor.stop()])
  }
}
