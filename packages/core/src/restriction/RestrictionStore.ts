/** The storage interface of restrictions, lifted and expired ones too (decisions, section 7). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { RestrictionRecord, RestrictionType } from "./schema.ts"

/** A restriction to be stored. */
export type NewRestriction = Omit<RestrictionRecord, "liftedAt" | "liftedBy">

/** A restriction in a list of all persons. */
export interface ListedRestriction extends RestrictionRecord {
  /** The active player of the person. */
  readonly playerUuid: PlayerUuid
  readonly displayName: string
}

/** The place of a restriction in the list. */
export interface RestrictionPlace {
  /** When it ends or ended, in milliseconds; {@link NEVER}: it has no end. */
  readonly endsAt: number
  readonly restrictionId: string
  readonly personId: PersonId
}

/** The end of what has none, in the order of the list. */
export const NEVER = Number.MAX_SAFE_INTEGER

/** A page of the list. */
export interface RestrictionPage {
  readonly state: "in_force" | "past"
  readonly type: RestrictionType | undefined
  /** Only those that end, or ended, at this time at the latest. */
  readonly until: Timestamp | undefined
  readonly now: Timestamp
  readonly after: RestrictionPlace | undefined
  readonly limit: number
}

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
    /**
     * At most `limit` restrictions of all persons, after `after` (undefined: the first ones). In force, with the end
     * nearest first; past, with the one that ended last first. An operator's search: no request makes it.
     */
    readonly list: (page: RestrictionPage) => Effect.Effect<ReadonlyArray<ListedRestriction>>
  }
>()("@garrison/core/restriction/RestrictionStore") {}
