/** The service's own routes, and what every route has in common (decisions, sections 2 and 14). */
import { Api } from "@garrison/http/contract/Api"
import { routes } from "@garrison/http/contract/routes"
import { openApiDocument } from "@garrison/http/contract/document"
import { CLIENT_SECRET_PREFIX } from "@garrison/core/client/rules"
import { REFRESH_TOKEN_PREFIX } from "@garrison/core/token/rules/refresh"
import { assert, describe, it } from "@effect/vitest"
import { hash } from "node:crypto"
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib"
import { answerIn, rawSocket } from "../support/rawSocket.ts"
import { useServer } from "../support/server.ts"
import { codeOf, samples } from "./samples.ts"

const server = useServer()
const discreet = useServer({ server: { docsEnabled: false } })

const unpack = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync }

describe("the service's own routes", () => {
  it("say that the process lives and is ready", async () => {
    assert.deepStrictEqual((await server.current.call("GET", "/livez")).json, { status: "alive" })
    assert.deepStrictEqual((await server.current.call("GET", "/readyz")).json, { status: "ready" })
  })

  it("publish the same key set twice, for others to keep", async () => {
    const one = await server.current.call("GET", "/.well-known/jwks.json")
    const other = await server.current.call("GET", "/users/v1/publickeys")
    assert.strictEqual(one.text, other.text)
    assert.strictEqual(one.headers["cache-control"], "public, max-age=300")
    const { keys } = one.json as { readonly keys: ReadonlyArray<object> }
    assert.isNotEmpty(keys)
    for (const key of keys) assert.notProperty(key, "d")
  })

  it("serve the document of the contract", async () => {
    const reply = await server.current.call("GET", "/openapi.json")
    assert.deepStrictEqual(reply.json, JSON.parse(JSON.stringify(openApiDocument())))
  })

  it("serve a page that loads nothing from other servers, and may use only its own script and style", async () => {
    const reply = await server.current.call("GET", "/docs")
    assert.match(reply.text, /^<!doctype html>/)
    assert.include(reply.text, "notificationPage")
    assert.notMatch(reply.text, /<(?:script|link|img)[^>]+(?:src|href)="https?:/)
    const policy = String(reply.headers["content-security-policy"])
    assert.include(policy, "default-src 'none'")
    assert.include(policy, "frame-ancestors 'none'")
    assert.notInclude(policy, "unsafe")
    // As a browser reads it: from the tag to the first end tag, whatever stands in between.
    for (const tag of ["script", "style"]) {
      const allowed = new RegExp(`${tag}-src ([^;]*)`).exec(policy)?.[1] ?? ""
      const hashes: Array<string> = []
      for (let at = reply.text.indexOf(`<${tag}`); at !== -1; at = reply.text.indexOf(`<${tag}`, at)) {
        const from = reply.text.indexOf(">", at) + 1
        at = reply.text.indexOf(`</${tag}`, from)
        hashes.push(`'sha256-${hash("sha256", reply.text.slice(from, at), "base64")}'`)
      }
      assert.isNotEmpty(hashes)
      assert.deepStrictEqual(allowed.split(" "), hashes)
    }
  })

  it.each(["/openapi.json", "/docs"])("send %s compressed, and 304 to a client that has it", async (path) => {
    const plain = await server.current.call("GET", path)
    for (const coding of ["br", "zstd", "gzip"] as const) {
      const headers = { "accept-encoding": coding }
      const packed = await server.current.call("GET", path, { headers })
      assert.strictEqual(packed.headers["content-encoding"], coding)
      assert.isBelow(packed.bytes.length, plain.bytes.length / 3)
      assert.strictEqual(unpack[coding](packed.bytes).toString("utf8"), plain.text)
      const etag = String(packed.headers["etag"])
      assert.notStrictEqual(etag, plain.headers["etag"])
      const again = await server.current.call("GET", path, { headers: { ...headers, "if-none-match": etag } })
      assert.deepStrictEqual([again.status, again.text, again.headers["etag"]], [304, "", etag])
      assert.strictEqual(again.headers["vary"], "Accept-Encoding")
    }
    const other = await server.current.call("GET", path, { headers: { "if-match": '"another"' } })
    assert.deepStrictEqual([other.status, codeOf(other)], [412, "precondition_failed"])
  })

  it("lead a browser from the root to the page", async () => {
    const ask = async (method: string) => {
      const connection = await rawSocket(server.current.port)
      await connection.write(`${method} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      await connection.closed
      const { body, headers, status } = answerIn(connection.received())
      return [status, headers["location"], body === ""]
    }
    for (const method of ["GET", "HEAD"]) assert.deepStrictEqual(await ask(method), [307, "/docs", true])
    assert.deepStrictEqual(await ask("POST"), [404, undefined, false])
  })

  it("are 404 when documentation is switched off", async () => {
    for (const path of ["/", "/docs", "/openapi.json"]) {
      const reply = await discreet.current.call("GET", path)
      assert.deepStrictEqual([reply.status, codeOf(reply)], [404, "resource_not_found"], path)
    }
    assert.strictEqual((await discreet.current.call("GET", "/livez")).status, 200)
  })
})

const idFor = async (given?: string) => {
  const headers = given === undefined ? {} : { "x-request-id": given }
  return String((await server.current.call("GET", "/livez", { headers })).headers["x-request-id"])
}

describe("every route", () => {
  it("answers an unknown path with 404 resource_not_found", async () => {
    for (const path of ["/users/v1", "/users/v1/login/", "/livez/x", "/admin", "/%2e%2e/livez"]) {
      for (const method of ["GET", "POST", "DELETE", "HEAD"]) {
        const reply = await server.current.call(method, path)
        assert.strictEqual(reply.status, 404)
        if (method !== "HEAD") assert.strictEqual(codeOf(reply), "resource_not_found")
      }
    }
  })

  it.each(routes)("answers other methods than that of $id with 405 and Allow", async ({ id, method }) => {
    const { path } = samples(crypto.randomUUID())[id]
    const known = routes.filter((route) => samples("x")[route.id].path === samples("x")[id].path)
    for (const other of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"]) {
      if (known.some((route) => route.method === other)) continue
      const reply = await server.current.call(other, path)
      assert.deepStrictEqual([reply.status, codeOf(reply)], [405, "method_not_allowed"], other)
      assert.include(String(reply.headers["allow"]).split(", "), method)
    }
  })

  it("carries a request id: the caller's where it is sane, else one of its own", async () => {
    assert.strictEqual(await idFor("abc-123_X.y:z"), "abc-123_X.y:z")
    const own = await Promise.all([idFor(), idFor(), idFor("a b"), idFor("x".repeat(65)), idFor("<script>"), idFor("")])
    assert.lengthOf(new Set(own), 6)
    for (const id of own) assert.match(id, /^[\w-]{12}\.[0-9a-z]+$/)
  })

  it("carries no id that looks like a secret: it would stand in the log", async () => {
    for (const secret of [
      `${CLIENT_SECRET_PREFIX}0123456789abcdefghijklmnop`,
      `x.${REFRESH_TOKEN_PREFIX}0123456789abcdefghijklmnop`,
      "eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9",
      "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.",
      "token:0123456789abcdef",
    ]) {
      assert.notInclude(await idFor(secret), secret)
    }
  })

  it("guards its answers against frames, guessed types and leaked addresses", async () => {
    const { player } = server.current
    const { token } = await player()
    const replies = [
      await server.current.call("GET", "/livez"),
      await server.current.call("GET", "/nothing"),
      await server.current.call("POST", "/livez"),
      await server.current.call("POST", "/users/v1/login", { body: {} }),
      await server.current.call("GET", "/inventory/v1/catalog/vendor", { token }),
      await server.current.call("GET", "/inventory/v1/catalog/vendor", { token, headers: { "if-none-match": "*" } }),
      await server.current.call("GET", "/docs"),
    ]
    assert.deepStrictEqual(
      replies.map(({ status }) => status),
      [200, 404, 405, 422, 200, 304, 200],
    )
    const raw = await rawSocket(server.current.port)
    await raw.write("BROKEN\r\n\r\n")
    await raw.closed
    for (const { headers } of [...replies, answerIn(raw.received())]) {
      assert.include(headers, { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" })
      // One policy, not two.
      assert.match(String(headers["content-security-policy"]), /^(?:default-src .*; )?frame-ancestors 'none'$/)
    }
  })

  it("is declared once: the contract has as many operations as the document", () => {
    const paths = openApiDocument()["paths"] as Record<string, object>
    assert.strictEqual(Object.values(paths).flatMap(Object.keys).length, routes.length)
    assert.isTrue(Object.keys(Api.groups).length > 0)
  })
})
