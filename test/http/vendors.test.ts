/** GET /inventory/v1/catalog/vendor over a real socket (interface, section 4.6; decisions, section 10). */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib"
import { smallCatalog } from "../support/catalog.ts"
import { onEachDatabase } from "../support/databases.ts"
import { useServer } from "../support/server.ts"
import { codeOf } from "./samples.ts"
import { testAct } from "../support/acts.ts"

const path = "/inventory/v1/catalog/vendor"
const decompress = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync } as const

type Serving = ReturnType<typeof useServer>

const getFrom =
  (server: Serving) =>
  async (headers: Record<string, string> = {}, method = "GET") => {
    const token = await server.current.machine("catalog:read")
    return server.current.call(method, path, { token, headers })
  }

onEachDatabase((name, database) => {
  describe(`GET ${path} on ${name}`, () => {
    const server = useServer({ database })
    const get = getFrom(server)

    it("sends every vendor with its loot and items, and the collection's tag in body and header", async () => {
      const reply = await get()
      const body = reply.json as {
        readonly vendors: Record<string, { readonly loot: Record<string, Record<string, unknown>> }>
        readonly cache_info: { readonly etag: string; readonly str_rep: string }
      }
      assert.hasAllKeys(body.vendors, ["10", "20"])
      assert.deepInclude(body.vendors["10"]?.loot["100"], { loot_id: 100, vendor_id: 10, item_id: 1, quantity: 50 })
      assert.deepInclude(body.vendors["10"]?.loot["100"]?.["item"], { custom_data: { name: "Gold" } })
      assert.strictEqual(reply.headers["etag"], body.cache_info.str_rep)
      assert.strictEqual(reply.headers["etag"], `"${body.cache_info.etag}"`)
      assert.include(reply.headers, { "cache-control": "public, no-cache", vary: "Accept-Encoding" })
      assert.notProperty(reply.headers, "content-encoding")
    })

    it.each(["gzip", "br", "zstd"] as const)("sends the same bytes as %s under a tag of its own", async (coding) => {
      const plain = await get()
      const replies = await Promise.all([1, 2, 3].map(() => get({ "accept-encoding": coding })))
      for (const reply of replies) {
        assert.strictEqual(reply.status, 200)
        assert.strictEqual(reply.headers["content-encoding"], coding)
        assert.strictEqual(decompress[coding](reply.bytes).toString(), plain.text)
        assert.notStrictEqual(reply.headers["etag"], plain.headers["etag"])
        assert.strictEqual(reply.headers["etag"], replies[0]?.headers["etag"])
        assert.include(reply.headers, { "cache-control": "public, no-cache", vary: "Accept-Encoding" })
      }
    })

    it.each(["identity", "gzip", "br", "zstd"])("answers 304 to the tag of %s", async (coding) => {
      const etag = String((await get({ "accept-encoding": coding })).headers["etag"])
      for (const condition of [etag, `W/${etag}`, `"a", ${etag}`, "*", etag.slice(1, -1)]) {
        const reply = await get({ "accept-encoding": coding, "if-none-match": condition })
        assert.strictEqual(reply.status, 304, condition)
        assert.include(reply.headers, { etag, "cache-control": "public, no-cache", vary: "Accept-Encoding" })
        assert.notProperty(reply.headers, "content-type")
        assert.strictEqual(reply.bytes.length, 0)
      }
      assert.strictEqual((await get({ "accept-encoding": coding, "if-none-match": '"other"' })).status, 200)
    })

    it("answers 304 to the tag in cache_info, whatever the coding, and names the form that is unchanged", async () => {
      const { cache_info: info } = (await get()).json as {
        readonly cache_info: { readonly etag: string; readonly str_rep: string }
      }
      for (const coding of ["identity", "gzip", "br;q=0.5, zstd", "identity;q=0, gzip"]) {
        for (const condition of [info.etag, info.str_rep, `W/${info.str_rep}`, `"x", ${info.str_rep}`]) {
          const reply = await get({ "accept-encoding": coding, "if-none-match": condition })
          // A cache that holds several forms goes by this tag to the one that it may use (RFC 9111, section 4.3.4).
          assert.deepStrictEqual([reply.status, reply.headers["etag"]], [304, info.str_rep])
        }
      }
    })

    it("sends the whole catalog to a client that has it in another coding, and never mixes the two", async () => {
      const etags = await Promise.all(
        ["identity", "gzip", "br", "zstd"].map(async (coding) => {
          return String((await get({ "accept-encoding": coding })).headers["etag"])
        }),
      )
      assert.strictEqual(new Set(etags).size, 4)
      const [plain, gzip, br, zstd] = etags
      for (const [coding, held] of [
        ["identity", gzip],
        ["gzip", br],
        ["br", zstd],
        ["zstd", gzip],
      ] as const) {
        const reply = await get({ "accept-encoding": coding, "if-none-match": String(held) })
        assert.strictEqual(reply.status, 200)
        assert.notStrictEqual(reply.headers["etag"], held)
      }
      const both = await get({ "accept-encoding": "gzip", "if-none-match": `${plain}, ${gzip}` })
      assert.deepStrictEqual([both.status, both.headers["etag"]], [304, gzip])
    })

    it("sends the catalog plain if no coding is acceptable, and otherwise in the preferred coding", async () => {
      for (const [accepted, coding] of [
        ["identity;q=0", undefined],
        ["*;q=0", undefined],
        ["identity;q=0, *;q=0", undefined],
        ["identity;q=0, gzip;q=0.001", "gzip"],
        ["*;q=0, zstd;q=0.2", "zstd"],
        ["gzip;q=0, *", "br"],
        ["gzip;q=0.4, br;q=0.4, zstd;q=0.5", "zstd"],
      ] as const) {
        const reply = await get({ "accept-encoding": accepted })
        assert.deepStrictEqual([reply.status, reply.headers["content-encoding"]], [200, coding], accepted)
      }
    })

    it("answers HEAD with the headers of GET", async () => {
      const [whole, head] = [await get({ "accept-encoding": "gzip" }), await get({ "accept-encoding": "gzip" }, "HEAD")]
      assert.strictEqual(head.bytes.length, 0)
      for (const header of ["etag", "content-length", "content-encoding", "vary"]) {
        assert.strictEqual(head.headers[header], whole.headers[header])
      }
    })
  })

  describe(`GET ${path} on ${name}, published again`, () => {
    const server = useServer({ database })
    const get = getFrom(server)

    it("serves a new version from the moment it is published, never a mixture", async () => {
      const before = await get({ "accept-encoding": "br" })
      const changed = structuredClone(smallCatalog)
      changed.items[1].custom_data.name = "Silver"
      await server.current.run(Effect.flatMap(Catalogs, (catalogs) => catalogs.publish(changed, {}, testAct)))
      const after = await get({ "accept-encoding": "br", "if-none-match": String(before.headers["etag"]) })
      assert.strictEqual(after.status, 200)
      assert.notStrictEqual(after.headers["etag"], before.headers["etag"])
      assert.include(brotliDecompressSync(after.bytes).toString(), "Silver")
      assert.strictEqual(brotliDecompressSync(after.bytes).toString(), (await get()).text)
    })
  })
})

describe(`GET ${path} before anything was published`, () => {
  const server = useServer({ catalog: false })
  it("answers 404 resource_not_found", async () => {
    const { token } = await server.current.player()
    const reply = await server.current.call("GET", path, { token })
    assert.deepStrictEqual([reply.status, codeOf(reply)], [404, "resource_not_found"])
    assert.propertyVal(reply.json, "auth_success", true)
  })
})
