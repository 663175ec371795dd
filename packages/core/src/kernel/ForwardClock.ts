/** Time that never goes back: a clock that is set back must not bring expired things to life again (guarantees R35). */
import type * as Clock from "effect/Clock"
import type { Timestamp } from "./Timestamp.ts"

/** A reader of clocks that answers with the latest time it has seen. Each service that lets things expire keeps one. */
export const forwardClock = (): ((clock: Clock.Clock) => Timestamp) => {
  let latest = 0
  return (clock) => {
    latest = Math.max(latest, clock.currentTimeMillisUnsafe())
    return latest
  }
}
