/** Where the answers to requests with an Idempotency-Key are kept, sealed, for as long as they may be repeated. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Timestamp } from "../kernel/Timestamp.ts"

/** Which request: whose, of which operation, and the SHA-256 of its key. */
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

/** What is kept of a caller: the newest `countMax` of what was created after `createdAfter`. */
export interface IdempotencyRetention {
  readonly countMax: number
  readonly createdAfter: Timestamp
}

/** Storage of kept answers. What writes takes part in the running unit of work. */
export class IdempotencyStore extends Context.Service<
  IdempotencyStore,
  {
    /**
     * Takes the place until the unit of work ends, in one statement: the next one to claim it waits. Where it is
     * taken already, by a request created after `createdAfter`: that request.
     */
    readonly claim: (
      place: IdempotencyPlace,
      requestHash: Uint8Array,
      created: Timestamp,
      createdAfter: Timestamp,
    ) => Effect.Effect<"claimed" | Precedent>
    /** Keeps the answer in the place that was claimed for it. */
    readonly keep: (place: IdempotencyPlace, sealed: Uint8Array) => Effect.Effect<void>
    /** Deletes what retention does not keep of a caller, at most `limit` of it. */
    readonly trim: (caller: string, retention: IdempotencyRetention, limit: number) => Effect.Effect<void>
    /** Deletes what was created at `createdUpTo` or before, at most `limit` of it. Answers with how much went. */
    readonly prune: (createdUpTo: Timestamp, limit: number) => Effect.Effect<number>
  }
>()("@garrison/core/idempotency/IdempotencyStore") {}
