/**
 * Warnings about claims that give the more, the more is ordered, and take and ask for no more (decisions, section 10).
 */
import { lootPath } from "../drops.ts"
import { type Finding, finding, shown } from "../findings.ts"
import type { Labels } from "../names.ts"
import { ordersOf } from "../witness.ts"
import { amounts } from "./describe.ts"
import type { ScaledClaim, Trade } from "./trade.ts"

/** Whether `many` takes more of something than `one`. */
const takesMore = (one: Trade, many: Trade): boolean =>
  [...many.changes].some(([item, change]) => change < 0 && change < (one.changes.get(item) ?? 0))

/** What `many` gives more of than `one`, but for marks that stop the next claim. */
const gainedMore = (one: Trade, many: Trade): ReadonlyMap<number, number> =>
  new Map(
    [...many.changes].filter(
      ([item, change]) => change > Math.max(0, one.changes.get(item) ?? 0) && !many.below.has(item),
    ),
  )

/** A finding for each claim of which an order of many gives more and takes no more than an order of 1. */
export const multipliedClaims = (claims: ReadonlyArray<ScaledClaim>, labels: Labels): ReadonlyArray<Finding> =>
  claims.flatMap(({ loot, many, one }) => {
    const gained = gainedMore(one, many)
    if (gained.size === 0 || takesMore(one, many)) return []
    const orders = ordersOf(many.steps)
    const instead = ordersOf(one.steps)
    const quantity = many.steps[0]?.entry?.quantity ?? 1
    const detail = `an order of ${quantity} gives ${amounts(gained, 1, labels)}`
    const found = finding("claim_multiplied", lootPath(loot), detail)
    return [orders && instead ? shown(found, { kind: "orders", orders, instead }) : found]
  })
