/** Warnings about coupons that lower no price, or raise it (decisions, section 10). */
import { type Finding, finding } from "./findings.ts"
import type { LinkedCatalog, LinkedLoot } from "./linked.ts"
import type { LinkedCoupon } from "./linkedCoupon.ts"
import type { LinkedPricePoint } from "./linkedTables.ts"
import type { Labels } from "./names.ts"
import type { PublishedCatalog } from "./published.ts"

/** What a price point asks in a currency: for any quantity, and for 1. */
interface Prices {
  isSingle: boolean
  /** Whether a price is above its `min_reduced_price`, so that a coupon can lower it. */
  isLowered: boolean
  isSingleLowered: boolean
}

/** By currency, what a price point asks. */
type Asked = ReadonlyMap<number, Prices>

const askedOf = ({ current_breakpoints: tiers }: LinkedPricePoint): Asked => {
  const asked = new Map<number, Prices>()
  for (const { currencies, quantity } of tiers) {
    for (const { min_reduced_price: least, price, price_item_id: id } of currencies) {
      const prices = asked.get(id) ?? { isSingle: false, isLowered: false, isSingleLowered: false }
      const isSingle = quantity === 1
      prices.isSingle ||= isSingle
      prices.isLowered ||= least < price
      prices.isSingleLowered ||= isSingle && least < price
      asked.set(id, prices)
    }
  }
  return asked
}

/** What the loot costs in a currency; undefined: it does not cost the currency. Price points are summed up once. */
type PricesOf = (loot: LinkedLoot, currency: number) => Prices | undefined

const remembering = (): PricesOf => {
  const known = new Map<LinkedPricePoint, Asked>()
  return ({ pricePoint }, currency) => {
    if (pricePoint === undefined) return undefined
    const asked = known.get(pricePoint) ?? askedOf(pricePoint)
    known.set(pricePoint, asked)
    return asked.get(currency)
  }
}

/** What is wrong with a coupon: the field and the finding. */
interface Fault {
  readonly code: "coupon_without_effect" | "coupon_currency_unused"
  readonly field: "coupon_discount_percentage" | "coupon_discount_currency_item_id"
  readonly detail?: string
  readonly fix?: string
}

const withoutEffect = (detail?: string): Fault => ({
  code: "coupon_without_effect",
  field: "coupon_discount_percentage",
  ...(detail === undefined ? undefined : { detail }),
})

/** The fix that names a currency which loot of the coupon costs, where there is one. */
const currencyToWrite = (catalog: LinkedCatalog, { lootIds }: LinkedCoupon, labels: Labels): Pick<Fault, "fix"> => {
  for (const id of lootIds) {
    const cost = catalog.loot.get(id)?.pricePoint?.current_breakpoints[0]?.currencies[0]
    if (cost !== undefined) return { fix: `write ${labels.item(cost.price_item_id)}, which ${labels.loot(id)} costs` }
  }
  return {}
}

/**
 * What is wrong with the coupon; undefined: it lowers a price. Inactive loot counts as loot, because operators switch
 * it on.
 */
const faultOf = (
  catalog: LinkedCatalog,
  percentage: number,
  coupon: LinkedCoupon | undefined,
  pricesOf: PricesOf,
  labels: Labels,
): Fault | undefined => {
  const currency = coupon?.currencyItemId
  if (percentage === 0 || coupon === undefined || currency === undefined || coupon.lootIds.size === 0) {
    return withoutEffect()
  }
  const prices = [...coupon.lootIds].flatMap((id) => {
    const loot = catalog.loot.get(id)
    return (loot && pricesOf(loot, currency)) ?? []
  })
  if (prices.length === 0) {
    const fix = currencyToWrite(catalog, coupon, labels)
    return { code: "coupon_currency_unused", field: "coupon_discount_currency_item_id", ...fix }
  }
  // A coupon that is used up buys one unit.
  if (coupon.isConsumed && !prices.some(({ isSingle }) => isSingle)) {
    return withoutEffect("a coupon that is used up buys one unit, and none of its loot is sold singly")
  }
  return prices.some(({ isLowered, isSingleLowered }) => (coupon.isConsumed ? isSingleLowered : isLowered))
    ? undefined
    : withoutEffect("each price is its `min_reduced_price` already")
}

/** Every coupon that lowers no price, and every one that raises it. */
export const findIdleCoupons = (
  published: PublishedCatalog,
  catalog: LinkedCatalog,
  labels: Labels,
): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const pricesOf = remembering()
  for (const { coupon_discount_percentage: percentage, item_id } of Object.values(published.items)) {
    if (percentage === undefined) continue
    const path = ["items", String(item_id)]
    if (percentage < 0) found.push(finding("discount_negative", [...path, "coupon_discount_percentage"]))
    const fault = faultOf(catalog, percentage, catalog.items.get(item_id)?.coupon, pricesOf, labels)
    if (fault !== undefined) found.push(finding(fault.code, [...path, fault.field], fault.detail, undefined, fault.fix))
  }
  return found
}
