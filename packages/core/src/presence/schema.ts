/** Schemas of presence (interface, section 2.10; names and limits in decisions, section 13). */
import * as Schema from "effect/Schema"
import {
  described,
  BoundedMapOf,
  Enumeration,
  Flag,
  Integer,
  Text,
  TextMapOf,
  TextOf,
  Uuid,
} from "../kernel/input/Field.ts"
import { Platform } from "../kernel/Platform.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"

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
  online: described(Flag, "Whether `status` is `online` or `away`."),
  message: described(Schema.optionalKey(Message), "The player's message."),
  platform: described(Platform, "Platform that the player was last online at."),
  display_name: described(Text, "Name of the player's user at that platform."),
  custom_data: described(Schema.optionalKey(CustomData), "Data of the game."),
  player_id: described(Schema.optionalKey(Integer), "Number of the player; present when the lookup was by number."),
  player_uuid: described(Uuid, "UUID of the player."),
  do_not_disturb: described(Schema.optionalKey(Flag), "Whether the player does not want to be disturbed."),
  last_seen: described(Schema.optionalKey(Timestamp), "When the player last reported, ISO 8601 in UTC; absent: never."),
  status: described(PresenceStatus, "Status that the player reported; `offline` when the report is too old."),
}).annotate({ identifier: "PresenceRecord", description: "A player's presence." })
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
  status: described(
    Schema.optionalKey(Schema.NullOr(PresenceStatus)),
    "New status. Others see `invisible` as `offline`. Null: as it is.",
  ),
  message: described(
    Schema.optionalKey(Schema.NullOr(Message)),
    "New message, at most 256 characters; null or empty: none.",
  ),
  custom_data: described(
    Schema.optionalKey(Schema.NullOr(CustomDataPatch)),
    "New data, at most 32 keys with values of 4,096 characters; keys with null are left out; null or empty: none.",
  ),
  do_not_disturb: described(
    Schema.optionalKey(Schema.NullOr(Flag)),
    "Whether the player does not want to be disturbed. Null: as it is.",
  ),
}).annotate({
  identifier: "PresencePatch",
  description: "Changes of a player's presence; absent fields stay as they are.",
})
export type PresencePatch = typeof PresencePatch.Type

/** How often a player reports, and after which silence a player counts as offline; both in seconds. */
export const PresenceSettings = Schema.Struct({
  heartbeat_seconds: described(Integer, "How often a player reports."),
  offline_seconds: described(Integer, "After this long without a report a player counts as offline."),
}).annotate({ identifier: "PresenceSettings", description: "How often players report." })
export type PresenceSettings = typeof PresenceSettings.Type
