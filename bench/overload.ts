/**
 * Far more clients than can be served: `npm run overload [-- --only sqlite] [--clients N] [--seconds N] [--patient]`.
 * A thousand keep-alive clients submit orders as fast as they get answers, on SQLite and on Postgres, while probes
 * come on connections of their own. Ends with 1 where a bound is not kept (guarantees R30, R42). The crowd has a
 * thread of its own, so that the probes' times are the server's.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"
import { type CrowdPlan, type CrowdResult, gather } from "../test/support/crowd.ts"
import { closedPort, LOOPBACK_HOST } from "../test/support/loopback.ts"
import { startPostgres } from "../test/support/postgres.ts"
import { type Server, startServer } from "./processes.ts"
import { GAME_CLIENT_ID, seed, SIMPLE_LOOT } from "./seed.ts"

/** Players whose orders are submitted. */
const PLAYERS = 64
/** How long it may take until all connections are accepted, of which a turn of the event loop accepts one. */
const COMING_SECONDS = 2
/** Clients that a server serves with ease. */
const FEW = 16
const PROBE_EVERY_MILLIS = 100

/** What has to hold, in ms: the 99th percentile of what is accepted, and every probe. */
const ACCEPTED_P99_MAX = 1000
const PROBE_MAX = 200
/** How much of the rate before has to be there again a second after the crowd has gone. */
const RATE_AGAIN_MIN = 0.6

const command = join(import.meta.dirname, "../packages/cli/dist/garrison.js")

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** The results of a crowd: while it connected, and afterwards. */
interface Visit {
  readonly coming: CrowdResult
  readonly staying: CrowdResult
}

/** A crowd in a thread of its own works for so long, and says what it got. */
const crowdFor = (plan: CrowdPlan, seconds: number): Promise<Visit> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(import.meta.filename, { workerData: { plan, seconds } })
    worker.once("message", resolve)
    worker.once("error", reject)
  })

const work = async ({ plan, seconds }: { readonly plan: CrowdPlan; readonly seconds: number }): Promise<Visit> => {
  const requests = plan.requests.map((bytes) => Buffer.from(bytes))
  const crowd = gather({ ...plan, requests })
  await crowd.connected
  await pause(COMING_SECONDS * 1000)
  const coming = crowd.take()
  await pause(seconds * 1000)
  const staying = crowd.take()
  await crowd.stop()
  return { coming, staying }
}

/** The status of a probe on a connection of its own, and its time in milliseconds. */
const probe = (url: string, path: string): Promise<readonly [status: number, millis: number]> =>
  new Promise((resolve, reject) => {
    const begun = performance.now()
    request(`${url}${path}`, { agent: false }, (response) => {
      response.resume().once("end", () => resolve([response.statusCode ?? 0, performance.now() - begun]))
    })
      .once("error", reject)
      .end()
  })

/** Probes of `/livez` until `isOver`: every time in milliseconds, in order, and how many failed. */
const probing = async (url: string, isOver: () => boolean) => {
  const begun = performance.now()
  const times: Array<number> = []
  let [failed, slowestAt] = [0, 0]
  while (!isOver()) {
    const [status, millis] = await probe(url, "/livez").catch(() => [0, Number.POSITIVE_INFINITY] as const)
    if (status !== 200) failed++
    else {
      if (millis > Math.max(0, ...times)) slowestAt = performance.now() - begun
      times.push(millis)
    }
    await pause(PROBE_EVERY_MILLIS)
  }
  const sorted = times.toSorted((left, right) => left - right)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: sorted.length, failed, p50: at(0.5), p99: at(0.99), max: at(1), slowestAt }
}

const orderOf = (token: string): Buffer => {
  const body = JSON.stringify({ entries: [{ type: "fill_loot", loot_id: SIMPLE_LOOT.loot_id, quantity: 1 }] })
  const head = `Host: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  return Buffer.from(`POST /inventory/v1/player/me/order HTTP/1.1\r\n${head}\r\n\r\n${body}`)
}

const tokenOf = async (url: string, credential: string): Promise<string> => {
  const headers = { "content-type": "application/json" }
  const body = JSON.stringify({ grant_type: "anon", portal_access_token: credential })
  const answer = await fetch(`${url}/users/v1/login`, { method: "POST", headers, body })
  return ((await answer.json()) as { readonly access_token: string }).access_token
}

const rateOf = ({ accepted, seconds }: CrowdResult): number => accepted.count / seconds

/** Loads one server, prints the results, and returns the bounds that it did not keep. */
const load = async (
  name: string,
  { url }: Server,
  probeUrl: string,
  credentials: ReadonlyArray<string>,
): Promise<Array<string>> => {
  const tokens = await Promise.all(credentials.slice(0, PLAYERS).map((credential) => tokenOf(url, credential)))
  const requests = tokens.map(orderOf)
  const plan = { port: Number(new URL(url).port), requests, isPatient: values.patient }
  const { staying: before } = await crowdFor({ ...plan, clients: FEW }, 3)
  let isOver = false
  const probes = probing(probeUrl, () => isOver)
  const { coming, staying: crowd } = await crowdFor({ ...plan, clients }, seconds)
  isOver = true
  const live = await probes
  await pause(1000)
  const [readiness] = await probe(url, "/readyz")
  const { coming: soon, staying: after } = await crowdFor({ ...plan, clients: FEW }, 3)

  const line = (what: string, { accepted, refused, wrong, ...result }: CrowdResult) =>
    console.log(
      `${name}, ${what}: ${(accepted.count / result.seconds).toFixed(0)}/s accepted, ` +
        `p50 ${accepted.p50Millis.toFixed(0)} p99 ${accepted.p99Millis.toFixed(0)} max ${accepted.maxMillis.toFixed(0)} ms; ` +
        `${(refused.count / result.seconds).toFixed(0)}/s refused, p99 ${refused.p99Millis.toFixed(0)} ms; ` +
        `wrong: ${[...wrong].map(([kind, count]) => `${count} ${kind}`).join(", ") || "none"}`,
    )
  line(`${FEW} clients before`, before)
  line(`${clients} clients, as they come`, coming)
  line(`${clients} clients, then`, crowd)
  console.log(
    `${name}, /livez meanwhile: ${live.count} probes, p50 ${live.p50.toFixed(0)} p99 ${live.p99.toFixed(0)} ` +
      `max ${live.max.toFixed(0)} ms (answered ${(live.slowestAt / 1000).toFixed(1)} s after the start), ${live.failed} failed`,
  )
  line(`${FEW} clients a second later`, after)
  const broken: ReadonlyArray<readonly [boolean, string]> = [
    [
      [before, coming, crowd, soon, after].some(({ wrong }) => wrong.size > 0),
      "an answer was neither 200 nor 503 with Retry-After",
    ],
    [crowd.accepted.count === 0 || crowd.refused.count === 0, "nothing was accepted, or nothing refused"],
    [crowd.accepted.p99Millis > ACCEPTED_P99_MAX, `accepted p99 is above ${ACCEPTED_P99_MAX} ms`],
    [live.failed > 0 || live.max > PROBE_MAX, `a probe failed or took more than ${PROBE_MAX} ms`],
    [readiness !== 200, "not ready a second later"],
    [soon.refused.count + after.refused.count > 0, "refused a second later"],
    [rateOf(after) < rateOf(before) * RATE_AGAIN_MIN, "slower a second later"],
  ]
  return broken.flatMap(([isBroken, what]) => (isBroken ? [`${name}: ${what}`] : []))
}

const measure = async (name: string, address: string): Promise<Array<string>> => {
  const { credentials } = await seed(address)
  const probePort = await closedPort()
  const server = await startServer([command, "serve"], {
    GARRISON_STORAGE: address,
    GARRISON_PORT: "0",
    GARRISON_PROBE_PORT: String(probePort),
    GARRISON_LOG: "off",
    GARRISON_DEFAULT_CLIENT_ID: GAME_CLIENT_ID,
    GARRISON_ORDER_ENTRIES_PER_WINDOW_MAX: "1000000",
  })
  try {
    return await load(name, server, `http://${LOOPBACK_HOST}:${probePort}`, credentials)
  } finally {
    await server.stop()
  }
}

const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "1000" },
    seconds: { type: "string", default: "15" },
    only: { type: "string" },
    patient: { type: "boolean", default: false },
  },
})
const [clients, seconds] = [Number(values.clients), Number(values.seconds)]

if (!isMainThread) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(await work(workerData as Parameters<typeof work>[0]))
} else {
  const folder = mkdtempSync(join(tmpdir(), "garrison-overload-"))
  const postgres = await startPostgres()
  const wants = (name: string) => values.only === undefined || values.only.toLowerCase() === name.toLowerCase()
  try {
    const broken: Array<string> = []
    for (const [name, address] of [
      ["SQLite", `sqlite:${join(folder, "overload.db")}`],
      ["Postgres", postgres.url],
    ] as const) {
      if (wants(name)) broken.push(...(await measure(name, address)))
    }
    for (const what of broken) console.error(what)
    process.exitCode = broken.length === 0 ? 0 : 1
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
