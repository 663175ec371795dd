/**
 * HTTP from a process that has opened Garrison with `open`: as a handler of a server of its own, and as the whole
 * server. Both answer as the server does, on the same database, and both end with the Garrison that they were made of.
 */
import { type EmbeddedGarrison, GarrisonError, open } from "@garrison/core"
import { type Observer, serve, toNodeHandler } from "@garrison/http"
import { sqlite } from "@garrison/sql"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { caller, type Caller } from "../../support/httpCaller.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { LOOPBACK } from "../../support/loopback.ts"
import { answerIn, rawSocket } from "../../support/rawSocket.ts"
import { codeOf } from "../samples.ts"
import { type Face, type FaceOptions as Options, faces, listenWith } from "./faces.ts"
import { credential, Gate, openOn, order, ORDER, Shop } from "./lent.ts"

/** Turns of the event loop in which a Garrison without work would have closed many times over. */
const TURNS = 2000

/** Writes no log, for what is about to go wrong. */
const silent = { sink: { access: () => {}, defect: () => {} } }

const loggedIn = async (call: Caller) => {
  const { json } = await call("POST", "/users/v1/login", { body: credential })
  const { access_token, active_player_uuid } = json as Readonly<Record<string, string>>
  return { token: access_token, player: active_player_uuid ?? "" }
}

onEachDatabase((database, layer) =>
  describe.each(
    // The bytes of both handlers are compared in mounts.test.ts; the database is behind them.
    faces.filter(({ name }) => database === "SQLite" || name !== "toFetchHandler"),
  )(`$name of a Garrison that a host has opened on ${database}`, ({ show }) => {
    let garrison: EmbeddedGarrison
    let face: Face
    let call: Caller
    beforeAll(async () => {
      garrison = await openOn(layer)
      face = await show(garrison)
      call = caller(face.port)
    })
    afterAll(async () => {
      call.close()
      await garrison.close()
      await face.end()
    })

    it("logs players in, and takes orders that the host sees at once", async () => {
      const { player, token } = await loggedIn(call)
      const answer = await call("POST", ORDER, { token, body: order })
      assert.strictEqual(answer.status, 200, answer.text)
      assert.deepStrictEqual<unknown>((await garrison.orders(player, { sort: "desc", limit: 1 })).data, [answer.json])
      await garrison.notify(player, { message: "from the host" })
      const list = await call("GET", "/notification/v1/playerid/me/notification", { token })
      assert.include(list.text, "from the host")
    })

    it("knows the tokens of players whom the host logged in, and those whose session it ended", async () => {
      const { access_token: token } = await garrison.login(credential)
      assert.strictEqual((await call("GET", "/presence/v1/player/me/presence", { token })).status, 200)
      await garrison.logout(token)
      const ended = await call("GET", "/presence/v1/player/me/presence", { token })
      assert.deepStrictEqual([ended.status, codeOf(ended)], [403, "auth_token_expired"])
    })

    it("answers 304 to whoever has the catalog already", async () => {
      const { token } = await loggedIn(call)
      const path = "/inventory/v1/catalog/vendor"
      const etag = String((await call("GET", path, { token })).headers["etag"])
      const same = await call("GET", path, { token, headers: { "if-none-match": etag } })
      assert.deepStrictEqual([same.status, same.text], [304, ""])
    })

    it("refuses with the codes of the interface", async () => {
      const { token } = await loggedIn(call)
      const without = await call("POST", ORDER, { body: order })
      assert.deepStrictEqual([without.status, codeOf(without)], [403, "auth_token_format"])
      const forged = await call("POST", ORDER, { token: `${token}x`, body: order })
      assert.deepStrictEqual([forged.status, codeOf(forged)], [403, "auth_not_jwt"])
      const wrong = await call("POST", ORDER, { token, body: { entries: [{ type: "fill_loot", quantity: 1.5 }] } })
      assert.strictEqual(wrong.status, 422)
      assert.deepNestedPropertyVal(wrong.json, "detail[0].loc", ["body", "entries", 0, "quantity"])
      const unknown = await call("POST", "/users/v1/login", { body: { ...credential, grant_type: "nonsense" } })
      assert.deepStrictEqual([unknown.status, codeOf(unknown)], [403, "invalid_grant_type"])
      assert.strictEqual((await call("DELETE", ORDER, { token })).headers["allow"], "GET, HEAD, POST")
      assert.strictEqual((await call("GET", "/no/such/path")).status, 404)
      assert.strictEqual((await call("GET", "/readyz")).status, 200)
    })

    it("reads a header that came twice as both values, so that no proxy was shown another one", async () => {
      const { token } = await loggedIn(call)
      const socket = await rawSocket(face.port)
      const head = `GET /presence/v1/player/me/presence HTTP/1.1\r\nHost: here\r\nConnection: close\r\n`
      await socket.write(`${head}Authorization: Bearer ${token}\r\nAuthorization: Bearer other\r\n\r\n`)
      await socket.closed
      assert.strictEqual(answerIn(socket.received()).status, 403)
      const twoHosts = await rawSocket(face.port)
      await twoHosts.write("GET /livez HTTP/1.1\r\nHost: here\r\nHost: there\r\nConnection: close\r\n\r\n")
      await twoHosts.closed
      assert.strictEqual(answerIn(twoHosts.received()).status, 400)
    })
  }),
)

describe.each(faces)("the end of a Garrison with $name", ({ show }) => {
  const trial = async (options: Options = {}) => {
    const [shop, gate] = [new Shop(), new Gate()]
    const garrison = await shop.open(gate)
    const face = await show(garrison, options)
    const call = caller(face.port)
    const { player, token = "" } = await loggedIn(call)
    const end = async () => {
      call.close()
      await garrison.close()
      await face.end()
      shop.remove()
    }
    return { call, end, face, garrison, gate, player, shop, token }
  }

  it("comes after the requests under way, whose answers arrive and whose writes are stored", async () => {
    const { call, end, face, garrison, gate, player, shop, token } = await trial()
    const reached = gate.shut()
    const answer = call("POST", ORDER, { token, body: order })
    await reached
    let isClosed = false
    const closing = garrison.close().then(() => (isClosed = true))
    const late = await call("POST", ORDER, { token, body: order }).then(
      ({ status }) => status,
      () => "no connection",
    )
    // The server has left its port; a host's server asks the handler.
    assert.include([503, "no connection"], late)
    assert.isFalse(isClosed)
    gate.open()
    assert.strictEqual((await answer).status, 200)
    await closing
    assert.strictEqual(await shop.ordersOf(player), 1)
    await face.end()
    await end()
  })

  it("comes after the writes of clients that have gone", async () => {
    const { end, face, garrison, gate, player, shop, token } = await trial()
    const reached = gate.shut()
    const body = JSON.stringify(order)
    const socket = await rawSocket(face.port)
    const lines = [`POST ${ORDER} HTTP/1.1`, "Host: here", `Authorization: Bearer ${token}`]
    const typed = ["Content-Type: application/json", `Content-Length: ${body.length}`]
    await socket.write(`${[...lines, ...typed].join("\r\n")}\r\n\r\n${body}`)
    await reached
    socket.socket.destroy()
    await socket.closed
    let isClosed = false
    const closing = garrison.close().then(() => (isClosed = true))
    for (let turn = 0; turn < TURNS; turn++) await new Promise((settle) => setImmediate(settle))
    assert.isFalse(isClosed)
    gate.open()
    await closing
    assert.strictEqual(await shop.ordersOf(player), 1)
    await end()
  })

  it("keeps the limits of bodies and of requests at once, which are its own", async () => {
    const events: Array<string> = []
    const observer: Observer = { happened: (_level, event) => void events.push(event) }
    const limits = { bodyBytesMax: 1024, requestsInFlightMax: 1, requestsQueuedMax: 1 }
    const { call, end, gate, token } = await trial({ ...limits, ...silent, observers: [observer] })
    const large = { ...order, instance_id: "x".repeat(1024) }
    assert.strictEqual((await call("POST", ORDER, { token, body: large })).status, 413)
    const reached = gate.shut()
    const first = call("POST", ORDER, { token, body: order })
    await reached
    const others = await Promise.all([1, 2, 3].map(() => call("POST", ORDER, { token, body: order })))
    assert.deepStrictEqual(
      others.map((reply) => [reply.status, codeOf(reply)]),
      others.map(() => [503, "service_unavailable"]),
    )
    gate.open()
    assert.strictEqual((await first).status, 200)
    await end()
    assert.includeMembers(events, ["overload_began", "overload_ended"])
  })

  it("does not wait for longer than drainSeconds", async () => {
    const { call, end, garrison, gate, token } = await trial({
      drainSeconds: 0,
      sink: { access: () => {}, defect: () => {} },
    })
    const reached = gate.shut()
    const answer = call("POST", ORDER, { token, body: order }).then(
      ({ status }) => status,
      () => "cut off",
    )
    await reached
    await garrison.close()
    // A Response says so; a connection of Node ends.
    assert.include(["cut off", 503], await answer)
    gate.open()
    await end()
  })
})

describe("toNodeHandler", () => {
  it("says where to mount it when another handler has read the body", async () => {
    const shop = new Shop()
    const garrison = await shop.open()
    const said: Array<string> = []
    const observer: Observer = { failed: (_id, _operation, cause) => void said.push(String(cause)) }
    const handler = toNodeHandler(garrison, { ...silent, observers: [observer] })
    const face = await listenWith(async (request, response) => {
      for await (const _ of request);
      handler(request, response)
    })
    const call = caller(face.port)
    const reply = await call("POST", "/users/v1/login", { body: credential })
    assert.deepStrictEqual([reply.status, codeOf(reply)], [500, "internal_error"])
    assert.include(said.join(), "mount toNodeHandler before a parser of bodies")
    call.close()
    await garrison.close()
    await face.end()
    shop.remove()
  })
})

describe("serve", () => {
  it("closes alone, and may listen again, while Garrison stays open", async () => {
    const shop = new Shop()
    const garrison = await shop.open()
    const first = await serve(garrison, { host: LOOPBACK, port: 0 })
    await first.close()
    const { port } = first
    await using again = await serve(garrison, { host: LOOPBACK, port })
    assert.strictEqual((await fetch(`${again.url}/livez`)).status, 200)
    const taken = await serve(garrison, { host: LOOPBACK, port }).catch((error: unknown) => error)
    assert.include(String(taken), `cannot listen on ${LOOPBACK}:${port}`)
    await garrison.close()
    shop.remove()
  })

  it("lets a load balancer that asks for readiness see the stop, and waits for no other", async () => {
    const shop = new Shop()
    const garrison = await shop.open()
    const options = { host: LOOPBACK, port: 0, unreadySeconds: 3600 }
    await (await serve(garrison, options)).close()
    const { url } = await serve(garrison, { ...options, unreadySeconds: 1 })
    const ready = async () => (await fetch(`${url}/readyz`)).status
    assert.strictEqual(await ready(), 200)
    const closing = garrison.close()
    assert.strictEqual(await ready(), 503)
    await closing
    shop.remove()
  })

  it("has a port for probes of its own, with the figures", async () => {
    const shop = new Shop()
    const garrison = await shop.open()
    const { probeUrl } = await serve(garrison, { host: LOOPBACK, port: 0, probePort: 0 })
    assert.include(await (await fetch(`${probeUrl}/figures`)).text(), '"operations"')
    await garrison.close()
    const gone = await fetch(`${probeUrl}/livez`).catch(() => "gone")
    assert.strictEqual(gone, "gone")
    shop.remove()
  })
})

/** What is thrown. */
const thrown = async (attempt: () => unknown): Promise<GarrisonError> => {
  try {
    await attempt()
  } catch (error) {
    assert.instanceOf(error, GarrisonError)
    return error
  }
  return assert.fail("it was not refused")
}

describe("wrong arguments of HTTP", () => {
  const shop = new Shop()
  let garrison: EmbeddedGarrison
  beforeAll(async () => {
    garrison = await open(sqlite(shop.file))
  })
  afterAll(async () => {
    await garrison.close()
    shop.remove()
  })

  it("are refused by their names", async () => {
    const wrong = { port: 70_000, prot: 80, trustedProxies: ["10.0.0.0/33"], requestSeconds: "30" } as never
    const { code, details, message } = await thrown(() => serve(garrison, wrong))
    assert.strictEqual(code, "invalid_settings")
    for (const part of [
      "port must be at most 65535",
      "prot is not a setting; did you mean port?",
      "trustedProxies.0 must be an address or a CIDR range",
      "requestSeconds must be an integer",
    ]) {
      assert.include(details.detail?.map(({ loc, msg }) => `${loc.join(".")} ${msg}`).join("; "), part)
    }
    assert.include(message, "port must be at most")
    const format = await thrown(() => serve(garrison, { log: "xml" as never }))
    assert.include(format.message, "log must be one of json, text, off")
  })

  it("are an object, and no port alone", async () => {
    for (const given of [8080, "8080", null, []]) {
      const { code, message } = await thrown(() => serve(garrison, given as never))
      assert.strictEqual(code, "invalid_settings")
      assert.include(message, "Write: serve(garrison, { port: 8080 })")
    }
    assert.include(
      (await thrown(() => toNodeHandler(garrison, 1 as never))).message,
      "Write: toNodeHandler(garrison, {",
    )
  })

  it("of the socket are refused where another server has it", async () => {
    const refused = await thrown(() => toNodeHandler(garrison, { port: 80 } as never))
    assert.include(refused.message, "port is a setting of serve")
    assert.isFunction(toNodeHandler(garrison, { docsEnabled: undefined, trustedProxies: ["10.0.0.0/8", "::1"] }))
  })

  it("say what to pass when it is not a Garrison, and when it is closed", async () => {
    const promise = open(sqlite(":memory:"))
    assert.include((await thrown(() => toNodeHandler(promise as never))).message, "Await it first: toNodeHandler(await")
    await (await promise).close()
    assert.include((await thrown(() => serve({} as never))).message, "serve takes what open of @garrison/core")
    const closed = await promise
    assert.strictEqual((await thrown(() => serve(closed))).code, "closed")
    assert.strictEqual((await thrown(() => toNodeHandler(closed))).code, "closed")
  })
})
