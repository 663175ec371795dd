/** The storage interface of links: which portal users log in as which player (decisions, section 14). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { PortalUser, PortalUserKey } from "../player/schema.ts"

/** A portal user of a person. */
export interface OwnedPortalUser extends PortalUser {
  /** The player that it logs in as; undefined when the player was removed. */
  readonly playerUuid: PlayerUuid | undefined
  readonly createdAt: Timestamp
}

/** A person with its ways to log in. */
export interface LinkedPerson {
  readonly personId: PersonId
  readonly players: ReadonlyArray<PlayerUuid>
  /** The oldest first. */
  readonly portalUsers: ReadonlyArray<OwnedPortalUser>
}

/** A portal user to link. */
export interface NewLink {
  readonly personId: PersonId
  readonly playerUuid: PlayerUuid
  readonly user: PortalUser
  /** The identity one tier up. */
  readonly parent: PortalUser | undefined
  /** Whether the parent is linked, too, because it has never logged in. */
  readonly parentIsNew: boolean
  /** Most portal users that the person may have afterwards. */
  readonly portalUsersMax: number
  readonly at: Timestamp
}

/** What some players of a person have, as far as it is counted. */
export interface Holdings {
  readonly inventoryRecords: number
  /** The items of these records. */
  readonly itemIds: ReadonlyArray<number>
  readonly orders: number
  readonly notifications: number
  readonly restrictions: number
}

/** Storage of links. */
export class LinkStore extends Context.Service<
  LinkStore,
  {
    /** The person that owns the player; undefined when there is no such player, or the person was deleted. */
    readonly ofPlayer: (player: PlayerUuid) => Effect.Effect<LinkedPerson | undefined>
    /** The person; undefined when it was deleted. */
    readonly ofPerson: (person: PersonId) => Effect.Effect<LinkedPerson | undefined>
    /**
     * Links a portal user, in a unit of work that holds the person's row locked. `"taken"`: the portal user or its
     * parent has logged in before, or is linked. `"too_many"`: the person would have too many. In both cases the caller
     * undoes the unit of work.
     */
    readonly link: (wanted: NewLink) => Effect.Effect<"linked" | "taken" | "too_many">
    /**
     * Unlinks a portal user, in a unit of work that holds the person's row locked. `"last"`: no other portal user logs
     * in as its player, so nothing is done.
     */
    readonly unlink: (person: PersonId, user: PortalUserKey) => Effect.Effect<"unlinked" | "last" | "not_found">
    /** What these players of the person have at `now`. Counts at most `countedMax` rows of each kind. */
    readonly holdings: (
      person: PersonId,
      players: ReadonlyArray<PlayerUuid>,
      now: Timestamp,
      countedMax: number,
    ) => Effect.Effect<Holdings>
  }
>()("@garrison/core/linking/LinkStore") {}
