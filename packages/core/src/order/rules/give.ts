/** What fulfilling loot of an item does to the player's records (decisions, sections 11 and 12). */
import type { InventoryBucket } from "../../catalog/schema.ts"
import { counts, spendingOrder } from "../../inventory/rules/counts.ts"
import { extendedExpiry, windowEnd } from "../../inventory/rules/timeFrame.ts"
import { COUNT_MAX, type HeldRecord } from "../../inventory/schema.ts"
import type { Timestamp } from "../../kernel/Timestamp.ts"
import type { EntryRefusal, EntryResult } from "../enumerations.ts"
import { hasLevels, type ItemPlan, type LootPlan } from "./plan.ts"
import { allowedBuckets, countOf, type Run } from "./run.ts"

/** A record before it has ids, with its first revision. */
export const newRecord = (
  run: Run,
  fields: Omit<HeldRecord, "inventoryId" | "legacyInventoryId" | "acquired" | "revision">,
): HeldRecord => ({
  inventoryId: "",
  legacyInventoryId: 0n,
  itemId: fields.itemId,
  type: fields.type,
  bucket: fields.bucket,
  count: fields.count,
  acquired: run.now,
  expires: fields.expires,
  customData: fields.customData,
  revision: 1,
})

/** The next revision of a record, with another count and expiry. */
export const revised = (record: HeldRecord, count: number, expires: Timestamp | undefined): HeldRecord => ({
  inventoryId: record.inventoryId,
  legacyInventoryId: record.legacyInventoryId,
  itemId: record.itemId,
  type: record.type,
  bucket: record.bucket,
  count,
  acquired: record.acquired,
  expires,
  customData: record.customData,
  revision: record.revision + 1,
})

/** The bucket of a grant: the entry's unless a client says so, else the loot's, else the session's. */
export const grantBucket = (run: Run, loot: InventoryBucket | undefined): InventoryBucket => {
  const asked = run.source === "CLIENT" ? undefined : run.entry.request.use_inventory_bucket
  return asked ?? loot ?? run.bucket
}

/** Takes `quantity` from what may be spent, or nothing at all; false: there is not as much. */
const spend = (run: Run, plan: LootPlan, item: ItemPlan, quantity: number): boolean => {
  if (quantity === 0) return true
  const allowed = allowedBuckets(run, item)
  const inOrder = spendingOrder(run.bucket)
  const slots = run.holdings.of(item.id).filter(({ current }) => current.count > 0 && counts(current, run.now, allowed))
  if (slots.reduce((total, { current }) => total + current.count, 0) < quantity) return false
  if (slots.length > 1) slots.sort((left, right) => inOrder(left.current, right.current))
  let rest = quantity
  for (const slot of slots) {
    if (rest === 0) break
    const taken = Math.min(rest, slot.current.count)
    run.holdings.change(
      slot,
      revised(slot.current, slot.current.count - taken, slot.current.expires),
      run.entry,
      plan.id,
    )
    rest -= taken
  }
  return true
}

/** Which record a selector means: what it must look like, and the expiry of a new one. */
interface Target {
  readonly type: "persistent" | "transient"
  readonly expires: Timestamp | undefined
}

/**
 * The target of every selector but `rent`, whose expiry moves. undefined: the time frame is missing, inactive or over.
 */
const targetOf = (run: Run, plan: LootPlan): Target | undefined => {
  const end = plan.timeFrame === undefined ? undefined : windowEnd(plan.timeFrame, run.now)
  switch (plan.loot.inventory_selector_type) {
    case "own":
      return { type: "persistent", expires: undefined }
    case "own_transient":
      return plan.timeFrame !== undefined && end === undefined ? undefined : { type: "transient", expires: end }
    case "rent_timeframe_locked":
      return end === undefined ? undefined : { type: "persistent", expires: end }
    default:
      return undefined
  }
}

/** Adds `quantity` to the selector's record, or makes it the record's count. */
const credit = (run: Run, plan: LootPlan, item: ItemPlan, quantity: number, isSet: boolean): EntryResult => {
  const target = targetOf(run, plan)
  if (target === undefined) return "failed_to_modify_inventory"
  const bucket = grantBucket(run, plan.loot.use_inventory_bucket)
  const { type, expires } = target
  const slot = run.holdings.find(
    item.id,
    run.now,
    (record) => record.type === type && record.expires === expires && record.bucket === bucket,
  )
  const count = (isSet ? 0 : (slot?.current.count ?? 0)) + quantity
  if (count > COUNT_MAX) return "failed_to_modify_inventory"
  if (slot !== undefined) {
    if (slot.current.count !== count)
      run.holdings.change(slot, revised(slot.current, count, expires), run.entry, plan.id)
  } else if (count > 0) {
    const record = newRecord(run, { itemId: item.id, type, bucket, count, expires, customData: undefined })
    run.holdings.create(record, run.entry, plan.id)
  }
  return "success"
}

/** Rents what is there, or else one, for `quantity` windows more; where `isSet`, for `quantity` windows from now on. */
const rent = (run: Run, plan: LootPlan, item: ItemPlan, quantity: number, isSet: boolean): EntryResult => {
  if (plan.timeFrame === undefined) return "failed_to_modify_inventory"
  const bucket = grantBucket(run, plan.loot.use_inventory_bucket)
  const slot = run.holdings.find(
    item.id,
    run.now,
    (record) => record.type === "persistent" && record.expires !== undefined && record.bucket === bucket,
  )
  const count = slot?.current.count ?? 0
  const running = isSet || count === 0 ? undefined : slot?.current.expires
  const expires = extendedExpiry(plan.timeFrame, run.now, running, quantity)
  if (expires === undefined) return "failed_to_modify_inventory"
  if (slot === undefined) {
    if (quantity === 0) return "success"
    const record = newRecord(run, {
      itemId: item.id,
      type: "persistent",
      bucket,
      count: 1,
      expires,
      customData: undefined,
    })
    run.holdings.create(record, run.entry, plan.id)
  } else if (quantity > 0 || isSet) {
    run.holdings.change(
      slot,
      revised(slot.current, quantity === 0 ? 0 : Math.max(count, 1), expires),
      run.entry,
      plan.id,
    )
  }
  return "success"
}

/** Adds or sets by the loot's selector, and notes a rise of an item with levels. */
const grant = (run: Run, plan: LootPlan, item: ItemPlan, quantity: number, isSet: boolean): EntryResult => {
  if (item.item.always_owned) return "always_owned_inventory_cannot_be_modified"
  if (quantity === 0 && !isSet) return "success"
  switch (plan.loot.inventory_selector_type) {
    case "invalid":
      return "failed_to_modify_inventory"
    // No order is fulfilled for an entitlement yet, so there is no record to take type and expiry from.
    case "inherit_entitlement_inventory":
      return "inventory_not_found"
    default:
  }
  const mayRise = hasLevels(item)
  const before = mayRise ? countOf(run, item) : 0
  const give = plan.loot.inventory_selector_type === "rent" ? rent : credit
  const result = give(run, plan, item, quantity, isSet)
  if (mayRise && result === "success") {
    const after = countOf(run, item)
    if (after > before) run.rise = { item, before, after }
  }
  return result
}

const checked = (run: Run, plan: LootPlan, item: ItemPlan, quantity: number): EntryRefusal | undefined => {
  const count = countOf(run, item)
  run.trace?.({ _tag: "Checked", lootId: plan.id, count, quantity })
  switch (plan.loot.inventory_operation) {
    case "check_greater_than":
      return count > quantity ? undefined : "cannot_meet_loot_required"
    case "check_less_than":
      return count < quantity ? undefined : "cannot_meet_loot_blocker"
    default:
      return count >= quantity ? undefined : "cannot_meet_loot_required"
  }
}

/** Why nothing can be done with the item here and now; undefined: something can. */
export const itemRefusal = (run: Run, item: ItemPlan | undefined): EntryRefusal | undefined => {
  if (item === undefined) return "item_not_found"
  if (!item.item.active) return "item_not_active"
  if (item.platforms !== undefined && run.platform !== undefined && !item.platforms.has(run.platform)) {
    return "not_allowed_on_current_portal"
  }
  return undefined
}

/**
 * Does what the loot's operation says with `quantity` of its item, whole or not at all. Loot without an item is the
 * explicit nothing. The records of `plan.itemIds` must have been loaded.
 */
export const give = (run: Run, plan: LootPlan, quantity: number): EntryResult => {
  if (plan.loot.item_id === undefined) return "success"
  const { item } = plan
  const refusal = itemRefusal(run, item)
  if (refusal !== undefined || item === undefined) return refusal ?? "item_not_found"
  switch (plan.loot.inventory_operation) {
    case "add":
      return grant(run, plan, item, quantity, false)
    case "set":
      return grant(run, plan, item, quantity, true)
    case "subtract":
      return spend(run, plan, item, quantity) ? "success" : "failed_to_consume_loot_required"
    case "check_greater_than_or_equal_and_subtract": {
      const failed = checked(run, plan, item, quantity)
      if (failed !== undefined) return failed
      return spend(run, plan, item, quantity) ? "success" : "failed_to_consume_loot_required"
    }
    case "check_greater_than_or_equal":
    case "check_greater_than":
    case "check_less_than":
      return checked(run, plan, item, quantity) ?? "success"
    case "invalid":
      return "failed_to_modify_inventory"
    default:
      return plan.loot.inventory_operation satisfies never
  }
}
