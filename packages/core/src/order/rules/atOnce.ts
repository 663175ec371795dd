/**
 * Fulfils loot at once: nothing is asked, because all records are held and a function answers the draws, and nothing
 * is traced. So the vendors can call each other, which takes half the time of frames (./fulfil.ts). The rules are the
 * same. What decides is shared; `test/core/order/atOnce.test.ts` compares the two on random catalogs.
 */
import { NESTING_MAX } from "../../catalog/rules/bounds.ts"
import type { LinkedLoot, LinkedVendor } from "../../catalog/rules/linked.ts"
import { isSkipped, leftOutFor } from "./candidacy.ts"
import { askFor, nextOdds, poolBefore, reasonWithoutOdds } from "./draw.ts"
import { type Exclusion, type FailureReason, isHalt } from "./failureReason.ts"
import { beginVendor, giveLoot, isCondition, reasonWithoutParts } from "./loot.ts"
import { beginNewOrder, endNewOrder } from "./newOrder.ts"
import { Pool } from "./pool.ts"
import { levelsReached } from "./quantity.ts"
import { markOf, nestedTooDeep, type Place, type Rise, type Run, spendSteps, undo } from "./run.ts"

/** An interpretation that fulfils loot at once. */
type RunAtOnce = Run & { readonly choose: NonNullable<Run["choose"]> }

/** Whether the interpretation fulfils loot at once. */
export const isAtOnce = (run: Run): run is RunAtOnce => run.choose !== undefined && run.trace === undefined

/** Fulfils all loot of the vendor in order. When a part fails, the recipe fails. */
const fulfilRecipe = (
  run: RunAtOnce,
  place: Place,
  { loot }: LinkedVendor,
  quantity: number,
  nesting: number,
  isDrawn: boolean,
): FailureReason | undefined => {
  let reason: FailureReason | undefined = spendSteps(run, loot.length)
  for (let index = 0; index < loot.length && reason === undefined; index++) {
    const part = loot[index] as LinkedLoot
    if (!isSkipped(run, part)) reason = fulfilAtOnce(run, place, part, quantity, nesting, isDrawn)
  }
  return reason
}

/** Fulfils all loot of a drawn bundle in order. Parts that cannot be given are left out, unless that leaves no part. */
const fulfilParts = (
  run: RunAtOnce,
  place: Place,
  vendor: LinkedVendor,
  quantity: number,
  nesting: number,
): FailureReason | undefined => {
  const halt = spendSteps(run, vendor.loot.length)
  if (halt !== undefined) return halt
  let isAnyGiven = false
  let because: FailureReason | Exclusion | undefined
  for (const part of vendor.loot) {
    if (isSkipped(run, part)) continue
    const exclusion = leftOutFor(run, part)
    const mark = markOf(run, place)
    const reason = exclusion === undefined ? fulfilAtOnce(run, place, part, quantity, nesting, true) : undefined
    if (exclusion !== undefined) because = exclusion
    else if (reason === undefined) isAnyGiven ||= !isCondition(part)
    else if (isHalt(reason) || isCondition(part)) return reason
    else {
      undo(run, place, mark)
      because = reason
    }
  }
  return reasonWithoutParts(vendor, isAnyGiven, because)
}

const fulfilInNewOrder = (
  run: RunAtOnce,
  place: Place,
  loot: LinkedLoot,
  nesting: number,
): FailureReason | undefined => {
  const begun = beginNewOrder(run, place, loot)
  if ("_tag" in begun) return begun
  const reason = fulfilAtOnce(run, begun.inner, loot, 1, nesting, true)
  endNewOrder(run, begun, reason)
  return reason
}

/** Draws once per unit of `quantity`, without replacement. When drawn loot cannot be given, another is drawn. */
const sample = (
  run: RunAtOnce,
  place: Place,
  vendor: LinkedVendor,
  quantity: number,
  nesting: number,
): FailureReason | undefined => {
  let pool = poolBefore(vendor)
  let because: FailureReason | undefined
  for (let filled = 0; filled < quantity;) {
    const odds = nextOdds(run, vendor, pool, nesting)
    if (odds === undefined) return reasonWithoutOdds(vendor, filled, because)
    if ("_tag" in odds) return odds
    const index = odds.indexOf(run.choose(askFor(run, vendor, odds)))
    const loot = vendor.candidates[index] as LinkedLoot
    const mark = markOf(run, place)
    const reason = loot.fill_in_new_order
      ? fulfilInNewOrder(run, place, loot, nesting)
      : fulfilAtOnce(run, place, loot, 1, nesting, true)
    if (reason === undefined) filled++
    else if (isHalt(reason)) return reason
    else {
      undo(run, place, mark)
      because = reason
    }
    if (filled === quantity || (reason === undefined && loot.fill_in_new_order)) continue
    if (pool === undefined) {
      const halt = spendSteps(run, vendor.candidates.length)
      if (halt !== undefined) return halt
      pool = new Pool(vendor)
    }
    pool.retire(index)
  }
  return undefined
}

/** Fulfils the rewards of every level that the rise reached. When a reward fails, the rise fails. */
export const rewardAtOnce = (
  run: RunAtOnce,
  place: Place,
  { after, before, item: { levels, levelVendor } }: Rise,
  nesting: number,
): FailureReason | undefined => {
  if (levels === undefined || levelVendor === undefined) return undefined
  if (nesting >= NESTING_MAX) return nestedTooDeep
  for (const level of levelsReached(levels, before, after)) {
    for (const loot of levelVendor.lootBySortOrder.get(level) ?? []) {
      const reason = isSkipped(run, loot) ? undefined : fulfilAtOnce(run, place, loot, 1, nesting + 1, false)
      if (reason !== undefined) return reason
    }
  }
  return undefined
}

/**
 * Fulfils `multiplier` of the loot, which lies within `nesting` vendors. `isDrawn`: the loot was drawn, or lies within
 * drawn loot, where partial bundles may be allowed. When the loot fails, the caller undoes its changes.
 */
export const fulfilAtOnce = (
  run: RunAtOnce,
  place: Place,
  loot: LinkedLoot,
  multiplier: number,
  nesting: number,
  isDrawn: boolean,
): FailureReason | undefined => {
  const vendor = loot.subVendor
  if (vendor === undefined) {
    const given = giveLoot(run, place, loot, multiplier)
    return given?._tag === "Rise" ? rewardAtOnce(run, place, given, nesting) : given
  }
  const quantity = beginVendor(run, loot, multiplier, nesting)
  if (typeof quantity !== "number") return quantity
  if (vendor.type === "randomly_sampled") return sample(run, place, vendor, quantity, nesting + 1)
  return isDrawn && loot.allow_partial_bundles
    ? fulfilParts(run, place, vendor, quantity, nesting + 1)
    : fulfilRecipe(run, place, vendor, quantity, nesting + 1, isDrawn)
}
