/** Schemas of presence (interface, section 2.10; names and limits in decisions, section 13). */
import * as Schema from "effect/Schema"
import { BoundedMapOf, Enumeration, Flag, Integer, Text, TextMapOf, TextOf, Uuid } from "../kernel/Field.ts"
import { Platform } from "../kernel/Platform.ts"
import { Timestamp } from "../kernel/Timestamp.ts"

/** Longest `message`. */
const PRESENCE_MESSAGE_LENGTH_MAX = 256
/** Longest value in `custom_data`, and how many keys it may have. */
const PRESENCE_VALUE_LENGTH_MAX = 4096
const PRESENCE_KEYS_MAX = 32

/** The statuses that a player may report. Others see `invisible` as `offline`. */
export const PRESENCE_STATUSES = ["online", "away", "invisible", "offline"] as const

/** One of {@link PRESENCE_STATUSES}. */
export const PresenceStatus = Enumeration(PRESENCE_STATUSES)
export type PresenceStatus = typeof PresenceStatus.Type

const Message = TextOf({ maximum: PRESENCE_MESSAGE_LENGTH_MAX })
const CustomData = TextMapOf({ valueMaximum: PRESENCE_VALUE_LENGTH_MAX, keys: PRESENCE_KEYS_MAX })

/** A player's presence as one viewer sees it; fields in the interface's order, then `status`. */
export const PresenceRecord = Schema.Struct({
  /** True for the statuses `online` and `away`. */
  online: Flag,
  message: Schema.optionalKey(Message),
  /** The platform where the player was last online. */
  platform: Platform,
  display_name: Text,
  custom_data: Schema.optionalKey(CustomData),
  /** Only if the request named the player by this number. */
  player_id: Schema.optionalKey(Integer),
  player_uuid: Uuid,
  /** For the player and for holders of `presence:read:any` only, as is `last_seen`. */
  do_not_disturb: Schema.optionalKey(Flag),
  /** When the player last reported; absent: never. */
  last_seen: Schema.optionalKey(Timestamp),
  status: PresenceStatus,
}).annotate({ identifier: "PresenceRecord" })
export type PresenceRecord = typeof PresenceRecord.Type

/** Empty keys and empty values are refused. */
const CustomDataPatch = BoundedMapOf(
  Schema.NullOr(TextOf({ minimum: 1, maximum: PRESENCE_VALUE_LENGTH_MAX })),
  PRESENCE_KEYS_MAX,
  1,
)

/**
 * Changes of a player's presence. Absent: unchanged. For `message` and `custom_data`, `null` or an empty value clears;
 * elsewhere `null` means "not given", as in every request (decisions, sections 2 and 13).
 */
export const PresencePatch = Schema.Struct({
  status: Schema.optionalKey(Schema.NullOr(PresenceStatus)),
  message: Schema.optionalKey(Schema.NullOr(Message)),
  custom_data: Schema.optionalKey(Schema.NullOr(CustomDataPatch)),
  do_not_disturb: Schema.optionalKey(Schema.NullOr(Flag)),
}).annotate({ identifier: "PresencePatch" })
export type PresencePatch = typeof PresencePatch.Type

/** How often a player reports, and after which silence a player counts as offline; both in seconds. */
export const PresenceSettings = Schema.Struct({
  heartbeat_seconds: Integer,
  offline_seconds: Integer,
}).annotate({ identifier: "PresenceSettings" })
export type PresenceSettings = typeof PresenceSettings.Type
