/**
 * The clock of storage, where several machines share it. A SQLite file has one clock, that of its machine; a Postgres
 * database has one of its own (decisions, section 3; guarantees R65).
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** A clock that is asked over the network. */
export interface StorageClock {
  /** Milliseconds since 1970, with fractions. Dies when storage cannot answer. */
  readonly now: Effect.Effect<number>
}

/** The clock of storage. Undefined, the default: the clock of this process is the only one that writes times. */
export const StorageTime = Context.Reference<StorageClock | undefined>("@garrison/core/kernel/time/StorageTime", {
  defaultValue: () => undefined,
})
