/** Entries that make or change one record (decisions, section 12): what servers do to an inventory by hand. */
import { alwaysOwnedItemId } from "../../inventory/rules/alwaysOwned.ts"
import { isExpired } from "../../inventory/rules/counts.ts"
import type { HeldRecord } from "../../inventory/schema.ts"
import type { EntryResult } from "../enumerations.ts"
import type { SubmittedEntry } from "../schema.ts"
import { grantBucket, itemRefusal, newRecord, revised } from "./give.ts"
import type { Slot } from "./outcome.ts"
import { hasLevels, type ItemPlan, lookup } from "./plan.ts"
import { countOf, type Run } from "./run.ts"

/** Most keys of a record's `custom_data`. */
const CUSTOM_ATTRIBUTES_MAX = 20

/** Refusals that creating and changing share. */
const refusalOf = (run: Run, request: SubmittedEntry): EntryResult | undefined => {
  if (request.expires !== undefined && request.expires <= run.now) return "available_until_is_in_past"
  const attributes = request.custom_data === undefined ? 0 : Object.keys(request.custom_data).length
  return attributes > CUSTOM_ATTRIBUTES_MAX ? "too_many_inv_custom_attributes" : undefined
}

/** Runs `write`, and notes a rise of an item with levels. */
const noteRise = (run: Run, item: ItemPlan | undefined, write: () => void): EntryResult => {
  const mayRise = item !== undefined && hasLevels(item)
  const before = mayRise ? countOf(run, item) : 0
  write()
  if (mayRise) {
    const after = countOf(run, item)
    if (after > before) run.rise = { item, before, after }
  }
  return "success"
}

/**
 * A new record of `item_id`, whatever the player holds already. The item's records must have been loaded where it has
 * levels.
 */
export const createRecord = (run: Run, request: SubmittedEntry, type: "persistent" | "transient"): EntryResult => {
  const item = lookup(run.plan.items, request.item_id)
  const refusal = itemRefusal(run, item)
  if (refusal !== undefined || item === undefined) return refusal ?? "item_not_found"
  if (item.item.always_owned) return "always_owned_inventory_cannot_be_modified"
  const other = refusalOf(run, request)
  if (other !== undefined) return other
  const record = newRecord(run, {
    itemId: item.id,
    type,
    bucket: grantBucket(run, undefined),
    count: request.quantity,
    expires: request.expires,
    customData: request.custom_data,
  })
  return noteRise(run, item, () => run.holdings.create(record, run.entry, undefined))
}

const isNamed = (record: HeldRecord, request: SubmittedEntry): boolean => {
  if (request.inventory_id !== undefined) return record.inventoryId === request.inventory_id
  return request.type !== "update_inventory" && record.legacyInventoryId === request.legacy_inventory_id
}

const findNamed = (run: Run, request: SubmittedEntry): Slot | undefined => {
  if (request.inventory_id === undefined && request.legacy_inventory_id === undefined) return undefined
  for (const slot of run.holdings.all()) if (slot.original !== undefined && isNamed(slot.current, request)) return slot
  return undefined
}

/**
 * Changes one record: its count becomes `quantity`; `expires` and `custom_data` change where they are given. `type`
 * undefined: a record of either type. The named record must have been loaded.
 */
export const updateRecord = (
  run: Run,
  request: SubmittedEntry,
  type: "persistent" | "transient" | undefined,
): EntryResult => {
  const alwaysOwned = alwaysOwnedItemId(request.inventory_id ?? "")
  if (alwaysOwned !== undefined && run.plan.items.get(alwaysOwned)?.item.always_owned === true) {
    return "always_owned_inventory_cannot_be_modified"
  }
  const slot = findNamed(run, request)
  if (slot === undefined || isExpired(slot.current, run.now)) return "inventory_not_found"
  if (type !== undefined && slot.current.type !== type) return "inventory_not_found"
  const item = run.plan.items.get(slot.current.itemId)
  if (item?.item.always_owned === true) return "always_owned_inventory_cannot_be_modified"
  const refusal = refusalOf(run, request)
  if (refusal !== undefined) return refusal
  const counted = revised(slot.current, request.quantity, request.expires ?? slot.current.expires)
  const after = { ...counted, customData: request.custom_data ?? slot.current.customData }
  return noteRise(run, item, () => run.holdings.change(slot, after, run.entry, undefined))
}
