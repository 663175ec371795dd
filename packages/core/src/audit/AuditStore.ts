/** Storage of audit rows: a chain that only grows (decisions, section 3; guarantees R49). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { AuditEnd, AuditHead, AuditRow, AuditSubject } from "./schema.ts"

/** Which rows of the audit are sought: those that meet all conditions, from the newest on. */
export interface AuditSought {
  /** Id of the actor, or its name. */
  readonly actor?: string | undefined
  readonly subjectKind?: string | undefined
  readonly subjectId?: string | undefined
  readonly operation?: string | undefined
  readonly outcome?: string | undefined
  /** Inclusive. */
  readonly from?: Timestamp | undefined
  /** Inclusive. */
  readonly to?: Timestamp | undefined
  /** Only rows before this sequence; absent: from the end of the audit on. */
  readonly before?: number | undefined
}

/** A page of sought rows, the newest first. `next`: rows before this sequence come next; undefined: there are none. */
export interface AuditFound {
  readonly rows: ReadonlyArray<AuditRow>
  readonly next: number | undefined
}

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
    /**
     * Up to `limit` rows that are sought. The work is bounded whatever the size of the audit: a page whose conditions
     * few rows meet may be short, or empty, and still have a next one.
     */
    readonly search: (sought: AuditSought, limit: number) => Effect.Effect<AuditFound>
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
