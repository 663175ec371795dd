/**
 * Background work: refreshing, pruning, delayed writing. No caller waits for it. A failure is logged, and the work is
 * tried again when it is next due.
 */
import type * as Cause from "effect/Cause"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { BackgroundWorks } from "./BackgroundWorks.ts"
import { logWarning } from "./logWarning.ts"
import { Purpose } from "./Purpose.ts"
import { StorageUnavailable } from "./Transaction.ts"

/** One kind of work warns once in this many milliseconds: work that is due every second must not fill the log. */
const WARNING_INTERVAL_MILLIS = 60_000

const isDamage = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some(
    (reason) =>
      reason._tag === "Die" && reason.defect instanceof StorageUnavailable && reason.defect.trouble === "damaged",
  )

/**
 * Makes runs of one kind of background work safe to repeat. A failed run becomes a warning with `message` and its
 * cause, at most once a minute. Storage that is damaged is no warning, because it stays so and was logged once.
 */
export const warningOf = (message: string) => {
  let warnedAt = Number.NEGATIVE_INFINITY
  return <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
    Effect.catchCause(Effect.asVoid(work), (cause) =>
      Effect.clockWith((clock) => {
        if (isDamage(cause)) return Effect.void
        const now = clock.currentTimeMillisUnsafe()
        // After the clock was set back, warnings must not wait until it has caught up.
        if (Math.abs(now - warnedAt) < WARNING_INTERVAL_MILLIS) return Effect.void
        warnedAt = now
        return logWarning(message, cause)
      }),
    )
}

const repeated = <R>(interval: Duration.Input, work: Effect.Effect<void, never, R>) =>
  Effect.forever(Effect.andThen(Effect.sleep(interval), work))

/**
 * Runs `work` again and again for as long as the scope is open, with a pause of `interval` before each run. `work` must
 * not fail: see {@link warningOf}. In a host that is started per request, it runs before a request for which it is due.
 */
export const runEvery =
  (interval: Duration.Input) =>
  <R>(work: Effect.Effect<void, never, R>) =>
    Effect.gen(function* () {
      const works = yield* BackgroundWorks
      works?.addRefreshing(interval, Effect.provideContext(work, yield* Effect.context<R>()))
      if (works?.isOn !== false) yield* Effect.forkScoped(repeated(interval, work))
    })

/** Repeats a step that deletes rows and answers their number, until the step deletes none. Answers the sum. */
export const untilNone = Effect.fnUntraced(function* <E, R>(step: Effect.Effect<number, E, R>) {
  let total = 0
  for (let gone = yield* step; gone > 0; gone = yield* step) total += gone
  return total
})

/** The pause between two prunings of one kind of row. */
const PRUNING_INTERVAL = "10 minutes"

/**
 * Prunes at once, and then every ten minutes for as long as the layer lives; not at once for an operator. A failure is
 * logged with `message`, and pruning is tried again the next time. In a host that is started per request, it runs when
 * the host asks for upkeep. Who only reads prunes nothing.
 */
export const pruning = <E, R>(message: string, prune: Effect.Effect<number, E, R>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      if ((yield* Purpose) === "read") return
      const works = yield* BackgroundWorks
      works?.addPruning(Effect.orDie(Effect.provideContext(prune, yield* Effect.context<R>())))
      const work = warningOf(message)(prune)
      if (works?.isOn === false) return
      const again = repeated(PRUNING_INTERVAL, work)
      yield* Effect.forkScoped((yield* Purpose) === "serve" ? Effect.andThen(work, again) : again)
    }),
  )
