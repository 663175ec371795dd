/** Restrictions: applied, lifted, looked up (decisions, section 7; guarantees R27). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { isUuid } from "../kernel/Field.ts"
import type { PersonId } from "../kernel/Identifier.ts"
import { alsoWrong, type InvalidInput } from "../kernel/Invalid.ts"
import { plainDecoder } from "../kernel/PlainInput.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { Sessions } from "../token/Sessions.ts"
import { RestrictionNotFound } from "./errors.ts"
import { invalidExpiry, refusesLogin } from "./rules.ts"
import { RestrictionStore } from "./RestrictionStore.ts"
import { Issuer, NewRestrictionInput, type RestrictionRecord, type RestrictionType } from "./schema.ts"

/** What an operator applies; the limits of its texts are in schema.ts. */
export interface RestrictionWanted {
  readonly personId: PersonId
  readonly type: RestrictionType
  /** Told to the player. */
  readonly reason?: string
  /** Never told to the player. */
  readonly note?: string
  readonly issuer: string
  /** After now; absent: permanent. */
  readonly expiresAt?: Timestamp
}

const decodeWanted = plainDecoder(NewRestrictionInput)
const decodeLift = plainDecoder(Schema.Struct({ by: Issuer }))

const notFound = (missing: RestrictionNotFound["missing"]) =>
  new RestrictionNotFound({ code: "resource_not_found", missing })

/** Applies and lifts restrictions. */
export class Restrictions extends Context.Service<
  Restrictions,
  {
    /**
     * Applies a restriction. One that refuses login also ends every session of the person, in the same unit of work.
     */
    readonly add: (wanted: RestrictionWanted) => Effect.Effect<RestrictionRecord, RestrictionNotFound | InvalidInput>
    /** Lifts a restriction that has not been lifted. It stays in the history. */
    readonly lift: (
      restrictionId: string,
      by: string,
    ) => Effect.Effect<RestrictionRecord, RestrictionNotFound | InvalidInput>
    /** Those in force now, the newest first. */
    readonly activeOf: (person: PersonId) => Effect.Effect<ReadonlyArray<RestrictionRecord>>
    /** All there ever were, the newest first. */
    readonly history: (person: PersonId) => Effect.Effect<ReadonlyArray<RestrictionRecord>>
  }
>()("@garrison/core/restriction/Restrictions") {
  static readonly layer = Layer.effect(
    Restrictions,
    Effect.gen(function* () {
      const store = yield* RestrictionStore
      const sessions = yield* Sessions
      const transaction = yield* Transaction
      const random = yield* SecureRandom.SecureRandom

      const add = Effect.fn("Restrictions.add")(function* (wanted: RestrictionWanted) {
        const now = yield* Clock.currentTimeMillis
        const { personId, expiresAt, ...asked } = wanted
        const checked = yield* alsoWrong(
          decodeWanted({ ...asked, person_id: personId, expires_at: expiresAt }),
          invalidExpiry(expiresAt, now),
        )
        const restriction = {
          restrictionId: yield* random.uuidV7(),
          personId: checked.person_id,
          type: checked.type,
          reason: checked.reason,
          note: checked.note,
          issuer: checked.issuer,
          createdAt: now,
          expiresAt: checked.expires_at,
        }
        const unit = Effect.gen(function* () {
          if (!(yield* store.add(restriction))) yield* notFound("person")
          if (!refusesLogin(restriction.type)) return
          yield* sessions.endInUnit({ personId: restriction.personId }, "restriction", now)
        })
        yield* transaction.run(unit)
        return { ...restriction, liftedAt: undefined, liftedBy: undefined }
      })

      const lift = Effect.fn("Restrictions.lift")(function* (restrictionId: string, by: string) {
        yield* decodeLift({ by })
        if (!isUuid(restrictionId)) return yield* notFound("restriction")
        const now = yield* Clock.currentTimeMillis
        const lifted = yield* transaction.run(store.lift(restrictionId.toLowerCase(), by, now))
        return lifted ?? (yield* notFound("restriction"))
      })

      const activeOf = Effect.fn("Restrictions.activeOf")(function* (person: PersonId) {
        return yield* store.inForce(person, yield* Clock.currentTimeMillis)
      })

      return { add, lift, activeOf, history: store.ofPerson }
    }),
  )
}
