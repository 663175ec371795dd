/** The etags of all vendors, written in parts: the text of which the collection's etag is the digest. */
import { assert, describe, it } from "@effect/vitest"
import { collectionText } from "@garrison/core/catalog/rules/etag"
import { vendorEtagsText } from "@garrison/core/catalog/rules/vendorEtags"
import { fromUtf8 } from "@garrison/core/kernel/wire/Utf8"
import { finished } from "@garrison/core/kernel/work/Work"
import * as fc from "fast-check"

const textOf = (etags: ReadonlyArray<readonly [id: number, etag: string]>) =>
  vendorEtagsText(new Map(etags.map(([id, etag]) => [id, { etag }])))

describe("the etags of all vendors", () => {
  it("are the text of which the collection's etag is the digest", () => {
    const etags = fc.uniqueArray(fc.tuple(fc.nat(), fc.string()), { selector: ([id]) => id })
    fc.assert(
      fc.property(etags, (given) => {
        const expected = collectionText(Object.fromEntries(given.map(([id, etag]) => [String(id), etag])))
        assert.strictEqual(fromUtf8(finished(textOf(given))), expected)
      }),
    )
  })

  it("are written in parts of 5,000", () => {
    const etags = Array.from({ length: 20_001 }, (_, id) => [id, "etag"] as const)
    let pauses = 0
    for (const work = textOf(etags); work.next().done !== true;) pauses++
    assert.strictEqual(pauses, 6)
  })
})
