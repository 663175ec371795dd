/** Prices of a purchase: the tier, the stated price and the coupon (decisions, section 12). */
import type { LinkedItem, LinkedLoot } from "../../../catalog/rules/linked.ts"
import type { LinkedCoupon } from "../../../catalog/rules/linkedCoupon.ts"
import type { LinkedBreakpoint, LinkedCurrency } from "../../../catalog/rules/linkedTables.ts"
import type { SubmittedEntry } from "../../schema.ts"
import type { FailureReason, StatedPrice } from "../reasons/failureReason.ts"

/**
 * The tier for buying `quantity` of the loot: the highest breakpoint that is not above the quantity. With
 * `strict_flag`, the quantity must equal it. With `cap_flag`, the quantity must not be above the highest breakpoint.
 */
export const tierOf = (
  { loot_id: lootId, pricePoint }: LinkedLoot,
  quantity: number,
): LinkedBreakpoint | FailureReason => {
  const tiers = pricePoint?.current_breakpoints ?? []
  const lowest = tiers[0]?.quantity
  const highest = tiers.at(-1)?.quantity
  if (pricePoint === undefined || lowest === undefined || highest === undefined) {
    return { _tag: "NotForSale", lootId }
  }
  const tier = tiers.findLast((one) => one.quantity <= quantity)
  if (tier === undefined) {
    return { _tag: "QuantityBelowTiers", lootId, quantity, lowest }
  }
  if (pricePoint.cap_flag && quantity > highest) {
    return { _tag: "QuantityAboveTiers", lootId, quantity, highest }
  }
  return pricePoint.strict_flag && quantity !== tier.quantity
    ? { _tag: "QuantityBetweenTiers", lootId, quantity, tier: tier.quantity }
    : tier
}

/** The tier's price of a unit in this currency; undefined: the tier has no price in it. */
export const priceIn = ({ currencies }: LinkedBreakpoint, itemId: number): LinkedCurrency | undefined =>
  currencies.find(({ price_item_id }) => price_item_id === itemId)

/** Prices that are listed of an entry that states several. */
export const STATED_LISTED_MAX = 4

/** The price of a unit that the entry states, in one currency: `currencies`, or else the deprecated pair. */
export const statedPrice = (
  { purchase_price: stated }: SubmittedEntry,
  lootId: number,
): StatedPrice | FailureReason => {
  const several = stated?.currencies ?? []
  if (several.length > 1) {
    const listed = several.slice(0, STATED_LISTED_MAX).map(({ price, price_item_id: id }) => ({ itemId: id, price }))
    return { _tag: "PricesTooMany", lootId, count: several.length, stated: listed }
  }
  const { price_item_id: itemId, price } = stated?.currencies?.[0] ?? stated ?? {}
  return itemId === undefined || price === undefined ? { _tag: "PriceMissing", lootId } : { itemId, price }
}

/** A coupon that may be used. */
export interface UsedCoupon {
  readonly item: LinkedItem
  readonly discount: LinkedCoupon
}

/** The coupon in `item`, or why it does not apply to `quantity` of the loot at a price in `priceItemId`. */
export const usedCoupon = (
  item: LinkedItem,
  lootId: number,
  priceItemId: number,
  quantity: number,
): UsedCoupon | FailureReason => {
  const { coupon: discount, item_id: itemId } = item
  if (discount?.lootIds.has(lootId) !== true) return { _tag: "CouponNotForLoot", itemId, lootId }
  if (discount.currencyItemId !== priceItemId) return { _tag: "CouponNotForPriceItem", itemId, priceItemId }
  // A coupon that is used up buys one unit. A higher quantity would lower many prices at the cost of one coupon.
  return discount.isConsumed && quantity !== 1 ? { _tag: "CouponNotForQuantity", itemId, quantity } : { item, discount }
}
