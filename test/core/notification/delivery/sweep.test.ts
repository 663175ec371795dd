/** The loop that serves all listeners goes on, whatever one of them does (decisions, section 9). */
import { assert, describe, it } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Attendance } from "@garrison/core/notification/delivery/Attendance"
import { CatchUp } from "@garrison/core/notification/delivery/CatchUp"
import { makeSweep } from "@garrison/core/notification/delivery/sweep"
import type { FeedEnd, FeedItem, FeedReceiver } from "@garrison/core/operation/Feed"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

const player = "00000000-0000-7000-8000-000000000001" as PlayerUuid

const item = { moment: { broadcast: 0, position: 1 }, id: "0.1", wire: "{}" as FeedItem["wire"] }

/** A receiver that throws in the method of this name, and writes down what it was told. */
const receiverThat = (throws: keyof FeedReceiver | "nowhere") => {
  const told: Array<string> = []
  const tell = (what: keyof FeedReceiver, word: string = what) => {
    told.push(word)
    if (what === throws) throw new Error(`${what} throws`)
    return true
  }
  const receiver: FeedReceiver = {
    take: () => tell("take"),
    settled: () => void tell("settled"),
    beat: () => tell("beat"),
    ended: (why: FeedEnd) => void tell("ended", why),
    queuedBytes: 0,
  }
  return { receiver, told }
}

/** Two streams of one player, one of which throws, and what serves them. */
const twoStreams = Effect.fnUntraced(function* (throws: keyof FeedReceiver) {
  const thrown: Array<unknown> = []
  let held = 0
  const attendance = new Attendance({
    listeners: { enter: () => void held++, leave: () => void held-- },
    onFirst: () => undefined,
    onLast: () => undefined,
    onReady: () => undefined,
    onThrown: (error) => thrown.push(error),
  })
  const receivers = [receiverThat("nowhere"), receiverThat(throws), receiverThat("nowhere")]
  for (const { receiver } of receivers) {
    const listening = yield* attendance.attend(
      { player, caller: undefined, face: attendance, kind: "stream" },
      { opensBy: Number.POSITIVE_INFINITY, stays: true },
      Effect.succeed,
    )
    listening.open(receiver)
    listening.beatAt = 0
  }
  const sweep = makeSweep({
    attendance,
    intervals: { beatMillis: 1000, confirmMillis: 1000, recheckMillis: 1000 },
    confirm: () => undefined,
    look: () => undefined,
  })
  const catchUp = new CatchUp({
    audience: attendance.audience,
    notifications: { newer: () => Effect.succeed({ placed: [item], upTo: item.moment }) },
    fork: Effect.runSync,
  })
  const told = receivers.map((one) => one.told)
  return { attendance, catchUp, held: () => held, sweep, thrown, told }
})

describe("a receiver that throws", () => {
  it.effect("at its sign of life is cut off, and the others get theirs, in this round and the next", () =>
    Effect.gen(function* () {
      const { attendance, held, sweep, thrown, told } = yield* twoStreams("beat")
      yield* sweep
      yield* TestClock.adjust(1000)
      yield* sweep
      assert.deepStrictEqual(told, [
        ["beat", "beat"],
        ["beat", "stalled"],
        ["beat", "beat"],
      ])
      assert.deepStrictEqual([thrown.length, held(), attendance.audience.size], [1, 2, 2])
      assert.strictEqual(attendance.endings.stalled, 1)
    }),
  )

  it.effect("at a notification is cut off, and the others are given it", () =>
    Effect.gen(function* () {
      const { catchUp, held, thrown, told } = yield* twoStreams("take")
      catchUp.wake(player)
      assert.deepStrictEqual(told, [
        ["take", "settled"],
        ["take", "stalled"],
        ["take", "settled"],
      ])
      assert.deepStrictEqual([thrown.length, held()], [1, 2])
    }),
  )

  it.effect("at its end keeps no place, and the others end too", () =>
    Effect.gen(function* () {
      const { attendance, held, thrown, told } = yield* twoStreams("ended")
      attendance.endFace(attendance)
      assert.deepStrictEqual(told, [["closing"], ["closing", "stalled"], ["closing"]])
      assert.deepStrictEqual([thrown.length, held(), attendance.audience.size], [1, 0, 0])
    }),
  )
})
