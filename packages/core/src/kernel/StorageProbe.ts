/** Whether storage would take a write (decisions, section 14; guarantees R46). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Writes a row to storage and deletes it again. */
export class StorageProbe extends Context.Service<
  StorageProbe,
  {
    /**
     * Succeeds when storage has taken a write. Otherwise it dies as any write does: the disk is full, the file is
     * read-only, the database does not answer. It takes as long as storage does, so the caller sets a limit.
     */
    readonly ask: Effect.Effect<void>
  }
>()("@garrison/core/kernel/StorageProbe") {}
