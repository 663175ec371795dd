/** The discount of a coupon (decisions, section 12), computed exactly: 10 % of a price of 10 is 1, never 0.99. */
import * as BigDecimal from "effect/BigDecimal"
import type { ItemType } from "../schema.ts"

/** The discount that a coupon item gives. */
export interface LinkedCoupon {
  /** The item whose prices it lowers; undefined: it lowers no price. */
  readonly currencyItemId: number | undefined
  /** The share of a price that is left: 1 minus the authored percentage, as the author wrote that in decimals. */
  readonly remaining: BigDecimal.BigDecimal
  /** Whether a purchase takes one of the player's coupons. */
  readonly isConsumed: boolean
  /** The loot that it discounts. */
  readonly lootIds: ReadonlySet<number>
}

/** The coupon fields of an item, with their defaults. */
interface CouponFields {
  readonly type: ItemType
  readonly coupon_discount_currency_item_id?: number
  readonly coupon_discount_percentage?: number
  readonly coupon_consume_on_use: boolean
  readonly coupon_discount_loot: ReadonlyArray<number>
}

const one = BigDecimal.fromBigInt(1n)

/** The coupon that an item is; undefined: it is not a unit with a percentage. */
export const linkCoupon = (item: CouponFields): LinkedCoupon | undefined => {
  const percentage = item.coupon_discount_percentage
  if (item.type !== "unit" || percentage === undefined) return undefined
  return {
    currencyItemId: item.coupon_discount_currency_item_id,
    remaining: BigDecimal.subtract(one, BigDecimal.fromNumberUnsafe(percentage)),
    isConsumed: item.coupon_consume_on_use,
    lootIds: new Set(item.coupon_discount_loot),
  }
}

/**
 * A price of 0 to 2^53-1 after the discount, rounded down. A negative percentage raises the price, beyond 2^53-1 too;
 * such a number is no longer exact.
 */
const discounted = (price: number, { remaining }: LinkedCoupon): number =>
  BigDecimal.toNumberUnsafe(BigDecimal.floor(BigDecimal.multiply(BigDecimal.fromBigInt(BigInt(price)), remaining)))

/** The price of a unit in a currency, and what no reduction goes below. */
interface ReduciblePrice {
  readonly price: number
  readonly min_reduced_price: number
}

/**
 * The price of a unit after reductions: first `ownedParts`, the prices of the parts that the player owns, then the
 * coupon. Reductions end at `min_reduced_price`, and never raise a price that is below it.
 */
export const reducedPrice = (
  { min_reduced_price, price }: ReduciblePrice,
  ownedParts: number,
  coupon: LinkedCoupon | undefined,
): number => {
  const minimum = Math.min(min_reduced_price, price)
  const reduced = Math.max(minimum, price - ownedParts)
  return coupon === undefined ? reduced : Math.max(minimum, discounted(reduced, coupon))
}
