/** Whether storage would take a write (decisions, section 14; guarantees R46). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** A clock that is so far behind the newest rows of storage, in ms, is wrong, or the clock was that wrote them. */
export const CLOCK_BEHIND_MILLIS = 3_600_000

/** Writes a row to storage and deletes it again. */
export class StorageProbe extends Context.Service<
  StorageProbe,
  {
    /**
     * Succeeds when storage has taken a write. When the disk is full, the file is read-only, or the database does not
     * answer, it ends with the defect of a failed write. It waits as long as storage does; the caller sets a limit.
     */
    readonly ask: Effect.Effect<void>
    /**
     * As `ask`, with a write that needs room which storage has not used before: a small one may fit where others find
     * none. Costs more. Undefined where `ask` shows as much.
     */
    readonly askForRoom?: Effect.Effect<void>
    /** Who holds the lock that writes wait for, in words for operators. Undefined where storage has no such lock. */
    readonly holders?: Effect.Effect<string | undefined>
    /** The latest time at which something happened, in Unix milliseconds; undefined: nothing did from `from` on. */
    readonly newest?: (from: number) => Effect.Effect<number | undefined>
    /** Where storage is, for operators: a host or a file, without user and password. Undefined: not known. */
    readonly place?: string
  }
>()("@garrison/core/kernel/work/StorageProbe") {}
