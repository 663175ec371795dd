/** Expiry, buckets, spending, time frames and the ids of always owned records (decisions, section 11). */
import { assert, describe, it } from "@effect/vitest"
import type { LinkedTimeFrame } from "@garrison/core/catalog/rules/linkedTables"
import { INVENTORY_BUCKETS } from "@garrison/core/catalog/schema"
import { alwaysOwnedId, alwaysOwnedItemId } from "@garrison/core/inventory/rules/alwaysOwned"
import { PLATFORM_BUCKETS, sessionBucket } from "@garrison/core/catalog/rules/sessionBucket"
import { counts, isExpired, spendingOrder } from "@garrison/core/inventory/rules/counts"
import { extendedExpiry, nextWindow } from "@garrison/core/inventory/rules/timeFrame"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import { PLATFORMS } from "@garrison/core/kernel/Platform"
import * as fc from "fast-check"

const record = (fields: Partial<HeldRecord>): HeldRecord => ({
  inventoryId: "",
  legacyInventoryId: 0n,
  itemId: 1,
  type: "persistent",
  bucket: "none",
  count: 1,
  acquired: 0,
  expires: undefined,
  customData: undefined,
  revision: 1,
  ...fields,
})

describe("what counts", () => {
  it("a record counts until the moment it expires", () => {
    assert.isFalse(isExpired(record({}), Number.MAX_SAFE_INTEGER))
    assert.isFalse(isExpired(record({ expires: 100 }), 99))
    assert.isTrue(isExpired(record({ expires: 100 }), 100))
  })

  it("only allowed buckets count; without a rule set all do", () => {
    assert.isTrue(counts(record({ bucket: "golf" }), 0, undefined))
    assert.isTrue(counts(record({ bucket: "golf" }), 0, new Set(["golf"] as const)))
    assert.isFalse(counts(record({ bucket: "golf" }), 0, new Set(["echo"] as const)))
    assert.isFalse(counts(record({ bucket: "golf", expires: 5 }), 5, new Set(["golf"] as const)))
  })

  it("every platform earns into a bucket of the interface, a server without a session into the bucket none", () => {
    assert.deepStrictEqual(Object.keys(PLATFORM_BUCKETS).sort(), [...PLATFORMS].sort())
    for (const bucket of Object.values(PLATFORM_BUCKETS)) assert.include(INVENTORY_BUCKETS, bucket)
    assert.strictEqual(sessionBucket("AlphaPlay"), "alpha_play")
    assert.strictEqual(sessionBucket(undefined), "none")
  })

  it("the session's bucket is spent first, then what expires first", () => {
    const [own, soon, late, never] = [
      record({ bucket: "echo" }),
      record({ expires: 5 }),
      record({ expires: 9 }),
      record({ bucket: "golf" }),
    ] as const
    for (const shuffled of [
      [never, late, own, soon],
      [soon, late, never, own],
      [late, never, soon, own],
    ]) {
      assert.deepStrictEqual([...shuffled].sort(spendingOrder("echo")), [own, soon, late, never])
    }
  })
})

const hour = 60 * 60 * 1000
const frame = (fields: Partial<LinkedTimeFrame> = {}): LinkedTimeFrame => ({
  time_frame_id: 1,
  active: true,
  start: 10 * hour,
  end: 12 * hour,
  hour_interval: undefined,
  ...fields,
})

describe("time frames", () => {
  it("the window is the only one, until it is over", () => {
    const only = { start: 10 * hour, end: 12 * hour }
    assert.deepStrictEqual(nextWindow(frame(), 0), only)
    assert.deepStrictEqual(nextWindow(frame(), 12 * hour - 1), only)
    assert.isUndefined(nextWindow(frame(), 12 * hour))
    assert.isUndefined(nextWindow(frame({ active: false }), 11 * hour))
  })

  it("with an interval it is the first repeat that ends after now", () => {
    const daily = frame({ hour_interval: 24 })
    const endAt = (now: number) => nextWindow(daily, now)?.end
    assert.strictEqual(endAt(12 * hour - 1), 12 * hour)
    assert.strictEqual(endAt(12 * hour), 36 * hour)
    assert.strictEqual(endAt(36 * hour - 1), 36 * hour)
    assert.strictEqual(endAt(36 * hour), 60 * hour)
  })

  it("the window ends after now, and less than an interval away once the first is over", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e13 }), fc.integer({ min: 1, max: 10_000 }), (now, hours) => {
        const { end, start } = nextWindow(frame({ hour_interval: hours }), now) ?? { start: 0, end: 0 }
        assert.isAbove(end, now)
        assert.strictEqual(end - start, 2 * hour)
        if (now >= 12 * hour) assert.isAtMost(end - now, hours * hour)
        assert.strictEqual((end - 12 * hour) % (hours * hour), 0)
      }),
    )
  })

  it("renting goes on from the expiry that is running, or from now", () => {
    assert.strictEqual(extendedExpiry(frame(), 100, undefined, 2), 100 + 4 * hour)
    assert.strictEqual(extendedExpiry(frame(), 100, 500, 1), 500 + 2 * hour)
    assert.strictEqual(extendedExpiry(frame(), 100, 50, 1), 100 + 2 * hour)
    assert.isUndefined(extendedExpiry(frame({ active: false }), 100, undefined, 1))
    assert.isUndefined(extendedExpiry(frame({ end: 10 * hour }), 100, undefined, 1))
    assert.isUndefined(extendedExpiry(frame(), 100, undefined, Number.MAX_SAFE_INTEGER))
  })
})

describe("ids of always owned records", () => {
  it("contain their item, and other ids do not", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (itemId) => {
        const id = alwaysOwnedId(itemId)
        assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        assert.strictEqual(alwaysOwnedItemId(id), itemId)
      }),
    )
    fc.assert(fc.property(fc.uuid(), (id) => assert.isUndefined(alwaysOwnedItemId(id))))
  })
})
