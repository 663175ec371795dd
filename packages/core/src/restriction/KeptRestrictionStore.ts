/** The storage interface of restrictions that portal users took along (decisions, section 7). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersonId } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { NewRestriction } from "./RestrictionStore.ts"

/** A restriction of whoever logs in by a portal user next. It keeps the id that it had with its person. */
export type KeptRestriction = Omit<NewRestriction, "personId">

/** Storage of them, by the digests of the portal user. Changes take part in the running unit of work. */
export class KeptRestrictionStore extends Context.Service<
  KeptRestrictionStore,
  {
    /** Stores each restriction with each portal user, which leaves the person. What is kept already stays as it is. */
    readonly add: (
      person: PersonId,
      portalUsers: ReadonlyArray<Uint8Array>,
      restrictions: ReadonlyArray<KeptRestriction>,
    ) => Effect.Effect<void>
    /** Those in force at `now`, each once, the newest first. */
    readonly inForce: (
      portalUser: ReadonlyArray<Uint8Array>,
      now: Timestamp,
    ) => Effect.Effect<ReadonlyArray<KeptRestriction>>
    /** Deletes those of a portal user, also those that are over. */
    readonly drop: (portalUser: ReadonlyArray<Uint8Array>) => Effect.Effect<void>
  }
>()("@garrison/core/restriction/KeptRestrictionStore") {}
