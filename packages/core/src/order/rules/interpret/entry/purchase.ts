/** Buying loot: what the entry may buy at which price, and how it is paid (decisions, section 12). */
import * as BigDecimal from "effect/BigDecimal"
import { type LinkedItem, type LinkedLoot, lookup } from "../../../../catalog/rules/linked.ts"
import { reducedPrice } from "../../../../catalog/rules/linkedCoupon.ts"
import type { LinkedBreakpoint, LinkedCurrency } from "../../../../catalog/rules/linkedTables.ts"
import { reducingParts } from "../../../../catalog/rules/sales.ts"
import { COUNT_MAX } from "../../../../inventory/schema.ts"
import type { SubmittedEntry } from "../../../schema.ts"
import { expectedPrices, withExpected } from "../expectedPrices.ts"
import type { FailureReason } from "../../reasons/failureReason.ts"
import { reasonAgainstUse, spend, traceBuckets } from "../give.ts"
import { needItems } from "../records.ts"
import { priceIn, statedPrice, tierOf, type UsedCoupon } from "../price.ts"
import { couponOf, ownedParts } from "../reductions.ts"
import { countOf, type EntryInProgress, type Run, spendSteps, traceChanges } from "../run.ts"
import { type Needs, needsNothing } from "./Entry.ts"
import { itemsAhead } from "../itemsRead.ts"

/** A purchase that request and catalog allow. */
interface Offer {
  readonly loot: LinkedLoot
  readonly quantity: number
  readonly tier: LinkedBreakpoint
  readonly currency: LinkedCurrency
  /** The item that is paid with. */
  readonly item: LinkedItem
  readonly coupon: UsedCoupon | undefined
}

/** Reports the tier for the quantity. */
const traceTier = (
  { trace }: Run,
  { loot_id: lootId, pricePoint }: LinkedLoot,
  quantity: number,
  tier: number,
): void => {
  if (trace === undefined || pricePoint === undefined) return
  const { cap_flag, current_breakpoints: tiers, strict_flag } = pricePoint
  const highest = cap_flag ? tiers.at(-1)?.quantity : undefined
  const sold = { lowest: tiers[0]?.quantity ?? tier, highest }
  trace({ _tag: "RuleApplied", rule: { _tag: "TierChosen", lootId, quantity, tier, ...sold } })
  if (strict_flag) trace({ _tag: "RuleApplied", rule: { _tag: "TierExact", lootId, quantity, tier } })
}

/** The offer that the entry accepts, or why there is none. */
const offerOf = (run: Run, request: SubmittedEntry, loot: LinkedLoot): Offer | FailureReason => {
  const { quantity } = request
  const lootId = loot.loot_id
  const tier = tierOf(loot, quantity)
  if ("_tag" in tier) return tier
  traceTier(run, loot, quantity, tier.quantity)
  const stated = statedPrice(request, lootId)
  if ("_tag" in stated) return stated
  const { itemId } = stated
  const item = lookup(run.catalog.items, itemId)
  if (item === undefined) return { _tag: "PriceItemMissing", itemId }
  const currency = priceIn(tier, itemId)
  if (currency === undefined) return { _tag: "NotSoldForItem", lootId, itemId }
  const prices = { lootId, itemId, asked: stated.price, current: currency.price }
  if (prices.asked !== prices.current) return { _tag: "PriceDiffers", ...prices }
  run.trace?.({ _tag: "RuleApplied", rule: { _tag: "PriceMatches", ...prices } })
  const reason = reasonAgainstUse(run, item)
  if (reason !== undefined) return reason
  const coupon = couponOf(run, request, loot, itemId)
  if (coupon !== undefined && "_tag" in coupon) return coupon
  return { loot, quantity, tier, currency, item, coupon }
}

/** The items that decide about the payment. */
const itemsPaid = ({ coupon, item, loot }: Offer): ReadonlyArray<number> => [
  item.item_id,
  ...(coupon === undefined ? [] : [coupon.item.item_id]),
  ...reducingParts(loot).flatMap((part) => (part.item === undefined ? [] : [part.item.item_id])),
]

/** Why the player does not have the coupon; undefined: the player has it. */
const reasonAgainstCoupon = (run: Run, { discount, item }: UsedCoupon): FailureReason | undefined => {
  const compared = { itemId: item.item_id, count: countOf(run, item) }
  traceBuckets(run, item)
  if (compared.count < 1) return { _tag: "CouponNotOwned", itemId: compared.itemId }
  const taken = discount.isConsumed ? 1 : 0
  run.trace?.({ _tag: "RuleApplied", rule: { _tag: "CouponOwned", ...compared, taken } })
  return undefined
}

/** Reports how the price of a unit came about. */
const traceReductions = ({ trace }: Run, { coupon, currency, loot }: Offer, owned: number, unitPrice: number): void => {
  if (trace === undefined) return
  const { min_reduced_price: minimum, price } = currency
  const afterParts = reducedPrice(currency, owned, undefined)
  if (owned > 0) {
    const deducted = { lootId: loot.loot_id, price, reduction: owned, minimum, result: afterParts }
    trace({ _tag: "RuleApplied", rule: { _tag: "PartsDeducted", ...deducted } })
  }
  if (coupon === undefined) return
  const remaining = BigDecimal.format(coupon.discount.remaining)
  const deducted = { itemId: coupon.item.item_id, price: afterParts, remaining, minimum, result: unitPrice }
  trace({ _tag: "RuleApplied", rule: { _tag: "CouponDeducted", ...deducted } })
}

/** Pays the offer and uses up its coupon, or says why the player cannot. */
const pay = (run: Run, entry: EntryInProgress, offer: Offer): FailureReason | undefined => {
  const { coupon, currency, item, loot, quantity, tier } = offer
  const itemId = item.item_id
  const halt = spendSteps(run, 1 + reducingParts(loot).length)
  if (halt !== undefined) return halt
  const owned = ownedParts(run, offer)
  const unitPrice = reducedPrice(currency, owned, coupon?.discount)
  const price = unitPrice * quantity
  traceReductions(run, offer, owned, unitPrice)
  run.trace?.({
    _tag: "Priced",
    lootId: loot.loot_id,
    itemId,
    tier: tier.quantity,
    listPrice: currency.price,
    ownedParts: owned,
    couponItemId: coupon?.item.item_id,
    unitPrice,
    quantity,
  })
  if (price > COUNT_MAX) return { _tag: "PriceTooLarge", itemId, unitPrice, quantity, maximum: COUNT_MAX }
  const count = countOf(run, item)
  traceBuckets(run, item)
  if (count < price) return { _tag: "PriceNotOwned", itemId, count, price }
  run.trace?.({ _tag: "RuleApplied", rule: { _tag: "PriceAffordable", itemId, count, price, rest: count - price } })
  const unowned = coupon && reasonAgainstCoupon(run, coupon)
  if (unowned !== undefined) return unowned
  const unpaid = spend(run, entry, loot, item, price)
  if (unpaid !== undefined) return { _tag: "PriceNotSpent", itemId, price }
  if (coupon === undefined || !coupon.discount.isConsumed) return undefined
  const unspent = spend(run, entry, loot, coupon.item, 1)
  return unspent === undefined ? undefined : { _tag: "CouponNotSpent", itemId: coupon.item.item_id }
}

/** The records that decide about buying the loot; none when request or catalog forbid it. */
export const purchaseNeeds = (run: Run, request: SubmittedEntry, loot: LinkedLoot): Needs => {
  const offer = offerOf(run, request, loot)
  return "_tag" in offer ? needsNothing : { ...needsNothing, itemIds: [...itemsPaid(offer), ...itemsAhead(loot)] }
}

/** Pays for the loot, or says why the player cannot. */
export const payFor = (run: Run, entry: EntryInProgress, loot: LinkedLoot): FailureReason | undefined => {
  const expected = run.tellsPrices ? expectedPrices(run, entry.request, loot) : undefined
  if (expected !== undefined) run.trace?.({ _tag: "PricesExpected", prices: expected })
  const offer = offerOf(run, entry.request, loot)
  if ("_tag" in offer) return withExpected(offer, expected)
  needItems(run, itemsPaid(offer))
  const from = entry.details.length
  const unpaid = pay(run, entry, offer)
  traceChanges(run, entry, from)
  return unpaid
}
