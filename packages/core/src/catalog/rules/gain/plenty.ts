/** How many a player may own of an item that multiplies quantities. */
import { isEverAvailable } from "../availability.ts"
import type { LinkedCatalog, LinkedLoot } from "../linked.ts"
import type { Shape } from "./outcome.ts"
import type { Trades } from "./trade.ts"

/** What a player is assumed to own of an item that can be had without end. */
const PLENTY = 1_000_000

/** Whether a check in the vendor of the loot ends before the player has many of the item. */
const isChecked = ({ vendor }: LinkedLoot, item: number): boolean =>
  vendor.loot.some((one) => one.item_id === item && one.inventory_operation === "check_less_than")

const isGiven = (loot: LinkedLoot, item: number): boolean =>
  loot.item_id === item &&
  loot.subVendor === undefined &&
  loot.inventory_operation === "add" &&
  loot.stack_limit === undefined &&
  isEverAvailable(loot) &&
  !isChecked(loot, item)

/** Whether some loot gives the item, and nothing stops it from giving more. */
const isPlentiful = (catalog: LinkedCatalog, item: number): boolean => {
  for (const loot of catalog.loot.values()) if (isGiven(loot, item)) return true
  return false
}

/**
 * What a player may own of each item: of those that multiply what is given 1, or as many as can be had, and none of
 * those that multiply only what is taken.
 */
export const ownedOf = (
  { multipliers: { cost, gain } }: Shape,
  { catalog }: Trades,
): ReadonlyArray<(item: number) => number> => {
  if (gain.size + cost.size === 0) return [() => 0]
  const one = (item: number): number => (gain.has(item) ? 1 : 0)
  if (gain.size === 0) return [one]
  const plentiful = new Set([...gain].filter((item) => isPlentiful(catalog, item)))
  return plentiful.size === 0 ? [one] : [one, (item) => (plentiful.has(item) ? PLENTY : one(item))]
}
