/** What lowers the price of loot: the coupon that an entry names, and the parts that the player owns. */
import { type LinkedItem, type LinkedLoot, lookup } from "../../../catalog/rules/linked.ts"
import { givesItem, reducingParts } from "../../../catalog/rules/sales.ts"
import type { SubmittedEntry } from "../../schema.ts"
import type { FailureReason } from "../reasons/failureReason.ts"
import { inactivityOf } from "./candidacy.ts"
import { reasonAgainstUse } from "./give.ts"
import { priceIn, tierOf, type UsedCoupon, usedCoupon } from "./price.ts"
import { countOf, type Run } from "./run.ts"

/** The coupon that the entry names (undefined: none), or why it cannot be used. */
export const couponOf = (
  run: Run,
  { purchase_price, quantity }: SubmittedEntry,
  loot: LinkedLoot,
  priceItemId: number,
): UsedCoupon | FailureReason | undefined => {
  const itemId = purchase_price?.price_coupon_item_id
  if (itemId === undefined) return undefined
  if (run.disabled?.includes("coupons") === true) return { _tag: "CouponsDisabled", itemId }
  const item = lookup(run.catalog.items, itemId)
  if (item === undefined) return { _tag: "CouponMissing", itemId }
  if (!item.active) return { _tag: "CouponInactive", itemId }
  const coupon = reasonAgainstUse(run, item) ?? usedCoupon(item, loot.loot_id, priceItemId, quantity)
  if (!("_tag" in coupon)) {
    const quantityMaximum = coupon.discount.isConsumed ? 1 : undefined
    const compared = { itemId, lootId: loot.loot_id, priceItemId, quantity, quantityMaximum }
    run.trace?.({ _tag: "RuleApplied", rule: { _tag: "CouponApplies", ...compared } })
  }
  return coupon
}

/** Whether the loot gives its item now, so that a player may own it already. */
const isPart = (run: Run, part: LinkedLoot): boolean => givesItem(part) && inactivityOf(run, part) === undefined

/** The summed current prices, in this currency, of the parts that the player owns. */
export const ownedParts = (
  run: Run,
  { item, loot }: { readonly item: LinkedItem; readonly loot: LinkedLoot },
): number => {
  let sum = 0
  for (const part of reducingParts(loot)) {
    if (part.item === undefined || !isPart(run, part)) continue
    const owned = { lootId: part.loot_id, itemId: part.item.item_id, count: countOf(run, part.item) }
    const needed = part.quantity
    if (owned.count < needed) {
      run.trace?.({ _tag: "RuleApplied", rule: { _tag: "PartNotOwned", ...owned, needed } })
      continue
    }
    const tier = tierOf(part, needed)
    const price = ("_tag" in tier ? undefined : priceIn(tier, item.item_id)?.price) ?? 0
    const reduction = price * needed
    run.trace?.({ _tag: "RuleApplied", rule: { _tag: "PartOwned", ...owned, needed, price, reduction } })
    sum += reduction
  }
  return sum
}
