import { assert, it } from "@effect/vitest"
import { forwardClock } from "@garrison/core/kernel/time/ForwardClock"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

it.effect("a forward clock follows its clock, and waits when the clock is set back", () =>
  Effect.gen(function* () {
    const timeOf = forwardClock()
    const read = Effect.clockWith((clock) => Effect.succeed(timeOf(clock)))
    const seen: Array<number> = []
    for (const now of [100, 100, 250, 40, 249, 250, 251]) {
      yield* TestClock.setTime(now)
      seen.push(yield* read)
    }
    assert.deepStrictEqual(seen, [100, 100, 250, 250, 250, 250, 251])
    assert.strictEqual(yield* Effect.clockWith((clock) => Effect.succeed(forwardClock()(clock))), 251)
  }),
)
