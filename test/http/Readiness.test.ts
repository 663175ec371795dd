/** When requests should be sent to a process, whatever it keeps its data in (decisions, section 14). */
import { assert, describe, it } from "@effect/vitest"
import { StorageProbe } from "@garrison/core/kernel/StorageProbe"
import { StorageUnavailable } from "@garrison/core/kernel/Transaction"
import { Readiness } from "@garrison/http/Readiness"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

/** What is missing when storage answers the probe like this. */
const missingWhen = (ask: Effect.Effect<void>) =>
  Effect.flatMap(Readiness, ({ missing }) => missing).pipe(
    Effect.provide(Readiness.layer.pipe(Layer.provide(Layer.succeed(StorageProbe, { ask })))),
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
        assert.deepStrictEqual(yield* missingWhen(Effect.die(defect)), ["storage"])
      }
    }),
  )

  it.effect("waits two seconds for storage, and no longer", () =>
    Effect.gen(function* () {
      const slow = yield* Effect.forkChild(missingWhen(Effect.sleep(1999)))
      const silent = yield* Effect.forkChild(missingWhen(Effect.never))
      yield* TestClock.adjust(1999)
      assert.deepStrictEqual(slow.pollUnsafe(), Exit.succeed([]))
      assert.isUndefined(silent.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(silent.pollUnsafe(), Exit.succeed(["storage"]))
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
})
