/** Prices in words: those that an entry states, and those that would match. */
import type { Labels } from "../../../catalog/rules/names.ts"
import type { ExpectedPrice, StatedPrice } from "./failureReason.ts"

const amount = ({ itemId, price }: StatedPrice, { item }: Labels): string => `${price} of ${item(itemId)}`

/** Prices that an entry states together; `count` is how many there are. */
export const statedText = (stated: ReadonlyArray<StatedPrice>, count: number, labels: Labels): string => {
  const more = count > stated.length ? ` and ${count - stated.length} more` : ""
  return `${stated.map((one) => amount(one, labels)).join(", ")}${more}`
}

/** Prices of which a purchase states one: "100 of item 2 or 5 of item 3". */
const alternativesText = (prices: ReadonlyArray<StatedPrice>, labels: Labels): string =>
  prices.map((one) => amount(one, labels)).join(" or ")

/** The sentences that say which price would match, with a space before; empty: nobody asked. */
export const expectedText = (expected: ReadonlyArray<ExpectedPrice> | undefined, labels: Labels): string => {
  if (expected === undefined) return ""
  if (expected.length === 0) return " None of its prices can be paid here."
  const lowered = expected.filter(({ price, reduced }) => reduced !== price)
  const paid = lowered.map(({ itemId, reduced }) => ({ itemId, price: reduced }))
  const paying =
    paid.length === 0 ? "" : ` With owned parts and the coupon, the player pays ${alternativesText(paid, labels)}.`
  return ` The price that would match is ${alternativesText(expected, labels)} for one, at this quantity.${paying}`
}
