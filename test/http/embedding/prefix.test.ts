/** A handler below a path: every route is there, and every address that Garrison names has the path. */
import { type EmbeddedGarrison, open } from "@garrison/core"
import { OauthGateway } from "@garrison/core/login/portal/OauthGateway"
import { SharedRedirects } from "@garrison/core/oauth/redirection"
import { type HandlerOptions, toFetchHandler, toNodeHandler } from "@garrison/http"
import { sqlite } from "@garrison/sql"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Layer from "effect/Layer"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { LOOPBACK } from "../../support/loopback.ts"
import { madeUpPortals, pkce, REDIRECT } from "../../support/oauth.ts"

const { asked, oauthPortals } = madeUpPortals()
const { alpha = assert.fail() } = oauthPortals
const portals = Layer.merge(Layer.succeed(OauthGateway, { alpha }), Layer.succeed(SharedRedirects, [REDIRECT]))

let garrison: EmbeddedGarrison
let inPublic: EmbeddedGarrison
beforeAll(async () => {
  const settings = { grantsEnabled: ["anon", "alpha"] } as const
  garrison = await open(sqlite(":memory:"), settings, portals)
  inPublic = await open(sqlite(":memory:"), { ...settings, publicUrl: "https://play.example" }, portals)
})
afterAll(async () => {
  await garrison.close()
  await inPublic.close()
})

/** Asks a path of a handler, below a made-up host on this machine. */
type Ask = (path: string) => Promise<Response>

const asks: Readonly<Record<string, (from: EmbeddedGarrison, options: HandlerOptions) => Promise<Ask>>> = {
  toFetchHandler: async (from, options) => {
    const handler = toFetchHandler(from, options)
    return (path) => handler(new Request(`http://localhost:8080${path}`))
  },
  toNodeHandler: async (from, options) => {
    const server = createServer(toNodeHandler(from, options)).listen(0, LOOPBACK)
    server.unref()
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    return (path) => fetch(`http://localhost:${port}${path}`, { redirect: "manual" })
  },
}

describe.each(Object.keys(asks))("%s with a prefix", (name) => {
  const below = (prefix: string, from = garrison) => asks[name]?.(from, { prefix }) ?? assert.fail()

  it("answers below it, and nowhere else where the host says what came", async () => {
    const ask = await below("/api/garrison")
    const statuses = [
      ["/api/garrison/livez", 200],
      // Node's server does not say it: a framework may have taken the prefix off.
      ["/livez", name === "toNodeHandler" ? 200 : 404],
      ["/api/garrison/livez?x=1", 200],
      ["/api/garrison/nothing", 404],
      ["/api/garrisonlivez", 404],
      ["/api/livez", 404],
      ["/api/garrison/api/garrison/livez", 404],
    ] as const
    for (const [path, status] of statuses) assert.strictEqual((await ask(path)).status, status, path)
    const root = await ask("/")
    assert.strictEqual(root.status, name === "toNodeHandler" ? 307 : 404, "its own page is below it, too")
  })

  it("redirects its own root to its own page, and leaves the server's root alone", async () => {
    const ask = await below("/garrison")
    for (const path of ["/garrison", "/garrison/"]) {
      const { headers, status } = await ask(path)
      assert.deepStrictEqual([status, headers.get("location")], [307, "/garrison/docs"], path)
    }
    assert.strictEqual((await (await below(""))("/")).status, 404)
  })

  it("names it in the OpenAPI document, which else is as it was; its page is the same, and finds it in its address", async () => {
    const [with_, without] = [await below("/garrison"), await below("")]
    const documentOf = async (ask: Ask, path: string) => (await (await ask(path)).json()) as Record<string, unknown>
    const { servers, ...rest } = await documentOf(with_, "/garrison/openapi.json")
    const { servers: atRoot, ...plain } = await documentOf(without, "/openapi.json")
    const description = "The server that serves this document."
    assert.deepStrictEqual([servers, atRoot], [[{ url: "/garrison", description }], [{ url: "/", description }]])
    assert.deepStrictEqual(rest, plain)
    const page = await (await with_("/garrison/docs")).text()
    assert.include(page, "<!doctype html>")
    assert.strictEqual(page, await (await without("/docs")).text())
  })

  it("sends players back from a portal to an address that has it", async () => {
    const redirectUri = async (ask: Ask) => {
      const query = new URLSearchParams({
        redirect_uri: REDIRECT,
        code_challenge: pkce().challenge,
        code_challenge_method: "S256",
      })
      await ask(`/games/garrison/users/v1/oauth/login/alpha?${query}`)
      return asked.authorizations.at(-1)?.redirectUri ?? ""
    }
    const local = new URL(await redirectUri(await below("/games/garrison")))
    assert.deepStrictEqual(
      [local.hostname, local.pathname],
      ["localhost", "/games/garrison/users/v1/oauth/response/alpha"],
    )
    assert.strictEqual(
      await redirectUri(await below("/games/garrison", inPublic)),
      "https://play.example/games/garrison/users/v1/oauth/response/alpha",
    )
  })
})

describe("a prefix that a framework took off, and says so", () => {
  it("is answered, and a request that came without it is 404", async () => {
    const answer = toNodeHandler(garrison, { prefix: "/api/garrison" })
    const server = createServer((request, response) => {
      // As Express does where the handler is used below a path: `x-came` is what the client asked for.
      answer(Object.assign(request, { originalUrl: String(request.headers["x-came"]) }), response)
    }).listen(0, LOOPBACK)
    server.unref()
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    for (const [came, url, status] of [
      ["/api/garrison/livez", "/livez", 200],
      ["/api/garrison/livez?x=1", "/livez?x=1", 200],
      ["/api/garrison/livez", "/garrison/livez", 200],
      ["/livez", "/livez", 404],
      ["/other/livez", "/livez", 404],
      ["/api/garrisonlivez", "/livez", 404],
      ["/", "/", 404],
      ["/api/garrison/api/garrison/livez", "/api/garrison/livez", 404],
    ] as const) {
      const { status: found } = await fetch(`http://localhost:${port}${url}`, { headers: { "x-came": came } })
      assert.strictEqual(found, status, came)
    }
  })
})

describe("a prefix", () => {
  it.each([
    ["garrison", 'Write: prefix: "/garrison"'],
    ["/garrison/", 'Write: prefix: "/garrison"'],
    ["//garrison", 'Write: prefix: "/garrison"'],
    ["/a/../b", 'Write: prefix: "/a/b"'],
    ["/a b", 'Write: prefix: "/garrison"'],
    ["/", 'Write: prefix: "/garrison"'],
    [7, 'Write: prefix: "/garrison"'],
    ["/users", "take another word than /users"],
    ["/docs/garrison", "take another word than /docs"],
  ])("of %j is refused with what to write", (prefix, told) => {
    assert.throws(() => toNodeHandler(garrison, { prefix: prefix as string }), told)
    assert.throws(() => toFetchHandler(garrison, { prefix: prefix as string }), told)
  })
})
