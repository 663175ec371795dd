/** What is for sale in which quantity, and the parts that make a bundle cheaper (decisions, section 12). */
import { ORDER_QUANTITY_MAX } from "./bounds.ts"
import type { LinkedLoot } from "./linked.ts"
import type { LinkedBreakpoint, LinkedPricePoint } from "./linkedTables.ts"

const noParts: ReadonlyArray<LinkedLoot> = []

/** The parts that lower the price of the loot when the player owns them: those of a recipe with price reduction. */
export const reducingParts = ({ item, subVendor }: LinkedLoot): ReadonlyArray<LinkedLoot> =>
  item?.type === "recipe_with_price_reduction" && subVendor?.type === "recipe" ? subVendor.loot : noParts

/** Whether the loot gives its item, when it is available. */
export const givesItem = ({ inventory_operation: operation, subVendor }: LinkedLoot): boolean =>
  subVendor === undefined && (operation === "add" || operation === "set")

/** A tier, and the quantities that are sold at its prices. */
export interface Sale {
  readonly tier: LinkedBreakpoint
  readonly least: number
  readonly most: number
}

/** Every quantity that an order may buy, by tier, in rising order. Each is sold in no other tier. */
export const salesOf = ({ cap_flag, current_breakpoints: tiers, strict_flag }: LinkedPricePoint): ReadonlyArray<Sale> =>
  tiers.flatMap((tier, at) => {
    const next = tiers[at + 1]?.quantity
    const last = next === undefined ? (cap_flag ? tier.quantity : ORDER_QUANTITY_MAX) : next - 1
    const least = Math.max(1, tier.quantity)
    const most = Math.min(ORDER_QUANTITY_MAX, strict_flag ? tier.quantity : last)
    return least > most ? [] : [{ tier, least, most }]
  })
