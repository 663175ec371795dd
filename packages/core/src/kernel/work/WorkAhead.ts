/** Whether a process does work before anybody asks for it. */
import * as Context from "effect/Context"

/**
 * True: a process that serves players. It loads the catalog before it is ready, and prunes at once. False: a process of
 * an operator, who waits for its first answer. It loads the catalog when something asks for it, and prunes when it has
 * been open for as long as the pause between two prunings.
 */
export const WorkAhead = Context.Reference<boolean>("@garrison/core/kernel/work/WorkAhead", {
  defaultValue: () => true,
})
