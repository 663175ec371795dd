/** The portal users of a person, and what a merge of two persons would join (decisions, section 14). */
import * as Schema from "effect/Schema"
import { errorBodyFields } from "../kernel/ErrorBody.ts"
import { IntegerOf, ListOf, Text, TextOf } from "../kernel/Field.ts"
import { PlayerUuid } from "../kernel/Identifier.ts"
import { Platform } from "../kernel/Platform.ts"
import { Timestamp } from "../kernel/Timestamp.ts"

/** Longest `portal_user_id`, in characters. */
const PORTAL_USER_ID_LENGTH_MAX = 512

/** A portal user of the caller's person. */
const LinkedPortalUser = Schema.Struct({
  platform: Platform,
  portal_user_id: Text,
  display_name: Text,
  /** The player that a login of this portal user logs in as. */
  player_uuid: Schema.optionalKey(PlayerUuid),
  /** When it was linked, or logged in first. */
  created: Timestamp,
}).annotate({ identifier: "LinkedPortalUser" })

/** A portal user, as a request names it. */
export const PortalUserNamed = Schema.Struct({
  platform: Platform,
  portal_user_id: TextOf({ minimum: 1, maximum: PORTAL_USER_ID_LENGTH_MAX }),
})

/** Every portal user of the caller's person, the oldest first. */
export const LinkedPortalUsers = Schema.Struct({
  portal_users: ListOf(LinkedPortalUser),
}).annotate({ identifier: "LinkedPortalUsers" })
export type LinkedPortalUsers = typeof LinkedPortalUsers.Type

/** Most rows of a kind that are counted for {@link Merge}. */
export const COUNTED_MAX = 10_000

const Count = IntegerOf({ minimum: 0 })
const CountOfRows = IntegerOf({ minimum: 0, maximum: COUNTED_MAX })

/** What one side brings into a merge. Counts alone: the other side may be another person. */
export const MergeSide = Schema.Struct({
  players: Count,
  portal_users: Count,
  /** That have not expired. */
  inventory_records: CountOfRows,
  orders: CountOfRows,
  notifications: CountOfRows,
  /** In force. */
  restrictions: CountOfRows,
}).annotate({ identifier: "MergeSide" })
export type MergeSide = typeof MergeSide.Type

/** What a merge would join. Nothing was merged. */
export const Merge = Schema.Struct({
  /** The caller. */
  own: MergeSide,
  /** The owner of the portal user. */
  other: MergeSide,
  /** Items of which both have records. */
  items_of_both: CountOfRows,
}).annotate({
  identifier: "Merge",
  description: `What a merge would join; nothing was merged. At most ${COUNTED_MAX} rows of a kind are counted.`,
})
export type Merge = typeof Merge.Type

/** Body of `portal_user_taken`: the error body with what a merge would join. */
export const PortalUserTakenBody = Schema.Struct({
  ...errorBodyFields,
  merge: Merge,
}).annotate({ identifier: "PortalUserTaken" })
