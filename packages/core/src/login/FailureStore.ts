/**
 * Where failed attempts and new identities are counted, in buckets that leak: shared between nodes, and bounded
 * (guarantees R24 and R43).
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type { FailureRecord, FailureSubject, FlowLimit } from "./rules/throttle.ts"

/** Which bucket: a keyed hash of the account or address, never either of them. */
export interface BucketKey {
  readonly subject: FailureSubject | "familiar" | "new_at_address" | "new_in_all"
  /**
   * A non-negative integer. Accounts and addresses share 2^20 buckets each, so that made-up names cannot fill storage.
   */
  readonly bucket: number
}

/** A bucket of failures, or the mark of a familiar address. */
export interface FailureKey extends BucketKey {
  readonly subject: FailureSubject | "familiar"
}

/** One failure for one bucket. */
export interface FailureAdded extends FailureKey {
  /** How much later the bucket is forgotten for it, in ms. */
  readonly leakMillis: number
  /** How far ahead that may be at most, in ms. */
  readonly forgottenAfterMaxMillis: number
}

/** A failure to be taken back: when it was counted, and the latest one before it. */
export interface FailureTakenBack extends FailureAdded {
  readonly at: Timestamp
  readonly before: Timestamp | undefined
}

/** Storage of buckets. */
export class FailureStore extends Context.Service<
  FailureStore,
  {
    /** The state of those buckets that are not empty. */
    readonly read: (keys: ReadonlyArray<FailureKey>) => Effect.Effect<ReadonlyArray<FailureRecord>>
    /** Has other units of work that lock one of these buckets wait until this one has ended. */
    readonly lock: (keys: ReadonlyArray<FailureKey>) => Effect.Effect<void>
    /** Counts one failure in each bucket, and deletes a few that have leaked empty. */
    readonly add: (failures: ReadonlyArray<FailureAdded>, at: Timestamp) => Effect.Effect<void>
    /** Takes failures out again. Where none was counted since, the bucket is as it was before. */
    readonly takeBack: (failures: ReadonlyArray<FailureTakenBack>) => Effect.Effect<void>
    /** Forgets the failures of `cleared`, and remembers `familiar` until `until`. */
    readonly settle: (cleared: FailureKey, familiar: FailureKey, at: Timestamp, until: Timestamp) => Effect.Effect<void>
    /**
     * Counts one in each of these buckets, and deletes a few that have leaked empty. Answers with the limit of a bucket
     * that is full, if there is one; the caller then undoes the unit of work.
     */
    readonly take: (
      places: ReadonlyArray<{ readonly key: BucketKey; readonly limit: FlowLimit }>,
      at: Timestamp,
    ) => Effect.Effect<FlowLimit | undefined>
  }
>()("@garrison/core/login/FailureStore") {}
