/** Portal users, persons and players (decisions, section 1). */
import type { AgreementReceipt } from "../agreement/schema.ts"
import type { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { Platform } from "../kernel/Platform.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { RestrictionRecord } from "../restriction/schema.ts"

/** Identifies a portal user: one account at one platform, in one of the platform's environments. */
export interface PortalUserKey {
  readonly platform: Platform
  readonly portalUserId: string
  /** Two environments may use one id for two users. Absent: the users of the platform share one name space. */
  readonly environment?: string | undefined
}

/** A portal user with its display name. */
export interface PortalUser extends PortalUserKey {
  readonly displayName: string
}

/** The game identity. A person has one active player: the one that logged in last. */
export interface Player {
  readonly playerUuid: PlayerUuid
  /** Deprecated integer identity, from a sequence. */
  readonly playerId: number
  /** `role_id`: the role whose permissions the player's tokens carry. */
  readonly roleId: number
  readonly active: boolean
  /** Name and platform of the portal user that logged in as this player last. */
  readonly displayName: string
  readonly platform: Platform
  readonly createdAt: Timestamp
}

/** A portal user that has logged in before. */
export interface KnownPortalUser extends PortalUser {
  readonly personId: PersonId
  /** The identity one tier up, at platforms that authenticate in two tiers. */
  readonly parent: PortalUser | undefined
  /** The player of this portal user; undefined when the player was removed. */
  readonly player: Player | undefined
}

/** A portal user of a person. */
export interface PortalUserOfPerson extends PortalUser {
  readonly createdAt: Timestamp
  /** The player that it logs in as; undefined when the player was removed. */
  readonly playerUuid: PlayerUuid | undefined
  /** The identity one tier up, at platforms that authenticate in two tiers. */
  readonly parent: PortalUserKey | undefined
}

/** A player with its person, portal users and sibling players, without history. */
export interface StoredProfile {
  readonly personId: PersonId
  /** The revision of the person: how many acts have changed it. */
  readonly revision: number
  readonly player: Player
  /** Of the person; undefined before the first login. */
  readonly lastLoginAt: Timestamp | undefined
  readonly deletedAt: Timestamp | undefined
  /** Every portal user of the person, the first seen first. */
  readonly portalUsers: ReadonlyArray<PortalUserOfPerson>
  /** Every player of the person, by `player_id`. */
  readonly players: ReadonlyArray<Player>
}

/** A player as operators see it. */
export interface PlayerProfile extends StoredProfile {
  /** In force or not, the newest first. */
  readonly restrictions: ReadonlyArray<RestrictionRecord & { readonly active: boolean }>
  /** Every acceptance of an agreement, the first one first. */
  readonly agreements: ReadonlyArray<AgreementReceipt>
}

/** A place in the list of players: a display name as names are compared, and the player. */
export interface PlaceByName {
  readonly name: string
  readonly playerUuid: PlayerUuid
}

/** A player as a search finds it. */
export interface FoundPlayer extends Player {
  /** When the person was deleted; undefined while it stands. */
  readonly deletedAt: Timestamp | undefined
}

/** A page of the players that a search found. */
export interface PlayerPage {
  readonly players: ReadonlyArray<FoundPlayer>
  /** The marker of the next page; undefined on the last one. */
  readonly next: string | undefined
}
