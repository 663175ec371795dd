/** The client and the real server with a faulty network between them: nothing is done twice, and nothing is lost. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Clients } from "@garrison/core/client/Clients"
import { createClient, type GarrisonClient } from "@garrison/http/client"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { testAct } from "../../support/acts.ts"
import { GOLD, POUCH_LOOT } from "../../support/catalog.ts"
import { useServer } from "../../support/server.ts"
import { type Fault, FaultyProxy } from "./FaultyProxy.ts"

/** Gold in a pouch. */
const POUCH = 50
const entries = [{ type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 }] as const

const bytes = fc.oneof(fc.nat(20), fc.nat(400), fc.nat(1200))
const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ kind: fc.constant("request" as const), bytes }),
  fc.record({ kind: fc.constant("answer" as const), bytes }),
  fc.record({ kind: fc.constant("busy" as const) }),
)

describe("over a faulty network", () => {
  const server = useServer()
  let proxy: FaultyProxy
  beforeAll(async () => {
    proxy = await FaultyProxy.to(server.current.port)
  })
  afterAll(() => proxy.close())

  const made = (): GarrisonClient =>
    createClient({ baseUrl: proxy.url, retry: { firstPauseMillis: 1, pauseMillisMax: 1, triesMax: 9 } })

  const loggedIn = async () => {
    const client = made()
    await client.login({ grant_type: "anon", portal_access_token: crypto.randomUUID() })
    return client
  }

  const goldOf = async (client: GarrisonClient): Promise<number> => {
    const { data } = await client.ownInventory({ limit: 100 })
    return data.filter(({ item_id }) => item_id === GOLD).reduce((sum, { count }) => sum + count, 0)
  }

  it("an order is fulfilled once, at whichever byte its connections break", async () => {
    const client = await loggedIn()
    let orders = 0
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { minLength: 1, maxLength: 4 }), async (faults) => {
        proxy.plan(faults)
        const { entries: filled } = await client.submitOwnOrder({ entries })
        orders++
        assert.strictEqual(filled[0]?.result, "success")
        proxy.plan([])
        assert.strictEqual(await goldOf(client), orders * POUCH)
      }),
      { numRuns: 30 },
    )
  })

  it("an order without an id that stays is fulfilled twice: a control", async () => {
    const client = await loggedIn()
    /** Sends an order until it is answered, a new one each time. */
    const send = async (): Promise<unknown> => {
      try {
        return await client.submitOwnOrder({ entries }, { retry: { triesMax: 1 } })
      } catch {
        return send()
      }
    }
    for (let order = 0; order < 5; order++) {
      proxy.plan([{ kind: "answer", bytes: 10 }])
      await send()
    }
    assert.isAbove(await goldOf(client), 5 * POUCH)
  })

  it("an order whose answer never comes is sent again in time, and fulfilled once", async () => {
    const client = await loggedIn()
    proxy.plan([{ kind: "stall" }])
    await client.submitOwnOrder({ entries }, { retry: { trySeconds: 0.3 } })
    assert.strictEqual(await goldOf(client), POUCH)
  })

  it("a notification is sent once", async () => {
    const client = await loggedIn()
    const machine = made()
    const { client: stored, secret } = await server.current.run(
      Effect.flatMap(Clients, (clients) => clients.create({ kind: "machine", permissions: ["*"] }, testAct)),
    )
    await machine.login({ grant_type: "client_credentials", portal_access_token: `${stored.clientId}:${secret}` })
    const player = client.session?.subject ?? ""
    for (const message of ["one", "two", "three"]) {
      proxy.plan([{ kind: "answer", bytes: 40 }, { kind: "busy" }, { kind: "request", bytes: 200 }])
      await machine.createNotification(player, { message })
    }
    const { notifications } = await client.notificationPage()
    assert.deepStrictEqual(
      notifications.map(({ message }) => message),
      ["three", "two", "one"],
    )
  })

  it("a session outlives a renewal whose answer is lost: the same refresh token gets its successor", async () => {
    proxy.plan([])
    let lost = 0
    const fetchLosing = async (url: string, init: RequestInit): Promise<Response> => {
      const answer = await fetch(url, init)
      const isRenewal = typeof init.body === "string" && init.body.includes('"refresh"')
      if (!isRenewal || lost > 0) return answer
      lost++
      throw new TypeError("fetch failed")
    }
    const client = createClient({ baseUrl: proxy.url, fetch: fetchLosing })
    await client.login({ grant_type: "anon", portal_access_token: crypto.randomUUID() })
    for (const round of [1, 2]) {
      const before = client.session?.refreshToken
      server.current.advanceSeconds(3600)
      await Promise.all(Array.from({ length: 20 }, () => client.ownPresence()))
      assert.notStrictEqual(client.session?.refreshToken, before, `round ${round}`)
    }
    assert.strictEqual(lost, 1)
  })

  it("a refresh token from elsewhere becomes the session", async () => {
    proxy.plan([])
    const { playerUuid, refreshToken } = await server.current.player()
    const client = made()
    await client.login({ grant_type: "refresh", portal_access_token: refreshToken })
    assert.strictEqual(client.session?.subject, playerUuid)
    server.current.advanceSeconds(3600)
    assert.strictEqual((await client.ownPresence()).player_uuid, playerUuid)
  })

  it("a change of the tokens under 100 requests ends no session", async () => {
    const client = await loggedIn()
    for (let round = 0; round < 3; round++) {
      server.current.advanceSeconds(1800)
      await Promise.all(Array.from({ length: 100 }, () => client.presenceSettings()))
    }
    assert.isDefined(client.session)
  })
})
