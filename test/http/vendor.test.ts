/** One vendor, and the etags of all: what a client with a stale collection asks for (decisions, section 10). */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { gunzipSync } from "node:zlib"
import { testAct } from "../support/acts.ts"
import { smallCatalog } from "../support/catalog.ts"
import { onEachDatabase } from "../support/databases.ts"
import { useServer } from "../support/server.ts"
import { codeOf, detailsOf } from "./samples.ts"

const VENDORS = "/inventory/v1/catalog/vendor"
const ETAGS = "/inventory/v1/catalog/etag"

interface Vendor {
  readonly cache_info: { readonly etag: string }
  readonly loot: Readonly<Record<string, unknown>>
}
type Vendors = Readonly<Record<string, Vendor>>
type Etags = Readonly<Record<string, string>>

/** The sample with 100 more vendors, so that more are asked for than a server keeps ready. */
const large = {
  items: smallCatalog.items,
  price_points: smallCatalog.price_points,
  vendors: {
    ...smallCatalog.vendors,
    ...Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [1000 + at, { loot: { [5000 + at]: { item_id: 1 } } }]),
    ),
  },
}

onEachDatabase((name, database) => {
  describe(`a stale collection on ${name}`, () => {
    const server = useServer({ database })
    const publish = (document: unknown) =>
      server.current.run(Effect.flatMap(Catalogs, (catalogs) => catalogs.publish(document, {}, testAct)))
    beforeAll(() => publish(large))
    let token: string
    beforeAll(async () => {
      token = await server.current.machine("catalog:read")
    })
    const get = (path: string, headers: Record<string, string> = {}) =>
      server.current.call("GET", path, { token, headers })
    const whole = async () => ((await get(VENDORS)).json as { readonly vendors: Vendors }).vendors
    const etags = async () => ((await get(ETAGS)).json as { readonly vendors: Etags }).vendors

    it("is made whole by the vendors whose etags differ", async () => {
      const held: Record<string, Vendor> = { ...(await whole()) }
      const changed = structuredClone(large) as { vendors: Record<string, { loot: Record<string, object> }> }
      changed.vendors["10"] = { loot: { 100: { item_id: 1, quantity: 51 } } }
      changed.vendors["1007"] = { loot: { 5007: { item_id: 2 } } }
      changed.vendors["7777"] = { loot: { 7777: { item_id: 2 } } }
      delete changed.vendors["1099"]
      await publish(changed)
      const now = await etags()
      const fetched = Object.keys(now).filter((id) => now[id] !== held[id]?.cache_info.etag)
      assert.sameMembers(fetched, ["10", "1007", "7777"])
      for (const id of fetched) held[id] = (await get(`${VENDORS}/${id}`)).json as Vendor
      for (const id of Object.keys(held)) if (!(id in now)) delete held[id]
      assert.deepStrictEqual(held, { ...(await whole()) })
    })

    it("has etags whose text is what the collection's etag is the digest of", async () => {
      const reply = await get(ETAGS)
      const { json } = await get(VENDORS)
      const { cache_info: info } = json as Vendor
      assert.strictEqual(createHash("sha256").update(reply.bytes).digest("base64url"), info.etag)
      assert.strictEqual(reply.headers["etag"], `"${info.etag}"`)
      assert.strictEqual((await get(ETAGS, { "if-none-match": info.etag })).status, 304)
    })

    it("is answered with the bytes of the collection, in every coding, and with 304 when nothing changed", async () => {
      const { text } = await get(VENDORS)
      // Twice, so that forms are asked for again that were dropped meanwhile.
      for (const round of [1, 2]) {
        for (const [id, etag] of Object.entries(await etags())) {
          const reply = await get(`${VENDORS}/${id}`, { "accept-encoding": "gzip" })
          const body = gunzipSync(reply.bytes).toString()
          assert.isTrue(text.includes(`"${id}":${body}`), `${id}, ${round}`)
          assert.strictEqual(reply.headers["etag"], `"${etag}-gzip"`)
          assert.include(reply.headers, { "cache-control": "public, no-cache", vary: "Accept-Encoding" })
          const again = await get(`${VENDORS}/${id}`, { "if-none-match": `"${etag}"` })
          assert.deepStrictEqual([again.status, again.bytes.length], [304, 0])
        }
      }
    })

    it("names no vendor: 404 for an unknown id, 422 for what is no id", async () => {
      const unknown = await get(`${VENDORS}/999`)
      assert.deepStrictEqual([unknown.status, codeOf(unknown)], [404, "resource_not_found"])
      for (const id of ["x", "-1", "1.5", "9007199254740992"]) {
        const reply = await get(`${VENDORS}/${id}`)
        assert.strictEqual(reply.status, 422, id)
        assert.strictEqual(detailsOf(reply)[0]?.[0], "path.vendor_id")
      }
    })
  })
})

describe("a vendor before anything was published", () => {
  const server = useServer({ catalog: false })
  it("answers 404 resource_not_found", async () => {
    const { token } = await server.current.player()
    for (const path of [ETAGS, `${VENDORS}/10`]) {
      const reply = await server.current.call("GET", path, { token })
      assert.deepStrictEqual([reply.status, codeOf(reply)], [404, "resource_not_found"])
    }
  })
})
