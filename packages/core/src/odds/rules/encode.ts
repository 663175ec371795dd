/** Odds in the form of answers. */
import type { OddsNumber } from "../schema.ts"
import { Fraction } from "./fraction.ts"
import type { Odds } from "./odds.ts"
import type { Estimate } from "./sample.ts"

const numberOf = (number: Fraction | Estimate): OddsNumber => (number instanceof Fraction ? String(number) : number)

/** What the odds are of, the catalog that they belong to, and how many are ordered. */
type Subject = { readonly etag: string; readonly quantity: number } & (
  | { readonly loot_id: number }
  | { readonly vendor_id: number }
)

/** The odds without what they are of. */
export const numbersOf = ({ failures, isCut, items, samples }: Odds) => ({
  exact: samples === undefined,
  ...(samples === undefined ? undefined : { samples }),
  ...(isCut ? { cut_short: true } : undefined),
  items: items.map(({ atLeastOne, expected, itemId }) => ({
    item_id: itemId,
    expected: numberOf(expected),
    at_least_one: numberOf(atLeastOne),
  })),
  ...(failures.length === 0
    ? undefined
    : {
        failures: failures.map(({ probability, result }) => ({ result, probability: numberOf(probability) })),
      }),
})

/** The odds as they are answered. */
export const answerOf = <S extends Subject>(subject: S, odds: Odds) => ({ ...subject, ...numbersOf(odds) })
