/** Which loot can be given: the candidates of a draw, and the parts of a bundle (decisions, section 12). */
import { availabilityAt, beginningOf, isAlwaysAvailable } from "../../../catalog/rules/availability.ts"
import type { LinkedLoot, LinkedVendor } from "../../../catalog/rules/linked.ts"
import type { Weights } from "../../../catalog/rules/weights.ts"
import type { Exclusion, Halt, NotDrawable, Skip } from "../reasons/failureReason.ts"
import { closureOf, reasonAgainstItem } from "./give.ts"
import { Pool } from "./pool.ts"
import { measure } from "./quantity.ts"
import { NESTING_MAX } from "../../../catalog/rules/bounds.ts"
import { countOf, type Run, spendSteps } from "./run.ts"

/** Why the loot is not available at this time; undefined: it is. Loot that is over has no reason of its own. */
export const inactivityOf = ({ now }: Run, loot: LinkedLoot): Skip | undefined => {
  const availability = availabilityAt(loot, now)
  if (availability === "available") return undefined
  const { loot_id: lootId } = loot
  const effectiveFrom = availability === "not_yet" ? beginningOf(loot) : undefined
  if (effectiveFrom === undefined) return { _tag: "LootInactive", lootId }
  return { _tag: "LootNotYetEffective", lootId, effectiveFrom, now }
}

/** Why the loot cannot be given at this time: it is not available, or its window is not open; undefined: it can. */
export const reasonAgainstTime = (run: Run, loot: LinkedLoot): Skip | undefined =>
  inactivityOf(run, loot) ?? closureOf(run, loot)

/** Reports that the loot is available at this time. */
export const traceActive = ({ now, trace }: Run, loot: LinkedLoot): void =>
  trace?.({
    _tag: "RuleApplied",
    rule: { _tag: "LootActive", lootId: loot.loot_id, effectiveFrom: beginningOf(loot), now },
  })

/**
 * Whether the loot is skipped, because it is not available at this time. Within a recipe loot with a closed window is
 * not skipped, and the recipe fails: the mark of a claim may be such loot, and without its mark a claim has no end.
 */
export const isSkipped = (run: Run, loot: LinkedLoot, reason: Skip | undefined = inactivityOf(run, loot)): boolean => {
  if (run.trace !== undefined) {
    if (reason !== undefined) run.trace({ _tag: "LootSkipped", lootId: loot.loot_id, reason })
    else if (!isAlwaysAvailable(loot)) traceActive(run, loot)
  }
  return reason !== undefined
}

/** Why the loot is excluded: it is broken, the required item is not owned, or the stack limit is reached. */
const exclusionOf = (run: Run, loot: LinkedLoot): Exclusion | undefined => {
  const { item, loot_id, required, required_item_count, stack_limit } = loot
  if (loot.broken) return { _tag: "LootBroken", lootId: loot_id }
  if (required !== undefined) {
    const count = countOf(run, required)
    if (count < required_item_count) {
      return { _tag: "RequiredItemMissing", itemId: required.item_id, count, required: required_item_count }
    }
  }
  if (stack_limit === undefined || item === undefined) return undefined
  const count = countOf(run, item)
  return count < stack_limit
    ? undefined
    : { _tag: "StackLimitReached", itemId: item.item_id, count, limit: stack_limit }
}

/** Reports the required item and the stack limit of loot that is drawn, or given as a part of a bundle. */
export const traceRequirements = (run: Run, loot: LinkedLoot): void => {
  const { item, loot_id: lootId, required, required_item_count, stack_limit: limit } = loot
  if (run.trace === undefined) return
  if (required !== undefined) {
    const compared = { itemId: required.item_id, count: countOf(run, required), required: required_item_count }
    run.trace({ _tag: "RuleApplied", rule: { _tag: "RequiredItemOwned", lootId, ...compared } })
  }
  if (limit !== undefined && item !== undefined) {
    const compared = { itemId: item.item_id, count: countOf(run, item), limit }
    run.trace({ _tag: "RuleApplied", rule: { _tag: "BelowStackLimit", lootId, ...compared } })
  }
}

/** Whether the operation on the item can succeed with what the player holds now. */
const canOperate = (run: Run, loot: LinkedLoot, multiplier: number): boolean => {
  const { item } = loot
  if (loot.item_id === undefined) return true
  if (item === undefined || reasonAgainstItem(run, item) !== undefined) return false
  if (closureOf(run, loot) !== undefined) return false
  const quantity = measure(run, loot, multiplier)
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
      return !item.always_owned
  }
}

/** Whether the loot or vendor can be given, or the bound that the search passed. */
type Judgement = boolean | Halt

const canGiveLoot = (run: Run, loot: LinkedLoot, multiplier: number, nesting: number): Judgement => {
  if (exclusionOf(run, loot) !== undefined) return false
  if (loot.subVendor === undefined) return canOperate(run, loot, multiplier)
  const quantity = measure(run, loot, multiplier)
  return typeof quantity === "number" && canGiveAll(run, loot.subVendor, quantity, nesting + 1)
}

/**
 * Whether `quantity` of the vendor can be given now: all loot of a recipe, or at least one loot of a randomly sampled
 * vendor. Of a quantity of 0 a recipe is walked through, as it is when it is given; a draw draws nothing, so there need
 * be nothing to draw.
 */
const canGiveAll = (run: Run, vendor: LinkedVendor, quantity: number, nesting: number): Judgement => {
  if (nesting > NESTING_MAX) return false
  const isSampled = vendor.type === "randomly_sampled"
  if (isSampled && quantity === 0) return true
  const halt = spendSteps(run, vendor.loot.length)
  if (halt !== undefined) return halt
  for (const loot of isSampled ? vendor.candidates : vendor.loot) {
    if (inactivityOf(run, loot) !== undefined) continue
    const judgement = canGiveLoot(run, loot, isSampled ? 1 : quantity, nesting)
    // A draw needs one givable loot; a recipe needs all its loot.
    if (judgement !== !isSampled) return judgement
  }
  return !isSampled
}

/**
 * Whether the loot may be drawn. Its requirement must be met and its stack limit not reached. Where partial bundles are
 * not allowed, its sub vendor must be givable. `nesting`: how many vendors the draw lies within.
 */
export const isCandidate = (run: Run, loot: LinkedLoot, nesting: number): Judgement => {
  if (reasonAgainstTime(run, loot) !== undefined || exclusionOf(run, loot) !== undefined) return false
  if (loot.subVendor === undefined || loot.allow_partial_bundles) return true
  const quantity = measure(run, loot, 1)
  return typeof quantity === "number" && canGiveAll(run, loot.subVendor, quantity, nesting + 1)
}

const excludedFor = (run: Run, loot: LinkedLoot): NotDrawable => {
  const lootId = loot.loot_id
  const exclusion = exclusionOf(run, loot)
  return reasonAgainstTime(run, loot) ?? (exclusion && { ...exclusion, lootId }) ?? { _tag: "BundleIncomplete", lootId }
}

/** The loot of the vendor that cannot be drawn now, with the reason. For traces: no step is counted. */
export const notDrawable = (run: Run, vendor: LinkedVendor, odds: Weights | Pool): ReadonlyArray<NotDrawable> => [
  ...vendor.loot.flatMap((loot): ReadonlyArray<NotDrawable> => {
    if (loot.candidacy !== "never") return []
    return [inactivityOf(run, loot) ?? { _tag: "NoWeight", lootId: loot.loot_id }]
  }),
  ...(odds instanceof Pool ? odds.excluded() : []).map(({ isGone, loot }): NotDrawable =>
    isGone ? { _tag: "AlreadyDrawn", lootId: loot.loot_id } : excludedFor(run, loot),
  ),
]

/** Why the part is left out of a bundle that may be given in parts; undefined: the part is not left out. */
export const leftOutFor = (run: Run, loot: LinkedLoot): Exclusion | undefined => {
  const reason = exclusionOf(run, loot)
  if (reason === undefined) traceRequirements(run, loot)
  else run.trace?.({ _tag: "LootSkipped", lootId: loot.loot_id, reason })
  return reason
}
