/** Creates a record with the fields of the entry, for the entry types of servers that do so (decisions, section 12). */
import { hasLevels, type LinkedItem, lookup } from "../../../../catalog/rules/linked.ts"
import type { HeldRecord } from "../../../../inventory/schema.ts"
import type { SubmittedEntry } from "../../../schema.ts"
import { rewardLevels } from "../fulfil.ts"
import { grantBucket, reasonAgainstUse, newRecord, riseFrom } from "../give.ts"
import type { FailureReason } from "../../reasons/failureReason.ts"
import { countOf, type EntryInProgress, reasonAgainstGain, type Run, traceChanges } from "../run.ts"
import { type Needs, needsNothing, reasonAgainstQuantity } from "./Entry.ts"

/** Most keys of a record's `custom_data`. */
const CUSTOM_ATTRIBUTES_MAX = 20

/** Why a record may not get the request's `expires` or `custom_data`; shared by creating and changing. */
export const reasonAgainstFields = (
  { now, trace }: Run,
  { custom_data, expires }: SubmittedEntry,
): FailureReason | undefined => {
  if (expires !== undefined && expires <= now) return { _tag: "ExpiresInPast", expires, now }
  if (expires !== undefined) trace?.({ _tag: "RuleApplied", rule: { _tag: "ExpiryInFuture", expires, now } })
  if (custom_data === undefined) return undefined
  const attributes = { count: Object.keys(custom_data).length, maximum: CUSTOM_ATTRIBUTES_MAX }
  if (attributes.count > CUSTOM_ATTRIBUTES_MAX) return { _tag: "TooManyAttributes", ...attributes }
  trace?.({ _tag: "RuleApplied", rule: { _tag: "AttributesInBounds", ...attributes } })
  return undefined
}

/** Runs `write`, then rewards the levels that the item reached. The records of an item with levels must be loaded. */
export const rewarding = (
  run: Run,
  entry: EntryInProgress,
  item: LinkedItem | undefined,
  write: () => void,
): FailureReason | undefined => {
  const from = entry.details.length
  if (item === undefined || !hasLevels(item)) {
    write()
    traceChanges(run, entry, from)
    return undefined
  }
  const before = countOf(run, item)
  write()
  traceChanges(run, entry, from)
  const rise = riseFrom(run, item, before)
  return rise && rewardLevels(run, entry, rise, 0)
}

/** The item, because its count has a bound, and decides about the rewards of levels. */
export const needs = (run: Run, request: SubmittedEntry): Needs => {
  const item = lookup(run.catalog.items, request.item_id)
  return item === undefined || reasonAgainstQuantity(run, request) !== undefined
    ? needsNothing
    : { ...needsNothing, itemIds: [item.item_id] }
}

/** Creates a new record of `item_id`, also when the player holds records of that item already. */
export const createRecord = (run: Run, entry: EntryInProgress, type: HeldRecord["type"]): FailureReason | undefined => {
  const { request } = entry
  const item = lookup(run.catalog.items, request.item_id)
  const quantity = reasonAgainstQuantity(run, request)
  if (quantity !== undefined) return quantity
  if (item === undefined) return { _tag: "ItemMissing", itemId: request.item_id }
  const reason = reasonAgainstUse(run, item)
  if (reason !== undefined) return reason
  if (item.always_owned) return { _tag: "AlwaysOwned", itemId: item.item_id }
  const unfit = reasonAgainstFields(run, request)
  if (unfit !== undefined) return unfit
  const { custom_data: customData, expires, quantity: count } = request
  const tooMuch = reasonAgainstGain(run, item.item_id, count)
  if (tooMuch !== undefined) return tooMuch
  const bucket = grantBucket(run, entry, undefined)
  const record = newRecord(run, { itemId: item.item_id, type, bucket, count, expires, customData })
  run.trace?.({ _tag: "RuleApplied", rule: { _tag: "RecordNew", itemId: item.item_id, type, bucket, expires } })
  return rewarding(run, entry, item, () => run.holdings.create(record, entry.details, undefined))
}
