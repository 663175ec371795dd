/**
 * The unit of work: the writes of a use case, stored whole or not at all (guarantees R1). A unit touches storage and
 * pure code only, never the network, so that an adapter may run many units under one commit.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersonId, PlayerUuid } from "../Identifier.ts"

/**
 * What many units of work wait for, whoever they are for: the log of broadcasts, the end of the audit chain, the count
 * of all wrong guesses, the uses of a promotion code, a bucket of new identities or of wrong codes.
 */
export type SharedLock =
  | "broadcast_log"
  | "audit_chain"
  | "all_guesses"
  | `code ${string}`
  | `bucket ${string} ${number}`

/** Runs units of work. Nested runs join the outer unit. */
export class Transaction extends Context.Service<
  Transaction,
  {
    /**
     * Runs `unit`. Stores all of its writes when it succeeds, and none when it fails, dies or is interrupted. Answers
     * only after the writes are durable. A unit may run more than once when storage asks for a retry.
     */
    readonly run: <A, E, R>(unit: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** As `run`, but undoes the writes of `unit` also when it succeeds. The writes of an outer unit stay. */
    readonly rehearse: <A, E, R>(unit: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /**
     * Runs `effect` once the unit in progress is durable, and never if the unit is not stored; outside of a unit, at
     * once. For state in memory that follows storage.
     */
    readonly afterCommit: (effect: Effect.Effect<void>) => Effect.Effect<void>
    /**
     * Runs `effect` when the unit in progress has ended, whether its writes are stored or not; outside of a unit, at
     * once. For rows about a unit that failed. Call it in the fiber that runs the unit.
     */
    readonly afterUnit: (effect: Effect.Effect<void>) => Effect.Effect<void>
    /**
     * Runs `work`, which writes rows of `owner` alone. Where a write waits for a locked row on a connection that others
     * need (Postgres), two works of one owner run at once. Further ones wait in line, for a limited time and without
     * the place of their request (guarantees R66). Within a unit, and within other work of an owner, it runs at once.
     */
    readonly ofOwner: <A, E, R>(owner: PlayerUuid | PersonId, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /**
     * As {@link ofOwner}, for `work` that waits for what others lock too: while it is not free, those who do not need
     * it go on. It may run within the work of an owner, and not around it. Within a unit, and within other work of this
     * kind, it runs at once.
     */
    readonly inTurn: <A, E, R>(locks: ReadonlyArray<SharedLock>, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("@garrison/core/kernel/work/Transaction") {}

/**
 * Why storage cannot answer. `busy`: this work met other work, and storage is well. `locked`: the same, where a lock
 * was not free in time. `away`: it does not answer, or takes no write at all. `full`: a write found no room or a disk
 * that fails, while another may succeed. `read_only`: it may be read alone. `damaged`: what it keeps is broken, which
 * lasts until a backup is restored. The adapter has logged that. `epoch`: a newer version has changed it in a way that
 * this one must not write to.
 */
export type StorageTrouble = "busy" | "locked" | "away" | "full" | "read_only" | "damaged" | "epoch"

/** What is known of storage that cannot answer, for operators. */
export interface StorageReport {
  readonly trouble: StorageTrouble
  /** The code that storage gave, such as a SQLSTATE. */
  readonly code: string | undefined
  /** What an operator can do about it. `FILE` stands for the place of storage. */
  readonly next: string | undefined
  /** The limit of this process that refused the work: the name of a setting, or a word for a limit that is none. */
  readonly limit: string | undefined
}

/**
 * Storage cannot answer now: busy, full, unreachable. `message` is what storage said, without values of rows. Storage
 * interfaces raise this error as a defect, so that use cases need not declare it; the edge answers
 * `service_unavailable` (decisions, section 2).
 */
export class StorageUnavailable extends Error implements StorageReport {
  readonly _tag = "StorageUnavailable"
  readonly retryAfterSeconds = 1
  override readonly name = "StorageUnavailable"
  readonly trouble: StorageTrouble
  readonly code: string | undefined
  readonly next: string | undefined
  readonly limit: string | undefined

  constructor(message: string, options: ErrorOptions & Partial<StorageReport> = {}) {
    const { code, limit, next, trouble = "away", ...cause } = options
    super(message, cause)
    this.trouble = trouble
    this.code = code
    this.next = next
    this.limit = limit
  }
}
