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
