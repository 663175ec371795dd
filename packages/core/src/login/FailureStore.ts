/** Where failed attempts are counted: shared between nodes, and bounded (guarantees R24). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type { FailureRecord, FailureSubject } from "./rules/throttle.ts"

/** Which bucket: a keyed hash of the account or address, never either of them. */
export interface FailureKey {
  readonly subject: FailureSubject | "familiar"
  /**
   * A non-negative integer. Accounts and addresses share 2^20 buckets each, so that made-up names cannot fill storage.
   */
  readonly bucket: number
}

/** One failure for one bucket. */
export interface FailureAdded extends FailureKey {
  /** How much later the bucket is forgotten for it, in ms. */
  readonly leakMillis: number
  /** How far ahead that may be at most, in ms. */
  readonly forgottenAfterMaxMillis: number
}

/** Storage of failure counts. */
export class FailureStore extends Context.Service<
  FailureStore,
  {
    /** The state of those buckets that are not empty. */
    readonly read: (keys: ReadonlyArray<FailureKey>) => Effect.Effect<ReadonlyArray<FailureRecord>>
    /** Counts one failure in each bucket, and deletes a few that have leaked empty. */
    readonly add: (failures: ReadonlyArray<FailureAdded>, at: Timestamp) => Effect.Effect<void>
    /** Forgets the failures of `cleared`, and remembers `familiar` until `until`. */
    readonly settle: (cleared: FailureKey, familiar: FailureKey, at: Timestamp, until: Timestamp) => Effect.Effect<void>
  }
>()("@garrison/core/login/FailureStore") {}
