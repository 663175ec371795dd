/**
 * The one loop over all listeners: it ends those that are over by time, sends signs of life, and finds those whose
 * session or list is to be looked at.
 */
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Caller } from "../../kernel/Caller.ts"
import { forwardClock } from "../../kernel/time/ForwardClock.ts"
import { warningOf } from "../../kernel/work/Background.ts"
import type { FeedEnd } from "../../operation/Feed.ts"
import type { Attendance } from "./Attendance.ts"
import type { Listening } from "./Listening.ts"
import { dueAt, type Intervals, overAt, type Present } from "./rules.ts"
import { CALLERS_AT_ONCE } from "./SessionWatch.ts"

/** How often the loop runs: what is over by time ends so much late at the most. */
export const SWEEP_MILLIS = 500

/** What the loop works with. */
interface SweepOptions {
  readonly attendance: Attendance
  readonly intervals: Intervals
  /** Says of each of these callers why it may not listen; undefined: it may. */
  readonly watch: (callers: ReadonlyArray<Caller>) => Effect.Effect<ReadonlyArray<FeedEnd | undefined>>
  /** Asks storage what these have not been given. */
  readonly look: (listeners: ReadonlyArray<Listening>) => void
  /** Runs work in the background until the process ends. */
  readonly fork: (work: Effect.Effect<void>) => void
}

/** Milliseconds of a clock that goes on evenly when the time of day is set. */
export const monotonicMillis = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

type WithCaller = Listening & { readonly caller: Caller }

const hasCaller = (listening: Listening): listening is WithCaller => listening.caller !== undefined

/** Makes one round of the loop. */
export const makeSweep = ({ attendance, fork, intervals, look, watch }: SweepOptions): Effect.Effect<void> => {
  const warn = warningOf("the sessions of those who listen could not be looked up")

  /** Looks up these sessions, some at a time, and ends those that may not listen any more. */
  const confirm = Effect.fnUntraced(function* (due: ReadonlyArray<WithCaller>) {
    for (let at = 0; at < due.length; at += CALLERS_AT_ONCE) {
      const part = due.slice(at, at + CALLERS_AT_ONCE)
      const verdicts = yield* watch(part.map(({ caller }) => caller))
      part.forEach((listening, index) => {
        const why = verdicts[index]
        if (why !== undefined) attendance.end(listening, why)
      })
    }
  })

  /** What is due for one listener. */
  const visit = (
    listening: Listening,
    present: Present,
    confirms: Array<WithCaller>,
    looks: Array<Listening>,
  ): void => {
    const over = overAt(listening, present)
    if (over !== undefined) return attendance.end(listening, over)
    const now = present.monotonicMillis
    const due = dueAt(listening, now)
    if (due.beats) {
      listening.beatAt = now + intervals.beatMillis
      if (listening.receiver?.beat() === false) return attendance.end(listening, "stalled")
    }
    if (due.confirms && hasCaller(listening)) {
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
    const confirms: Array<WithCaller> = []
    const looks: Array<Listening> = []
    attendance.audience.forEach((listening) => visit(listening, present, confirms, looks))
    // Neither may keep signs of life waiting while storage hangs.
    if (confirms.length > 0) fork(warn(confirm(confirms)))
    if (looks.length > 0) look(looks)
    return Effect.void
  })
}
