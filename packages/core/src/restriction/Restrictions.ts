/** Applies, lifts and looks up restrictions (decisions, section 7; guarantees R27). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SecureRandom from "effect/crypto/SecureRandom"
import type { Act } from "../operation/Act.ts"
import { type ActRefused, Audit } from "../audit/Audit.ts"
import { isUuid } from "../kernel/Field.ts"
import type { PersonId } from "../kernel/Identifier.ts"
import { alsoWrong, type InvalidInput } from "../kernel/Invalid.ts"
import { plainDecoder } from "../kernel/PlainInput.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { makeNextRevision, personSubject } from "../person/personRevision.ts"
import { Sessions } from "../token/Sessions.ts"
import { RestrictionNotFound } from "./errors.ts"
import { restrictionActs } from "./acts.ts"
import { invalidExpiry, refusesLogin } from "./rules.ts"
import { type NewRestriction, RestrictionStore } from "./RestrictionStore.ts"
import { NewRestrictionInput, type RestrictionRecord, type RestrictionType } from "./schema.ts"

/** A restriction that an operator applies; schema.ts has the limits of its texts. */
export interface RestrictionWanted {
  readonly personId: PersonId
  readonly type: RestrictionType
  /** The player sees it. */
  readonly reason?: string
  /** The player never sees it. */
  readonly note?: string
  /** After now; absent: permanent. */
  readonly expiresAt?: Timestamp
}

const decodeWanted = plainDecoder(NewRestrictionInput)

const notFound = (missing: RestrictionNotFound["missing"]) =>
  new RestrictionNotFound({ code: "resource_not_found", missing })

/** The audit row of a restriction. Its texts are about a person, so they are stored in the restriction alone. */
const describe = ({ expiresAt, restrictionId, type }: NewRestriction) => ({
  restriction_id: restrictionId,
  type,
  expires_at: expiresAt,
})

/** Applies and lifts restrictions. */
export class Restrictions extends Context.Service<
  Restrictions,
  {
    /**
     * Applies a restriction, whose issuer is the actor. If it refuses login, it also ends every session of the person
     * in the same unit of work.
     */
    readonly add: (
      wanted: RestrictionWanted,
      act: Act,
    ) => Effect.Effect<RestrictionRecord, RestrictionNotFound | InvalidInput | ActRefused>
    /** Lifts a restriction of the person that has not been lifted. It stays in the history. */
    readonly lift: (
      person: PersonId,
      restrictionId: string,
      act: Act,
    ) => Effect.Effect<RestrictionRecord, RestrictionNotFound | ActRefused>
    /** The restrictions in force now, the newest first. */
    readonly activeOf: (person: PersonId) => Effect.Effect<ReadonlyArray<RestrictionRecord>>
    /** All restrictions, also ended ones, the newest first. */
    readonly history: (person: PersonId) => Effect.Effect<ReadonlyArray<RestrictionRecord>>
  }
>()("@garrison/core/restriction/Restrictions") {
  static readonly layer = Layer.effect(
    Restrictions,
    Effect.gen(function* () {
      const store = yield* RestrictionStore
      const sessions = yield* Sessions
      const random = yield* SecureRandom.SecureRandom
      const audit = yield* Audit
      const nextRevision = yield* makeNextRevision

      const add = Effect.fn("Restrictions.add")((wanted: RestrictionWanted, act: Act) =>
        audit.perform(restrictionActs.add, act, personSubject(wanted.personId), (save) =>
          Effect.gen(function* () {
            const now = yield* Clock.currentTimeMillis
            const { personId, expiresAt, ...asked } = wanted
            const checked = yield* alsoWrong(
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
              yield* store.add(restriction)
              if (refusesLogin(restriction.type)) {
                yield* sessions.endInUnit({ personId: restriction.personId }, "restriction", now)
              }
              const change = { subject: personSubject(restriction.personId), revision, after: describe(restriction) }
              return { answer: { ...restriction, liftedAt: undefined, liftedBy: undefined }, change }
            })
            return yield* save(unit)
          }),
        ),
      )

      const lift = Effect.fn("Restrictions.lift")((person: PersonId, restrictionId: string, act: Act) =>
        audit.perform(restrictionActs.lift, act, { kind: "restriction", id: restrictionId }, (save) =>
          Effect.gen(function* () {
            if (!isUuid(restrictionId)) return yield* notFound("restriction")
            const now = yield* Clock.currentTimeMillis
            const unit = Effect.gen(function* () {
              const lifted = yield* store.lift(person, restrictionId.toLowerCase(), act.actor.name, now)
              if (lifted === undefined) return yield* notFound("restriction")
              const revision = yield* nextRevision(lifted.personId, act)
              const change = { subject: personSubject(lifted.personId), revision, before: describe(lifted) }
              return { answer: lifted, change }
            })
            return yield* save(unit)
          }),
        ),
      )

      const activeOf = Effect.fn("Restrictions.activeOf")(function* (person: PersonId) {
        return yield* store.inForce(person, yield* Clock.currentTimeMillis)
      })

      return { add, lift, activeOf, history: store.ofPerson }
    }),
  )
}
