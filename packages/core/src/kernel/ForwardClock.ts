/**
 * Time that never goes back: a clock that is set back must not bring expired things to life again (guarantees R35).
 *
 * Kept by the services of what runs out by the clock alone: access tokens, refresh tokens, client secrets,
 * notifications. The others need none. The rules of pauses, presence and signing keys bear a clock that was set back;
 * an inventory keeps the time of its last order; a restriction that is in force once more errs on the safe side. What
 * is only dated follows the clock, which may have been set right.
 */
import type * as Clock from "effect/Clock"
import type { Timestamp } from "./Timestamp.ts"

/** A reader of clocks that answers with the latest time it has seen. */
export const forwardClock = (): ((clock: Clock.Clock) => Timestamp) => {
  let latest = 0
  return (clock) => {
    latest = Math.max(latest, clock.currentTimeMillisUnsafe())
    return latest
  }
}
