/** The odds of a loot or a vendor as JSON (decisions, section 12). */
import * as Schema from "effect/Schema"
import { ORDER_QUANTITY_MAX } from "../catalog/rules/bounds.ts"
import { AuthoredId } from "../catalog/schema.ts"
import { described, IntegerOf, ListOf, Text } from "../kernel/input/Field.ts"
import { EntryResult } from "../order/enumerations.ts"

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
