/** When requests should be sent to a process, whatever it keeps its data in (decisions, section 14). */
import { assert, describe, it } from "@effect/vitest"
import { StorageProbe } from "@garrison/core/kernel/work/StorageProbe"
import { StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import { Readiness } from "@garrison/http/Readiness"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

/** What is missing when storage answers the probe like this. */
const missingWhen = (ask: Effect.Effect<void>, more: Partial<StorageProbe["Service"]> = {}) =>
  Effect.flatMap(Readiness, ({ missing }) => missing).pipe(
    Effect.provide(Readiness.layer.pipe(Layer.provide(Layer.succeed(StorageProbe, { ask, ...more })))),
  )

describe("readiness", () => {
  it.effect("is there when storage answers", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* missingWhen(Effect.void), [])
    }),
  )

  it.effect("lacks storage that cannot answer, and storage that breaks", () =>
    Effect.gen(function* () {
      for (const defect of [new StorageUnavailable("gone"), new Error("no such table")]) {
        assert.deepStrictEqual(yield* missingWhen(Effect.die(defect)), ["unreachable"])
      }
    }),
  )

  it.effect.each([
    ["away", "unreachable"],
    ["full", "disk_full"],
    ["locked", "locked"],
    ["read_only", "read_only"],
    ["damaged", "damaged"],
  ] as const)("says why storage takes no write: %s", ([trouble, cause]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* missingWhen(Effect.die(new StorageUnavailable("said", { trouble }))), [cause])
    }),
  )

  it.effect("says of storage that does not answer that it is locked, where somebody holds the lock", () =>
    Effect.gen(function* () {
      const answer = yield* Effect.forkChild(missingWhen(Effect.never, { holders: Effect.succeed("process 1 (node)") }))
      yield* TestClock.adjust(2000)
      assert.deepStrictEqual(answer.pollUnsafe(), Exit.succeed(["locked" as const]))
    }),
  )

  it.effect("is not there while the process starts, whatever storage says", () =>
    Effect.gen(function* () {
      const { missing, whileStarting } = yield* Readiness
      assert.deepStrictEqual(yield* whileStarting(missing), ["starting"])
      assert.deepStrictEqual(yield* missing, [])
    }).pipe(Effect.provide(Readiness.layer.pipe(Layer.provide(Layer.succeed(StorageProbe, { ask: Effect.void }))))),
  )

  it.effect("doubts a clock that is an hour behind the newest rows, until it is set", () => {
    const newest = 10 * 3_600_000
    const isBehindAfter = Effect.fnUntraced(function* (millis: number) {
      const { isClockBehind, missing } = yield* Readiness
      yield* TestClock.adjust(millis)
      assert.deepStrictEqual(yield* missing, [])
      return isClockBehind()
    })
    return Effect.gen(function* () {
      assert.isTrue(yield* isBehindAfter(0))
      assert.isTrue(yield* isBehindAfter(newest - 3_600_000))
      assert.isFalse(yield* isBehindAfter(60_000))
    }).pipe(
      Effect.provide(
        Readiness.layer.pipe(
          Layer.provide(
            Layer.succeed(StorageProbe, {
              ask: Effect.void,
              newest: (from) => Effect.succeed(newest < from ? undefined : newest),
            }),
          ),
        ),
      ),
    )
  })

  it.effect("waits two seconds for storage, and no longer", () =>
    Effect.gen(function* () {
      const slow = yield* Effect.forkChild(missingWhen(Effect.sleep(1999)))
      const silent = yield* Effect.forkChild(missingWhen(Effect.never))
      yield* TestClock.adjust(1999)
      assert.deepStrictEqual(slow.pollUnsafe(), Exit.succeed([]))
      assert.isUndefined(silent.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(silent.pollUnsafe(), Exit.succeed(["hanging"]))
    }),
  )

  it.effect("asks storage once for all probes within a second, and again when the answer is in doubt", () =>
    Effect.gen(function* () {
      let asked = 0
      const ask = Effect.andThen(
        Effect.sync(() => asked++),
        Effect.sleep(10),
      )
      yield* Effect.gen(function* () {
        const { doubt, missing } = yield* Readiness
        const many = yield* Effect.forkChild(
          Effect.forEach(Array.from({ length: 50 }), () => missing, { concurrency: "unbounded" }),
        )
        yield* TestClock.adjust(10)
        yield* Fiber.join(many)
        yield* TestClock.adjust(999)
        yield* missing
        assert.strictEqual(asked, 1)
        for (const again of [TestClock.adjust(1), doubt]) {
          const before = asked
          yield* again
          const fiber = yield* Effect.forkChild(missing, { startImmediately: true })
          yield* TestClock.adjust(10)
          yield* Fiber.join(fiber)
          assert.strictEqual(asked, before + 1)
        }
      }).pipe(Effect.provide(Readiness.layer.pipe(Layer.provide(Layer.succeed(StorageProbe, { ask })))))
    }),
  )

  it.effect("lacks storage while writes find no room, whatever the probe says, and asks it for room", () => {
    const asked: Array<string> = []
    const ask = Effect.sync(() => void asked.push("ask"))
    const askForRoom = Effect.sync(() => void asked.push("askForRoom"))
    return Effect.gen(function* () {
      const { known, missing, writes } = yield* Readiness
      /** What is missing at the end of so many seconds more. */
      const after = (seconds: number) => Effect.andThen(TestClock.adjust(seconds * 1000), missing)
      const lacks = ["disk_full" as const]
      assert.deepStrictEqual([yield* missing, known()], [[], []])
      writes.refused("login")
      writes.refused("submitOrder")
      assert.deepStrictEqual([yield* after(1), known()], [lacks, lacks])
      // One of two operations, and five seconds without a refusal.
      writes.succeeded("login")
      assert.deepStrictEqual(yield* after(10), lacks)
      writes.succeeded("submitOrder")
      assert.deepStrictEqual(yield* after(1), [])
      // On a nearly full disk some writes of an operation succeed.
      writes.refused("login")
      writes.succeeded("login")
      assert.deepStrictEqual(yield* after(4), lacks)
      assert.deepStrictEqual(yield* after(1), [])
      assert.deepStrictEqual(new Set(asked), new Set(["ask"]))
      // Without requests the probe decides after a minute, and after two if it was wrong.
      for (const seconds of [60, 120, 240]) {
        writes.refused("login")
        assert.deepStrictEqual(yield* after(seconds - 1), lacks)
        asked.length = 0
        assert.deepStrictEqual(yield* after(1), [])
        assert.deepStrictEqual(asked, ["askForRoom"])
      }
      writes.refused("login")
      writes.succeeded("login")
      assert.deepStrictEqual(yield* after(5), [])
      writes.refused("login")
      assert.deepStrictEqual(yield* after(59), lacks)
      assert.deepStrictEqual(yield* after(1), [])
    }).pipe(Effect.provide(Readiness.layer.pipe(Layer.provide(Layer.succeed(StorageProbe, { ask, askForRoom })))))
  })
})
