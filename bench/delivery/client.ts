/** What the typed client costs: a call against a `fetch` by hand, the reading of a stream, and its size. */
import { createClient } from "@garrison/http/client"
import { EventStreamReader } from "@garrison/http/client/eventStream"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { bundleClient } from "../../scripts/client/bundle.ts"
import { type Figure, figureOf, type Round } from "../report.ts"

/** The largest bundle, in bytes. */
const BYTES_MAX = 20_000
const EVENTS = 20_000
const PIECE_BYTES = 16 * 1024

const presence = JSON.stringify({ player_uuid: "01a209a7-945e-70c5-818d-8c03df722032", status: "online", online: true })
const ETAG = '"the-same"'

/** Answers a read with its tag, and 304 to whoever names it. */
const startFloor = async () => {
  const server = createServer(({ headers }, response) => {
    const isKnown = headers["if-none-match"] === ETAG
    response.writeHead(isKnown ? 304 : 200, { etag: ETAG, "content-type": "application/json" })
    response.end(isKnown ? undefined : presence)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** The same by hand: a token, a tag, a status, and a limit of time. */
const byHand = (url: string, accessToken: string) => {
  let kept: { readonly etag: string; readonly value: unknown } | undefined
  return async (): Promise<unknown> => {
    const condition = kept === undefined ? {} : { "if-none-match": kept.etag }
    const response = await fetch(`${url}/presence/v1/player/me/presence`, {
      headers: { authorization: `Bearer ${accessToken}`, ...condition },
      signal: AbortSignal.timeout(15_000),
    })
    if (response.status === 304 && kept !== undefined) return kept.value
    if (!response.ok) throw new Error(`${response.status}`)
    kept = { etag: response.headers.get("etag") ?? "", value: await response.json() }
    return kept.value
  }
}

/** Calls a second, one after another. */
const rateOf = async (call: () => Promise<unknown>, seconds: number): Promise<number> => {
  const begin = performance.now()
  const end = begin + seconds * 1000
  let calls = 0
  for (; performance.now() < end; calls++) await call()
  return (calls * 1000) / (performance.now() - begin)
}

const measureCalls = async (rounds: number, seconds: number): Promise<Figure> => {
  const { server, url } = await startFloor()
  const session = { accessToken: "a.b.c", issuedAt: Date.now(), expiresAt: Date.now() + 3600_000, subject: "player" }
  const client = createClient({ baseUrl: url, session })
  const hand = byHand(url, session.accessToken)
  const found: Array<Round> = []
  for (let round = -1; round < rounds; round++) {
    const floor = await rateOf(hand, seconds)
    const ours = await rateOf(() => client.ownPresence(), seconds)
    if (round >= 0) found.push({ ours, floor })
  }
  server.close().closeAllConnections()
  return figureOf("client: a call answered with 304", "calls/s", "fetch by hand", true, found)
}

const event = (id: number): string =>
  `id: ${id}\ndata: {"message":"hello","notification_id":"${id}","created":"2026-05-04T10:00:00.000Z"}\n\n`

/** Reads by splitting at empty lines: half of the standard, which is enough for our own server. */
const splitRead = () => {
  const decoder = new TextDecoder()
  let rest = ""
  return (bytes: Uint8Array): number => {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split("\n\n")
    rest = blocks.pop() ?? ""
    return blocks.filter((block) => block.split("\n").some((line) => line.startsWith("data: "))).length
  }
}

const eventsPerSecond = (feed: (bytes: Uint8Array) => number, pieces: ReadonlyArray<Uint8Array>): number => {
  const begin = performance.now()
  const events = pieces.reduce((sum, piece) => sum + feed(piece), 0)
  if (events !== EVENTS) throw new Error(`${events} events were read`)
  return (events * 1000) / (performance.now() - begin)
}

const measureReading = (rounds: number): Figure => {
  const bytes = new TextEncoder().encode(Array.from({ length: EVENTS }, (_, id) => event(id)).join(""))
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, at) =>
    bytes.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES),
  )
  const found: Array<Round> = []
  for (let round = -3; round < rounds; round++) {
    const reader = new EventStreamReader()
    const floor = eventsPerSecond(splitRead(), pieces)
    const ours = eventsPerSecond((piece) => reader.feed(piece).length, pieces)
    if (round >= 0) found.push({ ours, floor })
  }
  return figureOf("client: events of a stream read", "events/s", "split at empty lines", true, found)
}

/** Measures the client alone: no Garrison server takes part. */
export const measureClient = async (plan: {
  readonly rounds: number
  readonly seconds: number
}): Promise<ReadonlyArray<Figure>> => {
  const { code } = await bundleClient()
  const size = { ours: Buffer.byteLength(code), floor: BYTES_MAX }
  return [
    await measureCalls(plan.rounds, plan.seconds),
    measureReading(plan.rounds),
    { ...figureOf("client: minified bundle", "bytes", "the limit", false, [size]), target: 1 },
  ]
}
