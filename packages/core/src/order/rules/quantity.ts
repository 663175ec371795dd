/** How much of a loot is fulfilled (decisions, section 12). */
import { COUNT_MAX } from "../../inventory/schema.ts"
import type { EntryRefusal } from "../enumerations.ts"
import type { LootPlan } from "./plan.ts"
import { countOf, type Run } from "./run.ts"
import { transformXp } from "./xp.ts"

/** Multiplier item, XP transform and cap; most loot has none of them. */
const adjusted = (run: Run, plan: LootPlan, base: number): number | EntryRefusal => {
  const { loot, item, multiplier } = plan
  let quantity = multiplier === undefined ? base : base * countOf(run, multiplier)
  if (loot.xp_quantity_transform_type !== "none") {
    if (item?.levels === undefined) return "failed_to_modify_inventory"
    const worth = transformXp(loot.xp_quantity_transform_type, item.levels, countOf(run, item), quantity)
    if (worth === undefined) return "cannot_meet_loot_blocker"
    quantity = worth
  }
  return loot.hard_quantity_maximum === 0 ? quantity : Math.min(quantity, loot.hard_quantity_maximum)
}

/** {@link quantityOf} without a trace, for whoever only weighs what could be given. */
export const measure = (run: Run, plan: LootPlan, multiplier: number): number | EntryRefusal => {
  const { loot } = plan
  const base = loot.quantity_type === "relative" ? loot.quantity * multiplier : loot.quantity
  const isPlain =
    plan.multiplier === undefined && loot.hard_quantity_maximum === 0 && loot.xp_quantity_transform_type === "none"
  const quantity = isPlain ? base : adjusted(run, plan, base)
  return typeof quantity === "number" && quantity > COUNT_MAX ? "failed_to_modify_inventory" : quantity
}

/**
 * The quantity that fulfilling `multiplier` of the loot comes to: `quantity`, times `multiplier` (what was ordered, or
 * the parent's quantity) when relative; times the player's count of the multiplier item; then the XP transform; then
 * at most the cap. A quantity beyond 2^53-1 is `failed_to_modify_inventory`; XP for a player at the top level is
 * `cannot_meet_loot_blocker`.
 */
export const quantityOf = (run: Run, plan: LootPlan, multiplier: number): number | EntryRefusal => {
  const quantity = measure(run, plan, multiplier)
  if (run.trace !== undefined && typeof quantity === "number") {
    const { loot } = plan
    run.trace({
      _tag: "Quantity",
      lootId: plan.id,
      authored: loot.quantity,
      multiplier: loot.quantity_type === "relative" ? multiplier : 1,
      multiplierItem: plan.multiplier?.id,
      result: quantity,
    })
  }
  return quantity
}
