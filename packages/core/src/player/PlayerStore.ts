/** The storage interface of persons, their players and their portal users (decisions, section 1). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type {
  FoundPlayer,
  KnownPortalUser,
  LoginOfPlayer,
  NewPortalUser,
  PlaceByName,
  PortalUserKey,
  StoredProfile,
} from "./schema.ts"

/** Storage of identities. */
export class PlayerStore extends Context.Service<
  PlayerStore,
  {
    /** The portal user with its player; undefined when the portal user has never logged in. */
    readonly findPortalUser: (key: PortalUserKey) => Effect.Effect<KnownPortalUser | undefined>
    /**
     * Creates a player for a new portal user, and if they are new, the person and the parent portal user. The player
     * becomes the person's active one. `"taken"`: the portal user has just been created, or the person changed;
     * `"too_many"`: the person owns as many players as allowed. In both cases the caller undoes the unit of work.
     */
    readonly createPlayer: (
      wanted: NewPortalUser,
    ) => Effect.Effect<{ readonly playerId: number } | "taken" | "too_many">
    /** How many players the person owns. */
    readonly countPlayers: (personId: PersonId) => Effect.Effect<number>
    /**
     * Records a login of a known portal user: time, names, and the active player. Locks the person's row until the unit
     * of work ends. False: the person has changed, or another person has just got the new parent.
     */
    readonly recordLogin: (login: LoginOfPlayer) => Effect.Effect<boolean>
    /** The player with everything around it. */
    readonly findProfile: (player: PlayerUuid) => Effect.Effect<StoredProfile | undefined>
    /**
     * At most `limit` players, by name as names are compared and then by identifier: those after `after` whose name is
     * less than `end`, or all to the last one. An operator's search over the players of all persons: no request makes
     * it.
     */
    readonly listByName: (page: {
      readonly after: PlaceByName | { readonly name: string }
      readonly end: string | undefined
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<FoundPlayer>>
    /** The role of the player; undefined when the player does not exist. */
    readonly role: (player: PlayerUuid) => Effect.Effect<number | undefined>
    /** Gives the player another role. Says whether the player exists. */
    readonly setRole: (player: PlayerUuid, roleId: number) => Effect.Effect<boolean>
    /**
     * Marks the person as deleted and forgets its portal users, so that none of them logs in as this person again. Says
     * whether the person existed.
     */
    readonly deletePerson: (person: PersonId, at: Timestamp) => Effect.Effect<boolean>
  }
>()("@garrison/core/player/PlayerStore") {}
