/**
 * The prices that a purchase of a client states together. Such a purchase fails, and the text of its order has none of
 * them, because a client could make their list long (../interpret/outcome.ts). The first few are kept beside the text,
 * so that an explanation can say what was stated.
 */
import type { SubmittedEntry } from "../../schema.ts"
import type { OrderOutcome } from "../interpret/outcome.ts"
import { STATED_LISTED_MAX } from "../interpret/price.ts"

/** What an entry stated of prices. */
export interface StatedTogether {
  /** Place of the entry in its order. */
  readonly entry: number
  /** How many prices it stated. */
  readonly count: number
  /** The first of them, each as item and price. */
  readonly first: ReadonlyArray<readonly [itemId: number, price: number]>
  /** The coupon that it named; absent: none. */
  readonly coupon?: number
}

/** What the text of the order leaves out of the prices that its entries stated. */
export const statedTogether = (
  requests: ReadonlyArray<SubmittedEntry>,
  { entries }: OrderOutcome,
): ReadonlyArray<StatedTogether> =>
  requests.flatMap(({ purchase_price: stated }, entry) => {
    const kept = entries[entry]?.request.purchase_price
    const prices = stated?.currencies ?? []
    if (stated === undefined || kept !== undefined || prices.length < 2) return []
    const first = prices.slice(0, STATED_LISTED_MAX).map(({ price, price_item_id: id }) => [id, price] as const)
    const { price_coupon_item_id: coupon } = stated
    return [{ entry, count: prices.length, first, ...(coupon === undefined ? undefined : { coupon }) }]
  })

/** The entries with what they stated, as far as it was kept. What was not kept is as the last price that was. */
export const restated = (
  entries: ReadonlyArray<SubmittedEntry>,
  stated: ReadonlyArray<StatedTogether>,
): ReadonlyArray<SubmittedEntry> => {
  if (stated.length === 0) return entries
  const byEntry = new Map(stated.map((one) => [one.entry, one]))
  return entries.map((entry, index) => {
    const found = byEntry.get(index)
    if (found === undefined || entry.purchase_price !== undefined) return entry
    const { count, coupon, first } = found
    const currencies = Array.from({ length: count }, (_, at) => {
      const [id = 0, price = 0] = first[at] ?? first.at(-1) ?? []
      return { price_item_id: id, price }
    })
    const named = coupon === undefined ? undefined : { price_coupon_item_id: coupon }
    return { ...entry, purchase_price: { currencies, ...named } }
  })
}
