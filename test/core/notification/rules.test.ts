import { assert, describe, it } from "@effect/vitest"
import { compareMoments, type Moment } from "@garrison/core/notification/moment"
import type { StoredNotification } from "@garrison/core/notification/NotificationStore"
import { merged, type ReadingOrder } from "@garrison/core/notification/rules"
import * as fc from "fast-check"

const stored = (moment: Moment): StoredNotification => ({ moment, wire: `${moment.broadcast}.${moment.position}` })

const inOrder = (list: ReadonlyArray<StoredNotification>, order: ReadingOrder): ReadonlyArray<StoredNotification> =>
  list.toSorted((one, other) =>
    order === "oldest" ? compareMoments(one.moment, other.moment) : compareMoments(other.moment, one.moment),
  )

describe("own notifications and broadcasts", () => {
  it("are one list in one order, of which a page has the first", () => {
    const own = fc.uniqueArray(fc.record({ broadcast: fc.nat(6), position: fc.integer({ min: 1, max: 9 }) }), {
      selector: ({ broadcast, position }) => `${broadcast}.${position}`,
      maxLength: 9,
    })
    const sent = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 6 })
    fc.assert(
      fc.property(own, sent, fc.constantFrom("newest", "oldest"), fc.nat(12), (places, positions, order, limit) => {
        const list = places.map(stored)
        const broadcasts = positions.map((broadcast) => stored({ broadcast, position: 0 }))
        const found = merged(inOrder(list, order).slice(0, limit), inOrder(broadcasts, order), order, limit)
        assert.deepStrictEqual(found, inOrder([...list, ...broadcasts], order).slice(0, limit))
      }),
      { numRuns: 300 },
    )
  })
})
