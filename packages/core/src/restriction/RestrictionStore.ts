/** The storage interface of restrictions, lifted and expired ones too (decisions, section 7). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersonId } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { RestrictionRecord } from "./schema.ts"

/** A restriction to be stored. */
export type NewRestriction = Omit<RestrictionRecord, "liftedAt" | "liftedBy">

/** Storage of restrictions. */
export class RestrictionStore extends Context.Service<
  RestrictionStore,
  {
    /**
     * Stores a restriction of an existing person. The unit of work holds the person's row locked, so that a login under
     * way either sees the restriction or its session ends with the others.
     */
    readonly add: (restriction: NewRestriction) => Effect.Effect<void>
    /** Lifts a restriction that has not been lifted, and answers with it; undefined when there is none. */
    readonly lift: (
      person: PersonId,
      restrictionId: string,
      by: string,
      at: Timestamp,
    ) => Effect.Effect<RestrictionRecord | undefined>
    /** Every restriction of the person, the newest first. */
    readonly ofPerson: (person: PersonId) => Effect.Effect<ReadonlyArray<RestrictionRecord>>
    /** The restrictions of the person in force at `now`, the newest first. */
    readonly inForce: (person: PersonId, now: Timestamp) => Effect.Effect<ReadonlyArray<RestrictionRecord>>
  }
>()("@garrison/core/restriction/RestrictionStore") {}
