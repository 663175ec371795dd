/** Applies, lifts and looks up restrictions (decisions, section 7; guarantees R27). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Act } from "../operation/Act.ts"
import { type ActRefused, Audit } from "../audit/Audit.ts"
import { isUuid } from "../kernel/input/Field.ts"
import type { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { InvalidInput } from "../kernel/input/Invalid.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { PersonStore } from "../person/PersonStore.ts"
import { confirmPerson, whilePersonMoves } from "../person/personMoved.ts"
import { personSubject } from "../person/personRevision.ts"
import { describe, makeChanges, makeSetEnd, notFound, type RestrictionOfPlayer, type Whom } from "./changes.ts"
import type { RestrictionNotFound } from "./errors.ts"
import { restrictionActs } from "./acts.ts"
import { type KeptPortalUser, KeptRestrictions } from "./KeptRestrictions.ts"
import type { KeptRestriction } from "./KeptRestrictionStore.ts"
import { RestrictionStore } from "./RestrictionStore.ts"
import type { RestrictionRecord } from "./schema.ts"

/** A restriction that was applied, and how many sessions it ended. */
export interface AddedRestriction extends RestrictionRecord {
  readonly endedSessions: number
}

/** A restriction that an operator applies to a person. */
export interface RestrictionWanted extends RestrictionOfPlayer {
  readonly personId: PersonId
}

const thePerson = (person: PersonId): Whom => ({ find: Effect.succeed(person), confirm: () => Effect.void })

/** Makes `Restrictions.release`. */
const makeRelease = Effect.gen(function* () {
  const audit = yield* Audit
  const kept = yield* KeptRestrictions
  return Effect.fn("Restrictions.release")((user: KeptPortalUser, act: Act) =>
    audit.perform(restrictionActs.release, act, { kind: "restriction", id: "" }, (save) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const unit = Effect.gen(function* () {
          const released = yield* kept.drop(user, now)
          const [first] = released
          if (first === undefined) return yield* notFound("restriction")
          const subject = { kind: "restriction", id: first.restrictionId } as const
          return { answer: released, change: { subject, before: { restrictions: released.map(describe) } } }
        })
        return yield* save(unit)
      }),
    ),
  )
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
    ) => Effect.Effect<AddedRestriction, RestrictionNotFound | InvalidInput | ActRefused>
    /** As {@link add}, to the person that owns the player. */
    readonly addToPlayer: (
      player: PlayerUuid,
      wanted: RestrictionOfPlayer,
      act: Act,
    ) => Effect.Effect<AddedRestriction, RestrictionNotFound | InvalidInput | ActRefused>
    /** Lifts a restriction of the person that has not been lifted. It stays in the history. */
    readonly lift: (
      person: PersonId,
      restrictionId: string,
      act: Act,
    ) => Effect.Effect<RestrictionRecord, RestrictionNotFound | ActRefused>
    /**
     * Lifts the restrictions in force of the person that owns the player, or the one that is named; a row of the audit
     * for each. Only the first one can ask for a revision, because it counts the revision up.
     */
    readonly liftOfPlayer: (
      player: PlayerUuid,
      restrictionId: string | undefined,
      act: Act,
    ) => Effect.Effect<ReadonlyArray<RestrictionRecord>, RestrictionNotFound | ActRefused>
    /**
     * Gives a restriction in force of the person that owns the player another end; undefined: none. The history has
     * the former one as lifted. At no moment is the person free of both.
     */
    readonly setEndOfPlayer: (
      player: PlayerUuid,
      restrictionId: string,
      expiresAt: Timestamp | undefined,
      act: Act,
    ) => Effect.Effect<
      { readonly before: RestrictionRecord; readonly after: RestrictionRecord },
      RestrictionNotFound | InvalidInput | ActRefused
    >
    /**
     * Lifts what a portal user that belongs to nobody took along when it left its person. Whoever logs in by it next is
     * free of it.
     */
    readonly release: (
      user: KeptPortalUser,
      act: Act,
    ) => Effect.Effect<ReadonlyArray<KeptRestriction>, RestrictionNotFound | ActRefused>
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
      const audit = yield* Audit
      const persons = yield* PersonStore
      const { apply, liftOne } = yield* makeChanges
      const setEnd = yield* makeSetEnd

      const ownerOf = Effect.fnUntraced(function* (player: PlayerUuid) {
        return (yield* persons.ofPlayer(player)) ?? (yield* notFound("person"))
      })

      const owning = (player: PlayerUuid): Whom => ({
        find: ownerOf(player),
        confirm: (person) => Effect.provideService(confirmPerson(player, person), PersonStore, persons),
      })

      const add = Effect.fn("Restrictions.add")(({ personId, ...wanted }: RestrictionWanted, act: Act) =>
        audit.perform(restrictionActs.add, act, personSubject(personId), (save) =>
          whilePersonMoves(apply(thePerson(personId), wanted, act, save)),
        ),
      )

      const addToPlayer = Effect.fn("Restrictions.addToPlayer")(
        (player: PlayerUuid, wanted: RestrictionOfPlayer, act: Act) =>
          audit.perform(restrictionActs.add, act, { kind: "player", id: player }, (save) =>
            whilePersonMoves(apply(owning(player), wanted, act, save)),
          ),
      )

      const lift = Effect.fn("Restrictions.lift")((person: PersonId, restrictionId: string, act: Act) =>
        audit.perform(restrictionActs.lift, act, { kind: "restriction", id: restrictionId }, (save) =>
          isUuid(restrictionId)
            ? whilePersonMoves(liftOne(thePerson(person), restrictionId, act, save))
            : notFound("restriction"),
        ),
      )

      const liftOfPlayer = Effect.fn("Restrictions.liftOfPlayer")(
        (player: PlayerUuid, restrictionId: string | undefined, act: Act) =>
          audit.perform(restrictionActs.lift, act, { kind: "player", id: player }, (save) =>
            Effect.gen(function* () {
              const personId = yield* ownerOf(player)
              const inForce = yield* store.inForce(personId, yield* Clock.currentTimeMillis)
              const wanted = restrictionId?.toLowerCase()
              const lifting = inForce.filter((record) => wanted === undefined || record.restrictionId === wanted)
              if (lifting.length === 0) return yield* notFound("restriction")
              const { ifRevision: _, ...further } = act
              return yield* Effect.forEach(lifting, (record, index) =>
                whilePersonMoves(liftOne(owning(player), record.restrictionId, index === 0 ? act : further, save)),
              )
            }),
          ),
      )

      const setEndOfPlayer = Effect.fn("Restrictions.setEndOfPlayer")(
        (player: PlayerUuid, restrictionId: string, expiresAt: Timestamp | undefined, act: Act) =>
          audit.perform(restrictionActs.setEnd, act, { kind: "player", id: player }, (save) =>
            whilePersonMoves(setEnd(owning(player), restrictionId, expiresAt, act, save)),
          ),
      )

      const activeOf = Effect.fn("Restrictions.activeOf")(function* (person: PersonId) {
        return yield* store.inForce(person, yield* Clock.currentTimeMillis)
      })

      return {
        add,
        addToPlayer,
        lift,
        liftOfPlayer,
        setEndOfPlayer,
        release: yield* makeRelease,
        activeOf,
        history: store.ofPerson,
      }
    }),
  )
}
