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

/** Multiplier items of a loot that are told apart. */
const MULTIPLIERS_MAX = 4

/**
 * What a player may own of each item: of those that multiply what is given 1, or as many as can be had, or of one of
 * them none; and none of those that multiply only what is taken.
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
  if (gain.size > MULTIPLIERS_MAX) trades.cut()
  const without = [...gain].slice(0, MULTIPLIERS_MAX).map((none) => (item: number) => (item === none ? 0 : many(item)))
  return [one, ...(plentiful.size === 0 ? [] : [many]), ...without]
}
