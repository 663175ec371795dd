/** How many a player may own of an item that multiplies quantities. */
import { isEverAvailable } from "../availability.ts"
import type { LinkedCatalog, LinkedLoot } from "../linked.ts"
import { isMark, type Shape } from "./outcome.ts"
import type { Trades } from "./trade.ts"

/** What a player is assumed to own of an item that can be had without end. */
const PLENTY = 1_000_000

const isGiven = (loot: LinkedLoot, item: number): boolean =>
  loot.item_id === item &&
  loot.subVendor === undefined &&
  loot.inventory_operation === "add" &&
  loot.stack_limit === undefined &&
  isEverAvailable(loot) &&
  !isMark(loot)

/** Whether some loot gives the item, and nothing stops it from giving more. */
const isPlentiful = (catalog: LinkedCatalog, item: number): boolean => {
  for (const loot of catalog.loot.values()) if (isGiven(loot, item)) return true
  return false
}

/** Multiplier items of a loot, and counts to which they are set, that are told apart. */
const MULTIPLIERS_MAX = 4

/** The counts above 1 to which loot sets one of the items. */
const setCounts = (catalog: LinkedCatalog, items: ReadonlySet<number>): ReadonlySet<number> => {
  const counts = new Set<number>()
  for (const loot of catalog.loot.values()) {
    const { inventory_operation: operation, item_id: item, quantity, subVendor } = loot
    if (operation !== "set" || item === undefined || !items.has(item) || subVendor !== undefined) continue
    if (quantity > 1 && isEverAvailable(loot)) counts.add(quantity)
  }
  return counts
}

/**
 * What a player may own of each item: of those that multiply what is given 1, as many as loot sets, or as many as can
 * be had, or of one of them none; and none of those that multiply only what is taken.
 */
export const ownedOf = (
  { multipliers: { cost, gain } }: Shape,
  trades: Trades,
): ReadonlyArray<(item: number) => number> => {
  if (gain.size + cost.size === 0) return [() => 0]
  const one = (item: number): number => (gain.has(item) ? 1 : 0)
  if (gain.size === 0) return [one]
  const plentiful = new Set([...gain].filter((item) => isPlentiful(trades.catalog, item)))
  const many = (item: number): number => (plentiful.has(item) ? PLENTY : one(item))
  const counts = setCounts(trades.catalog, gain)
  if (gain.size > MULTIPLIERS_MAX || counts.size > MULTIPLIERS_MAX) trades.cut()
  const set = [...counts].slice(0, MULTIPLIERS_MAX).map((count) => (item: number) => (gain.has(item) ? count : 0))
  const without = [...gain].slice(0, MULTIPLIERS_MAX).map((none) => (item: number) => (item === none ? 0 : many(item)))
  return [one, ...set, ...(plentiful.size === 0 ? [] : [many]), ...without]
}
