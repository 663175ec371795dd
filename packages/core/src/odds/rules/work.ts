/**
 * Long computations in short parts. The odds of a large table take longer than a server may stand still, so the rules
 * are generators that pause, and the caller decides what happens meanwhile.
 */

/** A computation that pauses at least once per millisecond or so, and ends in `A`. */
export type Work<A> = Generator<undefined, A, undefined>
