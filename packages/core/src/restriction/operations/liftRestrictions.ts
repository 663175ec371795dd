/** Lifting restrictions of the person of a player (decisions, section 7). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, Text } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { act } from "../../operation/Operation.ts"
import { restrictionActs } from "../acts.ts"
import { Restrictions } from "../Restrictions.ts"
import { LiftedRestrictions, restrictionView } from "../view.ts"

/** Lifts the restrictions of the person that owns a player, or one of them. */
export const liftRestrictions = act(restrictionActs.lift, {
  title: "Lift the restrictions of a player",
  sentence:
    "Lift the restrictions of the person of a player that are in force. They stay in the history, as lifted. Each has " +
    "its row in the audit.",
  input: {
    player_uuid: OfPlayer,
    restriction_id: described(Schema.optionalKey(Text), "Lift this restriction only (default: all in force)."),
  },
  answer: value(
    Schema.Struct({
      player_uuid: OfPlayer,
      lifted: described(LiftedRestrictions, "The restrictions that were lifted."),
    }).annotate({ identifier: "LiftedRestrictions" }),
  ),
  refusals: ["resource_not_found"],
  run: ({ player_uuid: player, restriction_id: restrictionId }, by) =>
    Effect.map(
      Restrictions.use((restrictions) => restrictions.liftOfPlayer(player, restrictionId, by)),
      (lifted) => ({ player_uuid: player, lifted: lifted.map(restrictionView) }),
    ),
})
