/** Restrictions: applied, lifted, looked up (decisions, section 7; guarantees R27). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SecureRandom from "effect/crypto/SecureRandom"
import type { PersonId } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { SessionStore } from "../token/SessionStore.ts"
import { RestrictionNotFound } from "./errors.ts"
import { refusesLogin } from "./rules.ts"
import { RestrictionStore } from "./RestrictionStore.ts"
import type { RestrictionRecord, RestrictionType } from "./schema.ts"

/** What an operator applies. */
export interface RestrictionWanted {
  readonly personId: PersonId
  readonly type: RestrictionType
  /** Told to the player. */
  readonly reason?: string
  /** Never told to the player. */
  readonly note?: string
  readonly issuer: string
  /** Absent: permanent. */
  readonly expiresAt?: Timestamp
}

/** Applies and lifts restrictions. */
export class Restrictions extends Context.Service<
  Restrictions,
  {
    /** Applies a restriction. One that refuses login also ends every session of the person, in the same unit of work. */
    readonly add: (wanted: RestrictionWanted) => Effect.Effect<RestrictionRecord, RestrictionNotFound>
    /** Lifts a restriction that has not been lifted. It stays in the history. */
    readonly lift: (restrictionId: string, by: string) => Effect.Effect<RestrictionRecord, RestrictionNotFound>
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
      const sessions = yield* SessionStore
      const transaction = yield* Transaction
      const random = yield* SecureRandom.SecureRandom
      const notFound = (missing: RestrictionNotFound["missing"]) =>
        new RestrictionNotFound({ code: "resource_not_found", missing })

      const add = Effect.fn("Restrictions.add")(function* (wanted: RestrictionWanted) {
        const now = yield* Clock.currentTimeMillis
        const restriction = {
          restrictionId: yield* random.uuidV7(),
          personId: wanted.personId,
          type: wanted.type,
          reason: wanted.reason,
          note: wanted.note,
          issuer: wanted.issuer,
          createdAt: now,
          expiresAt: wanted.expiresAt,
        }
        const unit = Effect.gen(function* () {
          if (!(yield* store.add(restriction))) yield* notFound("person")
          if (refusesLogin(wanted.type)) yield* sessions.revoke({ personId: wanted.personId }, "restriction", now)
        })
        yield* transaction.run(unit)
        return { ...restriction, liftedAt: undefined, liftedBy: undefined }
      })

      const lift = Effect.fn("Restrictions.lift")(function* (restrictionId: string, by: string) {
        const now = yield* Clock.currentTimeMillis
        const lifted = yield* transaction.run(store.lift(restrictionId, by, now))
        return lifted ?? (yield* notFound("restriction"))
      })

      const activeOf = Effect.fn("Restrictions.activeOf")(function* (person: PersonId) {
        return yield* store.inForce(person, yield* Clock.currentTimeMillis)
      })

      return { add, lift, activeOf, history: store.ofPerson }
    }),
  )
}
