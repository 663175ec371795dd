/**
 * Whether a server with a large catalog answers as fast as one with a small catalog: two servers of the same command,
 * side by side, which get the same requests in turn. And how long others wait while a client gets the large collection
 * for the first time, which is compressed for it.
 */
import { request } from "node:http"
import { join } from "node:path"
import { localActor } from "@garrison/core/operation/Act"
import { Clients } from "@garrison/core/client/Clients"
import { Logins } from "@garrison/core/login/Logins"
import * as Effect from "effect/Effect"
import { load, type LoadRequest } from "./load.ts"
import { type Server, startServer } from "./processes.ts"
import { median } from "./report.ts"

/** The client that players log in through. */
export const GAME = "bench-game"
const MACHINE = "bench-machine"
/** So many that no player comes near the entries that one may submit in ten seconds. */
const PLAYERS = 1000
const ROUNDS = 5
const SECONDS = 1

/** What the requests to a server need to know of its database. */
interface Seeded {
  readonly secret: string
  readonly credentials: ReadonlyArray<string>
  readonly players: ReadonlyArray<string>
}

/** What is asked for: a vendor, and loot that gives one item. Both catalogs have them. */
interface Wanted {
  readonly vendorId: number
  readonly lootId: number
}

const caller = { credentials: undefined, credentialsMalformed: false, address: "127.0.0.1", userAgent: "bench" }
const login = {
  grant_type: "anon",
  portal_display_name: "",
  portal_parent_access_token: "",
  portal_parent_display_name: "",
}

/** Makes clients and players. */
export const seedPlayers = Effect.gen(function* () {
  const act = { actor: localActor("bench") }
  const clients = yield* Clients
  yield* clients.create({ clientId: GAME, kind: "game", permissions: [], public: true }, act)
  const { secret = "" } = yield* clients.create({ clientId: MACHINE, kind: "machine", permissions: ["*"] }, act)
  const credentials = Array.from({ length: PLAYERS }, (_, index) => `bench-device-secret-${1_000_000 + index}`)
  const logins = yield* Logins
  const players = yield* Effect.forEach(
    credentials,
    (portal_access_token) =>
      Effect.map(logins.login({ ...login, portal_access_token }, caller), (result) =>
        String(result.active_player_uuid),
      ),
    { concurrency: 64 },
  )
  return { secret, credentials, players } satisfies Seeded
})

const main = join(import.meta.dirname, "../packages/cli/src/main.ts")

const start = (address: string): Promise<Server> =>
  startServer(["--conditions=source", main, "serve"], {
    GARRISON_STORAGE: address,
    GARRISON_PORT: "0",
    GARRISON_LOG: "off",
    GARRISON_DEFAULT_CLIENT_ID: GAME,
    GARRISON_QUEUE_MILLIS: "10000",
    GARRISON_QUEUE_BURST_MILLIS: "10000",
  })

const tokenOf = async (url: string, secret: string): Promise<string> => {
  const authorization = `Basic ${Buffer.from(`${MACHINE}:${secret}`).toString("base64")}`
  const answer = await fetch(`${url}/users/v1/login`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization },
    body: JSON.stringify({ grant_type: "client_credentials" }),
  })
  return ((await answer.json()) as { readonly access_token: string }).access_token
}

interface Answered {
  readonly etag: string
  readonly bytes: number
  readonly milliseconds: number
}

/** The answer to a GET, read to its end and not kept. */
const get = (url: string, path: string, headers: Readonly<Record<string, string>>): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const sent = request(url + path, { headers }, (response) => {
      let bytes = 0
      response.on("data", (part: Buffer) => (bytes += part.length))
      response.on("error", reject)
      response.on("end", () =>
        resolve({ etag: response.headers.etag ?? "", bytes, milliseconds: performance.now() - started }),
      )
    })
    sent.on("error", reject).end()
  })

const COLLECTION = "/inventory/v1/catalog/vendor"

/** Gets the collection, and meanwhile asks for something small again and again. */
const firstCollection = async ({ url }: Server, token: string, coding: string): Promise<void> => {
  const collection = { isRead: false }
  const waits: Array<number> = []
  const asking = (async () => {
    while (!collection.isRead) waits.push((await get(url, "/livez", {})).milliseconds)
  })()
  const authorization = `Bearer ${token}`
  const { bytes, milliseconds } = await get(url, COLLECTION, { authorization, "accept-encoding": coding })
  collection.isRead = true
  await asking
  const [megabytes, seconds] = [(bytes / 1e6).toFixed(1), (milliseconds / 1000).toFixed(1)]
  console.log(
    `first collection, ${coding}: ${megabytes} MB in ${seconds} s; others waited ${Math.ceil(Math.max(...waits))} ms at most`,
  )
}

const requestsTo = async (server: Server, { credentials, players, secret }: Seeded, { lootId, vendorId }: Wanted) => {
  const authorization = `Bearer ${await tokenOf(server.url, secret)}`
  const json = { "content-type": "application/json" }
  const { etag } = await get(server.url, COLLECTION, { authorization })
  const order = JSON.stringify({ source: "IN_GAME", entries: [{ type: "fill_loot", loot_id: lootId, quantity: 1 }] })
  return {
    login: credentials.map((portal_access_token): LoadRequest => ({
      method: "POST",
      path: "/users/v1/login",
      headers: json,
      body: JSON.stringify({ grant_type: "anon", portal_access_token }),
    })),
    "order of one loot": players.map((player): LoadRequest => ({
      method: "POST",
      path: `/inventory/v1/player/uuid/${player}/order`,
      headers: { ...json, authorization },
      body: order,
    })),
    "one vendor": [{ method: "GET", path: `${COLLECTION}/${vendorId}`, headers: { authorization } } as LoadRequest],
    "collection 304": [
      { method: "GET", path: COLLECTION, headers: { authorization, "if-none-match": etag } } as LoadRequest,
    ],
  }
}

/** A server to compare: its database, and what is in it. */
interface Contestant {
  readonly address: string
  readonly seeded: Seeded
}

/** One run of one server: requests per second, and processor time per request in microseconds. */
const run = async (server: Server, requests: ReadonlyArray<LoadRequest>, status: number) => {
  const before = server.processorSeconds()
  const { firstWrong, rate, wrong } = await load(server.url, requests, status, SECONDS, false)
  if (wrong > 0) throw new Error(`${wrong} wrong answers: ${firstWrong}`)
  return { rate, processor: ((server.processorSeconds() - before) * 1e6) / (rate * SECONDS) }
}

/** The ratios of the rounds of one kind of request. The first round warms up, and the first to go changes. */
const compare = async (
  [large, small]: readonly [Server, Server],
  [ours, theirs]: readonly [ReadonlyArray<LoadRequest>, ReadonlyArray<LoadRequest>],
  status: number,
) => {
  const ratios: Array<{ readonly rate: number; readonly processor: number }> = []
  for (let round = 0; round <= ROUNDS; round++) {
    const early = round % 2 === 0 ? await run(large, ours, status) : undefined
    const second = await run(small, theirs, status)
    const first = early ?? (await run(large, ours, status))
    if (round > 0) ratios.push({ rate: first.rate / second.rate, processor: first.processor / second.processor })
  }
  return ratios
}

/** Measures, and prints a ratio for each kind of request. */
export const measureServing = async (large: Contestant, small: Contestant, wanted: Wanted): Promise<void> => {
  const servers = [await start(large.address), await start(small.address)] as const
  try {
    const token = await tokenOf(servers[0].url, large.seeded.secret)
    for (const coding of ["gzip", "zstd", "br"]) await firstCollection(servers[0], token, coding)
    const ours = await requestsTo(servers[0], large.seeded, wanted)
    const theirs = await requestsTo(servers[1], small.seeded, wanted)
    for (const name of ["login", "order of one loot", "one vendor", "collection 304"] as const) {
      const ratios = await compare(servers, [ours[name], theirs[name]], name === "collection 304" ? 304 : 200)
      const rate = median(ratios.map((one) => one.rate)).toFixed(2)
      const processor = median(ratios.map((one) => one.processor)).toFixed(2)
      console.log(`${name}: ${rate} of the rate with a small catalog, ${processor} of the processor time`)
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}
