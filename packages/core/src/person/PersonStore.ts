/** Where persons are kept, as far as every act on one needs it. What a person owns is kept by the other areas. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersonId, PlayerUuid } from "../kernel/Identifier.ts"

/** Storage of the revisions of persons, of which players they own, and of the roles of these. */
export class PersonStore extends Context.Service<
  PersonStore,
  {
    /**
     * Counts up the revision, if it is `ifRevision` (undefined: whatever it is), and answers with the new one. The
     * person stays locked until the unit of work ends. Undefined: no such person, or in another revision.
     */
    readonly nextRevision: (personId: PersonId, ifRevision: number | undefined) => Effect.Effect<number | undefined>
    /** The person that owns the player; undefined when there is no such player, or the person was deleted. */
    readonly ofPlayer: (player: PlayerUuid) => Effect.Effect<PersonId | undefined>
    /** The roles that players of the person have, each once. */
    readonly roleIdsOf: (personId: PersonId) => Effect.Effect<ReadonlyArray<number>>
    /** The revision: how many acts have changed the person. Undefined when there is no such person. */
    readonly revision: (personId: PersonId) => Effect.Effect<number | undefined>
  }
>()("@garrison/core/person/PersonStore") {}
