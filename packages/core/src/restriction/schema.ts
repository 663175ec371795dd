/** Schemas of restrictions (interface, section 2.4; decisions, section 7). */
import * as Schema from "effect/Schema"
import { described, Enumeration, IntegerOf, Text, TextOf } from "../kernel/input/Field.ts"
import { PersonId } from "../kernel/Identifier.ts"
import { LATEST, Timestamp } from "../kernel/time/Timestamp.ts"

/** The types of restriction. */
export const RESTRICTION_TYPES = [
  "account_ban",
  "account_lockout",
  "account_pending_deletion",
  "account_deny_auth",
] as const

/** One of {@link RESTRICTION_TYPES}. */
export const RestrictionType = Enumeration(RESTRICTION_TYPES)
export type RestrictionType = typeof RestrictionType.Type

/** A restriction as the player sees it (interface, section 2.4). An `expiration` of null: it is permanent. */
export const Restriction = Schema.Struct({
  type: described(RestrictionType, "What the restriction does to the account."),
  reason: described(Schema.optionalKey(Text), "Reason that the player is given."),
  expiration: described(Schema.NullOr(Timestamp), "When the restriction ends, ISO 8601 in UTC; null: never."),
}).annotate({ identifier: "Restriction", description: "A restriction of an account that does not forbid this login." })
export type Restriction = typeof Restriction.Type

/** Longest `reason` and `note`. */
const REASON_LENGTH_MAX = 1024
const NOTE_LENGTH_MAX = 4096

/** The checked form of a restriction to apply. */
export const NewRestrictionInput = Schema.Struct({
  person_id: PersonId,
  type: RestrictionType,
  reason: Schema.optionalKey(TextOf({ maximum: REASON_LENGTH_MAX })),
  note: Schema.optionalKey(TextOf({ maximum: NOTE_LENGTH_MAX })),
  /** In milliseconds since the Unix epoch. */
  expires_at: Schema.optionalKey(IntegerOf({ minimum: 0, maximum: LATEST })),
})

/** A stored restriction: fields that the player sees, and fields that only operators see. */
export interface RestrictionRecord {
  readonly restrictionId: string
  readonly personId: PersonId
  readonly type: RestrictionType
  /** The player sees it. */
  readonly reason: string | undefined
  /** The player never sees it. */
  readonly note: string | undefined
  /** The actor who applied it. */
  readonly issuer: string
  readonly createdAt: Timestamp
  /** undefined: permanent. */
  readonly expiresAt: Timestamp | undefined
  readonly liftedAt: Timestamp | undefined
  readonly liftedBy: string | undefined
}
