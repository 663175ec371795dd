/** Odds in the form of answers. */
import type { OddsAnswer, OddsNumber } from "../schema.ts"
import { Fraction } from "./fraction.ts"
import type { Odds } from "./odds.ts"
import type { Estimate } from "./sample.ts"

const numberOf = (number: Fraction | Estimate): OddsNumber => (number instanceof Fraction ? String(number) : number)

/** What the odds are of, and the catalog that they belong to. */
export type OddsSubject = Pick<OddsAnswer, "etag" | "loot_id" | "vendor_id" | "quantity">

/** The odds as they are answered. */
export const answerOf = (subject: OddsSubject, { failures, items, samples }: Odds): OddsAnswer => ({
  ...subject,
  exact: samples === undefined,
  ...(samples === undefined ? undefined : { samples }),
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
