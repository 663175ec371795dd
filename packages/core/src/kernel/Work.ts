/**
 * Long computations in short parts. Some computations take longer than a server may stand still: the odds of a large
 * table, or linking a large catalog. They are generators that pause, and the caller decides what happens meanwhile.
 */
import * as Effect from "effect/Effect"

/** A computation that pauses at least once per few milliseconds, and ends in `A`. */
export type Work<A> = Generator<undefined, A, undefined>

/** The result, computed without a pause. */
export const finished = <A>(work: Work<A>): A => {
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value
}

/** Computes the result in parts. Each time that so many parts are done, the process does other work first. */
export const inParts = <A>(work: Work<A>, partsAtOnce: number): Effect.Effect<A> =>
  Effect.gen(function* () {
    let step = work.next()
    for (let parts = 1; step.done !== true; parts++) {
      if (parts % partsAtOnce === 0) yield* Effect.yieldNow
      step = work.next()
    }
    return step.value
  })
