/** The text of a vendor is what the collection has of it, whatever texts authors write (decisions, section 10). */
import { assert, describe, it } from "@effect/vitest"
import { checkForPublication } from "@garrison/core/catalog/publishable"
import { fromUtf8, utf8 } from "@garrison/core/kernel/wire/Utf8"
import { VendorTexts } from "@garrison/http/handlers/VendorTexts"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FastCheck from "fast-check"
import { cryptoLayer } from "../../support/crypto.ts"

const bodyOf = (document: unknown): Promise<string> =>
  Effect.runPromise(checkForPublication(document).pipe(Effect.provide(cryptoLayer))).then((made) => {
    if (made.publishable === undefined) throw new Error(JSON.stringify(made.report.findings))
    return fromUtf8(made.publishable.texts.body)
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

/** The text of a collection of so many vendors, each of so many bytes. */
const collectionOf = (vendors: number, bytes: number): string => {
  const texts = Array.from(
    { length: vendors },
    (_, index) => `"${1000 + index}":{"cache_info":{"etag":"e"},"custom_data":{"text":"${"x".repeat(bytes)}"}}`,
  )
  return `{"cache_info":{},"vendors":{${texts.join()}}}`
}

describe("the text of a vendor", () => {
  it.effect("is found in parts, and other work is done between them", () =>
    Effect.gen(function* () {
      const body = collectionOf(100, 100_000)
      const ids = Array.from({ length: 100 }, (_, index) => 1000 + index)
      const texts = new VendorTexts(utf8(body), ids)
      const finding = yield* Effect.forkChild(texts.of(1050), { startImmediately: true })
      let turns = 0
      for (; finding.pollUnsafe() === undefined; turns++) {
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      }
      assert.isAtLeast(turns, 8)
      const text = fromUtf8(yield* Fiber.join(finding))
      assert.isTrue(body.includes(`"1050":${text},"1051"`))
    }),
  )

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
        const texts = new VendorTexts(utf8(body), Object.keys(whole.vendors).map(Number))
        for (const [id, vendor] of Object.entries(whole.vendors)) {
          const text = fromUtf8(await Effect.runPromise(texts.of(Number(id))))
          assert.deepStrictEqual(JSON.parse(text), vendor)
          assert.include(body, `"${id}":${text}`)
        }
      }),
    )
  })
})
