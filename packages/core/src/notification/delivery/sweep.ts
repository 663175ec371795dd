/**
 * The one loop over all listeners: it ends those that are over by time, sends signs of life, and finds those whose
 * session or list is to be looked at.
 */
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { forwardClock } from "../../kernel/time/ForwardClock.ts"
import type { Attendance } from "./Attendance.ts"
import type { Listening } from "./Listening.ts"
import { dueAt, type Intervals, overAt, type Present } from "./rules.ts"

/** How often the loop runs: what is over by time ends so much late at the most. */
export const SWEEP_MILLIS = 500

/** What the loop works with. */
interface SweepOptions {
  readonly attendance: Attendance
  readonly intervals: Intervals
  /** Looks up the sessions of these, and ends those that may not listen any more. */
  readonly confirm: (listeners: ReadonlyArray<Listening>) => void
  /** Asks storage what these have not been given. */
  readonly look: (listeners: ReadonlyArray<Listening>) => void
}

/** Milliseconds of a clock that goes on evenly when the time of day is set. */
export const monotonicMillis = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

/** Makes one round of the loop. */
export const makeSweep = ({ attendance, confirm, intervals, look }: SweepOptions): Effect.Effect<void> => {
  /** What is due for one listener. */
  const visit = (listening: Listening, present: Present, confirms: Array<Listening>, looks: Array<Listening>): void => {
    const over = overAt(listening, present)
    if (over !== undefined) return attendance.end(listening, over)
    const now = present.monotonicMillis
    const due = dueAt(listening, now)
    if (due.beats) {
      listening.beatAt = now + intervals.beatMillis
      if (listening.receiver?.beat() === false) return attendance.end(listening, "stalled")
    }
    if (due.confirms) {
      listening.confirmAt = now + intervals.confirmMillis
      confirms.push(listening)
    }
    if (due.rechecks) {
      listening.recheckAt = now + intervals.recheckMillis
      looks.push(listening)
    }
  }

  // As requests do: the token of a listener does not come back to life when the time of day is set back.
  const timeOf = forwardClock()
  return Effect.clockWith((clock) => {
    const present = { monotonicMillis: monotonicMillis(clock), time: timeOf(clock) }
    const confirms: Array<Listening> = []
    const looks: Array<Listening> = []
    attendance.audience.forEach((listening) => visit(listening, present, confirms, looks))
    // Neither keeps signs of life waiting while storage hangs.
    if (confirms.length > 0) confirm(confirms)
    if (looks.length > 0) look(looks)
    return Effect.void
  })
}
