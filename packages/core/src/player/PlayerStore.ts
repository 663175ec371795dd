/** Where persons, their players and their portal users are kept (decisions, section 1). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type { KnownPortalUser, LoginOfPlayer, NewPortalUser, PortalUserKey, StoredProfile } from "./schema.ts"

/** Storage of identities. */
export class PlayerStore extends Context.Service<
  PlayerStore,
  {
    /** The portal user with the player it plays, or undefined when it has never logged in. */
    readonly findPortalUser: (key: PortalUserKey) => Effect.Effect<KnownPortalUser | undefined>
    /**
     * Creates a player for a portal user that is new, with the person if that is new too, and the parent portal user if
     * it is unknown; the player becomes the person's active one. `"taken"`: another login has just created the portal
     * user; `"too_many"`: the person owns as many players as it may. The caller then undoes the unit of work.
     */
    readonly createPlayer: (
      wanted: NewPortalUser,
    ) => Effect.Effect<{ readonly playerId: number } | "taken" | "too_many">
    /** How many players the person owns. */
    readonly countPlayers: (personId: PersonId) => Effect.Effect<number>
    /**
     * Notes a login of a known portal user: time, names, and which player is the active one. Keeps the person's row
     * locked until the unit of work ends. Says whether the person still exists.
     */
    readonly recordLogin: (login: LoginOfPlayer) => Effect.Effect<boolean>
    /**
     * Gives every stored device, portal users of Anon and the sessions of such, the id that `toNew` makes of its own.
     */
    readonly renameDevices: (toNew: (former: string) => Effect.Effect<string>) => Effect.Effect<void>
    /** The player with everything around it. */
    readonly findProfile: (player: PlayerUuid) => Effect.Effect<StoredProfile | undefined>
    /** The role of the player; undefined when there is no such player. */
    readonly role: (player: PlayerUuid) => Effect.Effect<number | undefined>
    /** Gives the player another role. Says whether the player exists. */
    readonly setRole: (player: PlayerUuid, roleId: number) => Effect.Effect<boolean>
    /**
     * Marks the person as deleted and forgets its portal users, so that none logs in as it again. Says whether the
     * person existed.
     */
    readonly deletePerson: (person: PersonId, at: Timestamp) => Effect.Effect<boolean>
  }
>()("@garrison/core/player/PlayerStore") {}
