/**
 * Work that goes on beside the requests. Nobody waits for it, so nobody hears of its failures but the log: they are
 * told there everywhere in the same way, and the work is tried again when it is due again.
 */
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as References from "effect/References"

/** Milliseconds in which one kind of work is complained about once: what is due every second must not fill the log. */
const WARNING_INTERVAL_MILLIS = 60_000

/** To stderr: stdout is for what a program answers with. */
const warn = (message: string, cause: Cause.Cause<unknown>) =>
  Effect.provideService(Effect.logWarning(message, cause), References.LogToStderr, true)

/**
 * Makes runs of one kind of background work safe to repeat: none fails, and one that did is logged as a warning with
 * `message` and its cause, at most once a minute.
 */
export const warningOf = (message: string) => {
  let warnedAt = Number.NEGATIVE_INFINITY
  return <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
    Effect.catchCause(Effect.asVoid(work), (cause) =>
      Effect.clockWith((clock) => {
        const now = clock.currentTimeMillisUnsafe()
        // A clock that was set back must not silence the work until it has caught up.
        if (Math.abs(now - warnedAt) < WARNING_INTERVAL_MILLIS) return Effect.void
        warnedAt = now
        return warn(message, cause)
      }),
    )
}
