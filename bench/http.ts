/** Measures every operation in turn with its two floors, round after round, all three servers being up together. */
import { SWITCHES } from "@garrison/core/kernel/GrantType"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import type { PreparedAnswer } from "./floors/bare.ts"
import type { FloorData } from "./floors/seed.ts"
import { load, type LoadRequest, type LoadResult } from "./load.ts"
import { type Access, codesNeeded, type Operation, operations, PRICE_PATHS } from "./operations.ts"
import { type Server, startServer } from "./processes.ts"
import { type Figure, figureOf, median } from "./report.ts"
import { GAME_CLIENT_ID, MACHINE_CLIENT_ID, seed, type Seeded, SIMPLE_LOOT } from "./seed.ts"

/** How long and how often is measured. */
export interface Plan {
  readonly rounds: number
  readonly seconds: number
  /** Only operations whose name contains this. */
  readonly only: string | undefined
}

/** The floors, by the names in the report. */
const BARE = "node:http"
const FASTIFY = "Fastify 5"

const command = join(import.meta.dirname, "../packages/cli/dist/garrison.js")
const floor = (name: string): string => join(import.meta.dirname, "floors", name)

/** An answer as it came over the wire: `fetch` would undo the content coding. */
interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const send = (url: string, { method, path, headers, body }: LoadRequest): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers }, (response) => {
      const parts: Array<Buffer> = []
      response.on("data", (part: Buffer) => parts.push(part))
      response.on("error", reject)
      response.on("end", () => {
        const named = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(named) as Record<string, string>,
          body: Buffer.concat(parts),
        })
      })
    })
    sent.on("error", reject).end(body)
  })

const accessTokenOf = async (url: string, login: object, authorization?: string): Promise<string> => {
  const headers = { "content-type": "application/json", ...(authorization === undefined ? {} : { authorization }) }
  const response = await fetch(`${url}/users/v1/login`, { method: "POST", headers, body: JSON.stringify(login) })
  const result = (await response.json()) as { readonly access_token?: string }
  if (result.access_token === undefined) throw new Error(`login failed: ${JSON.stringify(result)}`)
  return result.access_token
}

/** The tokens and players of a server on a database that was seeded. */
export const accessOf = async (
  url: string,
  { codes, machineSecret, credentials, players }: Seeded,
): Promise<Access> => {
  const pair = Buffer.from(`${MACHINE_CLIENT_ID}:${machineSecret}`).toString("base64")
  return {
    url,
    players,
    credentials,
    codes,
    playerToken: await accessTokenOf(url, { grant_type: "anon", portal_access_token: credentials[0] }),
    machineToken: await accessTokenOf(url, { grant_type: "client_credentials" }, `Basic ${pair}`),
  }
}

/** The requests of an operation, with the ETag that the server gives now where a 304 is wanted. */
export const requestsOf = async (operation: Operation, access: Access): Promise<ReadonlyArray<LoadRequest>> => {
  const requests = operation.requests(access)
  const [first] = requests
  if (!operation.conditional || first === undefined) return requests
  const etag = (await send(access.url, first)).headers["etag"] ?? ""
  return [{ ...first, headers: { ...first.headers, "if-none-match": etag } }]
}

const untransferable = new Set(["connection", "keep-alive", "date", "transfer-encoding"])

const answerOf = async (operation: Operation, access: Access): Promise<PreparedAnswer> => {
  const [first] = await requestsOf(operation, access)
  if (first === undefined) throw new Error(`${operation.name} has no request`)
  const { status, headers, body } = await send(access.url, first)
  if (status !== operation.expectedStatus) {
    throw new Error(`${operation.name} answers ${status}: ${body.toString()}`)
  }
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !untransferable.has(name)))
  return { status, headers: kept, bodyBase64: body.toString("base64") }
}

/** The floor that sends our own answers to these operations as prepared bytes. */
export const startBare = async (
  folder: string,
  access: Access,
  measured: ReadonlyArray<Operation> = operations,
): Promise<Server> => {
  const answers: Record<string, PreparedAnswer> = {}
  for (const operation of measured) {
    const isMeasured = operation.requests(access).length > 0
    if (isMeasured) answers[operation.name] = await answerOf(operation, access)
  }
  const file = join(folder, "answers.json")
  writeFileSync(file, JSON.stringify(answers))
  return startServer([floor("bare.ts"), file])
}

const texts = async (access: Access, path: string, list: string): Promise<ReadonlyArray<string>> => {
  const headers = { authorization: `Bearer ${access.playerToken}` }
  const { body } = await send(access.url, { method: "GET", path, headers })
  const page = JSON.parse(body.toString()) as Readonly<Record<string, ReadonlyArray<unknown>>>
  return (page[list] ?? []).map((member) => JSON.stringify(member))
}

interface FloorTokens {
  readonly players: ReadonlyArray<string>
  readonly player: string
  readonly machine: string
}

const startFastify = async (folder: string, access: Access): Promise<{ server: Server; access: Access }> => {
  const headers = { authorization: `Bearer ${access.playerToken}`, "accept-encoding": "gzip" }
  const catalog = await send(access.url, { method: "GET", path: "/inventory/v1/catalog/vendor", headers })
  const catalogFile = join(folder, "catalog.bytes")
  writeFileSync(catalogFile, catalog.body)
  const prices: Record<string, { readonly etag: string; readonly body: string }> = {}
  for (const path of PRICE_PATHS) {
    const answer = await send(access.url, { method: "GET", path, headers: { authorization: headers.authorization } })
    prices[path] = { etag: answer.headers["etag"] ?? "", body: answer.body.toString() }
  }
  const data: FloorData = {
    databaseFile: join(folder, "floor.db"),
    catalog: {
      etag: catalog.headers["etag"] ?? "",
      coding: catalog.headers["content-encoding"] ?? "identity",
      file: catalogFile,
    },
    prices,
    notifications: await texts(access, "/notification/v1/playerid/me/notification?page_size=50", "notifications"),
    orders: await texts(access, "/inventory/v1/player/me/order?limit=50", "data"),
    records: await texts(access, "/inventory/v1/player/me/inventory", "data"),
    credentials: access.credentials,
    codes: access.codes,
    item_id: SIMPLE_LOOT.item_id,
  }
  const file = join(folder, "floor.json")
  writeFileSync(file, JSON.stringify(data))
  const server = await startServer([floor("fastify.ts"), file])
  const { players, player, machine } = (await (await fetch(`${server.url}/bench/tokens`)).json()) as FloorTokens
  const { codes, credentials } = access
  return {
    server,
    access: { url: server.url, players, credentials, codes, playerToken: player, machineToken: machine },
  }
}

interface Contestant {
  readonly name: string
  readonly server: Server
  readonly requests: ReadonlyArray<LoadRequest>
}

/** What is sent in a round, and for how long. A round of requests that can be sent once ends with them. */
const sentIn = (round: number, requests: ReadonlyArray<LoadRequest>, { requestsPerRound }: Operation, plan: Plan) => {
  if (requestsPerRound === undefined) return { requests, seconds: plan.seconds, isOnce: false }
  const first = 1 + (round + 1) * requestsPerRound
  return { requests: requests.slice(first, first + requestsPerRound), seconds: 60, isOnce: true }
}

/** One run of one server, with the processor time that it spent on each request. */
interface Measured extends LoadResult {
  readonly processorMicroseconds: number
}

/** Measures an operation on each contestant in turn. The first is ours, the others are its floors. */
export const measureOperation = async (
  operation: Operation,
  contestants: ReadonlyArray<Contestant>,
  plan: Plan,
): Promise<ReadonlyArray<Figure>> => {
  const results = new Map<string, Array<Measured>>(contestants.map(({ name }) => [name, []]))
  for (let round = -1; round < plan.rounds; round++) {
    // The first to go changes from round to round, so that none always runs on the warmer machine.
    const turn = contestants.map((_, index) => contestants[(index + round + 1) % contestants.length] as Contestant)
    for (const { name, server, requests } of turn) {
      const sent = sentIn(round, requests, operation, plan)
      const before = server.processorSeconds()
      const result = await load(server.url, sent.requests, operation.expectedStatus, sent.seconds, sent.isOnce)
      const count = sent.isOnce ? sent.requests.length : result.rate * sent.seconds
      const processorMicroseconds = ((server.processorSeconds() - before) * 1e6) / count
      if (result.wrong > 0) throw new Error(`${name} gave ${result.wrong} wrong answers to ${operation.name}`)
      if (round >= 0) results.get(name)?.push({ ...result, processorMicroseconds })
    }
  }
  const [ours = []] = results.values()
  return contestants.slice(1).map(({ name }) => {
    const floors = results.get(name) ?? []
    const rounds = ours.map(({ rate }, index) => ({ ours: rate, floor: floors[index]?.rate ?? Number.NaN }))
    const target = name === BARE ? operation.targets.bare : operation.targets.fastify
    const p99 = {
      ours: median(ours.map(({ p99Milliseconds }) => p99Milliseconds)),
      floor: median(floors.map(({ p99Milliseconds }) => p99Milliseconds)),
    }
    const processor_us = {
      ours: median(ours.map(({ processorMicroseconds }) => processorMicroseconds)),
      floor: median(floors.map(({ processorMicroseconds }) => processorMicroseconds)),
    }
    const figure = { ...figureOf(operation.name, "requests/s", name, true, rounds), p99, processor_us }
    return target === undefined ? figure : { ...figure, target }
  })
}

/** Memory of the server in MB, before and after the load. */
export interface Memory {
  readonly idle: number
  readonly after: number
}

/** The command as a server, on a database that was seeded. */
export const startCommand = (file: string): Promise<Server> =>
  startServer([command, "serve"], {
    GARRISON_STORAGE: `sqlite:${file}`,
    GARRISON_PORT: "0",
    GARRISON_LOG: "off",
    GARRISON_DEFAULT_CLIENT_ID: GAME_CLIENT_ID,
    GARRISON_GRANTS_ENABLED: SWITCHES.join(","),
    // Requests wait here, also on a busy machine; what a server refuses under overload is measured in overload.ts.
    GARRISON_QUEUE_MILLIS: "10000",
    GARRISON_QUEUE_BURST_MILLIS: "10000",
    // The players of the exchange are new in the round that warms up, and all come from one address.
    GARRISON_NEW_IDENTITIES_PER_ADDRESS_BURST: "100000",
  })

/** The requests of an operation, with the header by which the floor of prepared bytes knows what to send. */
export const forBare = ({ name }: Operation, requests: ReadonlyArray<LoadRequest>): ReadonlyArray<LoadRequest> =>
  requests.map((request) => ({ ...request, headers: { ...request.headers, "x-bench-operation": name } }))

/** Makes what sends the requests that go before a measurement, unless another measurement had them sent. */
const preparer = (all: ReadonlyArray<Access>) => {
  const done = new Set<Operation["before"]>()
  return async ({ before, name }: Operation): Promise<void> => {
    if (before === undefined || done.has(before)) return
    done.add(before)
    for (const [access, request] of all.flatMap((access) => before(access).map((each) => [access, each] as const))) {
      const { body, status } = await send(access.url, request)
      if (status !== 200) throw new Error(`${name}: ${request.path} answers ${status}: ${body.toString()}`)
    }
  }
}

/** A server compresses its catalog 5 s after its start; that is no cost of the requests that are measured. */
const SETTLING_MILLIS = 7000

/** Measures over HTTP; `onFigures` sees each operation's figures as they come. */
export const measureHttp = async (plan: Plan, onFigures: (figures: ReadonlyArray<Figure>) => void): Promise<Memory> => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-bench-"))
  const servers: Array<Server> = []
  try {
    const file = join(folder, "ours.db")
    const seeded = await seed(`sqlite:${file}`, codesNeeded(plan.rounds, plan.only))
    const ours = await startCommand(file)
    servers.push(ours)
    const idle = ours.residentMegabytes()
    const access = await accessOf(ours.url, seeded)
    const bare = await startBare(folder, access)
    servers.push(bare)
    const fastify = await startFastify(folder, access)
    servers.push(fastify.server)
    await setTimeout(SETTLING_MILLIS)
    const prepare = preparer([access, fastify.access])
    for (const operation of operations.filter(({ name }) => plan.only === undefined || name.includes(plan.only))) {
      await prepare(operation)
      const requests = await requestsOf(operation, access)
      const tagged = forBare(operation, requests)
      const theirs = await requestsOf(operation, fastify.access)
      const contestants = [
        { name: "garrison", server: ours, requests: tagged },
        { name: BARE, server: bare, requests: tagged },
        { name: FASTIFY, server: fastify.server, requests: theirs },
      ]
      onFigures(await measureOperation(operation, contestants, plan))
    }
    return { idle, after: ours.residentMegabytes() }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}
