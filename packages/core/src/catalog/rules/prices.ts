/**
 * What no purchase can pay (decisions, section 10): price points without a price, tiers that no order reaches, and
 * bundles of which nothing can be chosen. Also tiers that cost more than the tier below, and prices that nothing has.
 */
import { INTEGER_MAX } from "../../kernel/input/Field.ts"
import type { Breakpoint, PricePoint } from "../document.ts"
import { isEverAvailable } from "./availability.ts"
import { ORDER_QUANTITY_MAX } from "./bounds.ts"
import { lootPath } from "./drops.ts"
import { type Finding, type FindingPath, finding } from "./findings.ts"
import { isCondition, type LinkedCatalog, type LinkedLoot } from "./linked.ts"
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

/** By loot id: the currencies whose prices a coupon may lower. */
type Discounted = ReadonlyMap<number, ReadonlySet<number>>

const discountedLoot = ({ items }: LinkedCatalog): Discounted => {
  const discounted = new Map<number, Set<number>>()
  for (const { coupon } of items.values()) {
    const currency = coupon?.currencyItemId
    if (coupon === undefined || currency === undefined) continue
    for (const id of coupon.lootIds) {
      const known = discounted.get(id)
      if (known === undefined) discounted.set(id, new Set([currency]))
      else known.add(currency)
    }
  }
  return discounted
}

/** Whether something may lower the prices in this item: a coupon, or parts that the player owns. */
type IsReduced = (priceItemId: number) => boolean

const reductionOf = (loot: ReadonlyArray<LinkedLoot>, discounted: Discounted): IsReduced => {
  const isEver = loot.some(({ item }) => item?.type === "recipe_with_price_reduction")
  let currencies: ReadonlySet<number> | undefined
  return (id) => {
    if (isEver) return true
    currencies ??= new Set(loot.flatMap(({ loot_id }) => [...(discounted.get(loot_id) ?? [])]))
    return currencies.has(id)
  }
}

/** Why no order reaches the tier; undefined: an order may. */
const reasonAgainstTier = ({ currencies, quantity }: Breakpoint, isReduced: IsReduced): string | undefined => {
  if (quantity > ORDER_QUANTITY_MAX) return `an order has a quantity of at most ${ORDER_QUANTITY_MAX}`
  if (currencies.length === 0 || currencies.some(({ price }) => price * quantity <= INTEGER_MAX)) return undefined
  const isPayable = currencies.some(
    ({ min_reduced_price: least = 0, price, price_item_id: id }) =>
      isReduced(id) && Math.min(least, price) * quantity <= INTEGER_MAX,
  )
  return isPayable ? undefined : `${quantity} together cost more than 2^53-1, the largest count`
}

/** The tiers below that cost less each, in any currency of the tier: the price of the cheapest, and its quantity. */
type Cheapest = Map<number, { readonly price: number; readonly quantity: number }>

const dearerFindings = (tier: Breakpoint, path: FindingPath, below: Cheapest, found: Array<Finding>): void => {
  tier.currencies.forEach(({ price, price_item_id: item }, index) => {
    const known = below.get(item)
    if (known !== undefined && price > known.price) {
      const detail = `${tier.quantity} cost ${price} each, and ${known.quantity} cost ${known.price} each`
      found.push(finding("price_tier_dearer", [...path, "currencies", index, "price"], detail))
    }
    if (known === undefined || price < known.price) below.set(item, { price, quantity: tier.quantity })
  })
}

const tierFindings = (guid: string, point: PricePoint, isReduced: IsReduced, found: Array<Finding>): void => {
  const tiers = point.current_breakpoints ?? []
  const below: Cheapest = new Map()
  const rising = tiers
    .map((tier, index) => ({ tier, index }))
    .sort((left, right) => left.tier.quantity - right.tier.quantity)
  for (const { index, tier } of rising) {
    const path = ["price_points", guid, "current_breakpoints", index]
    const reason = reasonAgainstTier(tier, isReduced)
    if (reason !== undefined) found.push(finding("price_tier_unreachable", path, reason))
    else if (tier.currencies.length === 0) found.push(finding("price_tier_without_price", [...path, "currencies"]))
    else dearerFindings(tier, path, below, found)
  }
}

/** The price points that some loot has, to be paid or to be shown. Inactive loot counts too. */
const usedPoints = ({ loot }: LinkedCatalog): ReadonlySet<unknown> => {
  const used = new Set<unknown>()
  for (const { preSalePricePoint, pricePoint } of loot.values()) used.add(pricePoint).add(preSalePricePoint)
  return used
}

/** Every price that no purchase pays, or that is probably not what was meant. */
export const findUnpayable = (
  published: PublishedCatalog,
  catalog: LinkedCatalog,
  { sold }: Survey,
): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const discounted = discountedLoot(catalog)
  const used = catalog.pricePoints.size === 0 ? new Set() : usedPoints(catalog)
  for (const [guid, linked] of catalog.pricePoints) {
    const point = published.price_points[guid]
    const loot = sold.get(linked)
    if (point === undefined) continue
    if (!used.has(linked)) found.push(finding("price_point_unused", ["price_points", guid]))
    else if (loot !== undefined && linked.current_breakpoints.every(({ currencies }) => currencies.length === 0)) {
      found.push(finding("price_point_without_tiers", ["price_points", guid], `loot ${loot[0]?.loot_id} has it`))
    } else tierFindings(guid, point, reductionOf(loot ?? [], discounted), found)
    for (const one of loot ?? []) {
      if (one.item?.type !== "dynamic_bundle") continue
      const reason = reasonAgainstChoice(one)
      if (reason !== undefined) found.push(finding("bundle_without_choice", lootPath(one), reason))
    }
  }
  return found
}
