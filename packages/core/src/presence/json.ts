/** The JSON of presence as documented types, for hosts without Effect. The fields are those of `schema.ts`. */
import type { Platform } from "../kernel/Platform.ts"
import type { PresenceStatus } from "./schema.ts"

/** Changes of a player's presence; absent fields stay as they are (decisions, section 13). */
export interface PresenceReport {
  /** New status. Others see `invisible` as `offline`. Null: as it is. */
  readonly status?: PresenceStatus | null
  /** New message, at most 256 characters; null or empty: none. */
  readonly message?: string | null
  /** New data, at most 32 keys with values of 4,096 characters; keys with null are left out; null or empty: none. */
  readonly custom_data?: Readonly<Record<string, string | null>> | null
  /** Whether the player does not want to be disturbed. Null: as it is. */
  readonly do_not_disturb?: boolean | null
}

/** A player's presence (interface, section 2.10). */
export interface PresenceAnswer {
  /** Whether `status` is `online` or `away`. */
  readonly online: boolean
  /** The player's message. */
  readonly message?: string
  /** Platform that the player was last online at. */
  readonly platform: Platform
  /** Name of the player's user at that platform. */
  readonly display_name: string
  /** Data of the game. */
  readonly custom_data?: Readonly<Record<string, string>>
  /** Number of the player; present when the lookup was by number. */
  readonly player_id?: number
  /** UUID of the player. */
  readonly player_uuid: string
  /** Whether the player does not want to be disturbed. */
  readonly do_not_disturb?: boolean
  /** When the player last reported, ISO 8601 in UTC; absent: never. */
  readonly last_seen?: string
  /** Status that the player reported; `offline` when the report is too old. */
  readonly status: PresenceStatus
}
