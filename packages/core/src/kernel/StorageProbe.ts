/** Whether storage would store what it is given (decisions, section 14; guarantees R46). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Has storage write something that is gone again afterwards. */
export class StorageProbe extends Context.Service<
  StorageProbe,
  {
    /**
     * Succeeds when storage has taken a write, and dies as any write does when it cannot: the disk is full, the file
     * may only be read, the database does not answer. Takes as long as storage takes; the caller decides how long that
     * is.
     */
    readonly ask: Effect.Effect<void>
  }
>()("@garrison/core/kernel/StorageProbe") {}
