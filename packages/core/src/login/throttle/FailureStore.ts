/**
 * The storage interface of counts of failed attempts and new identities. The counts are in leaky buckets, which nodes
 * share and whose number is bounded (guarantees R24 and R43).
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import type { SharedLock } from "../../kernel/work/Transaction.ts"
import type { FailureRecord, FailureSubject, FlowLimit } from "../rules/throttle.ts"

/**
 * What is let through at a steady rate: new identities, states of logins by redirect that are used, and wrong promotion
 * codes.
 */
export type FlowSubject =
  | "new_at_address"
  | "new_in_all"
  | "oauth_at_address"
  | "oauth_in_all"
  | "code_of_player"
  | "code_at_address"

/** Identifies a bucket by a keyed hash of the account or address, never by the text itself. */
export interface BucketKey {
  readonly subject: FailureSubject | "familiar" | FlowSubject
  /**
   * A non-negative integer. Addresses share 2^20 buckets, so that made-up ones cannot fill storage; an account has a
   * bucket of its own.
   */
  readonly bucket: number
}

/** A bucket of failures, or the mark of a familiar address. */
export interface FailureKey extends BucketKey {
  readonly subject: FailureSubject | "familiar"
}

/** One failure for one bucket. */
export interface FailureAdded extends FailureKey {
  /** How much longer the bucket is kept for this failure, in ms. */
  readonly leakMillis: number
  /** The longest time to keep the bucket from now, in ms. */
  readonly forgottenAfterMaxMillis: number
}

/** A failure to take back: when it was counted, and the time of the failure before it. */
export interface FailureTakenBack extends FailureAdded {
  readonly at: Timestamp
  readonly before: Timestamp | undefined
}

/** A bucket that counts one more, unless it is full. */
export interface CountedPlace {
  readonly key: BucketKey
  readonly limit: FlowLimit
}

/** The lock of the row of a bucket. */
export const lockOf = ({ bucket, subject }: BucketKey): SharedLock => `bucket ${subject} ${bucket}`

/** Storage of buckets. */
export class FailureStore extends Context.Service<
  FailureStore,
  {
    /** The state of the buckets that are not empty. */
    readonly read: (keys: ReadonlyArray<FailureKey>) => Effect.Effect<ReadonlyArray<FailureRecord>>
    /** Locks these buckets until the unit of work ends. */
    readonly lock: (keys: ReadonlyArray<FailureKey>) => Effect.Effect<void>
    /** Counts one failure in each bucket. */
    readonly add: (failures: ReadonlyArray<FailureAdded>, at: Timestamp) => Effect.Effect<void>
    /** Takes failures out again. If none was counted since, the bucket is as before. */
    readonly takeBack: (failures: ReadonlyArray<FailureTakenBack>) => Effect.Effect<void>
    /** Remembers a familiar address until `until`. */
    readonly remember: (familiar: FailureKey, at: Timestamp, until: Timestamp) => Effect.Effect<void>
    /** Forgets the failures of `cleared`, and remembers `familiar` until `until`. */
    readonly settle: (cleared: FailureKey, familiar: FailureKey, at: Timestamp, until: Timestamp) => Effect.Effect<void>
    /**
     * Counts one in each of these buckets. Answers with the limit of a bucket that is full, if there is one; the caller
     * then undoes the unit of work.
     */
    readonly take: (places: ReadonlyArray<CountedPlace>, at: Timestamp) => Effect.Effect<FlowLimit | undefined>
    /** Whether one of these buckets has no room for one more. */
    readonly isFull: (places: ReadonlyArray<CountedPlace>, at: Timestamp) => Effect.Effect<boolean>
    /** Deletes at most `limit` buckets that have leaked empty at `at`, and says how many. */
    readonly prune: (at: Timestamp, limit: number) => Effect.Effect<number>
  }
>()("@garrison/core/login/throttle/FailureStore") {}
