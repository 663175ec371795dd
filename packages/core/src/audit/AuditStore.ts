/** Where audit rows are kept: one chain, which only grows (decisions, section 3; guarantees R49). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type { AuditHead, AuditRow, AuditSubject } from "./schema.ts"

/** Storage of audit rows. */
export class AuditStore extends Context.Service<
  AuditStore,
  {
    /**
     * The end of the chain. Inside of a unit of work it stays locked until the unit ends: nothing else is appended
     * meanwhile.
     */
    readonly head: Effect.Effect<AuditHead>
    /**
     * Stores a row behind `after` and makes it the end of the chain. False, and nothing is stored, when the chain does
     * not end with `after`. Takes part in the running unit of work.
     */
    readonly append: (row: AuditRow, after: AuditHead) => Effect.Effect<boolean>
    /** Up to `limit` rows whose sequence is above `after`, the oldest first. */
    readonly page: (after: number, limit: number) => Effect.Effect<ReadonlyArray<AuditRow>>
    /** Up to `limit` changes of the subject since it had this revision, the oldest first; no refusals. */
    readonly changesSince: (
      subject: AuditSubject,
      revision: number,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<AuditRow>>
    /** How many refusals of the actor with this id are stored from `since` on. */
    readonly countRefusals: (actorId: string, since: Timestamp) => Effect.Effect<number>
  }
>()("@garrison/core/audit/AuditStore") {}
