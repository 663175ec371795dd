/**
 * The unit of work: what a use case writes, stored whole or not at all (guarantees R1). A unit touches storage and pure
 * code only, never the network, so that an adapter may run many units under one commit.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Runs units of work. Nested runs join the outer unit. */
export class Transaction extends Context.Service<
  Transaction,
  {
    /**
     * Runs `unit`, and stores all of its writes when it succeeds or none of them when it fails, dies or is interrupted.
     * Answers only after the writes are durable. A unit may run more than once when storage asks for a retry.
     */
    readonly run: <A, E, R>(unit: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** As `run`, but the writes of `unit` are undone when it succeeds too. Those of a unit around it are left alone. */
    readonly rehearse: <A, E, R>(unit: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /**
     * Runs `effect` when the unit in progress is durable, and never when it is not; at once outside of a unit. For what
     * a process remembers of storage.
     */
    readonly afterCommit: (effect: Effect.Effect<void>) => Effect.Effect<void>
    /**
     * Runs `effect` when the unit in progress has ended, whether its writes are stored or not; at once outside of a
     * unit. For what is written down of a unit that fails. To be called by the fiber that runs the unit.
     */
    readonly afterUnit: (effect: Effect.Effect<void>) => Effect.Effect<void>
  }
>()("@garrison/core/kernel/Transaction") {}

/**
 * Storage cannot answer now: busy, full, unreachable. Storage interfaces raise it as a defect, so that use cases need
 * not name it; the edge turns it into `service_unavailable` (decisions, section 2).
 */
export class StorageUnavailable extends Error {
  readonly _tag = "StorageUnavailable"
  readonly retryAfterSeconds = 1
  override readonly name = "StorageUnavailable"
}
