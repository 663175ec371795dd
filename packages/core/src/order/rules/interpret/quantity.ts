/**
 * Quantities (decisions, section 12): how much of a loot is fulfilled.
 */
import type { LinkedLoot, LinkedVendor } from "../../../catalog/rules/linked.ts"
import { levelAt, transformXp } from "../../../catalog/rules/levels.ts"
import { COUNT_MAX } from "../../../inventory/schema.ts"
import type { FailureReason } from "../reasons/failureReason.ts"
import { countOf, type Run } from "./run.ts"
import type { QuantityTrace } from "../explain/trace.ts"

/** `base` after multiplier item, XP transform and cap. */
const adjusted = (run: Run, loot: LinkedLoot, base: number): number | FailureReason => {
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

/** {@link quantityOf} without a trace, for judging loot before it is given. */
export const measure = (run: Run, loot: LinkedLoot, multiplier: number): number | FailureReason => {
  const base = loot.quantity_type === "relative" ? loot.quantity * multiplier : loot.quantity
  const isPlain =
    loot.multiplier === undefined && loot.hard_quantity_maximum === 0 && loot.xp_quantity_transform_type === "none"
  const quantity = isPlain ? base : adjusted(run, loot, base)
  return typeof quantity === "number" && quantity > COUNT_MAX
    ? { _tag: "QuantityTooLarge", lootId: loot.loot_id, quantity, maximum: COUNT_MAX }
    : quantity
}

/** Reports how the loot's XP transform turned `quantity` levels into XP. */
const traceTransform = (run: Run, loot: LinkedLoot, quantity: number): void => {
  const { item, loot_id: lootId, xp_quantity_transform_type: transform } = loot
  if (transform === "none" || item?.levels === undefined) return
  const xp = countOf(run, item)
  const level = levelAt(item.levels, xp)
  const worth = transformXp(transform, item.levels, xp, quantity)
  if (worth === undefined) return
  const itemId = item.item_id
  const rule = { _tag: "LevelsTurnedIntoXp", lootId, itemId, transform, xp, level, quantity, worth } as const
  run.trace?.({ _tag: "RuleApplied", rule })
}

/** Every number on the way to `result`. */
const traced = (run: Run, loot: LinkedLoot, ordered: number, result: number): QuantityTrace => {
  const { hard_quantity_maximum: maximum, item, quantity: authored, xp_quantity_transform_type: type } = loot
  const multiplier = loot.quantity_type === "relative" ? ordered : 1
  const multiplierCount = loot.multiplier && countOf(run, loot.multiplier)
  const levels = authored * multiplier * (multiplierCount ?? 1)
  traceTransform(run, loot, levels)
  return {
    _tag: "Quantity",
    lootId: loot.loot_id,
    authored,
    multiplier,
    multiplierItem: loot.multiplier?.item_id,
    multiplierCount,
    transform: type === "none" || item === undefined ? undefined : { type, xp: countOf(run, item), levels },
    maximum: maximum === 0 ? undefined : maximum,
    result,
  }
}

/** Whether something is drawn when the vendor is given. Only traces ask, so it is found out once for each vendor. */
const drawing = new WeakMap<LinkedVendor, boolean>()

const leadsToDraw = (vendor: LinkedVendor): boolean => {
  const known = drawing.get(vendor)
  if (known !== undefined) return known
  drawing.set(vendor, false)
  const found =
    vendor.type === "randomly_sampled" ||
    vendor.loot.some(({ subVendor }) => subVendor !== undefined && leadsToDraw(subVendor))
  drawing.set(vendor, found)
  return found
}

/** Reports that the quantity is less than what was asked for would come to. */
const traceUnmultiplied = (run: Run, loot: LinkedLoot, { maximum, result }: QuantityTrace, asked: number): void => {
  const { loot_id: lootId, quantity, subVendor } = loot
  if (loot.quantity_type === "absolute" && asked > 1) {
    const rollsOnce = quantity === 1 && subVendor !== undefined && leadsToDraw(subVendor)
    const rule = rollsOnce
      ? ({ _tag: "RollsOnce", lootId, asked } as const)
      : ({ _tag: "QuantityNotMultiplied", lootId, asked, quantity: result } as const)
    run.trace?.({ _tag: "RuleApplied", rule })
  }
  if (maximum === undefined) return
  const uncapped = measure(run, { ...loot, hard_quantity_maximum: 0 }, asked)
  if (typeof uncapped !== "number" || uncapped <= maximum) return
  run.trace?.({ _tag: "RuleApplied", rule: { _tag: "QuantityCapped", lootId, asked: uncapped, maximum } })
}

/**
 * The quantity for fulfilling `multiplier` of the loot. It is computed in this sequence:
 * - the loot's `quantity`; when relative, times `multiplier` (the ordered quantity, or the parent's quantity)
 * - times the player's count of the multiplier item
 * - the XP transform
 * - the cap
 *
 * It fails for a quantity beyond 2^53-1, and for XP of a player at the top level.
 */
export const quantityOf = (run: Run, loot: LinkedLoot, multiplier: number): number | FailureReason => {
  const quantity = measure(run, loot, multiplier)
  if (run.trace === undefined || typeof quantity !== "number") return quantity
  const step = traced(run, loot, multiplier, quantity)
  run.trace(step)
  traceUnmultiplied(run, loot, step, multiplier)
  return quantity
}
