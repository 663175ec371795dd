/** The order of the locks that units of every area need, so that no two units wait for each other. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * Locks what comes before the log of broadcasts, in the running unit: the end of the audit's chain, where the unit
 * appends to it in the end. A unit that shares or claims the log does this first, when it has the rows that it may wait
 * for.
 */
export const BeforeLog = Context.Reference<Effect.Effect<void>>("@garrison/core/kernel/work/lockOrder/BeforeLog", {
  defaultValue: () => Effect.void,
})
