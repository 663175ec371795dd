/** Schemas of notifications and of requests for them (interface, sections 2.7 and 4.4; decisions, section 9). */
import * as Schema from "effect/Schema"
import { described, Enumeration, IntegerOf, ListOf, Text, TextMapOf, TextOf } from "../kernel/input/Field.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"
import type { WireJson } from "../kernel/wire/WireJson.ts"

/** Longest `message`, `rh_url` and value of `custom_data` (interface, section 8). */
const NOTIFICATION_TEXT_LENGTH_MAX = 4096
/** Most keys of `custom_data`, and longest `etag` (decisions, section 9). */
export const NOTIFICATION_KEYS_MAX = 100
const NOTIFICATION_ETAG_LENGTH_MAX = 4096
/** Largest `page_size`, and the default (interface, section 8). */
export const PAGE_SIZE_MAX = 100
export const PAGE_SIZE_DEFAULT = 10

const authored = {
  message: described(TextOf({ maximum: NOTIFICATION_TEXT_LENGTH_MAX }), "Text, at most 4,096 characters."),
  rh_url: described(
    Schema.optionalKey(TextOf({ minimum: 1, maximum: NOTIFICATION_TEXT_LENGTH_MAX })),
    "Link, 1 to 4,096 characters.",
  ),
  custom_data: described(
    Schema.optionalKey(
      TextMapOf({ valueMinimum: 1, valueMaximum: NOTIFICATION_TEXT_LENGTH_MAX, keys: NOTIFICATION_KEYS_MAX }),
    ),
    "Data of the game: at most 100 keys, each value 1 to 4,096 characters.",
  ),
  etag: described(
    Schema.optionalKey(TextOf({ minimum: 1, maximum: NOTIFICATION_ETAG_LENGTH_MAX })),
    "Version of the content, 1 to 4,096 characters, for the game's own use.",
  ),
}

/** The part of a notification that its sender writes: the body of the create operation (decisions, section 9). */
export const NotificationInput = Schema.Struct(authored).annotate({
  identifier: "NotificationInput",
  description: "A notification to send.",
})
export type NotificationInput = typeof NotificationInput.Type

/** A notification as players see it (interface, section 2.7), fields in the interface's order. */
export const Notification = Schema.Struct({
  ...authored,
  notification_id: described(
    Text,
    "Id of the notification, unique per player; can be used as `start_at` and `exclude_before`.",
  ),
  created: described(Timestamp, "When the notification was sent, ISO 8601 in UTC."),
}).annotate({ identifier: "Notification", description: "A notification of a player's list." })
export type Notification = typeof Notification.Type

/** The notification page (interface, section 2.7), newest first. */
export const NotificationPage = Schema.Struct({
  notifications: described(ListOf(Notification).annotate({ default: [] }), "The notifications, newest first."),
  cursor: described(Text, "`start_at` of the next older page; on the last page an end marker, whose page is empty."),
}).annotate({ identifier: "NotificationPage", description: "A page of a player's notifications." })
export type NotificationPage = typeof NotificationPage.Type

/** `page_size`, 1 to 100. */
export const PageSize = IntegerOf({ minimum: 1, maximum: PAGE_SIZE_MAX })

/** Longest wait of a long poll in seconds, and the default. */
const DEADLINE_SECONDS_MAX = 900
export const DEADLINE_SECONDS_DEFAULT = 30

/** `deadline`, 0 to 900 seconds. */
export const Deadline = IntegerOf({ minimum: 0, maximum: DEADLINE_SECONDS_MAX })

/** Where a reader begins who brings no cursor: behind all that is there, or before it. */
export const OffsetReset = Enumeration(["latest", "earliest"])

/** What a long poll answers with. */
export const NewNotifications = Schema.Struct({
  notifications: described(
    ListOf(Notification).annotate({ default: [] }),
    "The notifications, oldest first; none: nothing came before the deadline.",
  ),
  cursor: described(Text, "`exclude_before` of the next poll, and `Last-Event-ID` of a stream that goes on from here."),
}).annotate({ identifier: "NewNotifications", description: "What is new for a player." })

/** Where a stream begins. */
export interface NotificationStreamRequest {
  /** This notification and every older one is left out. */
  readonly exclude_before?: string | undefined
  /** Where it begins without that; absent: `latest`. */
  readonly offset_reset_strategy?: "latest" | "earliest" | undefined
}

/** The request of a long poll. */
export interface NotificationPollRequest extends NotificationStreamRequest {
  /** Most notifications of the answer, 1 to 100. */
  readonly max_page_size: number
  /** How long to wait at the most, in seconds. */
  readonly deadline: number
}

/** The request for a page (interface, section 4.4). */
export interface NotificationPageRequest {
  /** Most notifications in the page, 1 to 100. */
  readonly page_size: number
  /** Where the page starts, inclusive; absent: at the latest notification. */
  readonly start_at?: string | undefined
  /** This notification and every older one is left out. */
  readonly exclude_before?: string | undefined
}

/** A page. Each notification is the text that was encoded when it was created. */
export interface NotificationPageParts {
  /** Newest first. */
  readonly wires: ReadonlyArray<WireJson>
  readonly cursor: string
}

/** An appended notification: as a value, and as the text that every page sends. */
export interface NotificationCreated {
  readonly notification: Notification
  readonly wire: WireJson
}
