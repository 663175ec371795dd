/** The portal users of a person, and what a merge of two persons would join (decisions, section 14). */
import * as Schema from "effect/Schema"
import { errorBodyFields } from "../kernel/wire/ErrorBody.ts"
import { described, IntegerOf, ListOf, Text } from "../kernel/input/Field.ts"
import { PlayerUuid } from "../kernel/Identifier.ts"
import { Platform } from "../kernel/Platform.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"

/** A portal user of the caller's person. */
const LinkedPortalUser = Schema.Struct({
  platform: described(Platform, "Platform of the portal user."),
  portal_user_id: described(Text, "Id of the portal user at that platform, 1 to 512 characters."),
  display_name: described(Text, "Name of the portal user."),
  player_uuid: described(
    Schema.optionalKey(PlayerUuid),
    "UUID of the player that a login of this portal user logs in as.",
  ),
  created: described(Timestamp, "When the portal user was linked, or logged in first, ISO 8601 in UTC."),
}).annotate({ identifier: "LinkedPortalUser", description: "A portal user of a person." })

/** Every portal user of the caller's person, the oldest first. */
export const LinkedPortalUsers = Schema.Struct({
  portal_users: described(ListOf(LinkedPortalUser), "The oldest first."),
}).annotate({ identifier: "LinkedPortalUsers", description: "The portal users of a person." })
export type LinkedPortalUsers = typeof LinkedPortalUsers.Type

/** Most rows of a kind that are counted for {@link Merge}. */
export const COUNTED_MAX = 10_000

const Count = IntegerOf({ minimum: 0 })
const CountOfRows = IntegerOf({ minimum: 0, maximum: COUNTED_MAX })

/** What one side brings into a merge. Counts alone: the other side may be another person. */
export const MergeSide = Schema.Struct({
  players: described(Count, "Players."),
  portal_users: described(Count, "Portal users that log in as these players."),
  inventory_records: described(CountOfRows, "Inventory records that have not expired."),
  orders: described(CountOfRows, "Orders."),
  notifications: described(CountOfRows, "Notifications."),
  restrictions: described(CountOfRows, "Restrictions in force."),
}).annotate({
  identifier: "MergeSide",
  description: "What one side brings into a merge; at most 10,000 rows of a kind are counted.",
})
export type MergeSide = typeof MergeSide.Type

/** What a merge would join. Nothing was merged. */
export const Merge = Schema.Struct({
  own: described(MergeSide, "What the caller brings."),
  other: described(MergeSide, "What the owner of the portal user brings."),
  items_of_both: described(CountOfRows, "Items of which both have records."),
}).annotate({
  identifier: "Merge",
  description: `What a merge would join; nothing was merged. At most ${COUNTED_MAX} rows of a kind are counted.`,
})
export type Merge = typeof Merge.Type

/** Body of `portal_user_taken`: the error body with what a merge would join. */
export const PortalUserTakenBody = Schema.Struct({
  ...errorBodyFields,
  merge: described(Merge, "What a merge would join."),
}).annotate({ identifier: "PortalUserTaken" })
