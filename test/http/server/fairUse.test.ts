/**
 * What one sender may take of a process that is saturated while others wait: time for requests that are refused, and
 * bytes of large answers (decisions, section 15; guarantees R80). The load of the process is what a test says.
 */
import { assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { routesById } from "@garrison/http/contract/routes"
import { ProcessLoad } from "@garrison/http/server/FairUse"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { testAct } from "../../support/acts.ts"
import { POUCH_LOOT, smallCatalog } from "../../support/catalog.ts"
import { readEvents } from "../../support/eventStream.ts"
import { hostileBodies } from "../../support/hostileBodies.ts"
import type { Reply } from "../../support/httpCaller.ts"
import { LOOPBACK } from "../../support/loopback.ts"
import { useServer } from "../../support/server.ts"
import { codeOf } from "../samples.ts"

/** The time and the event loop of a process, as it looks to fair use. */
const load = { now: 0, active: 0, idle: 0 }

const pass = (millis: number, isBusy: boolean): void => {
  load.now += millis
  load[isBusy ? "active" : "idle"] += millis
}

/** For a second, the loop has had work all the time. */
const saturate = () => pass(1000, true)

const server = useServer({
  // A few requests are more than a share.
  server: { trustedProxies: [LOOPBACK], refusedMillisPerSecond: 1, largeReadBytesPerSecond: 16 * 1024 },
  disturb: (services) =>
    Layer.merge(
      services,
      Layer.succeed(ProcessLoad, { now: () => load.now, loop: () => ({ active: load.active, idle: load.idle }) }),
    ),
})

const call = (method: string, path: string, address: string, options: Parameters<typeof server.current.call>[2] = {}) =>
  server.current.call(method, path, { ...options, headers: { ...options.headers, "x-forwarded-for": address } })

const LOGIN = "/users/v1/login"
const ORDER = "/inventory/v1/player/me/order"
const CATALOG = "/inventory/v1/catalog/vendor"
const LARGE = "/openapi.json"

const hostileLogin = hostileBodies(routesById.login)["many members"]
const hostileOrder = hostileBodies(routesById.submitOwnOrder)["a list of {}"]

const junk = (address: string) => call("POST", LOGIN, address, { raw: hostileLogin ?? "" })
const wrongOrder = (address: string, token: string) => call("POST", ORDER, address, { raw: hostileOrder ?? "", token })
const logIn = (address: string) =>
  call("POST", LOGIN, address, { body: { grant_type: "anon", portal_access_token: crypto.randomUUID() } })

/** The tokens of two players who are there all the time. */
const crowd: Array<string> = []

/** Others have requests under way at the same time: at this address, or at their own. */
const overlap = async (address?: string) => {
  const at = (index: number) => address ?? `198.51.100.${index}`
  const body = { entries: [{ type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 }] }
  const orders = [0, 1, 0, 1, 0, 1].map((who, index) => call("POST", ORDER, at(index), { body, token: crowd[who] }))
  const logins = Array.from({ length: 6 }, (_, index) => logIn(at(index)))
  const replies = await Promise.all([...orders, ...logins])
  assert.deepStrictEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
}

const contend = (address?: string) => {
  saturate()
  return overlap(address)
}

const statusesOf = async (count: number, ask: () => Promise<Reply>): Promise<ReadonlySet<number>> => {
  const statuses = new Set<number>()
  for (let asked = 0; asked < count; asked++) statuses.add((await ask()).status)
  return statuses
}

/** Enough requests to be far over a share. */
const MANY = 30

const isBusy = (reply: Reply): void => {
  assert.deepStrictEqual([reply.status, codeOf(reply)], [503, "service_unavailable"])
  assert.match(String(reply.headers["retry-after"]), /^[12]$/)
}

beforeAll(async () => {
  for (let count = 0; count < 2; count++) crowd.push((await server.current.player()).token)
})

beforeEach(() => {
  // What was spent in another test is forgotten, and the process has rested.
  pass(600_000, false)
})

describe("requests that are refused", () => {
  it("are answered for ever while the process has time, and while nobody else waits", async () => {
    assert.deepStrictEqual(await statusesOf(MANY, () => junk("203.0.113.1")), new Set([422]))
    pass(500, false)
    await overlap()
    assert.deepStrictEqual(await statusesOf(MANY, () => junk("203.0.113.1")), new Set([422]))
    pass(10_000, true)
    assert.deepStrictEqual(await statusesOf(MANY, () => junk("203.0.113.1")), new Set([422]))
  })

  it("are answered also where others come one after the other, because nobody waits", async () => {
    for (let round = 0; round < MANY; round++) {
      pass(100, true)
      assert.strictEqual((await logIn("203.0.113.2")).status, 200)
      assert.strictEqual((await junk("203.0.113.1")).status, 422)
    }
  })

  it("take no more than a share of their address where others wait, who are served, and touch no count of logins", async () => {
    await statusesOf(MANY, () => junk("203.0.113.1"))
    await contend()
    isBusy(await junk("203.0.113.1"))
    // Nobody knows whether a request is right that was not looked at.
    isBusy(await logIn("203.0.113.1"))
    const counts = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT * FROM login_failure`)
    const before = await server.current.run(counts)
    const wrong = { grant_type: "basic", portal_access_token: "nobody:wrong" }
    for (let guess = 0; guess < MANY; guess++) isBusy(await call("POST", LOGIN, "203.0.113.1", { body: wrong }))
    assert.deepStrictEqual(await server.current.run(counts), before)
    assert.strictEqual((await junk("203.0.113.2")).status, 422)
    assert.match(server.current.log.access, /"limit":"refusedMillisPerSecond"/)
    pass(2000, false)
    assert.strictEqual((await logIn("203.0.113.1")).status, 200)
  })

  it("count by the /64 of an address", async () => {
    await statusesOf(MANY, () => junk("2001:db8:1:2::1"))
    await contend()
    isBusy(await junk("2001:db8:1:2:ffff::9"))
    assert.strictEqual((await junk("2001:db8:1:3::1")).status, 422)
  })

  it("count by account where a token was verified: neither its neighbours nor its other addresses change that", async () => {
    const [greedy, neighbour] = [await server.current.player(), await server.current.player()]
    await statusesOf(MANY, () => wrongOrder("203.0.113.1", greedy.token))
    await contend()
    isBusy(await wrongOrder("203.0.113.1", greedy.token))
    isBusy(await wrongOrder("203.0.113.77", greedy.token))
    assert.strictEqual((await wrongOrder("203.0.113.1", neighbour.token)).status, 422)
    assert.strictEqual((await logIn("203.0.113.1")).status, 200)
  })

  it("count by address where a token is forged; a token that is known goes on", async () => {
    const [known, late] = [await server.current.player(), await server.current.player()]
    const read = (token: string) => call("GET", ORDER, "203.0.113.1", { token })
    assert.strictEqual((await read(known.token)).status, 200)
    const forged = () => read(`${late.token.slice(0, -40)}${"A".repeat(40)}`)
    assert.deepStrictEqual(await statusesOf(MANY, forged), new Set([403]))
    await contend()
    isBusy(await forged())
    isBusy(await read(late.token))
    // Its session is looked up again after a minute.
    server.current.advanceSeconds(90)
    assert.strictEqual((await read(known.token)).status, 200)
  })

  it("bind an account also where all come through one address", async () => {
    const greedy = await server.current.player()
    await statusesOf(MANY, () => wrongOrder("203.0.113.1", greedy.token))
    await contend("203.0.113.1")
    isBusy(await wrongOrder("203.0.113.1", greedy.token))
    assert.strictEqual((await logIn("203.0.113.1")).status, 200)
    assert.strictEqual((await wrongOrder("203.0.113.1", crowd[0] ?? "")).status, 422, "who has spent little is heard")
  })

  it("never keep a probe from its answer", async () => {
    await statusesOf(MANY, () => junk("203.0.113.1"))
    await contend()
    isBusy(await junk("203.0.113.1"))
    assert.strictEqual((await call("GET", "/livez", "203.0.113.1")).status, 200)
  })
})

describe("large answers", () => {
  it("take no more than a share of their address where others wait; 304, HEAD and small answers take nothing", async () => {
    const { headers } = await call("GET", LARGE, "203.0.113.1")
    const etag = String(headers["etag"])
    assert.deepStrictEqual(await statusesOf(5, () => call("GET", LARGE, "203.0.113.1")), new Set([200]))
    saturate()
    assert.strictEqual((await call("GET", LARGE, "203.0.113.1")).status, 200)
    await contend()
    assert.strictEqual((await call("HEAD", LARGE, "203.0.113.2")).status, 200)
    isBusy(await call("GET", LARGE, "203.0.113.1"))
    assert.match(server.current.log.access, /"limit":"largeReadBytesPerSecond"/)
    const unchanged = () => call("GET", LARGE, "203.0.113.1", { headers: { "if-none-match": etag } })
    assert.deepStrictEqual(await statusesOf(MANY, unchanged), new Set([304]))
    assert.strictEqual((await call("HEAD", LARGE, "203.0.113.1")).status, 200)
    assert.strictEqual((await logIn("203.0.113.1")).status, 200)
    // The other address has taken nothing yet, however much others have.
    assert.strictEqual((await call("GET", LARGE, "203.0.113.2")).status, 200)
    pass(2000, false)
    assert.strictEqual((await call("GET", LARGE, "203.0.113.1")).status, 200)
  })

  it("count by account, from whatever address", async () => {
    const custom_data = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`text ${at}`, "x".repeat(1000)]))
    const items = { ...smallCatalog.items, 9: { type: "unit", custom_data } }
    const vendors = {
      ...smallCatalog.vendors,
      90: { type: "recipe", loot: { 900: { item_id: 9, quantity: 1 } } },
    }
    const document = { ...smallCatalog, items, vendors }
    await server.current.run(Effect.flatMap(Catalogs, (catalogs) => catalogs.publish(document, {}, testAct)))
    const [greedy, other] = [await server.current.player(), await server.current.player()]
    const read = (address: string, token: string) => call("GET", CATALOG, address, { token })
    assert.isAbove((await read("203.0.113.1", greedy.token)).bytes.length, 8 * 1024)
    await statusesOf(MANY, () => read("203.0.113.1", greedy.token))
    await contend()
    assert.strictEqual((await read("203.0.113.1", other.token)).status, 200)
    isBusy(await read("203.0.113.1", greedy.token))
    isBusy(await read("203.0.113.44", greedy.token))
  })

  it("count what streams send; a stream that stands is never cut, and none is opened beyond the share", async () => {
    const [listener, other] = [await server.current.player(), await server.current.player()]
    const machine = await server.current.machine("*")
    const url = `${server.current.url}/notification/v1/playerid/me/stream/notification/sse`
    const standing = await readEvents(url, { token: listener.token })
    const notify = () =>
      call("POST", `/notification/v1/playerid/${listener.playerUuid}/notification`, "203.0.113.9", {
        token: machine,
        body: { type: "text", message: "m".repeat(1000) },
      })
    const sent = 60
    for (let count = 1; count <= sent; count++) {
      const reply = await notify()
      assert.strictEqual(reply.status, 200, reply.text)
    }
    await standing.until(sent)
    await contend()
    const refused = await readEvents(url, { token: listener.token })
    assert.deepStrictEqual([refused.status, refused.headers["content-type"]], [503, "application/json"])
    assert.strictEqual((await notify()).status, 200)
    await standing.until(sent + 1)
    const opened = await readEvents(url, { token: other.token })
    assert.strictEqual(opened.status, 200)
    for (const reader of [standing, opened]) reader.leave()
  })
})
