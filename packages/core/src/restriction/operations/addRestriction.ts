/** Keeping the person of a player from logging in (decisions, section 7). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, Integer } from "../../kernel/input/Field.ts"
import { Timestamp, TimestampOrUnixText } from "../../kernel/time/Timestamp.ts"
import { value } from "../../operation/answer.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { act } from "../../operation/Operation.ts"
import { reverseBy, reverseField } from "../../operation/reverse.ts"
import { TokenSettings } from "../../token/settings.ts"
import { restrictionActs } from "../acts.ts"
import { Restrictions } from "../Restrictions.ts"
import { refusesLogin } from "../rules.ts"
import { NewRestrictionInput, RestrictionType } from "../schema.ts"
import { RestrictionView, restrictionView } from "../view.ts"

/** Restricts the person that owns a player. `told` is for the player; the reason of the act is for the audit. */
export const addRestriction = act(restrictionActs.add, {
  title: "Restrict a player",
  sentence:
    "Keep the person of a player from logging in, with all players of that person, and end their sessions. Servers " +
    "that have verified a token of theirs refuse it within verificationCacheSeconds.",
  input: {
    player_uuid: OfPlayer,
    type: described(RestrictionType, "What it does to the account (default: account_ban)."),
    told: described(NewRestrictionInput.fields.reason, "Reason that the player is told at the next login."),
    note: described(NewRestrictionInput.fields.note, "Note for operators; the player never sees it."),
    expires_at: described(
      Schema.optionalKey(TimestampOrUnixText),
      "When it ends: 2030-01-31T18:00:00Z or Unix seconds (default: never).",
    ),
  },
  answer: value(
    Schema.Struct({
      ...RestrictionView.fields,
      ended_sessions: described(Integer, "Sessions of the person that it ended."),
      holds_everywhere: described(
        Schema.optional(Timestamp),
        "From then on every server refuses the tokens of the ended sessions, also one that verified them just before; " +
          "absent: it ends no session.",
      ),
      reverse: reverseField,
    }).annotate({ identifier: "AddedRestriction" }),
  ),
  refusals: ["resource_not_found"],
  run: ({ expires_at: expiresAt, note, player_uuid: player, told: reason, type }, by) => {
    const wanted = {
      type,
      ...(reason !== undefined && { reason }),
      ...(note !== undefined && { note }),
      ...(expiresAt !== undefined && { expiresAt }),
    }
    return Effect.gen(function* () {
      const restriction = yield* Restrictions.use((restrictions) => restrictions.addToPlayer(player, wanted, by))
      const { verificationCacheSeconds } = yield* TokenSettings
      return {
        ...restrictionView(restriction),
        ended_sessions: restriction.endedSessions,
        holds_everywhere: refusesLogin(restriction.type)
          ? restriction.createdAt + verificationCacheSeconds * 1000
          : undefined,
        ...reverseBy(restrictionActs.lift, { player_uuid: player, restriction_id: restriction.restrictionId }),
      }
    })
  },
})
