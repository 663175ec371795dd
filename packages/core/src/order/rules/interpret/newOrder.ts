/** New orders: drawn loot that is fulfilled in an order of its own. The entry that drew it refers to that order. */
import { ORDER_DEPTH_MAX } from "../../../catalog/rules/bounds.ts"
import type { LinkedLoot } from "../../../catalog/rules/linked.ts"
import type { Halt, FailureReason } from "../reasons/failureReason.ts"
import type { EntryOutcome, OrderOutcome } from "./outcome.ts"
import { haltOfNewOrders, type EntryInProgress, type Run } from "./run.ts"

/** A new order in progress. */
export interface NewOrderBegun {
  /** The entry that drew the loot. */
  readonly outer: EntryInProgress
  readonly loot: LinkedLoot
  readonly order: OrderOutcome
  readonly entries: Array<EntryOutcome>
  /** The entry of the new order. */
  readonly inner: EntryInProgress
}

/** Begins a new order for drawn loot, or says which bound it would pass. */
export const beginNewOrder = (run: Run, outer: EntryInProgress, loot: LinkedLoot): NewOrderBegun | Halt => {
  if (outer.depth >= ORDER_DEPTH_MAX) return { _tag: "OrdersTooDeep", maximum: ORDER_DEPTH_MAX }
  const halt = haltOfNewOrders(run)
  if (halt !== undefined) return halt
  const bucket = outer.request.use_inventory_bucket
  const entries: Array<EntryOutcome> = []
  const order = { parent: outer.order, entries }
  const inner: EntryInProgress = {
    order,
    request: {
      type: "fill_loot",
      loot_id: loot.loot_id,
      quantity: 1,
      ...(bucket === undefined ? undefined : { use_inventory_bucket: bucket }),
    },
    details: [],
    depth: outer.depth + 1,
    entitlement: outer.entitlement,
  }
  run.newOrders.push(order)
  run.trace?.({ _tag: "OrderBegan", lootId: loot.loot_id, depth: inner.depth, order })
  return { outer, loot, order, entries, inner }
}

/** Ends a new order, whose loot failed for `reason` or was given. */
export const endNewOrder = (
  run: Run,
  { entries, inner, loot: { loot_id: lootId }, order, outer }: NewOrderBegun,
  reason: FailureReason | undefined,
): void => {
  run.trace?.({ _tag: "OrderEnded", lootId, reason })
  if (reason !== undefined) return
  entries.push({ request: inner.request, result: "success", reason, details: inner.details })
  outer.details.push({ _tag: "new_order", lootId, order })
}
