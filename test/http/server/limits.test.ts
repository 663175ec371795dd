/** Limits on connections, heads, bodies and time (decisions, section 15; guarantees R28 to R30). */
import { assert, describe, it } from "@effect/vitest"
import { answerIn, rawSocket, type RawSocket } from "../../support/rawSocket.ts"
import { useServer } from "../../support/server.ts"
import { codeOf } from "../samples.ts"

const HEAD = "GET /livez HTTP/1.1\r\nHost: x\r\n"

/** What a test asserts of a refusal: everything but its words. */
const refusalIn = (text: string) => {
  const { body, headers, status } = answerIn(text)
  const { auth_success, error_code } = JSON.parse(body) as Record<string, unknown>
  return [status, error_code, auth_success, headers["connection"], headers["content-type"]]
}

const refused = (status: number, code: string) => [status, code, true, "close", "application/json"]

const head = (more: string) =>
  `POST /users/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}\r\n\r\n`

describe("slow clients", () => {
  // Long enough for a quick client to be quick on any machine.
  const patient = useServer({ server: { headersSeconds: 3, checkSeconds: 0.05 } })
  const strict = useServer({ server: { headersSeconds: 0.3, requestSeconds: 0.6, checkSeconds: 0.05 } })
  const dripping = useServer({ server: { bodyGraceSeconds: 0.2, bodyBytesPerSecondMin: 2000, checkSeconds: 0.05 } })
  const few = useServer({ server: { bodiesArrivingPerAddressMax: 2 } })
  const keeping = useServer({ server: { requestSeconds: 0.3, keepAliveSeconds: 3600, checkSeconds: 0.05 } })
  const brief = useServer({ server: { keepAliveSeconds: 0.1, checkSeconds: 0.05 } })

  it("that do not finish their headers get 408 and are closed, while others are served", async () => {
    const slow = await Promise.all(Array.from({ length: 50 }, () => rawSocket(patient.current.port)))
    await Promise.all(slow.map((connection) => connection.write(HEAD)))
    assert.strictEqual((await patient.current.call("GET", "/livez")).status, 200)
    for (const connection of slow) {
      await connection.closed
      assert.deepStrictEqual(refusalIn(connection.received()), refused(408, "request_timeout"))
    }
  })

  it("that never send a byte are closed", async () => {
    const connection = await rawSocket(strict.current.port)
    await connection.closed
    assert.match(connection.received(), /^(?:HTTP\/1\.1 408 |$)/)
  })

  it("that do not finish their body get 408 and are closed", async () => {
    const connection = await rawSocket(strict.current.port)
    const head =
      "POST /users/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
    await connection.write(head)
    await connection.closed
    assert.deepStrictEqual(refusalIn(connection.received()), refused(408, "request_timeout"))
  })

  it("whose body falls behind the pace get 408 and are closed, however often a byte of it comes", async () => {
    const connection = await rawSocket(dripping.current.port)
    await connection.write(head("Content-Length: 5000"))
    const drip = setInterval(() => void connection.write(" "), 10)
    await connection.closed
    clearInterval(drip)
    assert.deepStrictEqual(refusalIn(connection.received()), refused(408, "request_timeout"))
  })

  it("whose body is over the limit get 503, and can read it however much they had sent", async () => {
    const { call, port } = few.current
    const slow = await Promise.all([rawSocket(port), rawSocket(port)])
    for (const connection of slow) await connection.write(`${head("Content-Length: 50")}{`)
    await call("GET", "/livez")
    const third = await rawSocket(port)
    await third.write(`${head("Content-Length: 50")}{`)
    await third.closed
    assert.deepStrictEqual(refusalIn(third.received()), refused(503, "service_unavailable"))
    assert.match(answerIn(third.received()).headers["retry-after"] ?? "", /^[1-9]/)
    // A body that comes along with its head is never one too many, and neither is one that was slow and is there now.
    const body = { grant_type: "anon", portal_access_token: "s".repeat(32) }
    assert.strictEqual((await call("POST", "/users/v1/login", { body })).status, 200)
    slow[0]?.socket.destroy()
    await slow[1]?.write(JSON.stringify(body).slice(1).padEnd(49))
    await slow[1]?.until(/\r\n\r\n\{.*\}$/s)
    let fourth = await rawSocket(port)
    for (;;) {
      await fourth.write(`${head("Content-Length: 50")}{`)
      await call("GET", "/livez")
      if (fourth.received() === "") break
      fourth = await rawSocket(port)
    }
    fourth.socket.destroy()
  })

  it("that send nothing after an answer are kept as long as is set, although a request may take less time", async () => {
    const { port } = keeping.current
    const kept = await rawSocket(port)
    await kept.write(`${HEAD}\r\n`)
    await kept.until(/alive/)
    const slow = await rawSocket(port)
    await slow.write(head("Content-Length: 50"))
    await slow.closed
    await kept.write(`${HEAD}\r\n`)
    assert.match(await kept.until(/alive.*alive/s), /^HTTP\/1\.1 200 /)
    kept.socket.destroy()
  })

  it("that send nothing after an answer are closed", async () => {
    const connection = await rawSocket(brief.current.port)
    await connection.write(`${HEAD}\r\n`)
    await connection.until(/alive/)
    await connection.closed
    assert.strictEqual(answerIn(connection.received()).status, 200)
  })
})

describe("broken requests", () => {
  const server = useServer()
  const answerTo = async (request: string) => {
    const connection = await rawSocket(server.current.port)
    await connection.write(request)
    await connection.closed
    return connection.received()
  }

  it.each([
    "hello\r\n\r\n",
    "GET / HTTP/1.1\r\nno colon\r\n\r\n",
    "GET / HTTP/9.9\r\n\r\n",
    "GET /\u0000 HTTP/1.1\r\n\r\n",
    "POST /users/v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
    "POST /users/v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
    "GET /livez HTTP/1.1\r\nHost: x\r\nX-A: a\u0001b\r\n\r\n",
    "GET /livez HTTP/1.1\r\n\r\n",
  ])("get 400 malformed_request: %j", async (request) => {
    assert.deepStrictEqual(refusalIn(await answerTo(request)), refused(400, "malformed_request"))
  })

  it("with more than 16 KiB of headers get 431", async () => {
    assert.deepStrictEqual(
      refusalIn(await answerTo(`${HEAD}X-Long: ${"a".repeat(17 * 1024)}\r\n\r\n`)),
      refused(431, "request_headers_too_large"),
    )
    assert.deepStrictEqual(
      refusalIn(await answerTo(HEAD + "X: y\r\n".repeat(4000))),
      refused(431, "request_headers_too_large"),
    )
    const within = await server.current.call("GET", "/livez", { headers: { "x-long": "a".repeat(15 * 1024) } })
    assert.strictEqual(within.status, 200)
  })

  it("take HTTP/1.0 without a Host, and a target in absolute form", async () => {
    assert.strictEqual(answerIn(await answerTo("GET /livez HTTP/1.0\r\n\r\n")).status, 200)
    const absolute = await answerTo("GET http://elsewhere/livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert.strictEqual(answerIn(absolute).status, 200)
    const rootless = await answerTo("OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert.strictEqual(answerIn(rootless).status, 404)
  })
})

describe("large bodies", () => {
  const server = useServer()

  it("are refused by their announced length before a byte of them is read", async () => {
    const connection = await rawSocket(server.current.port)
    await connection.write(head("Content-Length: 70000"))
    assert.deepStrictEqual(refusalIn(await connection.until(/\r\n\r\n\{.*\}$/s)), refused(413, "request_too_large"))
    await connection.closed
  })

  it("are refused before they are sent when the client asks first", async () => {
    const connection = await rawSocket(server.current.port)
    await connection.write(head("Content-Length: 70000\r\nExpect: 100-continue"))
    assert.deepStrictEqual(refusalIn(await connection.until(/\r\n\r\n\{.*\}$/s)), refused(413, "request_too_large"))
    const small = await rawSocket(server.current.port)
    await small.write(head("Content-Length: 2\r\nExpect: 100-continue"))
    await small.until(/100 Continue/)
    await small.write("{}")
    assert.match(await small.until(/HTTP\/1\.1 422/), /missing/)
    small.socket.destroy()
  })

  it("close the connection of a client that may not send a body", async () => {
    const connection = await rawSocket(server.current.port)
    const request = "POST /inventory/v1/player/me/order HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    await connection.write(`${request}Content-Length: 52428800\r\n\r\n`)
    const answer = answerIn(await connection.until(/\r\n\r\n\{.*\}$/s))
    assert.deepStrictEqual([answer.status, answer.headers["connection"]], [403, "close"])
    await connection.closed
  })
})

describe("too many at once", () => {
  const busy = useServer({ server: { requestsInFlightMax: 0, queueBurstMillis: 30, queueMillis: 10 } })
  const crowded = useServer({ server: { connectionsMax: 2 } })

  it("are answered 503 with Retry-After when they have waited; readiness drops and liveness does not", async () => {
    for (const path of ["/.well-known/jwks.json", "/inventory/v1/catalog/vendor"]) {
      const reply = await busy.current.call("GET", path)
      assert.deepStrictEqual([reply.status, codeOf(reply)], [503, "service_unavailable"])
      assert.match(String(reply.headers["retry-after"]), /^[1-9]\d*$/)
    }
    // While one waits and is turned away, another asks.
    const waiting = new Set<Promise<unknown>>()
    const wait = () => {
      const reply: Promise<unknown> = busy.current
        .call("GET", "/.well-known/jwks.json")
        .finally(() => waiting.delete(reply))
      waiting.add(reply)
    }
    let ready = await busy.current.call("GET", "/readyz")
    while (ready.status === 200) {
      wait()
      ready = await busy.current.call("GET", "/readyz")
    }
    assert.deepStrictEqual([ready.status, codeOf(ready)], [503, "service_unavailable"])
    assert.propertyVal(ready.json, "desc", "not ready: the server is overloaded")
    assert.strictEqual((await busy.current.call("GET", "/livez")).status, 200)
    await Promise.all(waiting)
    // And is back when nobody has waited for a while.
    while ((await busy.current.call("GET", "/readyz")).status !== 200) assert.isTrue(true)
  })

  it("take the place of the connection that has been idle longest, and of no other", async () => {
    const ask = async (connection: RawSocket) => {
      const answers = connection.received().split("alive").length
      await connection.write(`${HEAD}\r\n`)
      await connection.until(new RegExp(`(?:alive[^]*){${answers}}`))
    }
    const [first, second] = [await rawSocket(crowded.current.port), await rawSocket(crowded.current.port)]
    for (const connection of [first, second, first]) await ask(connection)
    const third = await rawSocket(crowded.current.port)
    await second.closed
    for (const connection of [third, first]) {
      await ask(connection)
      assert.isFalse(connection.socket.destroyed)
    }
    for (const connection of [third, first]) connection.socket.destroy()
  })

  /** A connection with a request under way. */
  const occupied = async () => {
    const connection = await rawSocket(crowded.current.port)
    await connection.write(`${head("Content-Length: 50\r\nExpect: 100-continue")}{`)
    await connection.until(/100 Continue/)
    return connection
  }

  it("are not let in", async () => {
    const held = [await occupied(), await occupied()]
    const third = await rawSocket(crowded.current.port)
    await third.closed
    assert.strictEqual(third.received(), "")
    for (const connection of held) connection.socket.destroy()
  })
})
