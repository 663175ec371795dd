/**
 * One stranger holds all places of slow portals, over real sockets: players elsewhere are let in, and who needs no
 * portal does not notice (decisions, section 4; guarantees R18, R62).
 */
import { assert, describe, it } from "@effect/vitest"
import { Passwords } from "@garrison/core/login/password/Passwords"
import { PortalGateway, type Portals } from "@garrison/core/login/portal/PortalGateway"
import { Asker } from "@garrison/core/login/portal/sharedPlaces"
import { portalsOver } from "@garrison/portals/portals"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientRequest } from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import { codeOf } from "../http/samples.ts"
import { testAct } from "../support/acts.ts"
import { LOOPBACK } from "../support/loopback.ts"
import { startServer, type TestServer } from "../support/server.ts"

const PLAYERS = 15

/** The time limit of the portals is long, because the test decides when they answer. */
const timeoutSeconds = 30
const golf = { ticketUrl: "https://golf.test/ticket", apiKey: "key", appId: "game", timeoutSeconds }
const bravo = {
  issuer: "https://bravo.test",
  audiences: ["game"],
  jwksUrl: "https://bravo.test/jwks",
  tokenUrl: "https://bravo.test/token",
  clientId: "garrison",
  clientSecret: "secret",
  timeoutSeconds,
}

const formOf = ({ body }: HttpClientRequest): URLSearchParams =>
  new URLSearchParams(body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : "")

/** Golf knows the tickets of players, which begin with `bb`. Bravo refuses every code by a page. */
const answerTo = (request: HttpClientRequest): Response => {
  if (request.url !== golf.ticketUrl) return new Response("<html>", { headers: { "content-type": "text/html" } })
  const ticket = formOf(request).get("ticket") ?? ""
  const user = { user_id: ticket, app_id: "game", anticheat_banned: false, publisher_banned: false, offline: false }
  return ticket.startsWith("bb") ? Response.json(user) : Response.json({ error: "invalid_ticket" }, { status: 400 })
}

/** Portals that answer when they are let to. */
const heldPortals = () => {
  const held = new Map<string, Array<() => void>>()
  let waiting: Array<() => void> = []
  let holds = true
  const noticed = () => {
    const all = waiting
    waiting = []
    for (const look of all) look()
  }
  const client = HttpClient.make((request) =>
    Effect.promise(async () => {
      await new Promise<void>((resolve) => {
        if (!holds) return resolve()
        held.set(request.url, [...(held.get(request.url) ?? []), resolve])
        noticed()
      })
      return HttpClientResponse.fromWeb(request, answerTo(request))
    }),
  )
  const countAt = (url: string) => held.get(url)?.length ?? 0
  const release = (url: string) => {
    const released = held.get(url) ?? []
    held.delete(url)
    for (const answer of released) answer()
  }
  return {
    layer: Layer.succeed(HttpClient.HttpClient, client),
    countAt,
    release,
    /** Waits until a portal has so many requests. */
    whenHeld: async (url: string, count: number) => {
      while (countAt(url) < count) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    releaseAll: () => {
      holds = false
      for (const url of held.keys()) release(url)
    },
  }
}

const logIn = async (server: TestServer, body: object, address: string): Promise<string> => {
  const headers = { "x-forwarded-for": address }
  const reply = await server.call("POST", "/users/v1/login", { body, headers })
  return reply.status === 200 ? "ok" : (codeOf(reply) ?? "no code")
}

/** The control: every address has the same share. */
const withoutShares = Layer.effect(
  PortalGateway,
  Effect.gen(function* () {
    const { golf: shared, bravo: other } = yield* PortalGateway
    const asker = { scope: "everyone", isKnown: Effect.succeed(false) }
    const portals: Portals = {
      ...(shared && { golf: { prove: (given) => Effect.provideService(shared.prove(given), Asker, asker) } }),
      ...(other && { bravo: other }),
    }
    return portals
  }),
)

/**
 * So many connections of one /64 send junk to golf, each again when it was answered, and 80 to bravo. When golf has 64
 * requests and `untilRefused` were refused, the players come. Then golf answers its requests in rounds. How the players
 * end, and meanwhile three logins that need no portal.
 */
const trial = async (junk: number, untilRefused: number, control?: typeof withoutShares) => {
  const portals = heldPortals()
  const gateway = Layer.provide(portalsOver({ bravo, golf }), portals.layer)
  const server = await startServer({
    catalog: false,
    // All of these connections may be on their way to a portal at once.
    settings: { grantsEnabled: ["anon", "basic", "bravo", "golf", "refresh"], loginsInFlightMax: 1000 },
    server: { trustedProxies: [LOOPBACK] },
    portals: control === undefined ? gateway : Layer.provide(control, gateway),
  })
  const state = { isOver: false, playersLeft: PLAYERS }
  let refused = 0
  let enoughRefused = () => {}
  let nextRound = () => {}
  let round = new Promise<void>((resolve) => (nextRound = resolve))
  const junkAtGolf = async (connection: number) => {
    while (!state.isOver) {
      const body = { grant_type: "golf", portal_access_token: "aa" }
      const code = await logIn(server, body, `2001:db8:0:1::${connection.toString(16)}`)
      if (code === "golf_token_invalid") continue
      if (++refused >= untilRefused) enoughRefused()
      await round
    }
  }
  const everyone = Array.from({ length: junk }, (_, connection) => junkAtGolf(connection))
  const codes = { grant_type: "bravo", portal_access_token: "made up" }
  const atBravo = Array.from({ length: 80 }, () => logIn(server, codes, "2001:db8:0:1::1"))
  await Promise.all([portals.whenHeld(golf.ticketUrl, 64), portals.whenHeld(bravo.tokenUrl, 64)])
  if (untilRefused > refused) await new Promise<void>((resolve) => (enoughRefused = resolve))

  const players = Array.from({ length: PLAYERS }, async (_, player) => {
    const ticket = `bb${player.toString(16).padStart(2, "0")}`
    const code = await logIn(server, { grant_type: "golf", portal_access_token: ticket }, `203.0.113.${player}`)
    state.playersLeft--
    return code
  })
  const others = await withoutPortal(server)
  if (control !== undefined) await Promise.all(players)
  while (state.playersLeft > 0) {
    await portals.whenHeld(golf.ticketUrl, 64)
    portals.release(golf.ticketUrl)
    nextRound()
    round = new Promise<void>((resolve) => (nextRound = resolve))
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  const outcomes = await Promise.all(players)
  state.isOver = true
  portals.releaseAll()
  nextRound()
  await Promise.all([...everyone, ...atBravo])
  await server.stop()
  return { outcomes, others }
}

/** How logins by grants that need no portal end. */
const withoutPortal = async (server: TestServer) => {
  await server.run(Passwords.use((passwords) => passwords.create({ username: "ada", password: "right one" }, testAct)))
  const { refreshToken } = await server.player()
  return [
    await logIn(server, { grant_type: "anon", portal_access_token: "a".repeat(24) }, "2001:db8:0:1::1"),
    await logIn(server, { grant_type: "refresh", portal_access_token: refreshToken }, "2001:db8:0:1::1"),
    await logIn(server, { grant_type: "basic", portal_access_token: "ada:right one" }, "2001:db8:0:1::1"),
  ]
}

const all = (code: string) => Array.from({ length: PLAYERS }, () => code)

describe("portals whose places one /64 holds", () => {
  it("let 15 players elsewhere in, beside 80 connections of the stranger", async () => {
    assert.deepStrictEqual(await trial(80, 0), { outcomes: all("ok"), others: ["ok", "ok", "ok"] })
  })

  it("let them in while the stranger fills the line, too", async () => {
    const { outcomes } = await trial(400, 80)
    assert.deepStrictEqual(outcomes, all("ok"))
  })

  it("the control, in which all addresses have one share: no player is let in", async () => {
    const { outcomes, others } = await trial(400, 80, withoutShares)
    assert.deepStrictEqual(outcomes, all("golf_token_exchange_failed"))
    assert.deepStrictEqual(others, ["ok", "ok", "ok"])
  })
})
