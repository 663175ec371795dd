/** Waiting for the rate: an order beyond it is submitted again, and one that no rate has room for is not. */
import { assert, describe, it } from "@effect/vitest"
import { OrderSettings } from "@garrison/core/order/settings"
import { submitWaiting } from "@garrison/core/order/waitForRate"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import type { WireJson } from "@garrison/core/kernel/wire/WireJson"

const wire = (...results: ReadonlyArray<string>): WireJson =>
  JSON.stringify({ entries: results.map((result) => ({ result })) })

const BEYOND = wire("too_many_requests", "too_many_requests")

/** Submits until the answers are used up, each a try; says how many tries there were, and how many pauses. */
const trying = (answers: ReadonlyArray<WireJson>, entryCount = 2) => {
  const seen = { tries: 0, pauses: 0 }
  const submit = Effect.sync(() => ({ wire: answers[Math.min(seen.tries++, answers.length - 1)] ?? BEYOND }))
  const waiting = submitWaiting(submit, entryCount, () => void seen.pauses++).pipe(
    Effect.updateService(OrderSettings, (settings) => ({ ...settings, orderEntriesWindowSeconds: 10 })),
  )
  return { seen, waiting }
}

describe("an order that waits for the rate", () => {
  it.effect("is submitted again each second until it is answered otherwise, and says before that it waits", () =>
    Effect.gen(function* () {
      const { seen, waiting } = trying([BEYOND, BEYOND, BEYOND, wire("success", "success")])
      const fiber = yield* Effect.forkChild(waiting)
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(seen, { tries: 3, pauses: 3 })
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(fiber), { wire: wire("success", "success") })
      assert.deepStrictEqual(seen, { tries: 4, pauses: 3 })
    }),
  )

  it.effect("is answered at once where it was stored: one entry that is not beyond the rate is enough", () =>
    Effect.gen(function* () {
      for (const answer of [wire("success"), wire("too_many_requests", "loot_not_found"), wire()]) {
        const { seen, waiting } = trying([answer])
        assert.deepStrictEqual(yield* waiting, { wire: answer })
        assert.deepStrictEqual(seen, { tries: 1, pauses: 0 })
      }
    }),
  )

  it.effect("does not wait where it has more entries than any window, and ends after the time that pays all off", () =>
    Effect.gen(function* () {
      const large = trying([BEYOND], 61)
      assert.deepStrictEqual(yield* large.waiting, { wire: BEYOND })
      assert.deepStrictEqual(large.seen, { tries: 1, pauses: 0 })
      const { seen, waiting } = trying([BEYOND])
      const fiber = yield* Effect.forkChild(waiting)
      yield* TestClock.adjust("170 seconds")
      assert.deepStrictEqual(yield* Fiber.join(fiber), { wire: BEYOND })
      assert.deepStrictEqual(seen, { tries: 171, pauses: 170 })
    }),
  )

  it.effect("is interrupted in a pause only: an order that began is answered", () =>
    Effect.gen(function* () {
      let ended = false
      const submit = Effect.sleep("5 seconds").pipe(
        Effect.andThen(Effect.sync(() => ((ended = true), { wire: wire("success") }))),
      )
      const fiber = yield* Effect.forkChild(submitWaiting(submit, 1, () => undefined))
      yield* TestClock.adjust("1 second")
      const stopping = yield* Effect.forkChild(Fiber.interrupt(fiber))
      assert.isFalse(ended)
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(stopping)
      assert.isTrue(ended)
      const paused = yield* Effect.forkChild(trying([BEYOND]).waiting)
      yield* TestClock.adjust("500 millis")
      yield* Fiber.interrupt(paused)
      assert.isTrue(Exit.isFailure(yield* Fiber.await(paused)))
    }),
  )
})
