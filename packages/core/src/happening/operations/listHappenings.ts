/** What happened, for operators: the log that a screen follows. */
import * as Schema from "effect/Schema"
import { described, IntegerOf, ListOf, Text } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { pageOfHappenings } from "./pageOfHappenings.ts"
import { HAPPENING_KINDS } from "../kinds.ts"
import { HappeningKind, HappeningPage } from "../schema.ts"

const LIMIT_MAX = 1000

/** Lists what happened. */
export const listHappenings = read(
  { name: "happening.list", permissions: ["operator:audit:*"] },
  {
    title: "List what happened",
    sentence:
      "List logins, refused logins, orders and acts of all players by time: the newest, what is older than a marker, or " +
      "what came after one. What happened is listed when it is three seconds old, so that whoever follows the list " +
      "sees everything once. What was stored later than that is listed among what is older.",
    input: {
      kinds: described(
        Schema.optionalKey(ListOf(HappeningKind, HAPPENING_KINDS.length)),
        "The kinds that are listed (default: all).",
      ),
      before: described(Schema.optionalKey(Text), "What is older: `next` of the page before."),
      after: described(Schema.optionalKey(Text), "What came since, the oldest first: `follow` of the page before."),
      limit: described(
        Schema.optionalKey(IntegerOf({ minimum: 1, maximum: LIMIT_MAX })),
        "Rows on a page, 1 to 1000 (default: 100).",
      ),
    },
    answer: value(HappeningPage),
    refusals: [],
    run: (wanted) => pageOfHappenings(wanted),
  },
)
