/** What every {@link RestrictionStore} does. */
import { assert, layer as withLayer } from "@effect/vitest"
import type { PersonId } from "@garrison/core/kernel/Identifier"
import type { Transaction } from "@garrison/core/kernel/work/Transaction"
import { type NewRestriction, RestrictionStore } from "@garrison/core/restriction/RestrictionStore"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { createPlayer, inUnit, newPersonId } from "../support/identities.ts"

let made = 0

/** A restriction whose id sorts after those made before. */
const restriction = (personId: PersonId, given: Partial<NewRestriction> = {}): NewRestriction => ({
  restrictionId: `${(made++).toString().padStart(8, "0")}${randomUUID().slice(8)}`,
  personId,
  type: "account_ban",
  reason: "cheating",
  note: "seen",
  issuer: "eve",
  createdAt: 1000,
  expiresAt: undefined,
  ...given,
})

const newPerson = Effect.map(createPlayer(), ({ wanted }) => wanted.personId)

/** Runs the suite against the store that `layer` gives. */
export const suite = (name: string, layer: Layer.Layer<RestrictionStore | SqlClient.SqlClient | Transaction>): void => {
  withLayer(layer)(`RestrictionStore on ${name}`, (it) => {
    it.effect("what is added is found, the newest first, whole", () =>
      Effect.gen(function* () {
        const store = yield* RestrictionStore
        const person = yield* newPerson
        const first = restriction(person)
        const second = restriction(person, {
          type: "account_lockout",
          reason: undefined,
          note: undefined,
          expiresAt: 9,
        })
        for (const wanted of [first, second]) yield* inUnit(store.add(wanted))
        const unlifted = { liftedAt: undefined, liftedBy: undefined }
        assert.deepStrictEqual(yield* store.ofPerson(person), [
          { ...second, ...unlifted },
          { ...first, ...unlifted },
        ])
        assert.deepStrictEqual(yield* store.ofPerson(yield* newPerson), [])
      }),
    )

    it.effect("nobody is restricted who does not exist", () =>
      Effect.gen(function* () {
        const store = yield* RestrictionStore
        const nobody = newPersonId()
        assert.isTrue(Exit.isFailure(yield* Effect.exit(inUnit(store.add(restriction(nobody))))))
        assert.deepStrictEqual(yield* store.ofPerson(nobody), [])
      }),
    )

    it.effect("a restriction is in force until it expires or is lifted, and is lifted once", () =>
      Effect.gen(function* () {
        const store = yield* RestrictionStore
        const person = yield* newPerson
        const temporary = restriction(person, { expiresAt: 2000 })
        const permanent = restriction(person)
        for (const wanted of [temporary, permanent]) yield* inUnit(store.add(wanted))
        const idsAt = (now: number) =>
          Effect.map(store.inForce(person, now), (found) => found.map(({ restrictionId }) => restrictionId))
        assert.deepStrictEqual(yield* idsAt(1999), [permanent.restrictionId, temporary.restrictionId])
        assert.deepStrictEqual(yield* idsAt(2000), [permanent.restrictionId])
        const lifted = yield* inUnit(store.lift(person, permanent.restrictionId, "bob", 3000))
        assert.deepStrictEqual(lifted, { ...permanent, liftedAt: 3000, liftedBy: "bob" })
        assert.isUndefined(yield* inUnit(store.lift(person, permanent.restrictionId, "bob", 4000)))
        assert.isUndefined(yield* inUnit(store.lift(person, randomUUID(), "bob", 4000)))
        assert.deepStrictEqual(yield* idsAt(1999), [temporary.restrictionId])
        assert.strictEqual((yield* store.ofPerson(person)).length, 2)
      }),
    )
  })
}
