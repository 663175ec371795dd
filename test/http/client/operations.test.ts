/**
 * Every operation of the contract, called by the client over a real socket. Requests are made from the examples of the
 * contract, so that a new operation is called too; each answer is held against the OpenAPI document.
 */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Clients } from "@garrison/core/client/Clients"
import { createClient, GarrisonError, type GarrisonClient } from "@garrison/http/client"
import { routes } from "@garrison/http/client/routes"
import { routesById, type RouteId } from "@garrison/http/contract/routes"
import * as Effect from "effect/Effect"
import { testAct } from "../../support/acts.ts"
import { GOLD, POUCH_LOOT } from "../../support/catalog.ts"
import { answerProblems } from "../../support/openapi.ts"
import { useServer } from "../../support/server.ts"

type Asked = { readonly [Name in keyof typeof routes]: (...given: ReadonlyArray<unknown>) => Promise<unknown> }

const entries = [{ type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 }] as const

/** Inputs where there is no example, or one of the demo world. */
const inputs = (player: string): Readonly<Partial<Record<RouteId, object>>> => ({
  submitOwnOrder: { entries },
  submitOrder: { entries },
  submitOrders: { orders: [{ player_uuid: player, entries }] },
  quoteOwnOrder: { entries },
  quoteOrder: { entries },
  exchangeToken: { grant_type: "authorization_code", code: "unknown" },
  linkPortalUser: { grant_type: "anon", portal_access_token: "another-secret-of-this-device" },
  playerPresences: { player_uuids: [player] },
  notificationPoll: { deadline: 0 },
})

/** Operations that cannot succeed here, with the code that they are refused with. */
const refusals: Readonly<Partial<Record<RouteId, string>>> = {
  exchangeToken: "authorization_code_not_found",
  unlinkPortalUser: "portal_user_too_new",
}

describe("an operation", () => {
  const server = useServer({ settings: { oddsPublished: true } })
  const problems: Array<string> = []
  let player: GarrisonClient
  let machine: GarrisonClient
  const values: Record<string, unknown> = { vendor_id: 10, loot_id: POUCH_LOOT, platform: "Anon" }

  /** Holds every answer against the document. */
  const fetchChecked = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init)
    const text = await response.clone().text()
    const headers = Object.fromEntries(response.headers)
    const json: unknown = text === "" ? undefined : JSON.parse(text)
    const answered = {
      method: init.method ?? "GET",
      path: new URL(url).pathname,
      status: response.status,
      headers,
      text,
      json,
    }
    problems.push(...answerProblems(answered).map((problem) => `${answered.method} ${answered.path}: ${problem}`))
    return response
  }

  beforeAll(async () => {
    const options = { baseUrl: server.current.url, fetch: fetchChecked }
    player = createClient(options)
    machine = createClient(options)
    const { client, secret } = await server.current.run(
      Effect.flatMap(Clients, (clients) => clients.create({ kind: "machine", permissions: ["*"] }, testAct)),
    )
    await machine.login({ grant_type: "client_credentials", portal_access_token: `${client.clientId}:${secret}` })
    const answer = await player.login({ grant_type: "anon", portal_access_token: "a-secret-of-this-device" })
    const order = await player.submitOwnOrder({ entries })
    const [price] = Object.keys((await player.pricePoints()).price_points)
    const [user] = (await player.portalUsers()).portal_users
    Object.assign(values, {
      player_uuid: answer.active_player_uuid,
      order_id: order.order_id,
      price_point_guid: price,
      portal_user_id: user?.portal_user_id,
    })
  })

  const argumentsOf = (id: RouteId): ReadonlyArray<unknown> => {
    const {
      body,
      example,
      params = {},
      query,
    } = routesById[id] as {
      readonly body?: object
      readonly example?: { readonly request?: object }
      readonly params?: object
      readonly query?: object
    }
    const path = Object.keys(params).map((name) => {
      assert.property(values, name, `say what ${name} of ${id} is`)
      return values[name]
    })
    if (body === undefined && query === undefined) return path
    return [...path, inputs(String(values["player_uuid"]))[id] ?? (body && example?.request) ?? {}]
  }

  const skipped: ReadonlySet<string> = new Set(["login", "logout"])
  const asked = Object.entries(routes).flatMap(([id, route]) =>
    route.answers !== undefined || skipped.has(id) ? [] : [id as RouteId],
  )

  it.each(asked)("%s is answered by the server as the document says", async (id) => {
    const { access } = routesById[id] as { readonly access: { readonly kind: string; readonly subject?: string } }
    const client = access.subject === "player" ? player : machine
    const call = (client as unknown as Asked)[id as keyof Asked]
    const outcome: unknown = await call(...argumentsOf(id)).catch((error: unknown) => error)
    if (refusals[id] !== undefined) assert.propertyVal(outcome, "code", refusals[id])
    else if (outcome instanceof Error) assert.fail(outcome.message)
    else assert.isObject(outcome)
    assert.deepStrictEqual(problems, [])
  })

  it("has an address where a browser goes", async () => {
    assert.strictEqual(player.docs(), `${server.current.url}/docs`)
    const redirect = player.oauthLogin("alpha", { redirect_uri: "https://game.example/back", state: "a b" })
    assert.strictEqual(
      redirect,
      `${server.current.url}/users/v1/oauth/login/alpha?redirect_uri=https%3A%2F%2Fgame.example%2Fback&state=a%20b`,
    )
  })

  it("takes its options behind what may be left out", async () => {
    const { signal } = new AbortController()
    const pages = [
      await player.orderPage(),
      await player.orderPage({ limit: 5 }),
      await player.orderPage({}, { signal }),
    ]
    assert.deepStrictEqual(
      pages.map(({ page }) => page.limit),
      [10, 5, 10],
    )
    const gone = new Error("the player left")
    const given = { signal: AbortSignal.abort(gone) }
    for (const call of [player.orderPage({}, given), player.ownLevels(given), player.ownOrder("id", given)]) {
      assert.strictEqual(await call.catch((error: unknown) => error), gone)
    }
  })

  it("answers with values of the declared types", async () => {
    const inventory = await player.ownInventory({ limit: 10 })
    assert.isTrue(inventory.data.some(({ item_id }) => item_id === GOLD))
    const { vendors } = await player.vendors()
    assert.strictEqual(vendors["10"]?.loot[String(POUCH_LOOT)]?.quantity, 50)
    const order = await player.submitOwnOrder({ entries: [{ ...entries[0], player_portal_event_id: 2n ** 60n }] })
    assert.strictEqual(order.entries[0]?.player_portal_event_id, 2n ** 60n)
    assert.deepStrictEqual(await player.ownOrder(order.order_id), order)
  })

  it("ends with the session", async () => {
    await player.logout()
    const error: unknown = await player.ownInventory().catch((thrown: unknown) => thrown)
    assert.instanceOf(error, GarrisonError)
    assert.propertyVal(error, "code", "not_logged_in")
  })
})
