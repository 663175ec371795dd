/** Changes a record to the fields of the entry, for the entry types of servers that do so (decisions, section 12). */
import { lookup } from "../../../../catalog/rules/linked.ts"
import { alwaysOwnedItemId } from "../../../../inventory/rules/alwaysOwned.ts"
import { isExpired } from "../../../../inventory/rules/counts.ts"
import type { HeldRecord } from "../../../../inventory/schema.ts"
import type { SubmittedEntry } from "../../../schema.ts"
import { revised } from "../give.ts"
import type { FailureReason } from "../../reasons/failureReason.ts"
import { type EntryInProgress, reasonAgainstGain, type Run } from "../run.ts"
import { reasonAgainstFields, rewarding } from "./createRecord.ts"
import { type Needs, needsNothing, reasonAgainstCount } from "./Entry.ts"

/** The record that the entry names. Storage loads all records of its item with it. */
export const needs = (run: Run, request: SubmittedEntry): Needs => {
  const { inventory_id, legacy_inventory_id } = request
  if (reasonAgainstCount(run, request) !== undefined) return needsNothing
  if (inventory_id !== undefined) return { ...needsNothing, inventoryIds: [inventory_id] }
  return legacy_inventory_id === undefined
    ? needsNothing
    : { ...needsNothing, legacyInventoryIds: [legacy_inventory_id] }
}

const isNamed = (record: HeldRecord, request: SubmittedEntry): boolean => {
  if (request.inventory_id !== undefined) return record.inventoryId === request.inventory_id
  return request.type !== "update_inventory" && record.legacyInventoryId === request.legacy_inventory_id
}

const findNamed = (run: Run, request: SubmittedEntry) => {
  if (request.inventory_id === undefined && request.legacy_inventory_id === undefined) return undefined
  for (const slot of run.holdings.all()) if (slot.original !== undefined && isNamed(slot.current, request)) return slot
  return undefined
}

/** The record that the entry names, or why it cannot be changed. `type` undefined: a record of either type. */
export const namedRecord = (run: Run, request: SubmittedEntry, type: HeldRecord["type"] | undefined) => {
  const itemId = alwaysOwnedItemId(request.inventory_id ?? "")
  if (itemId !== undefined && run.catalog.items.get(itemId)?.always_owned === true) {
    return { _tag: "AlwaysOwned", itemId } as const
  }
  const slot = findNamed(run, request)
  if (slot === undefined) {
    const { inventory_id: inventoryId, legacy_inventory_id: legacyInventoryId } = request
    return { _tag: "RecordMissing", inventoryId, legacyInventoryId } as const
  }
  const { current } = slot
  if (isExpired(current, run.now)) return { _tag: "RecordExpired", expires: current.expires, now: run.now } as const
  if (type !== undefined && current.type !== type) {
    return { _tag: "RecordOfOtherType", asked: type, current: current.type } as const
  }
  return slot
}

/** Reports the record that was found. */
export const traceFound = ({ now, trace }: Run, { count, expires, inventoryId, itemId, type }: HeldRecord): void =>
  trace?.({ _tag: "RuleApplied", rule: { _tag: "RecordFound", inventoryId, itemId, type, count, expires, now } })

/** Changes a record: its count becomes `quantity`; `expires` and `custom_data` change where they are given. */
export const updateRecord = (
  run: Run,
  entry: EntryInProgress,
  type: HeldRecord["type"] | undefined,
): FailureReason | undefined => {
  const { request } = entry
  const quantity = reasonAgainstCount(run, request)
  if (quantity !== undefined) return quantity
  const slot = namedRecord(run, request, type)
  if ("_tag" in slot) return slot
  const item = lookup(run.catalog.items, slot.current.itemId)
  if (item?.always_owned === true) return { _tag: "AlwaysOwned", itemId: item.item_id }
  traceFound(run, slot.current)
  const unfit = reasonAgainstFields(run, request)
  if (unfit !== undefined) return unfit
  const tooMuch = reasonAgainstGain(run, slot.current.itemId, request.quantity - slot.current.count)
  if (tooMuch !== undefined) return tooMuch
  const counted = revised(slot.current, request.quantity, request.expires ?? slot.current.expires)
  const after = { ...counted, customData: request.custom_data ?? slot.current.customData }
  return rewarding(run, entry, item, () => run.holdings.change(slot, after, entry.details, undefined))
}
