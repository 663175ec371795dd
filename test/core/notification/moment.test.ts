import { assert, describe, it } from "@effect/vitest"
import {
  compareMoments,
  formatMoment,
  isAfter,
  isOfBroadcast,
  LATEST,
  laterOf,
  type Moment,
  ofBroadcast,
  ownBoundsOf,
  parseMoment,
  START,
} from "@garrison/core/notification/moment"
import { readUpTo } from "@garrison/core/notification/rules"
import * as fc from "fast-check"

const small = fc.nat(4)
const moment = fc.record({ broadcast: small, position: small })

/**
 * The own rows of a player, and the log that they were written beside: each step is a row or a broadcast. So the number
 * of broadcasts never falls along the list.
 */
const history = fc.array(fc.boolean(), { maxLength: 12 }).map((steps) => {
  const rows: Array<Moment> = []
  let head = 0
  for (const isBroadcast of steps) {
    if (isBroadcast) head++
    else rows.push({ broadcast: head, position: rows.length + 1 })
  }
  return { rows, head, all: [...rows, ...Array.from({ length: head }, (_, index) => ofBroadcast(index + 1))] }
})

describe("moments", () => {
  it("are in a total order, which the start begins and the latest ends", () => {
    fc.assert(
      fc.property(moment, moment, moment, (one, two, three) => {
        assert.strictEqual(Math.sign(compareMoments(one, two)), -Math.sign(compareMoments(two, one)))
        assert.strictEqual(compareMoments(one, two) === 0, formatMoment(one) === formatMoment(two))
        if (isAfter(one, two) && isAfter(two, three)) assert.isTrue(isAfter(one, three))
        assert.isFalse(isAfter(START, one))
        assert.isFalse(isAfter(one, LATEST))
        assert.isFalse(isAfter(one, laterOf(one, two)))
        assert.isFalse(isAfter(two, laterOf(one, two)))
      }),
    )
  })

  it("extend the order of each list: what was written later is later", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 20 }), (steps) => {
        let [head, position] = [0, 0]
        const written = steps.map((isBroadcast) =>
          isBroadcast ? ofBroadcast(++head) : { broadcast: head, position: ++position },
        )
        assert.deepStrictEqual(written.toSorted(compareMoments), written)
      }),
    )
  })

  it("have texts that give them back, which no two of them share", () => {
    const any = fc.record({ broadcast: fc.maxSafeNat(), position: fc.maxSafeNat() })
    fc.assert(
      fc.property(fc.oneof(any, moment), fc.oneof(any, moment), (one, other) => {
        assert.deepStrictEqual(parseMoment(formatMoment(one)), one)
        assert.strictEqual(formatMoment(one) === formatMoment(other), compareMoments(one, other) === 0)
      }),
    )
  })

  it("without a broadcast have the text that cursors had before there were broadcasts", () => {
    for (const position of [0, 1, 17, Number.MAX_SAFE_INTEGER])
      assert.strictEqual(formatMoment({ broadcast: 0, position }), String(position))
    assert.strictEqual(formatMoment({ broadcast: 3, position: 8 }), "3.8")
    assert.strictEqual(formatMoment(ofBroadcast(3)), "3.0")
  })

  it("of broadcasts are told from those of a list and from the start", () => {
    assert.isTrue(isOfBroadcast(ofBroadcast(1)))
    assert.isFalse(isOfBroadcast(START))
    assert.isFalse(isOfBroadcast({ broadcast: 1, position: 1 }))
    assert.isFalse(isOfBroadcast({ broadcast: 0, position: 1 }))
  })

  it("bound the rows of a list as they bound everything else", () => {
    fc.assert(
      fc.property(history, fc.nat(), fc.nat(), ({ all, head, rows }, first, second) => {
        const places = [START, LATEST, ...all]
        const [after, upTo] = [places[first % places.length] ?? START, places[second % places.length] ?? START]
        const bounds = ownBoundsOf(after, upTo)
        assert.deepStrictEqual(
          rows.filter(
            ({ broadcast, position }) =>
              position > bounds.positionAbove &&
              position <= bounds.positionMax &&
              broadcast >= bounds.broadcastsMin &&
              broadcast <= bounds.broadcastsMax,
          ),
          rows.filter((row) => isAfter(row, after) && !isAfter(row, upTo)),
        )
        assert.isAtLeast(head, 0)
      }),
      { numRuns: 500 },
    )
  })

  it("up to which everything was read are passed by all that comes, and by nothing that was found", () => {
    fc.assert(
      fc.property(history, fc.nat(), fc.integer({ min: 1, max: 6 }), ({ all, head, rows }, choice, limit) => {
        const ordered = all.toSorted(compareMoments)
        const after = [START, ...ordered][choice % (ordered.length + 1)] ?? START
        const newer = ordered.filter((one) => isAfter(one, after))
        const found = newer.slice(0, limit).map((one) => ({ moment: one }))
        const upTo = readUpTo(found, { after, head: { broadcast: head, position: rows.length }, limit })
        for (const { moment: one } of found) assert.isFalse(isAfter(one, upTo))
        for (const one of newer.slice(limit)) assert.isTrue(isAfter(one, upTo))
        assert.isTrue(isAfter(ofBroadcast(head + 1), upTo))
        assert.isTrue(isAfter({ broadcast: head, position: rows.length + 1 }, upTo))
        assert.isFalse(isAfter(after, upTo))
      }),
      { numRuns: 500 },
    )
  })
})
