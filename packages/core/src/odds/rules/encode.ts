/** Odds in the form of answers. */
import type { OddsNumber } from "../schema.ts"
import { Fraction } from "./fraction.ts"
import type { Labels } from "../../catalog/rules/names.ts"
import { conditionFields, conditionText } from "./condition.ts"
import type { JudgedPrize, Odds } from "./odds.ts"
import type { Estimate } from "./sample.ts"

const numberOf = (number: Fraction | Estimate): OddsNumber => (number instanceof Fraction ? String(number) : number)

/** What the odds are of, the catalog that they belong to, and how many are ordered. */
type Subject = { readonly etag: string; readonly quantity: number } & (
  | { readonly loot_id: number }
  | { readonly vendor_id: number }
)

const prizeOf = ({ conditions, extent, itemId }: JudgedPrize, labels: Labels) => ({
  item_id: itemId,
  ...extent,
  conditions: conditions.map(({ condition, isMet }) => {
    const fields = conditionFields(condition)
    const met = isMet === undefined ? undefined : { is_met: isMet }
    return { ...fields, message: conditionText(fields, labels), ...met }
  }),
})

/** The odds without what they are of. */
export const numbersOf = (
  { conditional, failures, isConditionalCut, isCut, items, samples }: Odds,
  labels: Labels,
) => ({
  exact: samples === undefined,
  ...(samples === undefined ? undefined : { samples }),
  ...(isCut ? { cut_short: true } : undefined),
  items: items.map(({ atLeastOne, expected, itemId, least, most }) => ({
    item_id: itemId,
    expected: numberOf(expected),
    at_least_one: numberOf(atLeastOne),
    least,
    most,
  })),
  ...(failures.length === 0
    ? undefined
    : {
        failures: failures.map(({ probability, result }) => ({ result, probability: numberOf(probability) })),
      }),
  ...(conditional.length === 0 ? undefined : { conditional: conditional.map((prize) => prizeOf(prize, labels)) }),
  ...(isConditionalCut ? { conditional_cut_short: true } : undefined),
})

/** The odds as they are answered. `labels`: how the catalog calls what conditions are about. */
export const answerOf = <S extends Subject>(subject: S, odds: Odds, labels: Labels) => ({
  ...subject,
  ...numbersOf(odds, labels),
})
