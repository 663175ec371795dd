/** Schemas of presence (interface, section 2.10; names and limits in decisions, section 13). */
import * as Schema from "effect/Schema"
import {
  described,
  BoundedMapOf,
  Enumeration,
  Flag,
  Integer,
  ListOf,
  Text,
  TextMapOf,
  TextOf,
  Uuid,
} from "../kernel/input/Field.ts"
import { PlayerUuid } from "../kernel/Identifier.ts"
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

/** Players of one batch read. */
const PRESENCE_BATCH_MAX = 200

/** The players whose presence is asked for together. */
export const PresenceBatch = Schema.Struct({
  player_uuids: described(
    ListOf(PlayerUuid, PRESENCE_BATCH_MAX),
    "The players, at most 200. One that is named twice is answered once.",
  ),
}).annotate({ identifier: "PresenceBatch", description: "The players of a friend list." })

/** The presence of several players. */
export const PresenceRecords = Schema.Struct({
  presences: described(ListOf(PresenceRecord), "The presence of each player, in the sequence of the request."),
  not_found: described(
    ListOf(Uuid),
    "Those of the players that do not exist, or whose person was deleted, in the sequence of the request.",
  ),
}).annotate({ identifier: "PresenceRecords", description: "The presence of several players." })
export type PresenceRecords = typeof PresenceRecords.Type

const PlatformOnline = Schema.Struct({
  platform: described(Platform, "Platform that others last saw the players online at."),
  online: described(Integer, "Players who report `online`."),
  away: described(Integer, "Players who report `away`."),
  invisible: described(Integer, "Players who report `invisible`: others see them as `offline`."),
}).annotate({ identifier: "PlatformOnline", description: "Players online at one platform." })

/** Counts of players online, as figures have them too. */
export const countedOnline = {
  players_online: described(
    Integer,
    "Players who reported a status other than `offline` within `presenceOfflineSeconds`, invisible ones too.",
  ),
  invisible: described(Integer, "How many of them are invisible: a search for players online does not find those."),
  platforms: described(ListOf(PlatformOnline), "The same by platform, the one with most players first."),
} as const

/** How many players are online, for operators. */
export const OnlineCounts = Schema.Struct({
  time: described(Timestamp, "When they were counted."),
  ...countedOnline,
  bounded: described(Flag, "Whether there are more than are counted, 100,000: the counts are then least counts."),
}).annotate({ identifier: "OnlineCounts", description: "How many players are online." })
export type OnlineCounts = typeof OnlineCounts.Type
