/**
 * Etags: a change changes the etags of everything that contains it, and no others. The order of keys changes no etag.
 */
import { assert, describe, it } from "@effect/vitest"
import { checkForPublication } from "@garrison/core/catalog/publishable"
import type { CatalogEtags } from "@garrison/core/catalog/rules/published"
import * as Effect from "effect/Effect"
import * as FastCheck from "fast-check"
import { createHash } from "node:crypto"
import { cryptoLayer } from "../../support/crypto.ts"
import { type Draft, sampleWith } from "./sample.ts"

const publishable = (document: unknown) =>
  Effect.runPromise(checkForPublication(document).pipe(Effect.provide(cryptoLayer))).then((made) => {
    if (made.publishable === undefined) throw new Error(JSON.stringify(made.report.findings))
    return made.publishable
  })

/** Every etag of a catalog, by its place. */
const placesOf = ({ collection, items, loot, vendors }: CatalogEtags): ReadonlyMap<string, string> =>
  new Map([
    ["collection", collection],
    ...Object.entries(items).map(([id, etag]) => [`item ${id}`, etag] as const),
    ...Object.entries(vendors).map(([id, etag]) => [`vendor ${id}`, etag] as const),
    ...Object.entries(loot).map(([id, etag]) => [`loot ${id}`, etag] as const),
  ])

const changedBetween = (before: CatalogEtags, after: CatalogEtags): ReadonlyArray<string> => {
  const now = placesOf(after)
  return [...placesOf(before)].filter(([place, etag]) => now.get(place) !== etag).map(([place]) => place)
}

const shuffleKeys = (value: unknown, seed: number): unknown => {
  if (Array.isArray(value)) return value.map((one) => shuffleKeys(one, seed))
  if (typeof value !== "object" || value === null) return value
  const rank = (key: string) => createHash("md5").update(`${seed}${key}`).digest("hex")
  const entries = Object.entries(value).sort(([left], [right]) => (rank(left) < rank(right) ? -1 : 1))
  return Object.fromEntries(entries.map(([key, member]) => [key, shuffleKeys(member, seed)]))
}

const lootPlaces = [
  ["10", "101"],
  ["10", "102"],
  ["10", "103"],
  ["20", "201"],
  ["20", "202"],
  ["20", "203"],
  ["30", "301"],
] as const

describe("catalog etags", () => {
  it("change for a changed loot, its vendor and the collection, and for no others", async () => {
    const before = await publishable(sampleWith())
    // A catalog cannot hold this key.
    const key = FastCheck.string({ minLength: 1 }).filter((text) => text !== "__proto__")
    const change = FastCheck.oneof(
      FastCheck.record({ quantity: FastCheck.integer({ min: 1000, max: Number.MAX_SAFE_INTEGER }) }),
      FastCheck.record({ ui_hint: FastCheck.integer() }),
      FastCheck.record({ custom_data: FastCheck.dictionary(key, FastCheck.string()) }),
      FastCheck.record({ hard_quantity_maximum: FastCheck.integer({ min: 1, max: 1000 }) }),
    )
    await FastCheck.assert(
      FastCheck.asyncProperty(FastCheck.constantFrom(...lootPlaces), change, async ([vendor, loot], fields) => {
        const after = await publishable(
          sampleWith((draft) => Object.assign(draft.vendors?.[vendor]?.loot?.[loot] as Draft, fields)),
        )
        assert.deepStrictEqual(changedBetween(before.etags, after.etags), [
          "collection",
          `vendor ${vendor}`,
          `loot ${loot}`,
        ])
        assert.notStrictEqual(after.texts.documentEtag, before.texts.documentEtag)
      }),
      { numRuns: 60 },
    )
  })

  it("change for a changed item, with all loot that gives it", async () => {
    const before = await publishable(sampleWith())
    const after = await publishable(
      sampleWith((draft) => Object.assign(draft.items?.["5"] as Draft, { legacy_type: 1 })),
    )
    assert.sameMembers(changedBetween(before.etags, after.etags) as Array<string>, [
      "collection",
      "item 5",
      "vendor 10",
      "loot 102",
    ])
  })

  it("are the same in any order of keys, and so are the bytes", async () => {
    const before = await publishable(sampleWith())
    await FastCheck.assert(
      FastCheck.asyncProperty(FastCheck.integer(), async (seed) => {
        const after = await publishable(shuffleKeys(sampleWith(), seed))
        assert.deepStrictEqual(changedBetween(before.etags, after.etags), [])
        assert.strictEqual(after.texts.documentEtag, before.texts.documentEtag)
        assert.deepStrictEqual(after.texts.body, before.texts.body)
        assert.deepStrictEqual(after.texts.document, before.texts.document)
      }),
      { numRuns: 30 },
    )
  })

  it("stay, and the bytes too, when an author writes out default values", async () => {
    const before = await publishable(sampleWith())
    const after = await publishable(
      sampleWith((draft) => {
        Object.assign(draft.vendors?.["30"] as Draft, { type: "recipe" })
        Object.assign(draft.vendors?.["20"]?.loot?.["202"] as Draft, { active: true, quantity: 1, sort_order: 0 })
        Object.assign(draft.items?.["1"] as Draft, { type: "unit", coupon_discount_loot: [] })
      }),
    )
    assert.deepStrictEqual(changedBetween(before.etags, after.etags), [])
    assert.deepStrictEqual(after.texts.body, before.texts.body)
    assert.notStrictEqual(after.texts.documentEtag, before.texts.documentEtag)
  })

  it("stay when only fields change that clients do not see; the document's etag covers those", async () => {
    const before = await publishable(sampleWith())
    const after = await publishable(
      sampleWith((draft) => Object.assign(draft.promotions?.WELCOME as Draft, { uses_maximum: 5 })),
    )
    assert.deepStrictEqual(changedBetween(before.etags, after.etags), [])
    assert.deepStrictEqual(after.texts.body, before.texts.body)
    assert.notStrictEqual(after.texts.documentEtag, before.texts.documentEtag)
  })
})
