/**
 * Who judges the orders that would show a finding. What it refutes is no finding (decisions, section 10). The judge is
 * the interpreter (`order/rules/interpret/rehearse.ts`), which knows catalogs, so that they cannot import it: who
 * prepares documents provides it. Without it all findings stand.
 */
import * as Context from "effect/Context"
import type { Refutes } from "./rules/witness.ts"

/** The judge in force. */
export const WitnessJudge = Context.Reference<Refutes>("@garrison/core/catalog/WitnessJudge", {
  defaultValue: () => () => false,
})
