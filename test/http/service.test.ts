/** The service's own routes, and what every route has in common (decisions, sections 2 and 14). */
import { Api, operationRoutes } from "@garrison/http/contract/Api"
import { openApiDocument } from "@garrison/http/contract/document"
import { assert, describe, it } from "@effect/vitest"
import { useServer } from "../support/server.ts"
import { codeOf, samples } from "./samples.ts"

const server = useServer()

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

  it("serve a page that needs nothing from elsewhere", async () => {
    const reply = await server.current.call("GET", "/docs")
    assert.match(reply.text, /^<!DOCTYPE html>/)
    assert.include(reply.text, "notificationPage")
    assert.notMatch(reply.text, /<(?:script|link|img)[^>]+(?:src|href)="https?:/)
    assert.include(String(reply.headers["content-security-policy"]), "default-src 'none'")
  })
})

const idFor = async (given?: string) => {
  const headers = given === undefined ? {} : { "x-request-id": given }
  return String((await server.current.call("GET", "/livez", { headers })).headers["x-request-id"])
}

describe("every route", () => {
  it("answers an unknown path with 404 resource_not_found", async () => {
    for (const path of ["/", "/users/v1", "/users/v1/login/", "/livez/x", "/admin", "/%2e%2e/livez"]) {
      for (const method of ["GET", "POST", "DELETE", "HEAD"]) {
        const reply = await server.current.call(method, path)
        assert.strictEqual(reply.status, 404)
        if (method !== "HEAD") assert.strictEqual(codeOf(reply), "resource_not_found")
      }
    }
  })

  it.each(operationRoutes)("answers other methods than that of $id with 405 and Allow", async ({ id, method }) => {
    const { path } = samples(crypto.randomUUID())[id]
    const known = operationRoutes.filter((route) => samples("x")[route.id].path === samples("x")[id].path)
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

  it("is declared once: the contract has as many operations as the document", () => {
    const paths = openApiDocument()["paths"] as Record<string, object>
    assert.strictEqual(Object.values(paths).flatMap(Object.keys).length, operationRoutes.length)
    assert.isTrue(Object.keys(Api.groups).length > 0)
  })
})
