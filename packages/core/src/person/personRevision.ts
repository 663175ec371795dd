/** The revision of a person, which every act on it counts up (decisions, section 3). */
import * as Effect from "effect/Effect"
import type { Act } from "../operation/Act.ts"
import { Audit } from "../audit/Audit.ts"
import type { PersonId } from "../kernel/Identifier.ts"
import { PersonStore } from "./PersonStore.ts"

/** What an audit row about a person names. */
export const personSubject = (personId: PersonId) => ({ kind: "person", id: personId }) as const

/**
 * Makes the function that, in a unit of work, counts the revision up and answers with the new one, the person's row
 * locked until the unit ends. It fails with `RevisionChanged` when the act asks for another; undefined: no such person.
 */
export const makeNextRevision = Effect.gen(function* () {
  const store = yield* PersonStore
  const audit = yield* Audit
  return Effect.fnUntraced(function* (personId: PersonId, act: Act) {
    const next = yield* store.nextRevision(personId, act.ifRevision)
    if (next !== undefined || act.ifRevision === undefined) return next
    const revision = yield* store.revision(personId)
    return revision === undefined ? undefined : yield* audit.changedSince(personSubject(personId), act, revision)
  })
})
