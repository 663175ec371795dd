/**
 * Fulfilling loot: vendors, draws, new orders, level rewards (decisions, section 12). Generators, because a draw or a
 * missing record has to be asked for; what can be done at once is done in plain calls.
 */
import type { EntryResult } from "../enumerations.ts"
import { canBeGivenInBundle, isCandidate, isSkipped, itemsJudged } from "./candidates.ts"
import { give } from "./give.ts"
import type { EntryOutcome, OrderOutcome } from "./outcome.ts"
import type { FixedDraw, LootPlan, VendorPlan } from "./plan.ts"
import { Pool } from "./pool.ts"
import { quantityOf } from "./quantity.ts"
import type { Fulfilment, InventoryRequest } from "./requests.ts"
import { halt, markOf, NESTING_MAX, NEW_ORDERS_MAX, ORDER_DEPTH_MAX, type Run, spendSteps, undo } from "./run.ts"
import { levelsReached } from "./xp.ts"

/** Asks for the records of those items that were not loaded yet. */
export const inventoryRequest = (run: Run, itemIds: ReadonlyArray<number>): InventoryRequest => ({
  _tag: "Inventory",
  itemIds: run.holdings.missing(itemIds),
  inventoryIds: [],
  legacyInventoryIds: [],
  holdings: run.holdings,
})

/** Whether nothing has to be asked for, short of level rewards. */
const isImmediate = (run: Run, plan: LootPlan): boolean =>
  plan.subVendor === undefined && !run.holdings.lacks(plan.itemIds)

/** Fulfils loot of an item, all of whose records are here. A rise of levels is left in `run.rise`. */
const fulfilAtOnce = (run: Run, plan: LootPlan, multiplier: number): EntryResult => {
  if (!spendSteps(run, 1)) return "internal_error"
  if (plan.broken) return "internal_error"
  const quantity = quantityOf(run, plan, multiplier)
  if (typeof quantity !== "number") return quantity
  run.trace?.({ _tag: "LootBegan", lootId: plan.id, quantity })
  const result = give(run, plan, quantity)
  run.trace?.({ _tag: "LootEnded", lootId: plan.id, refusal: result === "success" ? undefined : result })
  return result
}

/**
 * Fulfils `multiplier` of the loot. `isDrawn`: within something that a draw gave, where partial bundles may be allowed.
 * On failure the caller undoes what was done.
 */
export function* fulfilLoot(run: Run, plan: LootPlan, multiplier: number, isDrawn: boolean): Fulfilment<EntryResult> {
  if (run.holdings.lacks(plan.itemIds)) yield inventoryRequest(run, plan.itemIds)
  const vendor = plan.subVendor
  if (vendor === undefined) {
    const result = fulfilAtOnce(run, plan, multiplier)
    return run.rise === undefined ? result : yield* rewardLevels(run)
  }
  if (!spendSteps(run, 1) || run.nesting >= NESTING_MAX) return halt(run, "internal_error")
  if (plan.broken) return "internal_error"
  const quantity = quantityOf(run, plan, multiplier)
  if (typeof quantity !== "number") return quantity
  run.trace?.({ _tag: "LootBegan", lootId: plan.id, quantity })
  run.nesting++
  const result = vendor.isSampled
    ? yield* fulfilSampled(run, vendor, quantity)
    : yield* fulfilRecipe(run, vendor, quantity, isDrawn, isDrawn && plan.loot.allow_partial_bundles)
  run.nesting--
  run.trace?.({ _tag: "LootEnded", lootId: plan.id, refusal: result === "success" ? undefined : result })
  return result
}

/** Whether the loot asks for something rather than giving it; a bundle never goes without such a part. */
const isCondition = ({ loot, subVendor }: LootPlan): boolean =>
  subVendor === undefined &&
  loot.item_id !== undefined &&
  loot.inventory_operation !== "add" &&
  loot.inventory_operation !== "set"

/**
 * All loot in order. One failure fails it, but where `isPartial` what cannot be given is left out, if anything is left.
 */
function* fulfilRecipe(
  run: Run,
  vendor: VendorPlan,
  quantity: number,
  isDrawn: boolean,
  isPartial: boolean,
): Fulfilment<EntryResult> {
  if (!spendSteps(run, vendor.loot.length)) return "internal_error"
  let given = 0
  let leftOut = 0
  for (const plan of vendor.loot) {
    if (isSkipped(run, plan)) continue
    const mark = isPartial ? markOf(run) : undefined
    if (isPartial) {
      if (run.holdings.lacks(plan.itemIds)) yield inventoryRequest(run, plan.itemIds)
      if (!canBeGivenInBundle(run, plan)) {
        leftOut++
        continue
      }
    }
    let result = isImmediate(run, plan)
      ? fulfilAtOnce(run, plan, quantity)
      : yield* fulfilLoot(run, plan, quantity, isDrawn)
    if (run.rise !== undefined) result = yield* rewardLevels(run)
    if (result === "success") {
      if (!isCondition(plan)) given++
    } else {
      if (mark === undefined || run.halted !== undefined || isCondition(plan)) return result
      undo(run, mark)
      leftOut++
    }
  }
  return given === 0 && leftOut > 0 ? "failed_to_fill_any_sub_loot" : "success"
}

/** One unit of a draw: gives what was drawn, or undoes it. */
function* fulfilDrawn(run: Run, plan: LootPlan, request: FixedDraw | Pool, drawn: number): Fulfilment<EntryResult> {
  if (run.trace !== undefined) {
    const { vendorId, total } = request
    run.trace({ _tag: "Drawn", vendorId, total, drawn, lootId: plan.id, weight: plan.loot.drop_weight })
  }
  const mark = markOf(run)
  let result = plan.loot.fill_in_new_order
    ? yield* fulfilInNewOrder(run, plan)
    : isImmediate(run, plan)
      ? fulfilAtOnce(run, plan, 1)
      : yield* fulfilLoot(run, plan, 1, true)
  if (run.rise !== undefined) result = yield* rewardLevels(run)
  if (result !== "success") undo(run, mark)
  return result
}

/** Draws once per unit of `quantity`, without replacement; what cannot be given is drawn again. */
function* fulfilSampled(run: Run, vendor: VendorPlan, quantity: number): Fulfilment<EntryResult> {
  if (quantity === 0) return "success"
  let filled = 0
  let failed = 0
  let draw: FixedDraw | Pool = vendor.firstDraw ?? new Pool(vendor)
  while (filled < quantity) {
    if (draw instanceof Pool && draw.dependentCount > 0) {
      const judged = itemsJudged(vendor)
      if (run.holdings.lacks(judged)) yield inventoryRequest(run, judged)
      draw.refresh((plan) => isCandidate(run, plan))
    }
    if (draw.total === 0) break
    const cost = draw instanceof Pool ? 1 + draw.dependentCount : 1
    if (!spendSteps(run, cost) || !Number.isSafeInteger(draw.total)) return halt(run, "internal_error")
    const drawn: number = yield draw
    const index = draw.indexOf(drawn)
    const plan = vendor.candidates[index] as LootPlan
    const result = yield* fulfilDrawn(run, plan, draw, drawn)
    if (run.halted !== undefined) return run.halted
    if (result === "success") filled++
    else failed++
    if (filled === quantity) break
    if (result === "success" && plan.loot.fill_in_new_order) continue
    // Only now does anything leave: the first draw among candidates that never change needed no pool.
    if (!(draw instanceof Pool)) {
      if (!spendSteps(run, vendor.candidates.length)) return "internal_error"
      draw = new Pool(vendor)
    }
    draw.retire(index)
  }
  if (filled > 0) return "success"
  return failed > 0 ? "failed_to_fill_any_sub_loot" : "failed_to_find_any_sub_loot"
}

/** Fulfils drawn loot in an order of its own, which the current entry only refers to. */
function* fulfilInNewOrder(run: Run, plan: LootPlan): Fulfilment<EntryResult> {
  if (run.orderDepth >= ORDER_DEPTH_MAX || run.newOrders.length >= NEW_ORDERS_MAX) {
    return halt(run, "failed_to_submit_new_order")
  }
  const parent = run.order
  const parentEntry = run.entry
  const bucket = parentEntry.request.use_inventory_bucket
  const entry: EntryOutcome = {
    request: {
      type: "fill_loot",
      loot_id: plan.id,
      quantity: 1,
      ...(bucket === undefined ? undefined : { use_inventory_bucket: bucket }),
    },
    result: "success",
    details: [],
  }
  const order: OrderOutcome = { parent, entries: [entry] }
  run.newOrders.push(order)
  run.order = order
  run.entry = entry
  run.orderDepth++
  run.trace?.({ _tag: "OrderBegan", lootId: plan.id, depth: run.orderDepth })
  const result = yield* fulfilLoot(run, plan, 1, true)
  run.orderDepth--
  run.order = parent
  run.entry = parentEntry
  if (result === "success") parentEntry.details.push({ _tag: "new_order", lootId: plan.id, order })
  return result
}

/** Fulfils the rewards of every level that `run.rise` reached; one failure fails the rise. */
export function* rewardLevels(run: Run): Fulfilment<EntryResult> {
  const rise = run.rise
  run.rise = undefined
  const { levels, levelVendor } = rise?.item ?? {}
  if (rise === undefined || levels === undefined || levelVendor === undefined) return "success"
  if (run.nesting >= NESTING_MAX) return halt(run, "internal_error")
  run.nesting++
  let result: EntryResult = "success"
  for (const level of levelsReached(levels, rise.before, rise.after)) {
    run.trace?.({ _tag: "LevelReached", itemId: rise.item.id, level })
    for (const loot of levelVendor.vendor.lootBySortOrder.get(level) ?? []) {
      const plan = run.plan.loot.get(loot.loot_id)
      if (plan === undefined || isSkipped(run, plan)) continue
      result = yield* fulfilLoot(run, plan, 1, false)
      if (result !== "success") break
    }
    if (result !== "success") break
  }
  run.nesting--
  return result
}
