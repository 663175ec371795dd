/** The changes of restrictions, each in the unit of work of an act (decisions, section 7; guarantees R27). */
import * as Clock from "effect/Clock"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import type { Store } from "../audit/Audit.ts"
import type { PersonId } from "../kernel/Identifier.ts"
import { failWithMore, InvalidInput } from "../kernel/input/Invalid.ts"
import { plainDecoder } from "../kernel/input/PlainInput.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { Act } from "../operation/Act.ts"
import type { PersonMoved } from "../person/personMoved.ts"
import { makeNextRevision, personSubject } from "../person/personRevision.ts"
import { Sessions } from "../token/Sessions.ts"
import { RestrictionNotFound } from "./errors.ts"
import type { KeptRestriction } from "./KeptRestrictionStore.ts"
import { type NewRestriction, RestrictionStore } from "./RestrictionStore.ts"
import { invalidExpiry, refusesLogin } from "./rules.ts"
import { NewRestrictionInput, type RestrictionType } from "./schema.ts"

/** What an operator applies to somebody; schema.ts has the limits of its texts. */
export interface RestrictionOfPlayer {
  readonly type: RestrictionType
  /** The player sees it. */
  readonly reason?: string
  /** The player never sees it. */
  readonly note?: string
  /** After now; absent: permanent. */
  readonly expiresAt?: Timestamp
}

/** Whose restrictions an act changes. */
export interface Whom {
  readonly find: Effect.Effect<PersonId, RestrictionNotFound>
  /** Fails when the player that was named is of another person by now. In a unit of work that locks the person. */
  readonly confirm: (person: PersonId) => Effect.Effect<void, PersonMoved>
}

const decodeWanted = plainDecoder(NewRestrictionInput)

/** The refusal of an act on nobody, or on no restriction. */
export const notFound = (missing: RestrictionNotFound["missing"]) =>
  new RestrictionNotFound({ code: "resource_not_found", missing })

/** The audit row of a restriction. Its texts are about a person, so they are stored in the restriction alone. */
export const describe = ({ expiresAt, restrictionId, type }: KeptRestriction) => ({
  restriction_id: restrictionId,
  type,
  expires_at: expiresAt,
})

/** Makes the changes. */
export const makeChanges = Effect.gen(function* () {
  const store = yield* RestrictionStore
  const sessions = yield* Sessions
  const random = yield* SecureRandom.SecureRandom
  const nextRevision = yield* makeNextRevision

  /** Applies a restriction to the person that is found, in the unit of work of an act. */
  const apply = Effect.fnUntraced(function* (
    { confirm, find }: Whom,
    { expiresAt, ...asked }: RestrictionOfPlayer,
    act: Act,
    save: Store,
  ) {
    const now = yield* Clock.currentTimeMillis
    const personId = yield* find
    const checked = yield* failWithMore(
      decodeWanted({ ...asked, person_id: personId, expires_at: expiresAt }),
      invalidExpiry(expiresAt, now),
    )
    const restriction: NewRestriction = {
      restrictionId: yield* random.uuidV7(),
      personId: checked.person_id,
      type: checked.type,
      reason: checked.reason,
      note: checked.note,
      issuer: act.actor.name,
      createdAt: now,
      expiresAt: checked.expires_at,
    }
    const unit = Effect.gen(function* () {
      // Locks the person's row, as each login does before it opens a session (guarantees R27).
      const revision = yield* nextRevision(restriction.personId, act)
      if (revision === undefined) return yield* notFound("person")
      yield* confirm(restriction.personId)
      yield* store.add(restriction)
      const endedSessions = refusesLogin(restriction.type)
        ? yield* sessions.endInUnit({ personId: restriction.personId }, "restriction", now)
        : 0
      const change = { subject: personSubject(restriction.personId), revision, after: describe(restriction) }
      return { answer: { ...restriction, liftedAt: undefined, liftedBy: undefined, endedSessions }, change }
    })
    return yield* save(unit)
  })

  /** Lifts one restriction, in the unit of work of an act. */
  const liftOne = Effect.fnUntraced(function* ({ confirm, find }: Whom, restrictionId: string, act: Act, save: Store) {
    const now = yield* Clock.currentTimeMillis
    const person = yield* find
    const unit = Effect.gen(function* () {
      // Locks the person's row first, as every other unit that changes a person does.
      const revision = yield* nextRevision(person, act)
      yield* confirm(person)
      const lifted = yield* store.lift(person, restrictionId.toLowerCase(), act.actor.name, now)
      if (lifted === undefined) return yield* notFound("restriction")
      const change = { subject: personSubject(lifted.personId), revision, before: describe(lifted) }
      return { answer: lifted, change }
    })
    return yield* save(unit)
  })

  return { apply, liftOne }
})

/** Makes the change that lifts one restriction in force and adds the same with another end. */
export const makeSetEnd = Effect.gen(function* () {
  const store = yield* RestrictionStore
  const random = yield* SecureRandom.SecureRandom
  const nextRevision = yield* makeNextRevision

  return Effect.fnUntraced(function* (
    { confirm, find }: Whom,
    restrictionId: string,
    expiresAt: Timestamp | undefined,
    act: Act,
    save: Store,
  ) {
    const now = yield* Clock.currentTimeMillis
    const wrong = invalidExpiry(expiresAt, now)
    if (wrong.length > 0) return yield* new InvalidInput({ detail: wrong })
    const person = yield* find
    const newId = yield* random.uuidV7()
    const unit = Effect.gen(function* () {
      const revision = yield* nextRevision(person, act)
      yield* confirm(person)
      const inForce = yield* store.inForce(person, now)
      const before = inForce.find((record) => record.restrictionId === restrictionId.toLowerCase())
      if (before === undefined) return yield* notFound("restriction")
      yield* store.lift(person, before.restrictionId, act.actor.name, now)
      const lifting = { liftedAt: undefined, liftedBy: undefined }
      const after = { ...before, ...lifting, restrictionId: newId, issuer: act.actor.name, createdAt: now, expiresAt }
      yield* store.add(after)
      const change = { subject: personSubject(person), revision, before: describe(before), after: describe(after) }
      return { answer: { before, after }, change }
    })
    return yield* save(unit)
  })
})
