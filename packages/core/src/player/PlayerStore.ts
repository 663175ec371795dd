/** The storage interface of persons, their players and their portal users (decisions, section 1). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { FoundPlayer, KnownPortalUser, PlaceByName, PortalUserKey, StoredProfile } from "./schema.ts"

/** Storage of identities. */
export class PlayerStore extends Context.Service<
  PlayerStore,
  {
    /** The portal user with its player; undefined when the portal user has never logged in. */
    readonly findPortalUser: (key: PortalUserKey) => Effect.Effect<KnownPortalUser | undefined>
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
    /** The names of those of these players that exist: at most 200 of them, for operators. */
    readonly namesOf: (players: ReadonlyArray<PlayerUuid>) => Effect.Effect<ReadonlyMap<PlayerUuid, string>>
    /** The role of the player; undefined when the player does not exist. */
    readonly role: (player: PlayerUuid) => Effect.Effect<number | undefined>
    /** Gives the player another role. Says whether the player exists. */
    readonly setRole: (player: PlayerUuid, roleId: number) => Effect.Effect<boolean>
    /**
     * Marks the person as deleted and forgets its portal users, so that none of them logs in as this person again.
     * Answers with them; undefined: the person did not exist.
     */
    readonly deletePerson: (person: PersonId, at: Timestamp) => Effect.Effect<ReadonlyArray<PortalUserKey> | undefined>
  }
>()("@garrison/core/player/PlayerStore") {}
