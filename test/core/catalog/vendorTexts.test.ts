/** The text of a vendor is what the collection has of it, whatever texts authors write (decisions, section 10). */
import { assert, describe, it } from "@effect/vitest"
import { checkForPublication } from "@garrison/core/catalog/publishable"
import { VendorTexts } from "@garrison/core/catalog/rules/vendorTexts"
import * as Effect from "effect/Effect"
import * as FastCheck from "fast-check"
import { cryptoLayer } from "../../support/crypto.ts"

const bodyOf = (document: unknown): Promise<string> =>
  Effect.runPromise(checkForPublication(document).pipe(Effect.provide(cryptoLayer))).then((made) => {
    if (made.publishable === undefined) throw new Error(JSON.stringify(made.report.findings))
    return made.publishable.body
  })

const ids = FastCheck.oneof(FastCheck.nat({ max: 30 }), FastCheck.nat())
/** Texts that look like what stands around a vendor. */
const text = FastCheck.oneof(
  FastCheck.string(),
  FastCheck.tuple(ids, FastCheck.constantFrom("", "\\", '"')).map(([id, end]) => `,"${id}":{"cache_info":${end}`),
  FastCheck.constantFrom('"vendors":{', '}},"7":{', "\\"),
)
/** A catalog cannot hold the key that is left out. */
const key = text.filter((one) => one !== "__proto__")
const texts = FastCheck.dictionary(key, text, { maxKeys: 3 })
const documents = FastCheck.uniqueArray(ids, { minLength: 1, maxLength: 8 }).chain((vendorIds) =>
  FastCheck.record({
    item: texts,
    vendors: FastCheck.tuple(...vendorIds.map((id) => FastCheck.tuple(FastCheck.constant(id), texts, texts))),
  }),
)

describe("the text of a vendor", () => {
  it("is its text in the collection", async () => {
    await FastCheck.assert(
      FastCheck.asyncProperty(documents, async ({ item, vendors }) => {
        const body = await bodyOf({
          items: { 1: { custom_data: item } },
          vendors: Object.fromEntries(
            vendors.map(([id, ofVendor, ofLoot], at) => [
              String(id),
              {
                custom_data: ofVendor,
                // One vendor has loot with the ids of all vendors.
                loot:
                  at === 0
                    ? Object.fromEntries(vendors.map(([own]) => [own, { item_id: 1, custom_data: ofLoot }]))
                    : {},
              },
            ]),
          ),
        })
        const whole = JSON.parse(body) as { readonly vendors: Readonly<Record<string, unknown>> }
        const found = new VendorTexts(body, Object.keys(whole.vendors).map(Number))
        for (const [id, vendor] of Object.entries(whole.vendors)) {
          assert.deepStrictEqual(JSON.parse(found.of(Number(id))), vendor)
          assert.include(body, found.of(Number(id)))
        }
      }),
    )
  })
})
