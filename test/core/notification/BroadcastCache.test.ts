import { assert, describe, it } from "@effect/vitest"
import { type Broadcast, BroadcastCache } from "@garrison/core/notification/BroadcastCache"
import * as fc from "fast-check"

const broadcast = (position: number, length = 10): Broadcast => ({
  position,
  created: position,
  segment: { is: "all" },
  id: `${position}`,
  wire: "x".repeat(length),
})

const MOST = Number.MAX_SAFE_INTEGER

const range = (first: number, last: number): Array<number> =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)

const positions = (cache: BroadcastCache, after: number, upTo: number): Array<number> =>
  cache.select({ after, upTo, createdAfter: 0, limit: MOST }, "oldest", () => true).map(({ position }) => position)

describe("the log in memory", () => {
  it("has what was read of it, without a gap, and forgets what is not kept", () => {
    const step = fc.record({
      more: fc.nat(5),
      skipped: fc.constantFrom(0, 0, 0, 2, 7),
      kept: fc.integer({ min: 1, max: 16 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.nat(60), fc.nat(60), (steps, after, upTo) => {
        const cache = new BroadcastCache()
        let model: Array<number> = []
        for (const { kept, more, skipped } of steps) {
          // Another process has deleted those that are skipped, and so all before them.
          const first = cache.through + 1 + skipped
          const found = range(first, first + more - 1)
          const through = first + more - 1
          cache.extend(
            found.map((position) => broadcast(position)),
            through,
            through - kept,
          )
          model = [...(skipped > 0 ? [] : model), ...found].filter((position) => position > through - kept)
          assert.strictEqual(cache.through, through)
        }
        assert.deepStrictEqual(positions(cache, 0, Number.MAX_SAFE_INTEGER), model)
        assert.deepStrictEqual(
          positions(cache, after, upTo),
          model.filter((position) => position > after && position <= upTo),
        )
        for (const position of range(1, cache.through))
          assert.strictEqual(cache.at(position) !== undefined, model.includes(position))
      }),
    )
  })

  it("finds the wanted heads of a span, the first or the last of them, and says which was the newest for some", () => {
    const one = fc.record({ pause: fc.nat(2), isForSome: fc.boolean() })
    const span = fc.record({ after: fc.nat(12), upTo: fc.nat(14), createdAfter: fc.nat(20), limit: fc.nat(4) })
    fc.assert(
      fc.property(
        fc.array(one, { maxLength: 12 }),
        fc.nat(5),
        span,
        fc.boolean(),
        fc.nat(12),
        (drawn, before, asked, wantsSome, cut) => {
          let created = 0
          const log = drawn.map(({ isForSome, pause }, index): Broadcast => {
            created += pause
            const segment = isForSome ? ({ is: "role", roleId: 2 } as const) : ({ is: "all" } as const)
            return { ...broadcast(before + 1 + index), created, segment }
          })
          const cache = new BroadcastCache()
          // Read in two parts, the second of which may be for all.
          const first = log.slice(0, cut)
          cache.extend(first, before + first.length, 0)
          cache.extend(log.slice(cut), before + log.length, 0)
          const isWanted = ({ segment }: Pick<Broadcast, "segment">) => !wantsSome || segment.is === "role"
          const all = log.filter(
            (one) =>
              one.position > asked.after &&
              one.position <= asked.upTo &&
              one.created > asked.createdAfter &&
              isWanted(one),
          )
          const selected = (order: "newest" | "oldest") =>
            cache.select(asked, order, isWanted).map(({ position }) => position)
          const expected = all.map(({ position }) => position)
          assert.deepStrictEqual(selected("oldest"), expected.slice(0, asked.limit))
          assert.deepStrictEqual(selected("newest"), expected.toReversed().slice(0, asked.limit))
          assert.strictEqual(cache.lastOfSome, log.findLast(({ segment }) => segment.is === "role")?.position ?? 0)
        },
      ),
      { numRuns: 300 },
    )
  })

  it("finds what comes after broadcasts that were deleted before it read them", () => {
    const cache = new BroadcastCache()
    cache.extend(
      range(1, 3).map((position) => broadcast(position)),
      3,
      0,
    )
    cache.extend([], 5, 0)
    cache.extend([broadcast(6)], 6, 0)
    assert.deepStrictEqual(positions(cache, 5, 6), [6])
    assert.deepStrictEqual(positions(cache, 0, 6), [6])
  })

  it("keeps a bounded length of texts, the newest, and one object of each", () => {
    const cache = new BroadcastCache()
    const large = range(1, 20).map((position) => broadcast(position, 1024 * 1024))
    cache.extend(large, 20, 0)
    assert.strictEqual(positions(cache, 0, 20).length, 20)
    const kept = range(1, 20).filter((position) => cache.at(position) !== undefined)
    assert.deepStrictEqual(kept, range(5, 20))
    cache.keep(broadcast(20, 1024))
    assert.strictEqual(cache.at(20), large[19])
    // One that is older than all that are kept gives way at once.
    cache.keep(broadcast(1, 1024 * 1024))
    assert.isUndefined(cache.at(1))
    assert.isDefined(cache.at(5))
  })
})
