/**
 * What it costs to mount the routes as a fetch handler: a read of presence, whole and as 304, by `toFetchHandler` and
 * by a handler that is written by hand over the same open Garrison, with the same headers. No socket takes part.
 */
import { open, type EmbeddedGarrison } from "@garrison/core"
import { toFetchHandler } from "@garrison/http"
import { sqlite } from "@garrison/sql"
import { hash } from "node:crypto"
import { type Figure, figureOf, type Round } from "../report.ts"

const URL_OF_PRESENCE = "http://game.example/presence/v1/player/me/presence"

const protection = {
  "content-type": "application/json",
  "cache-control": "private, no-cache",
  vary: "Authorization",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "content-security-policy": "frame-ancestors 'none'",
}

/** What a careful host would write: whose token it is, the presence, its tag, and 304 to whoever names that. */
const byHand = (garrison: EmbeddedGarrison) => {
  let count = 0
  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (request.method !== "GET" || pathname !== "/presence/v1/player/me/presence") {
      return new Response(null, { status: 404 })
    }
    const [, token = ""] = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "") ?? []
    const { subject } = await garrison.authenticate(token)
    const text = JSON.stringify(await garrison.presence(subject))
    const etag = `"${hash("sha256", text, "base64url")}"`
    const headers = { ...protection, etag, "x-request-id": `${++count}` }
    if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers })
    return new Response(text, { headers: { ...headers, "content-length": String(Buffer.byteLength(text)) } })
  }
}

type Handler = (request: Request) => Promise<Response>

const rateOf = async (handler: Handler, headers: Record<string, string>, status: number, seconds: number) => {
  const begin = performance.now()
  const end = begin + seconds * 1000
  let calls = 0
  for (; performance.now() < end; calls++) {
    const response = await handler(new Request(URL_OF_PRESENCE, { headers }))
    if (response.status !== status) throw new Error(`${response.status}`)
    if (status === 200) await response.arrayBuffer()
  }
  return (calls * 1000) / (performance.now() - begin)
}

/** Measures the handler in this process. */
export const measureMounting = async (plan: {
  readonly rounds: number
  readonly seconds: number
}): Promise<ReadonlyArray<Figure>> => {
  await using garrison = await open(sqlite(":memory:"))
  const credential = { grant_type: "anon", portal_access_token: "a-secret-of-this-device" }
  const { access_token, active_player_uuid: player } = await garrison.login(credential)
  await garrison.reportPresence(player, { status: "online" })
  const [ours, hand] = [toFetchHandler(garrison), byHand(garrison)]
  const authorization = `Bearer ${access_token}`
  const measure = async (name: string, status: number): Promise<Figure> => {
    const found: Array<Round> = []
    for (let round = -1; round < plan.rounds; round++) {
      const rates: Array<number> = []
      for (const handler of [hand, ours]) {
        const { headers } = await handler(new Request(URL_OF_PRESENCE, { headers: { authorization } }))
        const known = status === 304 ? { "if-none-match": headers.get("etag") ?? "" } : {}
        rates.push(await rateOf(handler, { authorization, ...known }, status, plan.seconds))
      }
      const [floor = 0, rate = 0] = rates
      if (round >= 0) found.push({ ours: rate, floor })
    }
    return figureOf(name, "requests/s", "a fetch handler by hand over open()", true, found)
  }
  return [
    await measure("mounting: presence by toFetchHandler", 200),
    await measure("mounting: presence by toFetchHandler, 304", 304),
  ]
}
