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

/**
 * A computation that is made once for all who need it. While several callers wait, each part is computed by one of
 * them. A computation that throws begins anew at the next call.
 */
export class SharedWork<A extends object> {
  /** Makes the computation; undefined as soon as there is a result, so that its input is freed. */
  #make: (() => Work<A>) | undefined
  #begun: Work<A> | undefined
  #result: A | undefined

  constructor(make: () => Work<A>) {
    this.#make = make
  }

  /** The result. Computes what is missing without a pause. */
  get result(): A {
    for (;;) {
      const result = this.#result ?? this.#part()
      if (result !== undefined) return result
    }
  }

  /** Computes the result in parts, between which the process does other work. */
  readonly inParts: Effect.Effect<A> = Effect.suspend(() => {
    const result = this.#result ?? this.#part()
    return result === undefined ? Effect.andThen(Effect.yieldNow, this.inParts) : Effect.succeed(result)
  })

  /** Computes the next part. Answers with the result after the last one. */
  #part(): A | undefined {
    const work = this.#begun ?? this.#make?.()
    this.#begun = undefined
    const step = work?.next()
    if (step?.done !== true) {
      this.#begun = work
      return undefined
    }
    this.#make = undefined
    this.#result = step.value
    return step.value
  }
}
