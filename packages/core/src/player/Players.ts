/** What operators do with players (decisions, sections 1 and 7). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AgreementStore } from "../agreement/AgreementStore.ts"
import type { Act } from "../operation/Act.ts"
import { passReason } from "../operation/Operation.ts"
import { type ActRefused, Audit } from "../audit/Audit.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { InvalidInput } from "../kernel/input/Invalid.ts"
import { confirmPerson, whilePersonMoves } from "../person/personMoved.ts"
import { makeNextRevision, personSubject } from "../person/personRevision.ts"
import { PersonStore } from "../person/PersonStore.ts"
import { isActive } from "../restriction/rules.ts"
import { KeptRestrictions } from "../restriction/KeptRestrictions.ts"
import type { KeptRestriction } from "../restriction/KeptRestrictionStore.ts"
import { RestrictionStore } from "../restriction/RestrictionStore.ts"
import type { RoleConflict, RoleNotFound } from "../role/errors.ts"
import { Sessions } from "../token/Sessions.ts"
import { listByName, type PlayersWanted } from "./byName.ts"
import { makeEndSessions, type SessionsToEnd } from "./endSessions.ts"
import { PlayerNotFound } from "./errors.ts"
import { playerActs } from "./acts.ts"
import { PlayerStore } from "./PlayerStore.ts"
import type { PlayerPage, PlayerProfile } from "./schema.ts"
import { makeSetRole, type RoleGiven } from "./setRole.ts"

/** Looks players up, and changes what a login does not change. */
export class Players extends Context.Service<
  Players,
  {
    /**
     * The player with portal users, sibling players, restrictions in force and past, accepted agreements, and the last
     * login.
     */
    readonly find: (player: PlayerUuid) => Effect.Effect<PlayerProfile, PlayerNotFound>
    /**
     * The players of all persons by display name, a page at a time: those of deleted persons, too. A marker stays good
     * when its player is renamed or gone.
     */
    readonly list: (wanted: PlayersWanted) => Effect.Effect<PlayerPage, InvalidInput>
    /**
     * Gives the player another role. What only the role before held is withdrawn from tokens already issued: at once in
     * this process, and within a minute in others. Refused to an actor who lacks a permission of the role, or of a role
     * that the person has.
     */
    readonly setRole: (
      player: PlayerUuid,
      roleId: number,
      act: Act,
    ) => Effect.Effect<void, PlayerNotFound | RoleNotFound | RoleConflict | ActRefused>
    /** As {@link setRole}, with a role that exists, to a player that was not deleted. */
    readonly giveRole: (
      player: PlayerUuid,
      roleId: number,
      act: Act,
    ) => Effect.Effect<RoleGiven, PlayerNotFound | RoleNotFound | RoleConflict | ActRefused>
    /**
     * Ends sessions of the person that owns the player, or one access token. Answers with the number of open sessions
     * or tokens that ended; 0 leaves no audit row. The player may log in again.
     */
    readonly endSessions: (
      player: PlayerUuid,
      which: SessionsToEnd,
      act: Act,
    ) => Effect.Effect<number, PlayerNotFound | InvalidInput | ActRefused>
    /**
     * Deletes the person that owns the player: no login reaches it again, and its sessions end. Restrictions in force
     * go with its portal users. `isFreed`: they do not, which the act gives a reason for.
     */
    readonly deletePerson: (
      player: PlayerUuid,
      act: Act,
      isFreed?: boolean,
    ) => Effect.Effect<ReadonlyArray<KeptRestriction>, PlayerNotFound | InvalidInput | ActRefused>
  }
>()("@garrison/core/player/Players") {
  static readonly layer = Layer.effect(
    Players,
    Effect.gen(function* () {
      const store = yield* PlayerStore
      const restrictions = yield* RestrictionStore
      const kept = yield* KeptRestrictions
      const agreements = yield* AgreementStore
      const sessions = yield* Sessions
      const audit = yield* Audit
      const nextRevision = yield* makeNextRevision
      const persons = yield* PersonStore

      const stored = Effect.fnUntraced(function* (player: PlayerUuid) {
        const profile = yield* store.findProfile(player)
        return profile ?? (yield* new PlayerNotFound({ code: "resource_not_found" }))
      })

      const find = Effect.fn("Players.find")(function* (player: PlayerUuid) {
        const profile = yield* stored(player)
        const now = yield* Clock.currentTimeMillis
        const history = yield* restrictions.ofPerson(profile.personId)
        return {
          ...profile,
          restrictions: history.map((record) => Object.assign({ active: isActive(record, now) }, record)),
          agreements: yield* agreements.history(profile.personId),
        }
      })

      const list = Effect.fn("Players.list")((wanted: PlayersWanted) => listByName(store, wanted))

      const deletePerson = Effect.fn("Players.deletePerson")((player: PlayerUuid, act: Act, isFreed = false) =>
        audit.perform(playerActs.deletePerson, act, { kind: "player", id: player }, (save) =>
          whilePersonMoves(
            Effect.gen(function* () {
              if (isFreed) yield* passReason(act)
              const { personId, portalUsers } = yield* stored(player)
              const now = yield* Clock.currentTimeMillis
              const described = (deleted: boolean) => ({ deleted, portal_users: deleted ? 0 : portalUsers.length })
              const none: ReadonlyArray<KeptRestriction> = []
              const unit = Effect.gen(function* () {
                const deleted = yield* store.deletePerson(personId, now)
                yield* Effect.provideService(confirmPerson(player, personId), PersonStore, persons)
                yield* sessions.endInUnit({ personId }, "deletion", now)
                if (deleted === undefined) return { answer: none, change: undefined }
                const taken = isFreed ? none : yield* kept.keep(personId, deleted, now)
                const revision = yield* nextRevision(personId, act)
                const after = { ...described(true), kept_restrictions: taken.length }
                const change = { revision, before: described(false), after }
                return { answer: taken, change: { subject: personSubject(personId), ...change } }
              })
              return yield* save(unit)
            }),
          ),
        ),
      )

      return { find, list, ...(yield* makeSetRole), endSessions: yield* makeEndSessions, deletePerson }
    }),
  )
}
