/** The JSON of linking as documented types, for hosts without Effect. The fields are those of `schema.ts`. */
import type { Platform } from "../kernel/Platform.ts"

/** Names a portal user. */
export interface PortalUserInput {
  /** Platform of the portal user. */
  readonly platform: Platform
  /** Id of the portal user at that platform, 1 to 512 characters. */
  readonly portal_user_id: string
}

/** A portal user of a person. */
export interface PortalUserAnswer extends PortalUserInput {
  /** Name of the portal user. */
  readonly display_name: string
  /** UUID of the player that a login of this portal user logs in as. */
  readonly player_uuid?: string
  /** When the portal user was linked, or logged in first, ISO 8601 in UTC. */
  readonly created: string
}

/** The portal users of a person. */
export interface PortalUsersAnswer {
  /** The oldest first. */
  readonly portal_users: ReadonlyArray<PortalUserAnswer>
}

/** What one side brings into a merge; at most 10,000 rows of a kind are counted. */
export interface MergeSideCounts {
  /** Players. */
  readonly players: number
  /** Portal users that log in as these players. */
  readonly portal_users: number
  /** Inventory records that have not expired. */
  readonly inventory_records: number
  /** Orders. */
  readonly orders: number
  /** Notifications. */
  readonly notifications: number
  /** Restrictions in force. */
  readonly restrictions: number
}

/** What a merge would join. Nothing was merged. */
export interface MergeCounts {
  /** What the caller brings. */
  readonly own: MergeSideCounts
  /** What the owner of the portal user brings. */
  readonly other: MergeSideCounts
  /** Items of which both have records. */
  readonly items_of_both: number
}
