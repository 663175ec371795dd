/** The parts of an item's records, against a pass over all of them (decisions, section 12). */
import { assert, describe, it } from "@effect/vitest"
import type { InventoryBucket } from "@garrison/core/catalog/schema"
import type { RecordPart } from "@garrison/core/inventory/InventoryStore"
import { byAge } from "@garrison/core/inventory/rules/counts"
import { countsOf, RecordParts } from "@garrison/core/inventory/rules/parts"
import * as fc from "fast-check"
import { partOf } from "../order/partly.ts"
import { hoard, NOW } from "../order/randomOrders.ts"

const BUCKETS: ReadonlyArray<InventoryBucket> = ["none", "echo", "golf"]

describe("the parts of an item's records", () => {
  it("are those that a pass over all records finds, one after the other", () => {
    let found = 0
    const property = fc.property(
      hoard,
      fc.constantFrom(...BUCKETS),
      fc.subarray([...BUCKETS], { minLength: 1 }),
      fc.integer({ min: 1, max: 9 }),
      (hoarded, session, buckets, most) => {
        const records = hoarded.filter(({ itemId }) => itemId === 1).toSorted(byAge)
        const parts = new RecordParts(records)
        const same = (part: RecordPart) => {
          const expected = partOf({ _tag: "Part", itemId: 1, part }, records)
          assert.deepStrictEqual(parts.of(part), expected)
          found += expected.length
          return expected
        }
        same({ _tag: "All" })
        for (const expires of [undefined, "any", NOW + 1000] as const) {
          for (const type of ["persistent", "transient"] as const)
            same({ _tag: "Oldest", type, bucket: session, expires })
        }
        let after = undefined
        for (let part = undefined; part === undefined || part.length === most; after = part.at(-1)) {
          part = same({ _tag: "Spendable", session, buckets, after, most })
        }
      },
    )
    fc.assert(property, { numRuns: 300, seed: 1 })
    assert.isAbove(found, 1000)
  })

  it("count together what they hold in each bucket", () => {
    fc.assert(
      fc.property(hoard, (hoarded) => {
        const records = hoarded.filter(({ itemId }) => itemId === 1)
        const counted = countsOf(1, records)
        for (const { bucket, count, itemId } of counted) {
          const inBucket = records.filter((record) => record.bucket === bucket)
          assert.deepStrictEqual([itemId, count], [1, inBucket.reduce((sum, record) => sum + record.count, 0)])
        }
        assert.strictEqual(counted.length, new Set(records.map(({ bucket }) => bucket)).size)
      }),
      { numRuns: 100, seed: 1 },
    )
  })
})
