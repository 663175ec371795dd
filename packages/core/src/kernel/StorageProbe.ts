/** Whether storage answers, asked without wanting to know anything from it (decisions, section 14). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Asks storage the cheapest question that it has. */
export class StorageProbe extends Context.Service<
  StorageProbe,
  {
    /**
     * Succeeds when storage answers, and dies as any use of it does when it cannot. Takes as long as storage takes: who
     * asks decides how long that may be.
     */
    readonly ask: Effect.Effect<void>
  }
>()("@garrison/core/kernel/StorageProbe") {}
