/**
 * What no purchase can pay (decisions, section 10): price points without a price, tiers that no order reaches, and
 * bundles of which nothing can be chosen. Also tiers that cost more than the tier below, and prices that nothing has.
 */
import * as BigDecimal from "effect/BigDecimal"
import { INTEGER_MAX } from "../../kernel/input/Field.ts"
import type { Breakpoint, BreakpointCurrency, PricePoint } from "../document.ts"
import { isEverAvailable } from "./availability.ts"
import { ORDER_QUANTITY_MAX } from "./bounds.ts"
import { lootPath } from "./drops.ts"
import { type Finding, type FindingPath, finding } from "./findings.ts"
import { isCondition, type LinkedCatalog, type LinkedLoot } from "./linked.ts"
import { type LinkedCoupon, reducedPrice } from "./linkedCoupon.ts"
import type { Labels } from "./names.ts"
import type { PublishedCatalog } from "./published.ts"
import type { Survey } from "./survey.ts"

/** Why no part of a dynamic bundle can be chosen; undefined: one can. */
const reasonAgainstChoice = ({ subVendor }: LinkedLoot): string | undefined => {
  if (subVendor === undefined) return "it has no sub vendor"
  if (subVendor.type !== "recipe") return "its sub vendor draws"
  const parts = subVendor.loot.filter((part) => !isCondition(part))
  if (parts.length === 0) return "its parts only check and take"
  return parts.some(isEverAvailable) ? undefined : "its parts are inactive"
}

/** By loot id: the coupons for more than one unit of it. A coupon that is used up buys one unit. */
type CouponsFor = ReadonlyMap<number, ReadonlyArray<LinkedCoupon>>

const couponsByLoot = ({ items }: LinkedCatalog): CouponsFor => {
  const coupons = new Map<number, Array<LinkedCoupon>>()
  for (const { coupon } of items.values()) {
    if (coupon === undefined || coupon.isConsumed) continue
    for (const id of coupon.lootIds) {
      const known = coupons.get(id)
      if (known === undefined) coupons.set(id, [coupon])
      else known.push(coupon)
    }
  }
  return coupons
}

/** The least that a unit may cost. */
type LeastOf = (currency: BreakpointCurrency) => number

/** Of each currency the coupon that leaves least of a price in it. */
const bestCoupons = (loot: ReadonlyArray<LinkedLoot>, coupons: CouponsFor): ReadonlyMap<number, LinkedCoupon> => {
  const best = new Map<number, LinkedCoupon>()
  for (const coupon of new Set(loot.flatMap(({ loot_id }) => coupons.get(loot_id) ?? []))) {
    const { currencyItemId: currency, remaining } = coupon
    const known = currency === undefined ? undefined : best.get(currency)
    if (currency === undefined || (known !== undefined && !BigDecimal.isLessThan(remaining, known.remaining))) continue
    best.set(currency, coupon)
  }
  return best
}

/** Prices fall by what the player owns of a recipe with price reduction, and by one coupon. */
const leastPrices = (loot: ReadonlyArray<LinkedLoot>, coupons: CouponsFor): LeastOf => {
  const isReduced = loot.some(({ item }) => item?.type === "recipe_with_price_reduction")
  let best: ReadonlyMap<number, LinkedCoupon> | undefined
  return ({ min_reduced_price = 0, price, price_item_id: id }) => {
    const priced = { price, min_reduced_price }
    if (isReduced) return reducedPrice(priced, price, undefined)
    best ??= bestCoupons(loot, coupons)
    return reducedPrice(priced, 0, best.get(id))
  }
}

/** The prices of the tier that no purchase pays, because all units together cost more than a player can own. */
const tooDear = ({ currencies, quantity }: Breakpoint, leastOf: LeastOf): ReadonlyArray<number> =>
  currencies.flatMap((currency, index) =>
    currency.price * quantity > INTEGER_MAX && leastOf(currency) * quantity > INTEGER_MAX ? [index] : [],
  )

/** The tiers below that cost less each, in any currency of the tier: the price of the cheapest, and its quantity. */
type Cheapest = Map<number, { readonly price: number; readonly quantity: number }>

const dearerFindings = (tier: Breakpoint, path: FindingPath, below: Cheapest, found: Array<Finding>): void => {
  tier.currencies.forEach(({ price, price_item_id: item }, index) => {
    const known = below.get(item)
    if (known !== undefined && price > known.price) {
      const detail = `${tier.quantity} cost ${price} each, and ${known.quantity} cost ${known.price} each`
      const one = price / tier.quantity
      const fix =
        Number.isInteger(one) && one <= known.price
          ? `write ${one}, if ${price} is the price of all ${tier.quantity}: a tier has the price of one unit`
          : `write at most ${known.price}: a tier has the price of one unit`
      found.push(finding("price_tier_dearer", [...path, "currencies", index, "price"], detail, undefined, fix))
    }
    if (known === undefined || price < known.price) below.set(item, { price, quantity: tier.quantity })
  })
}

const tierFindings = (guid: string, point: PricePoint, leastOf: LeastOf, found: Array<Finding>): void => {
  const tiers = point.current_breakpoints ?? []
  const below: Cheapest = new Map()
  const rising = tiers
    .map((tier, index) => ({ tier, index }))
    .sort((left, right) => left.tier.quantity - right.tier.quantity)
  for (const { index, tier } of rising) {
    const path = ["price_points", guid, "current_breakpoints", index]
    if (tier.quantity > ORDER_QUANTITY_MAX) {
      const detail = `an order has a quantity of at most ${ORDER_QUANTITY_MAX.toLocaleString("en")}`
      found.push(finding("price_tier_unreachable", [...path, "quantity"], detail))
      continue
    }
    for (const at of tooDear(tier, leastOf)) {
      const detail = `${tier.quantity} together cost more than 2^53-1, the largest count`
      found.push(finding("price_tier_unreachable", [...path, "currencies", at, "price"], detail))
    }
    if (tier.currencies.length === 0) found.push(finding("price_tier_without_price", [...path, "currencies"]))
    else dearerFindings(tier, path, below, found)
  }
}

/** The price points that some loot has, to be paid or to be shown. Inactive loot counts too. */
const usedPoints = ({ loot }: LinkedCatalog): ReadonlySet<unknown> => {
  const used = new Set<unknown>()
  for (const { preSalePricePoint, pricePoint } of loot.values()) used.add(pricePoint).add(preSalePricePoint)
  return used
}

const withoutTiers = (guid: string, loot: ReadonlyArray<LinkedLoot>, labels: Labels): Finding => {
  const [first] = loot
  return finding("price_point_without_tiers", ["price_points", guid], first && `${labels.loot(first.loot_id)} has it`)
}

/** Every price that no purchase pays, or that is probably not what was meant. */
export const findUnpayable = (
  published: PublishedCatalog,
  catalog: LinkedCatalog,
  { sold }: Survey,
  labels: Labels,
): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const coupons = couponsByLoot(catalog)
  const used = catalog.pricePoints.size === 0 ? new Set() : usedPoints(catalog)
  for (const [guid, linked] of catalog.pricePoints) {
    const point = published.price_points[guid]
    const loot = sold.get(linked)
    if (point === undefined) continue
    if (!used.has(linked)) found.push(finding("price_point_unused", ["price_points", guid]))
    else if (loot !== undefined && linked.current_breakpoints.every(({ currencies }) => currencies.length === 0)) {
      found.push(withoutTiers(guid, loot, labels))
    } else tierFindings(guid, point, leastPrices(loot ?? [], coupons), found)
    for (const one of loot ?? []) {
      if (one.item?.type !== "dynamic_bundle") continue
      const reason = reasonAgainstChoice(one)
      if (reason !== undefined) found.push(finding("bundle_without_choice", lootPath(one), reason))
    }
  }
  return found
}
