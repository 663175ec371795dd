/** Another end for a restriction in force (decisions, section 7). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described } from "../../kernel/input/Field.ts"
import { formatTimestamp, TimestampOrUnixText } from "../../kernel/time/Timestamp.ts"
import { value } from "../../operation/answer.ts"
import { OfPlayer, RestrictionId } from "../../operation/fields.ts"
import { act } from "../../operation/Operation.ts"
import { reverseBy, reverseField } from "../../operation/reverse.ts"
import { restrictionActs } from "../acts.ts"
import { Restrictions } from "../Restrictions.ts"
import { RestrictionView, restrictionView } from "../view.ts"

/** Gives a restriction in force another end. */
export const setRestrictionEnd = act(restrictionActs.setEnd, {
  title: "Give a restriction another end",
  sentence:
    "Let a restriction in force end later, earlier or never. It is lifted and added anew with this end, at once: the " +
    "history shows both, and the player is free at no moment.",
  input: {
    player_uuid: OfPlayer,
    restriction_id: described(RestrictionId, "Uuid of the restriction."),
    expires_at: described(
      Schema.optionalKey(TimestampOrUnixText),
      "When it ends: 2030-01-31T18:00:00Z or Unix seconds (default: never).",
    ),
  },
  answer: value(
    Schema.Struct({
      player_uuid: OfPlayer,
      restriction: described(RestrictionView, "The restriction with its new end."),
      replaced: described(RestrictionView, "The one before."),
      reverse: reverseField,
    }).annotate({ identifier: "RestrictionWithOtherEnd" }),
  ),
  refusals: ["resource_not_found"],
  run: ({ expires_at: expiresAt, player_uuid: player, restriction_id: id }, by) =>
    Effect.map(
      Restrictions.use((restrictions) => restrictions.setEndOfPlayer(player, id, expiresAt, by)),
      ({ after, before }) => ({
        player_uuid: player,
        restriction: restrictionView(after),
        replaced: restrictionView(before),
        ...reverseBy(
          restrictionActs.setEnd,
          {
            player_uuid: player,
            restriction_id: after.restrictionId,
            ...(before.expiresAt !== undefined && { expires_at: formatTimestamp(before.expiresAt) }),
          },
          before.expiresAt,
        ),
      }),
    ),
})
