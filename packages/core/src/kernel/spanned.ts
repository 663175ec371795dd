/**
 * Spans of operations that clients ask for all the time. `Effect.fn` remembers where each call was made, with a tracer
 * or without one, which takes longer than a small read from SQLite.
 */
import * as Effect from "effect/Effect"

/** The function, each run of it in a span of this name if spans are made (the server's option `tracing`). */
export const spanned = <Args extends ReadonlyArray<unknown>, A, E, R>(
  name: string,
  run: (...args: Args) => Effect.Effect<A, E, R>,
) => {
  const runInSpan = (...args: Args): Effect.Effect<A, E, R> =>
    Effect.withFiber<A, E, R>((fiber) =>
      fiber.cache.tracerEnabled ? Effect.withSpan(run(...args), name) : run(...args),
    )
  return runInSpan
}
