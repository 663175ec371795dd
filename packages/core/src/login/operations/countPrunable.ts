/** What a pruning of anonymous players would delete, for operators. */
import * as Schema from "effect/Schema"
import * as Effect from "effect/Effect"
import { described, IntegerOf } from "../../kernel/input/Field.ts"
import { countForgettable } from "../storing/anonymousPruning.ts"
import { PRUNE_DAYS_MAX } from "../settings.ts"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"

/** What was found in a part of the players. */
const PrunablePlayers = Schema.Struct({
  old: described(IntegerOf({ minimum: 0 }), "Anonymous players of this part that were made before that time."),
  prunable: described(
    IntegerOf({ minimum: 0 }),
    "Those of them that never came back and that nothing keeps: anonymousPruneDays would delete them.",
  ),
  next: described(Schema.NullOr(IntegerOf({ minimum: 1 })), "Where the next part begins; null: this was the last."),
}).annotate({ identifier: "PrunablePlayers" })

/** Counts what a pruning would delete, a part of the players at a time. */
export const countPrunable = read(
  { name: "player.countPrunable", permissions: ["operator:read:player", "user:read:any"] },
  {
    title: "Count anonymous players that a pruning would delete",
    sentence:
      "Count the anonymous players that the setting anonymousPruneDays would delete: those that logged in once, that " +
      "long ago, and have no order, item, claim, notification, restriction, accepted agreement or link. Looks at a " +
      "bounded number of players, and says where to go on. Deletes nothing.",
    input: {
      days: described(IntegerOf({ minimum: 1, maximum: PRUNE_DAYS_MAX }), "Days since the one login."),
      after: described(Schema.optionalKey(IntegerOf({ minimum: 0 })), "The next of the part before."),
    },
    answer: value(PrunablePlayers),
    refusals: [],
    run: ({ after, days }) =>
      Effect.map(countForgettable(after ?? 0, days), ({ forgettable, next, old }) => ({
        old,
        prunable: forgettable,
        next: next ?? null,
      })),
  },
)
