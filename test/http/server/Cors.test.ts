/** Pages of other origins: what they may ask and read, on every answer, by the server and by both handlers. */
import { corsOf, isOrigin } from "@garrison/http/server/Cors"
import { serverSettings } from "@garrison/http/server/settings"
import { checkValues } from "@garrison/core/settings"
import * as Result from "effect/Result"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { mounts, type MountName } from "../../support/mounted.ts"
import { answerIn, rawSocket } from "../../support/rawSocket.ts"
import { startServer, type TestServer } from "../../support/server.ts"
import { samples } from "../samples.ts"

const GAME = "https://game.example"
const STRANGER = "https://stranger.example"
const PLAYER = "0b0b0b0b-0000-4000-8000-000000000000"
const CATALOG = "/inventory/v1/catalog/vendor"

type Headers = Awaited<ReturnType<TestServer["call"]>>["headers"]

/** The headers that are about origins. */
const aboutOrigins = (headers: Headers) => ({
  origin: headers["access-control-allow-origin"],
  read: headers["access-control-expose-headers"],
  vary: String(headers["vary"] ?? "")
    .split(", ")
    .includes("Origin"),
  credentials: headers["access-control-allow-credentials"],
})

const READ = "Allow, ETag, Retry-After, X-Request-Id"
const allowed = { origin: GAME, read: READ, vary: true, credentials: undefined }
const refused = { origin: undefined, read: undefined, vary: true, credentials: undefined }

const asking = (origin: string, method = "POST") => ({
  origin,
  "access-control-request-method": method,
  "access-control-request-headers": "authorization,content-type",
})

const faces: ReadonlyArray<MountName | undefined> = [undefined, ...(Object.keys(mounts) as ReadonlyArray<MountName>)]

describe.each(faces)("corsOrigins of %s", (mount) => {
  let server: TestServer
  let token: string
  beforeAll(async () => {
    server = await startServer({ mount, server: { corsOrigins: [GAME, "capacitor://localhost"], bodyBytesMax: 1024 } })
    token = (await server.player()).token
  })
  afterAll(() => server.stop())

  it("says to a page of theirs, on every answer of every route, that it may read it", async () => {
    const calls = [
      ...Object.values(samples(PLAYER)),
      { method: "GET", path: "/nothing" },
      { method: "DELETE", path: "/livez" },
      { method: "POST", path: "/users/v1/login", body: "x".repeat(2000) },
    ]
    const statuses = new Set<number>()
    for (const { method, path } of calls) {
      for (const [origin, told] of [
        [GAME, allowed],
        [STRANGER, refused],
        [undefined, refused],
      ] as const) {
        const headers = origin === undefined ? {} : { origin }
        const reply = await server.call(method, path, {
          token,
          headers,
          ...(method === "POST" && { body: "x".repeat(2000) }),
        })
        assert.deepStrictEqual(aboutOrigins(reply.headers), told, `${method} ${path} ${origin}`)
        statuses.add(reply.status)
      }
    }
    assert.includeMembers([...statuses], [200, 403, 404, 405, 413])
  })

  it("says so with a 304, whose Vary names all that the answer depends on", async () => {
    const { token } = await server.player()
    const { headers } = await server.call("GET", CATALOG, { token, headers: { origin: GAME } })
    const same = await server.call("GET", CATALOG, {
      token,
      headers: { origin: GAME, "if-none-match": String(headers["etag"]) },
    })
    assert.strictEqual(same.status, 304)
    assert.deepStrictEqual(aboutOrigins(same.headers), allowed)
    assert.strictEqual(same.headers["vary"], "Accept-Encoding, Origin")
  })

  it("answers the question of a browser without a token, whatever the route asks for", async () => {
    for (const { method, path } of Object.values(samples(PLAYER))) {
      const { headers, status, text } = await server.call("OPTIONS", path, { headers: asking(GAME, method) })
      assert.deepStrictEqual([status, text], [204, ""], path)
      assert.strictEqual(headers["access-control-allow-origin"], GAME)
      assert.include(String(headers["access-control-allow-methods"]).split(", "), method)
      assert.match(String(headers["access-control-allow-headers"]), /^Authorization, Content-Type, Idempotency-Key, /)
      assert.strictEqual(headers["access-control-max-age"], "86400")
      assert.notProperty(headers, "content-length")
    }
    const unknown = await server.call("OPTIONS", "/nothing", { headers: asking(GAME, "DELETE") })
    assert.deepStrictEqual([unknown.status, unknown.headers["access-control-allow-origin"]], [204, GAME])
  })

  it("allows a stranger nothing", async () => {
    const { headers, status } = await server.call("OPTIONS", CATALOG, { headers: asking(STRANGER, "GET") })
    assert.strictEqual(status, 204)
    assert.deepStrictEqual(aboutOrigins(headers), refused)
    assert.isEmpty(Object.keys(headers).filter((name) => name.startsWith("access-control")))
  })

  it("takes an OPTIONS that is no such question for a method that the path does not have", async () => {
    for (const headers of [{}, { origin: GAME }, { "access-control-request-method": "GET" }]) {
      assert.strictEqual((await server.call("OPTIONS", CATALOG, { headers })).status, 405)
    }
  })
})

describe("corsOrigins", () => {
  it("are none by default: no answer says anything of origins, and the question is a method like others", async () => {
    const server = await startServer()
    const { headers } = await server.call("GET", "/livez", { headers: { origin: GAME } })
    assert.deepStrictEqual(aboutOrigins(headers), { ...refused, vary: false })
    assert.strictEqual((await server.call("OPTIONS", CATALOG, { headers: asking(GAME) })).status, 405)
    await server.stop()
  })

  it("of * are every page, by one answer for all", async () => {
    const server = await startServer({ server: { corsOrigins: ["*"] } })
    for (const headers of [{}, { origin: GAME }, { origin: "null" }] as ReadonlyArray<Record<string, string>>) {
      const reply = await server.call("GET", "/livez", { headers })
      assert.deepStrictEqual(aboutOrigins(reply.headers), { ...allowed, origin: "*", vary: false })
    }
    assert.strictEqual((await server.call("OPTIONS", CATALOG, { headers: asking("null") })).status, 204)
    await server.stop()
  })

  it("hold for what is no request, too", async () => {
    const server = await startServer({ server: { corsOrigins: [GAME] } })
    const told = async (bytes: string) => {
      const socket = await rawSocket(server.port)
      await socket.write(bytes)
      await socket.closed
      const { headers, status } = answerIn(socket.received())
      return [status, headers["access-control-allow-origin"], headers["vary"]]
    }
    const head = `POST /users/v1/login HTTP/1.1\r\nHost: x\r\nOrigin: ${GAME}\r\nContent-Type: application/json\r\n`
    assert.deepStrictEqual(await told("nonsense\r\n\r\n"), [400, undefined, "Origin"])
    assert.deepStrictEqual(await told(`GET /livez HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`), [
      431,
      undefined,
      "Origin",
    ])
    assert.deepStrictEqual(await told(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`), [400, GAME, "Origin"])
    await server.stop()
  })

  it.each([
    ["https://game.example/", "; write https://game.example"],
    ["https://game.example/play", "; write https://game.example"],
    ["game.example", "; write https://game.example"],
    ["HTTPS://Game.Example:443", "; write https://game.example"],
    ["https://game.example:443", "; write https://game.example"],
    ["http://localhost:5173/#x", "; write http://localhost:5173"],
    ["https://user@game.example", "; write https://game.example"],
    ["https://spiel.müller.example", "; write https://spiel.xn--mller-kva.example"],
    ["null", "; pages without an origin are let in by * alone"],
    ["https://*.example", ""],
    ["", "as browsers send it"],
  ])("refuse %j with what to write", (given, told) => {
    const checked = checkValues(serverSettings, { corsOrigins: [GAME, given] })
    assert.isTrue(Result.isFailure(checked))
    if (Result.isSuccess(checked)) return
    assert.deepStrictEqual(checked.failure.detail[0]?.loc, ["corsOrigins", 1])
    assert.isTrue(checked.failure.message.endsWith(told), checked.failure.message)
  })

  it("take what browsers send", () => {
    for (const origin of [GAME, "http://localhost:5173", "http://[::1]:8080", "capacitor://localhost", "*"]) {
      assert.isTrue(isOrigin(origin), origin)
    }
    assert.isUndefined(corsOf([]))
  })
})
