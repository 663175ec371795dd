/**
 * Fulfils loot: vendors, draws, new orders, level rewards (decisions, section 12). The functions that may ask for a
 * draw or for missing records are generators. Loot that needs no ask is fulfilled by plain calls.
 */
import type { LinkedLoot, LinkedVendor } from "../../catalog/rules/linked.ts"
import type { Weights } from "../../catalog/rules/weights.ts"
import { answerTo, type DrawAsk, type Fulfilment } from "./ask.ts"
import { isCandidate, isSkipped, itemsJudged, leftOutFor, notDrawable } from "./candidacy.ts"
import { give, type Given, loadForLoot } from "./give.ts"
import type { EntryOutcome, OrderOutcome } from "./outcome.ts"
import { Pool } from "./pool.ts"
import { levelsReached, quantityOf } from "./quantity.ts"
import { type Exclusion, isHalt, type FailureReason } from "./failureReason.ts"
import {
  haltOfNewOrders,
  load,
  markOf,
  NESTING_MAX,
  nestedTooDeep,
  ORDER_DEPTH_MAX,
  type Place,
  type Rise,
  type Run,
  spendSteps,
  traceChanges,
  undo,
} from "./run.ts"
import type { PoolTrace } from "./trace.ts"

/** A fulfilment that may ask, or the result of one that needs no ask. */
export type Fulfilling = Fulfilment<FailureReason | undefined> | FailureReason | undefined

/** Whether the fulfilment has not run yet and may ask. */
export const asks = (fulfilling: Fulfilling): fulfilling is Fulfilment<FailureReason | undefined> =>
  fulfilling !== undefined && !("_tag" in fulfilling)

const traceEnd = (run: Run, loot: LinkedLoot, given: Given): void =>
  run.trace?.({ _tag: "LootEnded", lootId: loot.loot_id, reason: given?._tag === "Rise" ? undefined : given })

const refused = (run: Run, loot: LinkedLoot, reason: FailureReason): FailureReason => {
  run.trace?.({ _tag: "LootRefused", lootId: loot.loot_id, reason })
  return reason
}

/** Gives loot of an item whose records are all loaded. */
const giveAtOnce = (run: Run, place: Place, loot: LinkedLoot, multiplier: number): Given => {
  const halt = spendSteps(run, 1)
  if (halt !== undefined) return refused(run, loot, halt)
  if (loot.broken) return refused(run, loot, { _tag: "LootBroken", lootId: loot.loot_id })
  const quantity = quantityOf(run, loot, multiplier)
  if (typeof quantity !== "number") return refused(run, loot, quantity)
  run.trace?.({ _tag: "LootBegan", lootId: loot.loot_id, quantity })
  const from = place.details.length
  const given = give(run, place, loot, quantity)
  traceChanges(run, place, from)
  traceEnd(run, loot, given)
  return given
}

/** Fulfils loot of an item whose records are all loaded, with the rewards of the levels that it reaches. */
const fulfilAtOnce = (run: Run, place: Place, loot: LinkedLoot, multiplier: number, nesting: number): Fulfilling => {
  const given = giveAtOnce(run, place, loot, multiplier)
  return given?._tag === "Rise" ? rewardLevels(run, place, given, nesting) : given
}

/** Whether the item has so many records that it was loaded in part. Then changing it may ask for records. */
const isPartial = (run: Run, { item }: LinkedLoot): boolean =>
  item !== undefined && run.holdings.isPartial(item.item_id)

/** {@link fulfilLoot} for the loot of a vendor. Loot that needs no ask is fulfilled by plain calls. */
const fulfilPart = (
  run: Run,
  place: Place,
  loot: LinkedLoot,
  multiplier: number,
  nesting: number,
  isDrawn: boolean,
): Fulfilling =>
  loot.subVendor === undefined && !run.holdings.lacks(loot.itemIds) && !isPartial(run, loot)
    ? fulfilAtOnce(run, place, loot, multiplier, nesting)
    : fulfilLoot(run, place, loot, multiplier, nesting, isDrawn)

/**
 * Fulfils `multiplier` of the loot, which lies within `nesting` vendors. `isDrawn`: the loot was drawn, or lies within
 * drawn loot, where partial bundles may be allowed. When the loot fails, the caller undoes its changes.
 */
export function* fulfilLoot(
  run: Run,
  place: Place,
  loot: LinkedLoot,
  multiplier: number,
  nesting: number,
  isDrawn: boolean,
): Fulfilment<FailureReason | undefined> {
  if (run.holdings.lacks(loot.itemIds)) yield* load(run, loot.itemIds)
  const vendor = loot.subVendor
  if (vendor === undefined) {
    if (isPartial(run, loot)) yield* loadForLoot(run, place, loot, multiplier)
    const fulfilling = fulfilAtOnce(run, place, loot, multiplier, nesting)
    return asks(fulfilling) ? yield* fulfilling : fulfilling
  }
  const halt = spendSteps(run, 1) ?? (nesting >= NESTING_MAX ? nestedTooDeep : undefined)
  if (halt !== undefined) return refused(run, loot, halt)
  if (loot.broken) return refused(run, loot, { _tag: "LootBroken", lootId: loot.loot_id })
  const quantity = quantityOf(run, loot, multiplier)
  if (typeof quantity !== "number") return refused(run, loot, quantity)
  run.trace?.({ _tag: "LootBegan", lootId: loot.loot_id, quantity })
  const reason =
    vendor.type === "randomly_sampled"
      ? yield* fulfilSampled(run, place, vendor, quantity, nesting + 1)
      : isDrawn && loot.allow_partial_bundles
        ? yield* fulfilBundle(run, place, vendor, quantity, nesting + 1)
        : yield* fulfilRecipe(run, place, vendor, quantity, nesting + 1, isDrawn)
  traceEnd(run, loot, reason)
  return reason
}

/** Fulfils all loot in order. When a part fails, the recipe fails. */
function* fulfilRecipe(
  run: Run,
  place: Place,
  vendor: LinkedVendor,
  quantity: number,
  nesting: number,
  isDrawn: boolean,
): Fulfilment<FailureReason | undefined> {
  const halt = spendSteps(run, vendor.loot.length)
  if (halt !== undefined) return halt
  for (const loot of vendor.loot) {
    if (isSkipped(run, loot)) continue
    const fulfilling = fulfilPart(run, place, loot, quantity, nesting, isDrawn)
    const reason = asks(fulfilling) ? yield* fulfilling : fulfilling
    if (reason !== undefined) return reason
  }
  return undefined
}

/**
 * Fulfils `multiplier` of loot whose sub vendor is the recipe `vendor`: its conditions, and of its parts only those
 * that were `chosen`. Each chosen part is a detail of the entry.
 */
export function* fulfilChosen(
  run: Run,
  place: Place,
  loot: LinkedLoot,
  vendor: LinkedVendor,
  multiplier: number,
  chosen: ReadonlySet<number>,
): Fulfilment<FailureReason | undefined> {
  if (run.holdings.lacks(loot.itemIds)) yield* load(run, loot.itemIds)
  const halt = spendSteps(run, 1 + vendor.loot.length)
  if (halt !== undefined) return halt
  if (loot.broken) return { _tag: "LootBroken", lootId: loot.loot_id }
  const quantity = quantityOf(run, loot, multiplier)
  if (typeof quantity !== "number") return quantity
  run.trace?.({ _tag: "LootBegan", lootId: loot.loot_id, quantity })
  let reason: FailureReason | undefined
  for (const part of vendor.loot) {
    const isChosen = chosen.has(part.loot_id)
    if ((!isChosen && !isCondition(part)) || isSkipped(run, part)) continue
    if (isChosen) place.details.push({ _tag: "dynamic_bundle_lti", lootId: part.loot_id })
    const fulfilling = fulfilPart(run, place, part, quantity, 1, false)
    reason = asks(fulfilling) ? yield* fulfilling : fulfilling
    if (reason !== undefined) break
  }
  traceEnd(run, loot, reason)
  return reason
}

/** Whether the loot checks or takes an item and gives nothing. When such a part fails, its bundle fails too. */
export const isCondition = ({ inventory_operation: operation, item_id, subVendor }: LinkedLoot): boolean =>
  subVendor === undefined && item_id !== undefined && operation !== "add" && operation !== "set"

/** Fulfils all loot of a drawn bundle in order. Parts that cannot be given are left out, unless that leaves no part. */
function* fulfilBundle(
  run: Run,
  place: Place,
  vendor: LinkedVendor,
  quantity: number,
  nesting: number,
): Fulfilment<FailureReason | undefined> {
  const halt = spendSteps(run, vendor.loot.length)
  if (halt !== undefined) return halt
  let isAnyGiven = false
  let because: FailureReason | Exclusion | undefined
  for (const loot of vendor.loot) {
    if (isSkipped(run, loot)) continue
    const mark = markOf(run, place)
    if (run.holdings.lacks(loot.itemIds)) yield* load(run, loot.itemIds)
    const exclusion = leftOutFor(run, loot)
    if (exclusion !== undefined) {
      because = exclusion
      continue
    }
    const fulfilling = fulfilPart(run, place, loot, quantity, nesting, true)
    const reason = asks(fulfilling) ? yield* fulfilling : fulfilling
    if (reason === undefined) {
      if (!isCondition(loot)) isAnyGiven = true
    } else {
      if (isHalt(reason) || isCondition(loot)) return reason
      undo(run, place, mark)
      because = reason
    }
  }
  return isAnyGiven || because === undefined
    ? undefined
    : { _tag: "NothingOfBundleGiven", vendorId: vendor.vendor_id, because }
}

/** The pool of the vendor's next draw, for a trace. */
const poolTrace = (run: Run, vendor: LinkedVendor, odds: Weights | Pool): PoolTrace => ({
  vendorId: vendor.vendor_id,
  candidates: () =>
    odds instanceof Pool
      ? odds.candidates()
      : vendor.candidates.map(({ drop_weight, loot_id }) => ({ lootId: loot_id, weight: drop_weight })),
  excluded: () => notDrawable(run, vendor, odds),
})

const drawFrom = (run: Run, vendor: LinkedVendor, odds: Weights | Pool): DrawAsk => {
  const { total } = odds
  const vendorId = vendor.vendor_id
  if (run.trace === undefined) return { _tag: "Draw", vendorId, total, candidates: undefined }
  const pool = poolTrace(run, vendor, odds)
  run.trace({ _tag: "DrawBegan", total, ...pool })
  return {
    _tag: "Draw",
    vendorId,
    total,
    get candidates() {
      return pool.candidates()
    },
  }
}

/** Draws once per unit of `quantity`, without replacement. When drawn loot cannot be given, another is drawn. */
function* fulfilSampled(
  run: Run,
  place: Place,
  vendor: LinkedVendor,
  quantity: number,
  nesting: number,
): Fulfilment<FailureReason | undefined> {
  if (quantity === 0) return undefined
  const vendorId = vendor.vendor_id
  let filled = 0
  let because: FailureReason | undefined
  let odds: Weights | Pool = vendor.firstDraw ?? new Pool(vendor)
  while (filled < quantity) {
    if (odds instanceof Pool && odds.dependentCount > 0) {
      const judged = itemsJudged(vendor)
      if (run.holdings.lacks(judged)) yield* load(run, judged)
      const halt = odds.refresh((loot) => isCandidate(run, loot, nesting))
      if (halt !== undefined) return halt
    }
    const { total } = odds
    if (total === 0) {
      run.trace?.({ _tag: "NothingToDraw", ...poolTrace(run, vendor, odds) })
      break
    }
    const halt = spendSteps(run, odds instanceof Pool ? 1 + odds.dependentCount : 1)
    if (halt !== undefined) return halt
    if (!Number.isSafeInteger(total)) return { _tag: "WeightsTooLarge", vendorId, total }
    const ask = drawFrom(run, vendor, odds)
    const number = answerTo(ask, yield ask)
    const index = odds.indexOf(number)
    const loot = vendor.candidates[index] as LinkedLoot
    run.trace?.({ _tag: "Drawn", vendorId, total, drawn: number, lootId: loot.loot_id, weight: loot.drop_weight })
    const mark = markOf(run, place)
    const fulfilling = loot.fill_in_new_order
      ? fulfilInNewOrder(run, place, loot, nesting)
      : fulfilPart(run, place, loot, 1, nesting, true)
    const reason: FailureReason | undefined = asks(fulfilling) ? yield* fulfilling : fulfilling
    run.trace?.({ _tag: "DrawEnded", vendorId, reason })
    if (reason === undefined) filled++
    else if (isHalt(reason)) return reason
    else {
      undo(run, place, mark)
      because = reason
    }
    if (filled === quantity) break
    if (reason === undefined && loot.fill_in_new_order) continue
    // The drawn candidate leaves, which needs a pool. A first draw among fixed candidates worked without a pool.
    if (!(odds instanceof Pool)) {
      const halt = spendSteps(run, vendor.candidates.length)
      if (halt !== undefined) return halt
      odds = new Pool(vendor)
    }
    odds.retire(index)
  }
  if (filled > 0) return undefined
  return because === undefined ? { _tag: "NoCandidates", vendorId } : { _tag: "NothingDrawnGiven", vendorId, because }
}

/** Fulfils drawn loot in a new order. The current entry refers to that order. */
function* fulfilInNewOrder(
  run: Run,
  place: Place,
  loot: LinkedLoot,
  nesting: number,
): Fulfilment<FailureReason | undefined> {
  if (place.depth >= ORDER_DEPTH_MAX) return { _tag: "OrdersTooDeep", maximum: ORDER_DEPTH_MAX }
  const halt = haltOfNewOrders(run)
  if (halt !== undefined) return halt
  const bucket = place.request.use_inventory_bucket
  const entries: Array<EntryOutcome> = []
  const order: OrderOutcome = { parent: place.order, entries }
  const inner: Place = {
    order,
    request: {
      type: "fill_loot",
      loot_id: loot.loot_id,
      quantity: 1,
      ...(bucket === undefined ? undefined : { use_inventory_bucket: bucket }),
    },
    details: [],
    depth: place.depth + 1,
    entitlement: place.entitlement,
  }
  run.newOrders.push(order)
  run.trace?.({ _tag: "OrderBegan", lootId: loot.loot_id, depth: inner.depth, order })
  const reason = yield* fulfilLoot(run, inner, loot, 1, nesting, true)
  run.trace?.({ _tag: "OrderEnded", lootId: loot.loot_id, reason })
  if (reason !== undefined) return reason
  entries.push({ request: inner.request, result: "success", reason: undefined, details: inner.details })
  place.details.push({ _tag: "new_order", lootId: loot.loot_id, order })
  return undefined
}

/** Fulfils the rewards of every level that the rise reached. When a reward fails, the rise fails. */
export function* rewardLevels(
  run: Run,
  place: Place,
  { after, before, item }: Rise,
  nesting: number,
): Fulfilment<FailureReason | undefined> {
  const { levels, levelVendor } = item
  if (levels === undefined || levelVendor === undefined) return undefined
  if (nesting >= NESTING_MAX) return nestedTooDeep
  for (const level of levelsReached(levels, before, after)) {
    run.trace?.({ _tag: "LevelReached", itemId: item.item_id, level })
    for (const loot of levelVendor.lootBySortOrder.get(level) ?? []) {
      if (isSkipped(run, loot)) continue
      const reason = yield* fulfilLoot(run, place, loot, 1, nesting + 1, false)
      if (reason !== undefined) return reason
    }
  }
  return undefined
}
