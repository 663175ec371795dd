/** Where persons are kept, as far as every act on one needs it. What a person owns is kept by the other areas. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersonId } from "../kernel/Identifier.ts"

/** Storage of the revisions of persons. */
export class PersonStore extends Context.Service<
  PersonStore,
  {
    /**
     * Counts up the revision, if it is `ifRevision` (undefined: whatever it is), and answers with the new one. The
     * person stays locked until the unit of work ends. Undefined: no such person, or in another revision.
     */
    readonly nextRevision: (personId: PersonId, ifRevision: number | undefined) => Effect.Effect<number | undefined>
    /** The revision: how many acts have changed the person. Undefined when there is no such person. */
    readonly revision: (personId: PersonId) => Effect.Effect<number | undefined>
  }
>()("@garrison/core/person/PersonStore") {}
