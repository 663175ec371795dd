/** The time of storage as the time of a node, whatever the node's own clock says (guarantees R65). */
import { assert, describe, it } from "@effect/vitest"
import * as SharedClock from "@garrison/core/kernel/time/SharedClock"
import { StorageTime } from "@garrison/core/kernel/time/StorageTime"
import { StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { linesOf } from "../../../support/keptLog.ts"

/** The time of storage when a test begins; the clock of the node begins at 0. */
const START = 1_000_000_000_000

/** How long storage takes for its answers, in turn, and whether it answers. */
interface Storage {
  readonly tookMillis: Array<number>
  isDown: boolean
  aheadMillis: number
}

const storageOf = (given: Partial<Storage> = {}): Storage => ({
  tookMillis: [],
  isDown: false,
  aheadMillis: START,
  ...given,
})

/** Moves the clock of the test on, which is the node's own. */
type Pass = (duration: Duration.Input) => Effect.Effect<void>

/** The clock of storage: it runs as the test's does, and answers when half of the round trip is over. */
const clockOf = (storage: Storage, own: Clock.Clock, pass: Pass) => ({
  now: Effect.gen(function* () {
    if (storage.isDown) return yield* Effect.die(new StorageUnavailable("down"))
    const tookMillis = storage.tookMillis.shift()
    if (tookMillis === undefined) return own.currentTimeMillisUnsafe() + storage.aheadMillis
    yield* pass(tookMillis / 2)
    const now = own.currentTimeMillisUnsafe() + storage.aheadMillis
    yield* pass(tookMillis / 2)
    return now
  }),
})

const lines: Array<string> = []

/** Runs on a node over the storage. */
const onNode = <A, E>(storage: Storage | undefined, use: (pass: Pass) => Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    lines.length = 0
    const own = yield* Clock.Clock
    const pass: Pass = (duration) => Effect.provideService(TestClock.adjust(duration), Clock.Clock, own)
    const time = Layer.succeed(StorageTime, storage && clockOf(storage, own, pass))
    const layer = SharedClock.layer.pipe(Layer.provide(time), Layer.provideMerge(linesOf(lines)))
    return yield* Effect.provide(use(pass), layer)
  })

const warnings = () => lines.splice(0).map((line) => line.replace(/^stderr Warn /i, ""))

describe("the shared clock", () => {
  it.effect("is that of storage from the first moment on, and goes on by itself", () =>
    onNode(
      storageOf(),
      Effect.fnUntraced(function* (pass) {
        assert.strictEqual(yield* Clock.currentTimeMillis, START)
        yield* pass("7 seconds")
        assert.strictEqual(yield* Clock.currentTimeMillis, START + 7000)
        assert.strictEqual(yield* Clock.currentTimeNanos, BigInt(START + 7000) * 1_000_000n)
      }),
    ),
  )

  it.effect("(control) without a clock of storage the node's own clock stays", () =>
    onNode(undefined, () => Effect.map(Clock.currentTimeMillis, (now) => assert.strictEqual(now, 0))),
  )

  it.effect("takes the answer that came fastest, and the middle of its round trip", () => {
    const storage = storageOf({ tookMillis: [400, 20, 900] })
    const passed = START + 400 + 20 + 900
    return onNode(storage, () => Effect.map(Clock.currentTimeMillis, (now) => assert.strictEqual(now, passed)))
  })

  it.effect("follows the clock of storage when that is set", () => {
    const storage = storageOf()
    const use = Effect.fnUntraced(function* (pass: Pass) {
      storage.aheadMillis = START + 5000
      assert.strictEqual(yield* Clock.currentTimeMillis, START)
      yield* pass("30 seconds")
      assert.strictEqual(yield* Clock.currentTimeMillis, START + 30_000 + 5000)
    })
    return onNode(storage, use)
  })

  it.effect("goes on while storage does not answer, and says so", () => {
    const storage = storageOf({ aheadMillis: 0 })
    const use = Effect.fnUntraced(function* (pass: Pass) {
      storage.isDown = true
      yield* pass("31 seconds")
      assert.strictEqual(yield* Clock.currentTimeMillis, 31_000)
      assert.deepStrictEqual(warnings(), ["the time of the database was not read: down"])
    })
    return onNode(storage, use)
  })

  it.effect("warns once an hour where the node's clock is off by more than a second", () => {
    const storage = storageOf({ aheadMillis: 2500 })
    const use = Effect.fnUntraced(function* (pass: Pass) {
      assert.match(warnings().join(), /^the clock of this machine is 2\.5 s behind that of the database/)
      yield* pass("59 minutes")
      assert.deepStrictEqual(warnings(), [])
      storage.aheadMillis = -3000
      yield* pass("2 minutes")
      assert.match(warnings().join(), /^the clock of this machine is 3\.0 s ahead of that of the database/)
    })
    return onNode(storage, use)
  })

  it.effect("says nothing of a difference that a slow answer explains", () => {
    const storage = storageOf({ aheadMillis: 1500, tookMillis: [1400, 1400, 1400] })
    return onNode(storage, () => Effect.sync(() => assert.deepStrictEqual(warnings(), [])))
  })

  it.effect("tokens have a leeway only where another clock may have written their times", () =>
    Effect.gen(function* () {
      const leeway = SharedClock.leewayMillis(60)
      assert.strictEqual(yield* leeway, 0)
      assert.strictEqual(yield* Effect.provideService(leeway, StorageTime, { now: Clock.currentTimeMillis }), 60_000)
    }),
  )
})
