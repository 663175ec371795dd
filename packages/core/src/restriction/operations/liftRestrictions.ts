/** Lifting restrictions of the person of a player (decisions, section 7). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, ListOf } from "../../kernel/input/Field.ts"
import type { PlayerUuid } from "../../kernel/Identifier.ts"
import { formatTimestamp } from "../../kernel/time/Timestamp.ts"
import { value } from "../../operation/answer.ts"
import { OfPlayer, RestrictionId } from "../../operation/fields.ts"
import { act } from "../../operation/Operation.ts"
import { reverseBy, reverseField } from "../../operation/reverse.ts"
import { restrictionActs } from "../acts.ts"
import { Restrictions } from "../Restrictions.ts"
import type { RestrictionRecord } from "../schema.ts"
import { RestrictionView, restrictionView } from "../view.ts"

/** What restricts the person again, as it was. After its end nothing does. */
const again = (player: PlayerUuid, { expiresAt, note, reason, type }: RestrictionRecord) =>
  reverseBy(
    restrictionActs.add,
    {
      player_uuid: player,
      type,
      ...(reason !== undefined && { told: reason }),
      ...(note !== undefined && { note }),
      ...(expiresAt !== undefined && { expires_at: formatTimestamp(expiresAt) }),
    },
    expiresAt,
  )

/** Lifts the restrictions of the person that owns a player, or one of them. */
export const liftRestrictions = act(restrictionActs.lift, {
  title: "Lift the restrictions of a player",
  sentence:
    "Lift the restrictions of the person of a player that are in force. They stay in the history, as lifted. Each has " +
    "its row in the audit.",
  input: {
    player_uuid: OfPlayer,
    restriction_id: described(Schema.optionalKey(RestrictionId), "Lift this restriction only (default: all in force)."),
  },
  answer: value(
    Schema.Struct({
      player_uuid: OfPlayer,
      lifted: described(
        ListOf(Schema.Struct({ ...RestrictionView.fields, reverse: reverseField })),
        "The restrictions that were lifted, each with what puts it in force again.",
      ),
      reverse: reverseField,
    }).annotate({ identifier: "LiftedRestrictions" }),
  ),
  refusals: ["resource_not_found"],
  run: ({ player_uuid: player, restriction_id: restrictionId }, by) =>
    Effect.map(
      Restrictions.use((restrictions) => restrictions.liftOfPlayer(player, restrictionId, by)),
      (records) => {
        const lifted = records.map((record) => ({ ...restrictionView(record), ...again(player, record) }))
        const [only] = records.map((record) => again(player, record))
        return { player_uuid: player, lifted, ...(lifted.length === 1 && only) }
      },
    ),
})
