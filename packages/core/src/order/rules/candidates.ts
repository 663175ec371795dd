/** Which loot can be given at all: the candidates of a draw, and what is in a bundle (decisions, section 12). */
import { itemRefusal } from "./give.ts"
import type { LootPlan, VendorPlan } from "./plan.ts"
import { measure } from "./quantity.ts"
import { countOf, NESTING_MAX, type Run, spendSteps } from "./run.ts"

/** Whether the loot is active and effective. */
const isLive = (run: Run, { loot }: LootPlan): boolean =>
  loot.active && (loot.effective_from === undefined || loot.effective_from <= run.now)

/** Whether the loot is passed over where it stands. */
export const isSkipped = (run: Run, plan: LootPlan): boolean => {
  if (isLive(run, plan)) return false
  run.trace?.({ _tag: "LootSkipped", lootId: plan.id, reason: plan.loot.active ? "not_yet" : "inactive" })
  return true
}

/** Whether the required item is owned, and the stack limit not reached. */
const meetsLimits = (run: Run, { loot, required, item }: LootPlan): boolean => {
  if (required !== undefined && countOf(run, required) < loot.required_item_count) return false
  return loot.stack_limit === undefined || item === undefined || countOf(run, item) < loot.stack_limit
}

/** Whether the operation on the item can succeed as things stand. */
const canOperate = (run: Run, plan: LootPlan, multiplier: number): boolean => {
  const { loot, item } = plan
  if (loot.item_id === undefined) return true
  if (item === undefined || itemRefusal(run, item) !== undefined) return false
  const quantity = measure(run, plan, multiplier)
  if (typeof quantity !== "number") return false
  switch (loot.inventory_operation) {
    case "check_greater_than":
      return countOf(run, item) > quantity
    case "check_less_than":
      return countOf(run, item) < quantity
    case "check_greater_than_or_equal":
    case "check_greater_than_or_equal_and_subtract":
    case "subtract":
      return countOf(run, item) >= quantity
    default:
      return !item.item.always_owned
  }
}

const canGiveLoot = (run: Run, plan: LootPlan, multiplier: number, nesting: number): boolean => {
  if (plan.broken || !meetsLimits(run, plan)) return false
  if (plan.subVendor === undefined) return canOperate(run, plan, multiplier)
  const quantity = measure(run, plan, multiplier)
  return typeof quantity === "number" && canGiveAll(run, plan.subVendor, quantity, nesting + 1)
}

/** Whether all of a recipe, or any one loot of a randomly sampled vendor, can be given as things stand. */
const canGiveAll = (run: Run, vendor: VendorPlan, quantity: number, nesting: number): boolean => {
  if (nesting > NESTING_MAX || !spendSteps(run, vendor.loot.length)) return false
  if (vendor.isSampled) {
    return vendor.candidates.some((loot) => isLive(run, loot) && canGiveLoot(run, loot, 1, nesting))
  }
  return vendor.loot.every((loot) => !isLive(run, loot) || canGiveLoot(run, loot, quantity, nesting))
}

/**
 * Whether the loot may be drawn: its requirement met, its stack limit not reached, and, where partial bundles are not
 * allowed, the whole of its sub vendor to be had.
 */
export const isCandidate = (run: Run, plan: LootPlan): boolean => {
  if (plan.broken || !isLive(run, plan) || !meetsLimits(run, plan)) return false
  if (plan.subVendor === undefined || plan.loot.allow_partial_bundles) return true
  const quantity = measure(run, plan, 1)
  return typeof quantity === "number" && canGiveAll(run, plan.subVendor, quantity, run.nesting + 1)
}

/** Whether the part of a bundle that may be given in parts can be given. */
export const canBeGivenInBundle = (run: Run, plan: LootPlan): boolean => {
  const isGivable = !plan.broken && meetsLimits(run, plan)
  if (!isGivable) run.trace?.({ _tag: "LootSkipped", lootId: plan.id, reason: "cannot_be_given" })
  return isGivable
}

/** Adds the items that judging and fulfilling the loot looks at, sub vendors included, up to `maximum` of them. */
const collect = (plan: LootPlan, found: Set<number>, seen: Set<VendorPlan>, maximum: number): boolean => {
  for (const id of plan.itemIds) found.add(id)
  const vendors = [plan.subVendor, plan.item?.levelVendor]
  for (const vendor of vendors) {
    if (vendor === undefined || seen.has(vendor)) continue
    seen.add(vendor)
    for (const loot of vendor.loot) if (!collect(loot, found, seen, maximum)) return false
  }
  return found.size <= maximum
}

/** Most items that are loaded ahead for one loot. */
const AHEAD_MAX = 32

const ahead = new WeakMap<LootPlan, ReadonlyArray<number>>()

/** The items that fulfilling the loot can look at, where they are few; otherwise only those it looks at itself. */
export const itemsAhead = (plan: LootPlan): ReadonlyArray<number> => {
  const known = ahead.get(plan)
  if (known !== undefined) return known
  const found = new Set<number>()
  const made = collect(plan, found, new Set(), AHEAD_MAX) ? Array.from(found) : plan.itemIds
  ahead.set(plan, made)
  return made
}

const judged = new WeakMap<VendorPlan, ReadonlyArray<number>>()

/** The items that decide which loot of a randomly sampled vendor are candidates. */
export const itemsJudged = (vendor: VendorPlan): ReadonlyArray<number> => {
  const known = judged.get(vendor)
  if (known !== undefined) return known
  const found = new Set<number>()
  for (const plan of vendor.candidates) {
    if (plan.candidacy !== "depends") continue
    if (plan.loot.allow_partial_bundles) for (const id of plan.itemIds) found.add(id)
    else collect(plan, found, new Set(), Number.POSITIVE_INFINITY)
  }
  const made = Array.from(found)
  judged.set(vendor, made)
  return made
}
