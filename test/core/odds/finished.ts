/** Computes odds at once, for tests that hold all records. */
import type { Steps } from "@garrison/core/odds/rules/steps"

/** The result, computed at once. The work must not need records. */
export const finished = <A>(work: Steps<A>): A => {
  let step = work.next(undefined)
  while (step.done !== true) {
    if (typeof step.value !== "number") throw new Error("the records are not there")
    step = work.next(undefined)
  }
  return step.value
}
