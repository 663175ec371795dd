/** The storage interface of encrypted answers to requests with an Idempotency-Key. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Timestamp } from "../kernel/time/Timestamp.ts"

/** Identifies a request: its caller, its operation, and the SHA-256 of its key. */
export interface IdempotencyPlace {
  readonly caller: string
  readonly operation: string
  readonly keyHash: Uint8Array
}

/** A request that was carried out before. */
export interface Precedent {
  readonly requestHash: Uint8Array
  readonly sealed: Uint8Array
}

/** The answers of a caller to keep: the newest `countMax` of those created after `createdAfter`. */
export interface IdempotencyRetention {
  readonly countMax: number
  readonly createdAfter: Timestamp
}

/** Storage of kept answers. Writes take part in the running unit of work. */
export class IdempotencyStore extends Context.Service<
  IdempotencyStore,
  {
    /**
     * Takes the place until the unit of work ends, in one statement; the next claim of the place waits. If a request
     * created after `createdAfter` has the place already, answers with that request.
     */
    readonly claim: (
      place: IdempotencyPlace,
      requestHash: Uint8Array,
      created: Timestamp,
      createdAfter: Timestamp,
    ) => Effect.Effect<"claimed" | Precedent>
    /** Keeps the answer in the place that was claimed for it. */
    readonly keep: (place: IdempotencyPlace, sealed: Uint8Array) => Effect.Effect<void>
    /** Deletes the answers of a caller that retention does not keep, at most `limit` of them. */
    readonly trim: (caller: string, retention: IdempotencyRetention, limit: number) => Effect.Effect<void>
    /** Deletes at most `limit` answers created at `createdUpTo` or before. Answers with their number. */
    readonly prune: (createdUpTo: Timestamp, limit: number) => Effect.Effect<number>
  }
>()("@garrison/core/idempotency/IdempotencyStore") {}
