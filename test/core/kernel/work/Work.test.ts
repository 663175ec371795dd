/** Long computations in parts, and those that several callers wait for. */
import { assert, describe, it } from "@effect/vitest"
import { SharedWork } from "@garrison/core/kernel/work/Work"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

const PARTS = 5

/** A shared computation that counts its parts; it fails at part `failsAt`, the first time. */
const counted = (failsAt?: number) => {
  const seen = { parts: 0, failures: 0 }
  const work = new SharedWork(function* () {
    for (let part = 1; part <= PARTS; part++) {
      seen.parts++
      if (part === failsAt && seen.failures++ === 0) throw new Error("a part failed")
      yield
    }
    return { sum: PARTS }
  })
  return { seen, work }
}

describe("a shared computation", () => {
  it.effect("is made once for all who wait, also for one who does not wait for its pauses", () =>
    Effect.gen(function* () {
      const { seen, work } = counted()
      const waiting = [
        yield* Effect.forkChild(work.inParts, { startImmediately: true }),
        yield* Effect.forkChild(work.inParts, { startImmediately: true }),
      ]
      assert.isBelow(seen.parts, PARTS)
      const result = work.result
      assert.deepStrictEqual(result, { sum: PARTS })
      for (const fiber of waiting) assert.strictEqual(yield* Fiber.join(fiber), result)
      assert.strictEqual(yield* work.inParts, result)
      assert.strictEqual(seen.parts, PARTS)
    }),
  )

  it.effect("goes on when one who waits is interrupted", () =>
    Effect.gen(function* () {
      const { seen, work } = counted()
      const first = yield* Effect.forkChild(work.inParts, { startImmediately: true })
      const second = yield* Effect.forkChild(work.inParts, { startImmediately: true })
      yield* Fiber.interrupt(first)
      assert.deepStrictEqual(yield* Fiber.join(second), { sum: PARTS })
      assert.strictEqual(seen.parts, PARTS)
    }),
  )

  it.effect("begins anew after it threw", () =>
    Effect.gen(function* () {
      const { work } = counted(3)
      assert.strictEqual((yield* Effect.exit(work.inParts))._tag, "Failure")
      assert.deepStrictEqual(yield* work.inParts, { sum: PARTS })
      const again = counted(3)
      assert.throws(() => again.work.result, "a part failed")
      assert.deepStrictEqual(again.work.result, { sum: PARTS })
    }),
  )
})
