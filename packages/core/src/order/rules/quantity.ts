/** How much of a loot is fulfilled (decisions, section 12). */
import type { LinkedLoot } from "../../catalog/rules/linked.ts"
import { COUNT_MAX } from "../../inventory/schema.ts"
import type { Refusal } from "./refusal.ts"
import { countOf, type Run } from "./run.ts"
import { transformXp } from "./xp.ts"

/** Multiplier item, XP transform and cap; most loot has none of them. */
const adjusted = (run: Run, loot: LinkedLoot, base: number): number | Refusal => {
  const { item, multiplier } = loot
  let quantity = multiplier === undefined ? base : base * countOf(run, multiplier)
  if (loot.xp_quantity_transform_type !== "none") {
    if (item?.levels === undefined) return { _tag: "NoLevels", lootId: loot.loot_id }
    const count = countOf(run, item)
    const worth = transformXp(loot.xp_quantity_transform_type, item.levels, count, quantity)
    if (worth === undefined) return { _tag: "TopLevelReached", lootId: loot.loot_id, itemId: item.item_id, count }
    quantity = worth
  }
  return loot.hard_quantity_maximum === 0 ? quantity : Math.min(quantity, loot.hard_quantity_maximum)
}

/** {@link quantityOf} without a trace, where it is only weighed what could be given. */
export const measure = (run: Run, loot: LinkedLoot, multiplier: number): number | Refusal => {
  const base = loot.quantity_type === "relative" ? loot.quantity * multiplier : loot.quantity
  const isPlain =
    loot.multiplier === undefined && loot.hard_quantity_maximum === 0 && loot.xp_quantity_transform_type === "none"
  const quantity = isPlain ? base : adjusted(run, loot, base)
  return typeof quantity === "number" && quantity > COUNT_MAX
    ? { _tag: "QuantityTooLarge", lootId: loot.loot_id, quantity, maximum: COUNT_MAX }
    : quantity
}

/**
 * The quantity that fulfilling `multiplier` of the loot comes to: `quantity`, times `multiplier` (what was ordered, or
 * the parent's quantity) when relative; times the player's count of the multiplier item; then the XP transform; then
 * at most the cap. Refused: a quantity beyond 2^53-1, and XP for a player at the top level.
 */
export const quantityOf = (run: Run, loot: LinkedLoot, multiplier: number): number | Refusal => {
  const quantity = measure(run, loot, multiplier)
  if (run.trace !== undefined && typeof quantity === "number") {
    run.trace({
      _tag: "Quantity",
      lootId: loot.loot_id,
      authored: loot.quantity,
      multiplier: loot.quantity_type === "relative" ? multiplier : 1,
      multiplierItem: loot.multiplier?.item_id,
      result: quantity,
    })
  }
  return quantity
}
