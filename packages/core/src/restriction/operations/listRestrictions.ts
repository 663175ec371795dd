/** The restrictions of all persons (decisions, section 7). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, Enumeration, IntegerOf, ListOf, Text } from "../../kernel/input/Field.ts"
import { PlayerUuid } from "../../kernel/Identifier.ts"
import { TimestampOrUnixText } from "../../kernel/time/Timestamp.ts"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { listRestrictionsOfAll } from "../listing.ts"
import { isActive } from "../rules.ts"
import { RestrictionType } from "../schema.ts"
import { PastRestriction, pastRestriction } from "../view.ts"

const Listed = Schema.Struct({
  player_uuid: described(PlayerUuid, "The active player of the person."),
  display_name: described(Text, "Its display name."),
  ...PastRestriction.fields,
}).annotate({ identifier: "ListedRestriction" })

/** Lists restrictions of all persons. */
export const listRestrictions = read(
  { name: "restriction.list", permissions: ["operator:read:player"] },
  {
    title: "List restrictions of all players",
    sentence:
      "List the restrictions of all persons, a page at a time: those in force, with the nearest end first, or past ones, " +
      "with the one that ended last first. Each page but the last ends with the marker of the next.",
    input: {
      state: described(Schema.optionalKey(Enumeration(["in_force", "past"])), "Which of them (default: in_force)."),
      type: described(Schema.optionalKey(RestrictionType), "Those of this type only (default: all)."),
      until: described(
        Schema.optionalKey(TimestampOrUnixText),
        "Those that end, or ended, by then: 2030-01-31T18:00:00Z or Unix seconds (default: all).",
      ),
      limit: described(
        Schema.optionalKey(IntegerOf({ minimum: 1, maximum: 1000 })),
        "Restrictions on a page, 1 to 1000 (default: 100).",
      ),
      after: described(Schema.optionalKey(Text), "The page after the one that ended with this marker."),
    },
    answer: value(
      Schema.Struct({
        restrictions: described(ListOf(Listed), "The restrictions, in their order."),
        next: described(Schema.NullOr(Text), "The marker of the next page; null on the last one."),
      }).annotate({ identifier: "RestrictionsOfAll" }),
    ),
    refusals: [],
    run: Effect.fnUntraced(function* (wanted) {
      const { next, restrictions } = yield* listRestrictionsOfAll(wanted)
      const now = yield* Clock.currentTimeMillis
      return {
        restrictions: restrictions.map(({ displayName, playerUuid, ...record }) => ({
          player_uuid: playerUuid,
          display_name: displayName,
          ...pastRestriction({ ...record, active: isActive(record, now) }),
        })),
        next: next ?? null,
      }
    }),
  },
)
