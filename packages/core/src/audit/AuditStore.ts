/** Storage of audit rows: a chain that only grows (decisions, section 3; guarantees R49). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { AuditEnd, AuditHead, AuditRow, AuditSubject } from "./schema.ts"

/** Storage of audit rows. */
export class AuditStore extends Context.Service<
  AuditStore,
  {
    /**
     * The end of the chain. In a unit of work, the end stays locked until the unit ends: no other unit appends
     * meanwhile.
     */
    readonly head: Effect.Effect<AuditEnd>
    /**
     * Stores a row after `after` and makes it the end of the chain, with the token. False: the chain does not end with
     * `after`, and nothing is stored. Takes part in the running unit of work.
     */
    readonly append: (row: AuditRow, after: AuditHead, token: string) => Effect.Effect<boolean>
    /** Up to `limit` rows whose sequence is above `after`, oldest first. */
    readonly page: (after: number, limit: number) => Effect.Effect<ReadonlyArray<AuditRow>>
    /** Up to `limit` changes of the subject since this revision, oldest first, without refusals. */
    readonly changesSince: (
      subject: AuditSubject,
      revision: number,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<AuditRow>>
    /** At most `limit` rows about the subject whose sequence is above `after`, the newest first, refusals too. */
    readonly newestOf: (subject: AuditSubject, after: number, limit: number) => Effect.Effect<ReadonlyArray<AuditRow>>
    /** How many refusals of the actor with this id were stored since `since`. */
    readonly countRefusals: (actorId: string, since: Timestamp) => Effect.Effect<number>
  }
>()("@garrison/core/audit/AuditStore") {}
