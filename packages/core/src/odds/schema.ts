/** The odds of a loot or a vendor as JSON (decisions, section 12). */
import * as Schema from "effect/Schema"
import { ORDER_QUANTITY_MAX } from "../catalog/rules/bounds.ts"
import { AuthoredId } from "../catalog/schema.ts"
import { described, Enumeration, Flag, Integer, IntegerOf, ListOf, Text } from "../kernel/input/Field.ts"
import { Platform } from "../kernel/Platform.ts"
import { EntryResult } from "../order/enumerations.ts"
import { CONDITION_RULES } from "./rules/condition.ts"

/** Bounds of `quantity`: those of an entry of an order. */
export const QUANTITY_MAX = ORDER_QUANTITY_MAX

/** A quantity whose odds are asked for. */
export const OddsQuantity = IntegerOf({ minimum: 1, maximum: QUANTITY_MAX })

/** A number of the odds: exact, or an estimate with its bounds. */
export const OddsNumber = Schema.Union([
  Text.annotate({ description: "Where `exact` is true: a fraction in lowest terms, as `7/3`; a whole number as `3`." }),
  Schema.Struct({
    value: described(Schema.Finite, "The estimated number."),
    low: described(Schema.Finite, "The lower bound."),
    high: described(Schema.Finite, "The upper bound."),
  }).annotate({
    description: "Where `exact` is false: an estimate. The true number is from `low` to `high`, with 99% confidence.",
  }),
])
export type OddsNumber = typeof OddsNumber.Type

/** The odds of one item. */
const ItemOdds = Schema.Struct({
  item_id: described(AuthoredId, "Id of the item in the catalog."),
  expected: OddsNumber.annotate({ description: "By how much the count changes on average; negative: it is spent." }),
  at_least_one: OddsNumber.annotate({ description: "The probability to have more of the item than before." }),
  least: described(
    Integer,
    "The smallest change of the count, where it changes; negative: it is spent. Of estimates: that of the samples.",
  ),
  most: described(Integer, "The largest change of the count, where it changes."),
})

/** The rule of a condition of a prize. */
export const PrizeRule = Enumeration(CONDITION_RULES)
export type PrizeRule = typeof PrizeRule.Type

/** What has to hold for a prize. The fields besides `rule` and `message` are there where the rule has them. */
const PrizeCondition = Schema.Struct({
  rule: described(PrizeRule, "Which condition it is."),
  message: described(Text, "The condition in words, which go on from `only if`."),
  is_met: described(
    Schema.optionalKey(Flag),
    "Whether it holds for this player before the entry. Absent: that is not known.",
  ),
  item_id: described(Schema.optionalKey(AuthoredId), "The item that it is about."),
  count: described(Schema.optionalKey(Integer), "The count that it compares with. Absent: the inventory decides."),
  level: described(Schema.optionalKey(Integer), "The level that `count` XP of the item reach."),
  from: described(Schema.optionalKey(Text), "The time from which on it holds, ISO 8601 in UTC."),
  platforms: described(Schema.optionalKey(ListOf(Platform)), "The platforms on which it holds."),
  vendor_id: described(Schema.optionalKey(AuthoredId), "The vendor that has to have loot to draw."),
}).annotate({ identifier: "PrizeCondition", description: "What has to hold for a prize." })

/** A prize that is given only on a condition. */
const ConditionalPrize = Schema.Struct({
  item_id: described(AuthoredId, "Id of the item in the catalog."),
  least: described(Schema.optionalKey(Integer), "The least that is given at a time. Absent: the inventory decides."),
  most: described(Schema.optionalKey(Integer), "The most that is given at a time."),
  conditions: described(ListOf(PrizeCondition), "All of them have to hold."),
}).annotate({
  identifier: "ConditionalPrize",
  description: "A prize that is given only if all its conditions hold, and then with luck.",
})

/** The probability that the entry fails with this result. */
const FailureOdds = Schema.Struct({
  result: described(EntryResult, "The result of the entry."),
  probability: described(OddsNumber, "How likely it is."),
})

const etag = Text.annotate({ description: "Etag of the vendor collection that the odds belong to." })

/** The fields of the odds of anything. */
export const oddsFields = {
  exact: Schema.Boolean.annotate({ description: "Whether the numbers are exact; otherwise they are estimates." }),
  samples: Schema.optionalKey(
    IntegerOf({ minimum: 1 }).annotate({ description: "How often the loot was fulfilled for the estimates." }),
  ),
  cut_short: Schema.optionalKey(
    Schema.Boolean.annotate({
      description:
        "Whether the server's budget of steps (`oddsStepsMax`) ended the computation: then fewer samples were taken, and " +
        "the bounds are wider. Absent: it did not.",
    }),
  ),
  items: described(ListOf(ItemOdds), "By item id."),
  failures: Schema.optionalKey(ListOf(FailureOdds).annotate({ description: "Absent: the entry never fails." })),
  conditional: Schema.optionalKey(
    ListOf(ConditionalPrize).annotate({
      description:
        "Prizes that are given only on conditions, also those without a chance for this player. The chances of `items` " +
        "are those for this player. Absent: there are none.",
    }),
  ),
  conditional_cut_short: Schema.optionalKey(
    Flag.annotate({ description: "Whether there may be more conditional prizes. Absent: these are all." }),
  ),
}

/** The odds of a loot, ordered `quantity` times in one entry. */
export const LootOddsAnswer = Schema.Struct({
  etag,
  loot_id: described(AuthoredId, "Id of the loot."),
  quantity: described(OddsQuantity, "How many are ordered in one entry."),
  ...oddsFields,
}).annotate({
  identifier: "Odds",
  description: "The odds of a loot.",
})
export type LootOddsAnswer = typeof LootOddsAnswer.Type

/** The odds of a vendor, ordered `quantity` times in one entry. */
export interface VendorOddsAnswer extends Omit<LootOddsAnswer, "loot_id"> {
  readonly vendor_id: number
}

/** The odds of either. */
export type OddsAnswer = LootOddsAnswer | VendorOddsAnswer
