/** Runs a computation that pauses, without pausing. */
import type { Work } from "@garrison/core/odds/rules/work"

/** The result of the computation. */
export const finished = <A>(work: Work<A>): A => {
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value
}
