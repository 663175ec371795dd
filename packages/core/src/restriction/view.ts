/** Restrictions as operators see them: the answers of the operations on restrictions. */
import * as Schema from "effect/Schema"
import { described, Flag, ListOf, Text } from "../kernel/input/Field.ts"
import { PersonId } from "../kernel/Identifier.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"
import { Restriction, type RestrictionRecord, RestrictionType } from "./schema.ts"

const restrictionId = described(Text, "Uuid of the restriction.")
const told = {
  type: described(RestrictionType, "What it does to the account."),
  reason: described(Schema.optional(Text), "The reason that the player is told."),
  note: described(Schema.optional(Text), "For operators; the player never sees it."),
  issuer: described(Text, "Who applied it."),
}
const created = described(Timestamp, "When it was applied.")
const expiration = described(Schema.NullOr(Timestamp), "When it ends by itself; null: never.")

/** A field of acts by which a portal user leaves its person. */
export const WithoutRestrictions = described(
  Schema.optionalKey(Flag),
  "Let go of it free of the restrictions that the person has. A reason must say why.",
)

/** What the answers of these acts say. */
export const KeptRestrictionsField = described(
  ListOf(Restriction),
  "The restrictions that went with it: they hold for whoever logs in by it next.",
)

/** A restriction, as an act on it answers. */
export const RestrictionView = Schema.Struct({
  restriction_id: restrictionId,
  person_id: described(PersonId, "The person whom it restricts, with all players."),
  ...told,
  created,
  expiration,
  lifted: described(Schema.NullOr(Timestamp), "When an operator lifted it; null: it was not lifted."),
}).annotate({ identifier: "RestrictionOfPerson" })
export type RestrictionView = typeof RestrictionView.Type

/** A restriction of the history of a player. */
export const PastRestriction = Schema.Struct({
  restriction_id: restrictionId,
  ...told,
  active: described(Flag, "Whether it is in force."),
  created,
  expiration,
  lifted: described(Schema.optional(Timestamp), "When an operator lifted it; absent: it was not lifted."),
  lifted_by: described(Schema.optional(Text), "Who lifted it."),
}).annotate({ identifier: "PastRestriction" })

const sharedOf = (restriction: RestrictionRecord) => ({
  restriction_id: restriction.restrictionId,
  type: restriction.type,
  reason: restriction.reason,
  note: restriction.note,
  issuer: restriction.issuer,
  created: restriction.createdAt,
  expiration: restriction.expiresAt ?? null,
})

/** A restriction as an act on it answers. */
export const restrictionView = (restriction: RestrictionRecord): RestrictionView => ({
  ...sharedOf(restriction),
  person_id: restriction.personId,
  lifted: restriction.liftedAt ?? null,
})

/** A restriction as the history of a player has it. */
export const pastRestriction = (
  restriction: RestrictionRecord & { readonly active: boolean },
): typeof PastRestriction.Type => ({
  ...sharedOf(restriction),
  active: restriction.active,
  lifted: restriction.liftedAt,
  lifted_by: restriction.liftedBy,
})
