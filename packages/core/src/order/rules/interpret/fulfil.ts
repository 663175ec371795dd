/**
 * Fulfils loot: vendors, draws, new orders, level rewards (decisions, section 12). Everything is a plain call. Where
 * records are read that are not loaded, the entry stops and is begun again with them (./records.ts).
 */
import { NESTING_MAX } from "../../../catalog/rules/bounds.ts"
import { levelAt, levelsReached } from "../../../catalog/rules/levels.ts"
import { isCondition, type LinkedLoot, type LinkedVendor } from "../../../catalog/rules/linked.ts"
import { isSkipped, leftOutFor, reasonAgainstTime, traceRequirements } from "./candidacy.ts"
import { askFor, nextOdds, poolBefore, reasonWithoutOdds } from "./draw.ts"
import { type Exclusion, type FailureReason, isHalt } from "../reasons/failureReason.ts"
import { beginVendor, giveLoot, reasonWithoutParts, traceEnd } from "./loot.ts"
import { beginNewOrder, endNewOrder } from "./newOrder.ts"
import { Pool } from "./pool.ts"
import { quantityOf } from "./quantity.ts"
import { needItems } from "./records.ts"
import { type EntryInProgress, nestedTooDeep, type Rise, type Run, spendSteps, undo } from "./run.ts"
import { itemsJudged } from "./itemsRead.ts"

/** Fulfils all loot of the vendor in order. When a part fails, the recipe fails. */
const fulfilRecipe = (
  run: Run,
  entry: EntryInProgress,
  { loot }: LinkedVendor,
  quantity: number,
  nesting: number,
  isDrawn: boolean,
): FailureReason | undefined => {
  let reason: FailureReason | undefined = spendSteps(run, loot.length)
  for (let index = 0; index < loot.length && reason === undefined; index++) {
    const part = loot[index] as LinkedLoot
    if (!isSkipped(run, part)) reason = fulfilNested(run, entry, part, quantity, nesting, isDrawn)
  }
  return reason
}

/** Fulfils all loot of a drawn bundle in order. Parts that cannot be given are left out, unless that leaves no part. */
const fulfilParts = (
  run: Run,
  entry: EntryInProgress,
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
    needItems(run, part.itemIds)
    const exclusion = leftOutFor(run, part)
    if (exclusion !== undefined) {
      because = exclusion
      continue
    }
    const changes = run.holdings.journal.length
    const details = entry.details.length
    const newOrders = run.newOrders.length
    const reason = fulfilNested(run, entry, part, quantity, nesting, true)
    if (reason === undefined) isAnyGiven ||= !isCondition(part)
    else if (isHalt(reason) || isCondition(part)) return reason
    else {
      undo(run, entry, changes, details, newOrders)
      because = reason
    }
  }
  return reasonWithoutParts(vendor, isAnyGiven, because)
}

const fulfilInNewOrder = (
  run: Run,
  entry: EntryInProgress,
  loot: LinkedLoot,
  nesting: number,
): FailureReason | undefined => {
  const begun = beginNewOrder(run, entry, loot)
  if ("_tag" in begun) return begun
  const reason = fulfilNested(run, begun.inner, loot, 1, nesting, true)
  endNewOrder(run, begun, reason)
  return reason
}

/** Reports the drawn loot, and what it requires. */
const traceDrawn = (run: Run, vendor: LinkedVendor, loot: LinkedLoot, total: number, drawn: number): void => {
  const { drop_weight: weight, loot_id: lootId } = loot
  run.trace?.({ _tag: "Drawn", vendorId: vendor.vendor_id, total, drawn, lootId, weight })
  traceRequirements(run, loot)
}

/** Reports that fewer draws were made than were due. */
const traceDrawnOut = ({ trace }: Run, { vendor_id: vendorId }: LinkedVendor, asked: number, drawn: number): void =>
  trace?.({ _tag: "RuleApplied", rule: { _tag: "DrawnOut", vendorId, asked, drawn } })

/** Draws once per unit of `quantity`, without replacement. When drawn loot cannot be given, another is drawn. */
const sample = (
  run: Run,
  entry: EntryInProgress,
  vendor: LinkedVendor,
  quantity: number,
  nesting: number,
): FailureReason | undefined => {
  let pool = poolBefore(vendor)
  if (!run.holdings.isComplete && quantity > 0 && pool !== undefined && pool.dependentCount > 0) {
    needItems(run, itemsJudged(vendor))
  }
  let because: FailureReason | undefined
  for (let filled = 0; filled < quantity;) {
    const odds = nextOdds(run, vendor, pool, nesting)
    if (odds === undefined) {
      if (filled > 0) traceDrawnOut(run, vendor, quantity, filled)
      return reasonWithoutOdds(vendor, filled, because)
    }
    if ("_tag" in odds) return odds
    const drawn = run.choose(askFor(run, vendor, odds))
    const index = odds.indexOf(drawn)
    const loot = vendor.candidates[index] as LinkedLoot
    if (run.trace !== undefined) traceDrawn(run, vendor, loot, odds.total, drawn)
    const changes = run.holdings.journal.length
    const details = entry.details.length
    const newOrders = run.newOrders.length
    const reason = loot.fill_in_new_order
      ? fulfilInNewOrder(run, entry, loot, nesting)
      : fulfilNested(run, entry, loot, 1, nesting, true)
    run.trace?.({ _tag: "DrawEnded", vendorId: vendor.vendor_id, reason })
    if (reason === undefined) filled++
    else if (isHalt(reason)) return reason
    else {
      undo(run, entry, changes, details, newOrders)
      because = reason
    }
    if (filled === quantity || (reason === undefined && loot.fill_in_new_order)) continue
    // The drawn candidate leaves, which needs a pool. A first draw among fixed candidates worked without a pool.
    if (pool === undefined) {
      const halt = spendSteps(run, vendor.candidates.length)
      if (halt !== undefined) return halt
      pool = new Pool(vendor)
    }
    pool.retire(index)
  }
  return undefined
}

/** Reports the levels between the two counts. */
const traceRise = (run: Run, { after, before, item }: Rise): void => {
  const { item_id: itemId, levels } = item
  if (run.trace === undefined || levels === undefined) return
  const risen = { xpBefore: before, xpAfter: after, levelBefore: levelAt(levels, before) }
  const rule = { _tag: "LevelsRisen", itemId, ...risen, levelAfter: levelAt(levels, after) } as const
  run.trace({ _tag: "RuleApplied", rule })
}

/** Reports a level that was reached, and how many rewards it has. */
const traceLevel = (run: Run, { item }: Rise, level: number, vendorId: number, rewards: number): void => {
  const { item_id: itemId, levels } = item
  run.trace?.({ _tag: "LevelReached", itemId, level })
  const xp = levels?.find((one) => one.level === level)?.xp ?? 0
  run.trace?.({ _tag: "RuleApplied", rule: { _tag: "LevelRewarded", itemId, level, xp, vendorId, rewards } })
}

const noRewards: ReadonlyArray<LinkedLoot> = []

/** Fulfils the rewards of every level that the rise reached. When a reward fails, the rise fails. */
export const rewardLevels = (
  run: Run,
  entry: EntryInProgress,
  rise: Rise,
  nesting: number,
): FailureReason | undefined => {
  const { levels, levelVendor } = rise.item
  if (levels === undefined || levelVendor === undefined) return undefined
  traceRise(run, rise)
  if (nesting >= NESTING_MAX) return nestedTooDeep
  for (const level of levelsReached(levels, rise.before, rise.after)) {
    const rewards = levelVendor.lootBySortOrder.get(level) ?? noRewards
    if (run.trace !== undefined) traceLevel(run, rise, level, levelVendor.vendor_id, rewards.length)
    for (const loot of rewards) {
      const isLeftOut = isSkipped(run, loot, reasonAgainstTime(run, loot))
      const reason = isLeftOut ? undefined : fulfilNested(run, entry, loot, 1, nesting + 1, false)
      if (reason !== undefined) return reason
    }
  }
  return undefined
}

/**
 * Fulfils `multiplier` of the loot, which lies within `nesting` vendors. `isDrawn`: the loot was drawn, or lies within
 * drawn loot, where partial bundles may be allowed. When the loot fails, the caller undoes its changes.
 */
const fulfilNested = (
  run: Run,
  entry: EntryInProgress,
  loot: LinkedLoot,
  multiplier: number,
  nesting: number,
  isDrawn: boolean,
): FailureReason | undefined => {
  needItems(run, loot.itemIds)
  const vendor = loot.subVendor
  if (vendor === undefined) {
    const given = giveLoot(run, entry, loot, multiplier)
    return given?._tag === "Rise" ? rewardLevels(run, entry, given, nesting) : given
  }
  const quantity = beginVendor(run, loot, multiplier, nesting)
  if (typeof quantity !== "number") return quantity
  const reason =
    vendor.type === "randomly_sampled"
      ? sample(run, entry, vendor, quantity, nesting + 1)
      : isDrawn && loot.allow_partial_bundles
        ? fulfilParts(run, entry, vendor, quantity, nesting + 1)
        : fulfilRecipe(run, entry, vendor, quantity, nesting + 1, isDrawn)
  if (run.trace !== undefined) traceEnd(run, loot, reason)
  return reason
}

/** Fulfils `multiplier` of the loot that an entry is about. When the loot fails, the caller undoes its changes. */
export const fulfilLoot = (
  run: Run,
  entry: EntryInProgress,
  loot: LinkedLoot,
  multiplier: number,
): FailureReason | undefined => {
  run.loot = loot
  return fulfilNested(run, entry, loot, multiplier, 0, false)
}

/** Reports whether the entry chose the part of the bundle. */
const traceChoice = (run: Run, loot: LinkedLoot, part: LinkedLoot, isChosen: boolean): void => {
  if (run.trace === undefined) return
  const { loot_id: lootId } = part
  const { loot_id: bundleLootId, subVendor } = loot
  const condition = isCondition(part) ? "ConditionOfBundle" : "PartNotChosen"
  const parts = (subVendor?.loot ?? []).filter((one) => !isCondition(one)).length
  run.trace({
    _tag: "RuleApplied",
    rule: isChosen ? { _tag: "PartChosen", lootId, bundleLootId, parts } : { _tag: condition, lootId, bundleLootId },
  })
}

/**
 * Fulfils `multiplier` of loot whose sub vendor is the recipe `vendor`: its conditions, and of its parts only those
 * that were `chosen`. Each chosen part is a detail of the entry.
 */
export const fulfilChosen = (
  run: Run,
  entry: EntryInProgress,
  loot: LinkedLoot,
  vendor: LinkedVendor,
  multiplier: number,
  chosen: ReadonlySet<number>,
): FailureReason | undefined => {
  run.loot = loot
  needItems(run, loot.itemIds)
  const halt = spendSteps(run, 1 + vendor.loot.length)
  if (halt !== undefined) return halt
  if (loot.broken) return { _tag: "LootBroken", lootId: loot.loot_id }
  const quantity = quantityOf(run, loot, multiplier)
  if (typeof quantity !== "number") return quantity
  run.trace?.({ _tag: "LootBegan", lootId: loot.loot_id, quantity })
  let reason: FailureReason | undefined
  for (const part of vendor.loot) {
    const isChosen = chosen.has(part.loot_id)
    traceChoice(run, loot, part, isChosen)
    if ((!isChosen && !isCondition(part)) || isSkipped(run, part)) continue
    if (isChosen) entry.details.push({ _tag: "dynamic_bundle_lti", lootId: part.loot_id })
    reason = fulfilNested(run, entry, part, quantity, 1, false)
    if (reason !== undefined) break
  }
  traceEnd(run, loot, reason)
  return reason
}
