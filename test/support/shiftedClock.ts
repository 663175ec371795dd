/** A clock of a server that a test advances. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** For how many milliseconds a sleep of so many really sleeps, or until when; without it for as many. */
export type SleepMillis = (millis: number) => number | Promise<void>

/** Time that passes shifts both clocks. The time of day alone can be set back. */
export const shiftedClock = (sleepMillis: SleepMillis = (millis) => millis) => {
  let shift = 0
  let passed = 0n
  const now = () => Date.now() + shift
  const real = Clock.Clock.defaultValue()
  const monotonic = () => real.monotonicTimeNanosUnsafe() + passed
  const clock: Clock.Clock = {
    monotonicTimeNanosUnsafe: monotonic,
    monotonicTimeNanos: Effect.sync(monotonic),
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanosUnsafe: () => BigInt(now()) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(now()) * 1_000_000n),
    sleep: (duration) => {
      const sleep = sleepMillis(Duration.toMillis(duration))
      return typeof sleep === "number" ? real.sleep(Duration.millis(sleep)) : Effect.promise(() => sleep)
    },
  }
  const advanceSeconds = (seconds: number) => {
    shift += seconds * 1000
    if (seconds > 0) passed += BigInt(Math.round(seconds * 1000)) * 1_000_000n
  }
  return { advanceSeconds, layer: Layer.succeed(Clock.Clock, clock) }
}
