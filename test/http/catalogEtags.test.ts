/**
 * The etags of the catalog, recomputed by a client from nothing but a served body, as decisions, section 10, says it is
 * done. Nothing of this is shared with the code under test.
 */
import { assert, describe, it } from "@effect/vitest"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { gunzipSync } from "node:zlib"
import { type Draft, sampleWith } from "../core/catalog/sample.ts"
import { useServer } from "../support/server.ts"
import { testAct } from "../support/acts.ts"

type Resource = Readonly<Record<string, unknown>> & { readonly cache_info: { readonly etag: string } }
type Children = Readonly<Record<string, Resource>>

/** Canonical JSON (RFC 8785). */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical((value as Resource)[name])}`).join()}}`
}

/** The etag of a resource with these members in place of its own. */
const etagOf = (resource: Resource, replaced: Readonly<Record<string, unknown>>): string => {
  const { cache_info: _left, ...members } = resource
  return createHash("sha256")
    .update(canonical({ ...members, ...replaced }), "utf8")
    .digest("base64url")
}

const tags = (children: Children) =>
  Object.fromEntries(Object.entries(children).map(([key, { cache_info }]) => [key, cache_info.etag]))

/** Every etag of a served collection with what it is recomputed to, by where it stands. */
const recomputed = (collection: Resource): ReadonlyArray<readonly [place: string, served: string, own: string]> => {
  const vendors = collection["vendors"] as Children
  return [
    ["collection", collection.cache_info.etag, etagOf(collection, { vendors: tags(vendors) })],
    ...Object.entries(vendors).flatMap(([id, vendor]) => {
      const loot = vendor["loot"] as Children
      return [
        [`vendor ${id}`, vendor.cache_info.etag, etagOf(vendor, { loot: tags(loot) })] as const,
        ...Object.entries(loot).flatMap(([lootId, one]) => {
          const item = one["item"] as Resource | undefined
          const inner = item === undefined ? {} : { item: item.cache_info.etag }
          return [
            [`loot ${lootId}`, one.cache_info.etag, etagOf(one, inner)] as const,
            ...(item === undefined ? [] : [[`item of ${lootId}`, item.cache_info.etag, etagOf(item, {})] as const]),
          ]
        }),
      ]
    }),
  ]
}

const catalog = sampleWith((draft) => {
  const names = { "\u00e4": "\u{1F600}", "\uFB33": 'a "quoted" \n line', "\u{1F600}": "/<>", 10: "ten", 9: "nine" }
  Object.assign(draft.vendors?.["10"]?.loot?.["101"] as Draft, { custom_data: names, ui_hint: -7 })
  Object.assign(draft.items?.["4"] as Draft, { coupon_discount_percentage: 1e-7 })
  Object.assign(draft.vendors?.["30"]?.loot?.["301"] as Draft, { item_id: 4, quantity: Number.MAX_SAFE_INTEGER })
})

describe("a client that has a vendor collection", () => {
  const server = useServer()

  it("recomputes the etag of every item, loot and vendor, and of the collection", async () => {
    await server.current.run(Effect.flatMap(Catalogs, (catalogs) => catalogs.publish(catalog, {}, testAct)))
    const token = await server.current.machine("catalog:read")
    const path = "/inventory/v1/catalog/vendor"
    const reply = await server.current.call("GET", path, { token })
    const found = recomputed(JSON.parse(reply.text) as Resource)
    assert.strictEqual(found.length, 1 + 3 + 10 + 8)
    for (const [place, served, own] of found) assert.strictEqual(own, served, place)
    assert.strictEqual(reply.headers["etag"], `"${found[0]?.[2]}"`)
    const packed = await server.current.call("GET", path, { token, headers: { "accept-encoding": "gzip" } })
    assert.strictEqual(packed.headers["etag"], `"${found[0]?.[2]}-gzip"`)
    assert.strictEqual(gunzipSync(packed.bytes).toString(), reply.text)
  })
})
