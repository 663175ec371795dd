/** Broken HTTP, and unusual requests: each is refused, and never taken for another request (guarantees R28). */
import { assert, describe, it } from "@effect/vitest"
import { LOOPBACK } from "../../support/loopback.ts"
import { answerIn, rawSocket } from "../../support/rawSocket.ts"
import { useServer } from "../../support/server.ts"

const codeIn = (text: string) => {
  const { body, headers, status } = answerIn(text)
  const code = body === "" ? undefined : (JSON.parse(body) as { readonly error_code?: string }).error_code
  return { status, code, allow: headers["allow"], connection: headers["connection"], id: headers["x-request-id"] }
}

/** Every status line in what was received. */
const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))

const LOGIN = '{"grant_type":"anon","portal_access_token":"a-device-secret-of-a-test"}'
const login = `POST /users/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${LOGIN.length}\r\n\r\n${LOGIN}`
const empty = "POST /users/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"

describe("a method that is not for this path", () => {
  const server = useServer()
  const send = async (method: string, target: string) => {
    const connection = await rawSocket(server.current.port)
    await connection.write(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    await connection.closed
    return codeIn(connection.received())
  }

  it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY", "M-SEARCH", "CONNECT"])(
    "gets 405 with Allow on a known one and 404 on another: %s",
    async (method) => {
      assert.deepInclude(await send(method, "/livez"), { status: 405, code: "method_not_allowed", allow: "GET, HEAD" })
      assert.deepInclude(await send(method, "/nothing"), { status: 404, code: "resource_not_found" })
    },
  )

  it("is listed once for each that the path takes", async () => {
    assert.strictEqual((await send("DELETE", "/users/v1/login")).allow, "POST")
    assert.strictEqual((await send("POST", "/presence/v1/player/me/presence")).allow, "GET, HEAD, PATCH")
  })

  it("that is not known to HTTP is 400, because nothing says how such a request ends", async () => {
    for (const method of ["FOO", "get"]) {
      assert.deepInclude(await send(method, "/livez"), { status: 400, code: "malformed_request" })
    }
  })

  it("is HEAD: the headers of GET and no body, where there is a GET", async () => {
    for (const path of ["/livez", "/openapi.json", "/docs", "/.well-known/jwks.json", "/nothing"]) {
      const [head, get] = [await server.current.call("HEAD", path), await server.current.call("GET", path)]
      const headers = ["content-type", "content-length", "cache-control", "etag", "vary"]
      assert.deepStrictEqual(
        [head.status, ...headers.map((name) => head.headers[name])],
        [get.status, ...headers.map((name) => get.headers[name])],
      )
      assert.strictEqual(head.bytes.length, 0)
    }
    assert.deepInclude(await send("HEAD", "/users/v1/login"), { status: 405, allow: "POST" })
  })

  it("is HEAD: no body either where the rest of it is no HTTP", async () => {
    for (const target of ["%2Flivez", "/livez HTTP/1.1\r\nno colon\r\nx:"]) {
      const connection = await rawSocket(server.current.port)
      await connection.write(`HEAD ${target} HTTP/1.1\r\nHost: x\r\n\r\n`)
      await connection.closed
      const { body, headers, status } = answerIn(connection.received())
      assert.deepStrictEqual([status, body, headers["connection"]], [400, "", "close"])
    }
  })

  it("asks for a tunnel: refused, and what follows is not read as a request", async () => {
    const connection = await rawSocket(server.current.port)
    await connection.write("CONNECT elsewhere:443 HTTP/1.1\r\nHost: x\r\n\r\nGET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
    await connection.closed
    assert.deepInclude(codeIn(connection.received()), { status: 404, connection: "close" })
    assert.notInclude(connection.received(), "alive")
  })

  it("asks for another protocol: answered in this one", async () => {
    const connection = await rawSocket(server.current.port)
    await connection.write("GET /livez HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
    assert.strictEqual(answerIn(await connection.until(/alive/)).status, 200)
    connection.socket.destroy()
  })
})

/** The first answer to these bytes. */
const answerTo = async (request: string, { port }: { readonly port: number }) => {
  const connection = await rawSocket(port)
  await connection.write(request)
  await connection.until(/\r\n\r\n\{.*\}$/s)
  connection.socket.destroy()
  return codeIn(connection.received())
}

const MALFORMED = { status: 400, code: "malformed_request", connection: "close" }

describe("a request with two readings", () => {
  const server = useServer()
  const proxied = useServer({ server: { trustedProxies: [LOOPBACK] } })

  it.each([
    ["two Hosts", "GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"],
    ["a Host that is none", "GET /livez HTTP/1.1\r\nHost: a b\r\n\r\n"],
    ["a Host with a path", "GET /livez HTTP/1.1\r\nHost: a/b\r\n\r\n"],
    ["a transfer coding we do not know", `${empty}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
    ["two transfer codings", `${empty}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ["length and coding", `${empty}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ["two lengths", `${empty}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ["a folded header", `${empty}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n`],
    ["a space before the colon", `${empty}Content-Length : 2\r\n\r\n{}`],
    ["lines without a carriage return", "GET /livez HTTP/1.1\nHost: x\n\n"],
    ["chunks that do not end", `${empty}Transfer-Encoding: chunked\r\n\r\n2\r\n{}XX0\r\n\r\n`],
    ["another version", "GET /livez HTTP/2.0\r\nHost: x\r\n\r\n"],
    ["no version", "GET /livez\r\n\r\n"],
    ["a coding in HTTP/1.0", `${empty.replace("1.1", "1.0")}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
    [
      "a coding in HTTP/1.0 that stays",
      `${empty.replace("1.1", "1.0")}Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ["a space behind the version", "GET /livez HTTP/1.1 \r\nHost: x\r\n\r\n"],
    ["a tab for a space", "GET\t/livez HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["a tab before the version", "GET /livez\tHTTP/1.1\r\nHost: x\r\n\r\n"],
    ["a space before the method", " GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["a space in the target", "GET /livez x HTTP/1.1\r\nHost: x\r\n\r\n"],
  ])("is 400, and the connection ends: %s", async (_, request) => {
    assert.deepInclude(await answerTo(request, server.current), MALFORMED)
    assert.deepInclude(await answerTo(request, proxied.current), MALFORMED)
  })

  it.each([
    ["two spaces before the target", "GET  /livez HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["two spaces and a header without any", "GET  /livez HTTP/1.1\r\nHost:x\r\n\r\n"],
    ["two spaces before the version", "GET /livez  HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["another protocol", "GET /livez RTSP/1.0\r\nHost: x\r\n\r\n"],
    ["yet another protocol", "SOURCE /livez ICE/1.0\r\nHost: x\r\n\r\n"],
  ])("is 400 from a proxy, which has read it before, and the connection ends: %s", async (_, request) => {
    assert.deepInclude(await answerTo(request, proxied.current), MALFORMED)
  })

  it("is 400 from a proxy in whatever pieces it arrives, also after served requests on the same connection", async () => {
    for (const pieces of [
      ["GET ", " /livez HTTP/1.1\r\nHost: x\r\n\r\n"],
      ["GET  /li", "vez HTTP/1.1\r\nHo", "st: x\r\n\r\n"],
      ["GET /livez ", " HTTP/1.1\r\nHost: x\r\n\r\n"],
      ["GET /livez RTS", "P/1.0\r\nHost: x\r\n\r\n"],
      ["GET /livez RTSP/1.0\r\n", "Host: x\r\n\r\n"],
    ]) {
      const connection = await rawSocket(proxied.current.port)
      const status = async (until: RegExp) => statusesIn(await connection.until(until)).at(-1)
      await connection.write(login)
      assert.strictEqual(await status(/access_token/), 200)
      for (const piece of pieces) {
        await connection.write(piece)
        // What was sent before is read by the time that this is answered.
        await proxied.current.call("GET", "/livez")
      }
      assert.strictEqual(await status(/malformed_request/), 400)
      await connection.closed
    }
  })

  it("is none with two spaces elsewhere, in HTTP/1.0 without a coding, or in pieces", async () => {
    for (const pieces of [
      ["GET /livez HTTP/1.1\r\nHost: x\r\nUser-Agent: a  b\r\n\r\n"],
      ["GET /livez HTTP/1.0\r\nUser-Agent: a  b\r\n\r\n"],
      ["GET ", "/livez ", "HTTP/1.", "1\r\nHost: x", "\r\n\r\n"],
    ]) {
      const connection = await rawSocket(proxied.current.port)
      for (const piece of pieces) {
        await connection.write(piece)
        await proxied.current.call("GET", "/livez")
      }
      assert.strictEqual(answerIn(await connection.until(/alive/)).status, 200)
      connection.socket.destroy()
    }
  })

  it("in its credentials or its content type is refused for that", async () => {
    const { token } = await server.current.player()
    const twice = `Authorization: Bearer ${token}\r\nAuthorization: Bearer ${token}\r\n`
    assert.deepInclude(
      await answerTo(`GET /inventory/v1/catalog/vendor HTTP/1.1\r\nHost: x\r\n${twice}\r\n`, server.current),
      {
        status: 403,
        code: "auth_token_format",
      },
    )
    assert.deepInclude(
      await answerTo(`${empty}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`, server.current),
      {
        status: 415,
      },
    )
  })
})

describe("a request line with more spaces, or of another protocol, whose bytes nobody else has read", () => {
  const server = useServer()
  const withId = (line: string, id: number, more = "") => `${line}\r\nHost: x\r\nX-Request-Id: ${id}\r\n${more}\r\n`
  const second = (id: number) =>
    withId(
      "POST /users/v1/login HTTP/1.1",
      id,
      `Content-Type: application/json\r\nContent-Length: ${LOGIN.length}\r\n`,
    ) + LOGIN
  /** The ids and statuses of all answers. */
  const answersIn = (text: string) =>
    [...text.matchAll(/HTTP\/1\.1 (\d+) .*?X-Request-Id: (\S+)/gs)].map(([, status, id]) => [
      Number(id),
      Number(status),
    ])

  it.each([
    ["two spaces before the target", "GET  /nothing HTTP/1.1"],
    ["two spaces before the version", "GET /nothing  HTTP/1.1"],
    ["many spaces on both sides", "GET     /nothing       HTTP/1.1"],
  ])("is one request, in its place among the others, whole and byte by byte: %s", async (_, line) => {
    const bytes = withId("GET /livez HTTP/1.1", 1) + second(2) + withId(line, 3) + second(4) + withId(line, 5)
    const whole = await rawSocket(server.current.port)
    await whole.write(bytes)
    const expected = [
      [1, 200],
      [2, 200],
      [3, 404],
      [4, 200],
      [5, 404],
    ]
    assert.deepStrictEqual(answersIn(await whole.until(/X-Request-Id: 5\r\n.*\}$/s)), expected)
    whole.socket.destroy()
    const cut = await rawSocket(server.current.port)
    cut.socket.setNoDelay(true)
    for (const byte of bytes) await cut.write(byte)
    assert.deepStrictEqual(answersIn(await cut.until(/X-Request-Id: 5\r\n.*\}$/s)), expected)
    cut.socket.destroy()
  })

  it.each(["GET /nothing RTSP/1.0", "SOURCE /nothing ICE/1.0"])(
    "ends its connection with its answer, and what follows is not read: %s",
    async (line) => {
      const connection = await rawSocket(server.current.port)
      await connection.write(withId("GET /livez HTTP/1.1", 1) + withId(line, 2) + second(3))
      await connection.closed
      assert.deepStrictEqual(answersIn(connection.received()), [
        [1, 200],
        [2, 404],
      ])
    },
  )
})

describe("requests on one connection", () => {
  const server = useServer()

  it("are answered in their order", async () => {
    const connection = await rawSocket(server.current.port)
    await connection.write(`${login}GET /livez HTTP/1.1\r\nHost: x\r\n\r\nGET /nothing HTTP/1.1\r\nHost: x\r\n\r\n`)
    await connection.until(/resource_not_found/)
    assert.deepStrictEqual(statusesIn(connection.received()), [200, 200, 404])
    connection.socket.destroy()
  })

  it("keep their answers when something broken follows, which is answered after them", async () => {
    for (const broken of ["BROKEN\r\n\r\n", `${empty}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`]) {
      const connection = await rawSocket(server.current.port)
      await connection.write(`${login}${login}${broken}`)
      await connection.closed
      assert.deepStrictEqual(statusesIn(connection.received()), [200, 200, 400])
    }
  })

  it("end with the first that is broken, whatever else is sent; the sender gets to see why", async () => {
    const connection = await rawSocket(server.current.port)
    await connection.write("BROKEN\r\n\r\n")
    await connection.until(/malformed_request/)
    assert.isFalse(Number.isNaN(Date.parse(answerIn(connection.received()).headers["date"] ?? "")))
    await connection.write(login.repeat(2000))
    await connection.closed
    assert.deepStrictEqual(statusesIn(connection.received()), [400])
  })
})

describe("the access log", () => {
  const server = useServer()

  it("has a line for bytes that were not a request, with the id of their answer", async () => {
    const connection = await rawSocket(server.current.port)
    await connection.write("BROKEN\r\n\r\n")
    await connection.closed
    const { id } = codeIn(connection.received())
    assert.match(String(id), /^\S+$/)
    await server.current.call("GET", "/livez")
    const line = server.current.log.access.split("\n").find((text) => text.includes(`"id":"${id}"`)) ?? "{}"
    assert.include(JSON.parse(line), { status: 400, address: LOOPBACK, method: "", path: "" })
  })

  it("has 499 for a request whose sender has gone, and one line for a broken body", async () => {
    const gone = await rawSocket(server.current.port)
    await gone.write(`${empty}Content-Length: 50\r\nX-Request-Id: gone\r\n\r\n{`)
    await server.current.call("GET", "/livez")
    gone.socket.resetAndDestroy()
    const broken = await rawSocket(server.current.port)
    await broken.write(`${empty}Transfer-Encoding: chunked\r\nX-Request-Id: broken\r\n\r\nZZ\r\n`)
    await broken.closed
    assert.deepInclude(codeIn(broken.received()), { status: 400, id: "broken" })
    const linesOf = (id: string) =>
      server.current.log.access.split("\n").filter((text) => text.includes(`"id":"${id}"`))
    while (linesOf("gone").length === 0 || linesOf("broken").length === 0) {
      await server.current.call("GET", "/livez")
    }
    assert.deepStrictEqual(
      ["gone", "broken"].map((id) => linesOf(id).map((line) => (JSON.parse(line) as { status: number }).status)),
      [[499], [400]],
    )
  })
})

describe("a client that reads nothing", () => {
  const server = useServer({ server: { requestSeconds: 0.4, checkSeconds: 0.05 } })

  it("loses its connection, whatever it has asked for, and the server serves on", async () => {
    const connection = await rawSocket(server.current.port)
    connection.socket.pause()
    void connection.write("GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(400_000))
    await connection.closed
    const isServed = async () => {
      const other = await rawSocket(server.current.port)
      await other.write("GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      await other.closed
      return answerIn(other.received()).status === 200
    }
    // On a loaded machine a quick client, too, may be slower than this server allows.
    while (!(await isServed())) assert.isFalse(false)
  })
})
