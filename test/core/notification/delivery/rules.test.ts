import { assert, describe, it } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Listening } from "@garrison/core/notification/delivery/Listening"
import { Look } from "@garrison/core/notification/delivery/Look"
import { dueAt, earliestOf, overAt, unseen } from "@garrison/core/notification/delivery/rules"
import type { FeedItem } from "@garrison/core/operation/Feed"
import * as Effect from "effect/Effect"

const placed = (broadcast: number, position: number) => ({
  moment: { broadcast, position },
  id: `${broadcast}.${position}`,
  wire: "{}" as FeedItem["wire"],
})

describe("what a listener is given", () => {
  it("begins after its place, whatever was read", () => {
    const read = [placed(0, 1), placed(0, 2), placed(1, 0), placed(1, 3)]
    const idsAt = (broadcast: number, position: number) => unseen(read, { broadcast, position }).map(({ id }) => id)
    assert.deepStrictEqual(idsAt(0, 0), ["0.1", "0.2", "1.0", "1.3"])
    assert.deepStrictEqual(idsAt(0, 2), ["1.0", "1.3"])
    assert.deepStrictEqual(idsAt(1, 2), ["1.3"])
    assert.deepStrictEqual(idsAt(1, 3), [])
  })

  it("is read from the earliest place of all", () => {
    const places = [placed(1, 0), placed(0, 9), placed(0, 8)].map(({ moment }) => moment)
    assert.deepStrictEqual(earliestOf(places), { broadcast: 0, position: 8 })
    assert.isUndefined(earliestOf([]))
  })
})

describe("what is due for a listener", () => {
  const times = {
    kind: "stream",
    caller: { expiresAt: 100 },
    endsAt: 200,
    beatAt: 10,
    confirmAt: 20,
    recheckAt: 30,
  } as const

  it("follows its times, and the token's end comes first", () => {
    const over = (time: number, given = times) => overAt(given, { monotonicMillis: 199, time })
    assert.deepStrictEqual([over(99), over(100)], [undefined, "expired"])
    const later = { monotonicMillis: 200, time: 0 }
    assert.deepStrictEqual([overAt(times, later), overAt(times, { ...later, time: 100 })], ["deadline", "expired"])
    assert.deepStrictEqual(overAt({ ...times, caller: undefined }, { ...later, time: 100 }), "deadline")
    assert.deepStrictEqual(dueAt(times, 9), { beats: false, confirms: false, rechecks: false })
    assert.deepStrictEqual(dueAt(times, 20), { beats: true, confirms: true, rechecks: false })
    assert.deepStrictEqual(dueAt(times, 30), { beats: true, confirms: true, rechecks: true })
  })
})

/** A look at one listener that stands at (0, 1), of a log of one broadcast and a list so long. */
const lookAt = (length: number) => {
  const player = "00000000-0000-7000-8000-000000000001" as PlayerUuid
  const taken: Array<string> = []
  const woken: Array<PlayerUuid> = []
  const listening = new Listening(
    { player, caller: undefined, face: {}, kind: "stream" },
    { ready: () => undefined, leave: () => undefined, broken: () => assert.fail("nothing throws") },
  )
  listening.open({
    take: ({ id }) => taken.push(id) > 0,
    settled: () => undefined,
    beat: () => true,
    ended: () => undefined,
    queuedBytes: 0,
  })
  listening.advance({ broadcast: 0, position: 1 })
  const broadcast = { position: 1, created: 0, segment: { is: "all" as const }, id: "1.0", wire: placed(1, 0).wire }
  const look = new Look({
    store: { heads: () => Effect.succeed(new Map([[player, length]])) },
    broadcasts: {
      head: Effect.succeed(1),
      after: () => Effect.succeed([broadcast]),
      readersAmong: () => Effect.die("all read it"),
    },
    wake: (one) => void woken.push(one),
    fork: (work) => Effect.runSync(work),
  })
  look.at([listening])
  return { taken, woken: woken.length, listening }
}

describe("a broadcast", () => {
  it("is given from memory to whoever has read the whole list", () => {
    const { listening, taken, woken } = lookAt(1)
    assert.deepStrictEqual([taken, woken], [["1.0"], 0])
    assert.deepInclude(listening, { broadcast: 1, position: 1 })
  })

  it("waits for the rows of the list that come before it", () => {
    const { listening, taken, woken } = lookAt(2)
    assert.deepStrictEqual([taken, woken], [[], 1])
    assert.deepInclude(listening, { broadcast: 0, position: 1, isBehind: true })
  })
})
