/**
 * Time that never goes back: setting the clock back must not revive what has expired (guarantees R35).
 *
 * Used by the services whose rows expire by the clock alone: access tokens, refresh tokens, client secrets,
 * notifications. The rules of pauses, presence and signing keys allow for a clock that was set back. An inventory keeps
 * the time of its last order. A restriction that applies again errs on the safe side. Dates follow the clock, because
 * the clock may have been corrected.
 */
import type * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Timestamp } from "./Timestamp.ts"

/** A reader of clocks that answers with the latest time it has seen. */
export const forwardClock = (): ((clock: Clock.Clock) => Timestamp) => {
  let latest = 0
  const timeOf = (clock: Clock.Clock): Timestamp => {
    latest = Math.max(latest, clock.currentTimeMillisUnsafe())
    return latest
  }
  return timeOf
}

/** The clock of this process, as {@link forwardClock} reads it. */
export class ForwardClock extends Context.Service<ForwardClock, { readonly now: Effect.Effect<Timestamp> }>()(
  "@garrison/core/kernel/time/ForwardClock",
) {
  static readonly layer = Layer.sync(ForwardClock, () => {
    const timeOf = forwardClock()
    return { now: Effect.clockWith((clock) => Effect.sync(() => timeOf(clock))) }
  })
}
