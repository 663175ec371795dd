/**
 * The prices that a purchase may state: one for each currency of its tier that can be used here. They are found for a
 * quote and for an explanation, and decide nothing. Prices of before a sale are not among them: no purchase pays them.
 */
import { type LinkedLoot, lookup } from "../../../catalog/rules/linked.ts"
import { reducedPrice } from "../../../catalog/rules/linkedCoupon.ts"
import { reducingParts } from "../../../catalog/rules/sales.ts"
import type { SubmittedEntry } from "../../schema.ts"
import type { ExpectedPrice, FailureReason } from "../reasons/failureReason.ts"
import { reasonAgainstItem } from "./give.ts"
import { tierOf, type UsedCoupon } from "./price.ts"
import { couponOf, ownedParts } from "./reductions.ts"
import { needItems } from "./records.ts"
import { countOf, type Run } from "./run.ts"

/** The items whose counts lower the price. */
const itemsReducing = ({ purchase_price: stated }: SubmittedEntry, loot: LinkedLoot): ReadonlyArray<number> => [
  ...(stated?.price_coupon_item_id === undefined ? [] : [stated.price_coupon_item_id]),
  ...reducingParts(loot).flatMap((part) => (part.item === undefined ? [] : [part.item.item_id])),
]

/** The coupon of the entry, if it lowers prices in this currency and the player has it. */
const couponFor = (
  run: Run,
  request: SubmittedEntry,
  loot: LinkedLoot,
  priceItemId: number,
): UsedCoupon | undefined => {
  const coupon = couponOf(run, request, loot, priceItemId)
  return coupon === undefined || "_tag" in coupon || countOf(run, coupon.item) < 1 ? undefined : coupon
}

/** The prices that a purchase of the loot may state; undefined: its quantity has no tier, or the loot no price. */
export const expectedPrices = (
  traced: Run,
  request: SubmittedEntry,
  loot: LinkedLoot,
): ReadonlyArray<ExpectedPrice> | undefined => {
  const tier = tierOf(loot, request.quantity)
  if ("_tag" in tier) return undefined
  // What is looked at here is no step of the purchase.
  const run: Run = { ...traced, trace: undefined }
  const known = itemsReducing(request, loot).filter((id) => run.catalog.items.has(id))
  needItems(run, known)
  return tier.currencies.flatMap((currency) => {
    const item = lookup(run.catalog.items, currency.price_item_id)
    if (item === undefined || reasonAgainstItem(run, item) !== undefined) return []
    const coupon = couponFor(run, request, loot, item.item_id)
    const reduced = reducedPrice(currency, ownedParts(run, { item, loot }), coupon?.discount)
    return [{ itemId: item.item_id, price: currency.price, reduced }]
  })
}

/** The reason with the prices that would match, where the stated price is why the purchase fails. */
export const withExpected = (
  reason: FailureReason,
  expected: ReadonlyArray<ExpectedPrice> | undefined,
): FailureReason => {
  if (expected === undefined) return reason
  switch (reason._tag) {
    case "PriceMissing":
    case "PricesTooMany":
    case "NotSoldForItem":
    case "PriceDiffers":
      return { ...reason, expected }
    default:
      return reason
  }
}
