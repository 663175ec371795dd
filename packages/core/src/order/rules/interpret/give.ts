/** Carries out loot of an item on the player's records: add, set, subtract, check (decisions, sections 11 and 12). */
import { frameOfLife, hasLevels, type LinkedItem, type LinkedLoot } from "../../../catalog/rules/linked.ts"
import type { InventoryBucket } from "../../../catalog/schema.ts"
import { extendedExpiry, nextWindow } from "../../../inventory/rules/timeFrame.ts"
import type { HeldRecord } from "../../../inventory/schema.ts"
import type { Timestamp } from "../../../kernel/time/Timestamp.ts"
import type { Closure, FailureReason } from "../reasons/failureReason.ts"
import { oldestOf, Stop } from "./records.ts"
import {
  allowedBuckets,
  countOf,
  type Lifetime,
  type EntryInProgress,
  reasonAgainstGain,
  type Rise,
  type Run,
} from "./run.ts"

/** The result of giving: why it failed, or a rise whose rewards are due; undefined: given, and no rewards are due. */
export type Given = FailureReason | Rise | undefined

/** A new record at its first revision, without ids yet. */
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

/** The bucket of a grant: the entry's, except in a client's order; else the loot's; else the session's. */
export const grantBucket = (run: Run, entry: EntryInProgress, loot: InventoryBucket | undefined): InventoryBucket => {
  const asked = run.source === "CLIENT" ? undefined : entry.request.use_inventory_bucket
  return asked ?? loot ?? run.bucket
}

/** Reports which buckets of the item count in this session, if a rule set decides about them. */
export const traceBuckets = (run: Run, item: LinkedItem): void => {
  const allowed = run.trace === undefined ? undefined : allowedBuckets(run, item)
  if (allowed === undefined) return
  const rule = { _tag: "BucketsCounted", itemId: item.item_id, session: run.bucket, allowed } as const
  run.trace?.({ _tag: "RuleApplied", rule })
}

/** Reports that `count` of the item, which may be spent, suffices. */
const traceSpending = (run: Run, loot: LinkedLoot, item: LinkedItem, count: number, quantity: number): void => {
  const compared = { lootId: loot.loot_id, itemId: item.item_id, count, quantity }
  run.trace?.({ _tag: "RuleApplied", rule: { _tag: "CountSuffices", ...compared } })
}

/** Why `quantity` of the item cannot be spent. Reports that it can. */
const reasonAgainstSpending = (
  run: Run,
  loot: LinkedLoot,
  item: LinkedItem,
  quantity: number,
): FailureReason | undefined => {
  const count = run.holdings.count(item.item_id, run.now, allowedBuckets(run, item))
  if (count < quantity) return { _tag: "NotEnough", lootId: loot.loot_id, itemId: item.item_id, count, quantity }
  if (run.trace !== undefined) traceSpending(run, loot, item, count, quantity)
  return undefined
}

/**
 * Takes `quantity` from the records that are spent next. Takes nothing when they hold less. Stops where an item of many
 * records was loaded without some of them.
 */
export const spend = (
  run: Run,
  entry: EntryInProgress,
  loot: LinkedLoot,
  item: LinkedItem,
  quantity: number,
): FailureReason | undefined => {
  if (quantity === 0) return undefined
  const reason = reasonAgainstSpending(run, loot, item, quantity)
  if (reason !== undefined) return reason
  const { bucket, holdings, now } = run
  const allowed = allowedBuckets(run, item)
  for (let left = quantity; left > 0;) {
    const slot = holdings.nextToSpend(item.item_id, now, bucket, allowed)
    if (slot === undefined) throw new Stop({ _tag: "ToSpend", item, count: left })
    const { count, expires } = slot.current
    const taken = Math.min(left, count)
    const after = revised(slot.current, count - taken, expires)
    holdings.spend(slot, after, entry.details, loot.loot_id, left < quantity)
    left -= taken
  }
  return undefined
}

/** Why what the loot gives cannot begin to last now: the window of its time frame is not open; undefined: it can. */
export const closureOf = ({ now }: Pick<Run, "now">, loot: LinkedLoot): Closure | undefined => {
  const frame = frameOfLife(loot)
  if (frame === undefined) return undefined
  const window = nextWindow(frame, now)
  const { loot_id: lootId } = loot
  if (window === undefined) return { _tag: "TimeFrameOver", lootId, timeFrameId: frame.time_frame_id, now }
  const { start: opens } = window
  return opens <= now ? undefined : { _tag: "WindowNotOpen", lootId, timeFrameId: frame.time_frame_id, opens, now }
}

const own: Lifetime = { type: "persistent", expires: undefined }
const ownTransient: Lifetime = { type: "transient", expires: undefined }

/**
 * Type and expiry of the record that a selector means, also of a new record. For selectors other than `rent`: a rented
 * record has no fixed expiry.
 */
const targetOf = (run: Run, entry: EntryInProgress, loot: LinkedLoot): Lifetime | FailureReason => {
  const frame = loot.timeFrame
  const selector = loot.inventory_selector_type
  if (selector === "own") return own
  if (selector === "inherit_entitlement_inventory") {
    return entry.entitlement ?? { _tag: "NoEntitlement", lootId: loot.loot_id }
  }
  if (frame === undefined) {
    return selector === "own_transient" ? ownTransient : { _tag: "NoTimeFrame", lootId: loot.loot_id }
  }
  const type = selector === "own_transient" ? "transient" : "persistent"
  return closureOf(run, loot) ?? { type, expires: nextWindow(frame, run.now)?.end }
}

/** Adds `quantity` of the loot's item, by the loot's selector. `isSet`: `quantity` becomes the count instead. */
type Grant = (
  run: Run,
  entry: EntryInProgress,
  loot: LinkedLoot,
  item: LinkedItem,
  quantity: number,
  isSet: boolean,
) => FailureReason | undefined

/** Reports the record that the selector means, unless it is the plain one: owned for ever, in the bucket none. */
const traceTarget = (
  run: Run,
  loot: LinkedLoot,
  item: LinkedItem,
  bucket: InventoryBucket,
  { expires, type }: Lifetime,
): void => {
  const { inventory_selector_type: selector, loot_id: lootId, timeFrame } = loot
  if (run.trace === undefined || (selector === "own" && bucket === "none")) return
  if (timeFrame !== undefined && expires !== undefined && selector !== "inherit_entitlement_inventory") {
    const window = { timeFrameId: timeFrame.time_frame_id, now: run.now, expires }
    run.trace({ _tag: "RuleApplied", rule: { _tag: "WindowRunning", lootId, ...window } })
  }
  const rule = { _tag: "RecordSought", lootId, itemId: item.item_id, selector, type, bucket, expires } as const
  run.trace({ _tag: "RuleApplied", rule })
}

/** Reports what a rent that ends with its window does to the count, which is not what a `rent` does. */
const traceCountOfWindow = (
  run: Run,
  { inventory_selector_type: selector, loot_id: lootId }: LinkedLoot,
  { item_id: itemId }: LinkedItem,
  added: number,
  count: number,
  expires: Timestamp | undefined,
): void => {
  if (selector !== "rent_timeframe_locked" || expires === undefined) return
  run.trace?.({ _tag: "RuleApplied", rule: { _tag: "CountEndsWithWindow", lootId, itemId, added, count, expires } })
}

/** Adds `quantity` to the count of the selector's record. `isSet`: `quantity` becomes the count. */
const credit: Grant = (run, entry, loot, item, quantity, isSet) => {
  const target = targetOf(run, entry, loot)
  if ("_tag" in target) return target
  const bucket = grantBucket(run, entry, loot.use_inventory_bucket)
  const { type, expires } = target
  if (run.trace !== undefined) traceTarget(run, loot, item, bucket, target)
  const slot = oldestOf(run, item.item_id, { type, bucket, expires })
  const before = slot?.current.count ?? 0
  const count = (isSet ? 0 : before) + quantity
  const unfit = reasonAgainstGain(run, item.item_id, count - before)
  if (unfit !== undefined) return unfit
  if (run.trace !== undefined) traceCountOfWindow(run, loot, item, count - before, count, expires)
  if (slot !== undefined) {
    if (slot.current.count !== count)
      run.holdings.change(slot, revised(slot.current, count, expires), entry.details, loot.loot_id)
  } else if (count > 0) {
    const record = newRecord(run, { itemId: item.item_id, type, bucket, count, expires, customData: undefined })
    run.holdings.create(record, entry.details, loot.loot_id)
  }
  return undefined
}

/**
 * Extends the rented record by `quantity` time windows. `isSet`: the record ends `quantity` windows from now. Without a
 * rented record, creates one of count 1.
 */
const rent: Grant = (run, entry, loot, item, quantity, isSet) => {
  const frame = loot.timeFrame
  if (frame === undefined) return { _tag: "NoTimeFrame", lootId: loot.loot_id }
  const bucket = grantBucket(run, entry, loot.use_inventory_bucket)
  const slot = oldestOf(run, item.item_id, { type: "persistent", bucket, expires: "any" })
  const count = slot?.current.count ?? 0
  const running = isSet || count === 0 ? undefined : slot?.current.expires
  const expires = extendedExpiry(frame, run.now, running, quantity)
  if (expires === undefined) {
    return { _tag: "ExpiryTooLate", lootId: loot.loot_id, timeFrameId: frame.time_frame_id, times: quantity }
  }
  const kept = quantity === 0 ? 0 : Math.max(count, 1)
  const unfit = reasonAgainstGain(run, item.item_id, kept - count)
  if (unfit !== undefined) return unfit
  run.trace?.({
    _tag: "RuleApplied",
    rule: {
      _tag: "RentExtended",
      lootId: loot.loot_id,
      itemId: item.item_id,
      timeFrameId: frame.time_frame_id,
      bucket,
      windowMillis: frame.end - frame.start,
      times: quantity,
      since: Math.max(run.now, running ?? run.now),
      expires,
    },
  })
  if (slot === undefined) {
    if (quantity === 0) return undefined
    const fields = {
      itemId: item.item_id,
      type: "persistent",
      bucket,
      count: 1,
      expires,
      customData: undefined,
    } as const
    run.holdings.create(newRecord(run, fields), entry.details, loot.loot_id)
  } else if (quantity > 0 || isSet) {
    run.holdings.change(slot, revised(slot.current, kept, expires), entry.details, loot.loot_id)
  }
  return undefined
}

/** The rise of the count of an item with levels, from `before` to now; undefined: the count did not rise. */
export const riseFrom = (run: Run, item: LinkedItem, before: number): Rise | undefined => {
  const after = countOf(run, item)
  return after > before ? { _tag: "Rise", item, before, after } : undefined
}

/** Adds or sets the loot's item by the loot's selector. */
const grant = (
  run: Run,
  entry: EntryInProgress,
  loot: LinkedLoot,
  item: LinkedItem,
  quantity: number,
  isSet: boolean,
): Given => {
  if (item.always_owned) return { _tag: "AlwaysOwned", itemId: item.item_id }
  if (quantity === 0 && !isSet) return undefined
  const selector = loot.inventory_selector_type
  if (selector === "invalid") return { _tag: "SelectorInvalid", lootId: loot.loot_id }
  const giveBySelector = selector === "rent" ? rent : credit
  if (!hasLevels(item)) return giveBySelector(run, entry, loot, item, quantity, isSet)
  const before = countOf(run, item)
  return giveBySelector(run, entry, loot, item, quantity, isSet) ?? riseFrom(run, item, before)
}

/** Compares the player's count of the item with `quantity`. */
const check = (run: Run, loot: LinkedLoot, item: LinkedItem, quantity: number): FailureReason | undefined => {
  const count = countOf(run, item)
  traceBuckets(run, item)
  const operation = loot.inventory_operation
  const isMet =
    operation === "check_less_than"
      ? count < quantity
      : operation === "check_greater_than"
        ? count > quantity
        : count >= quantity
  run.trace?.({ _tag: "Checked", lootId: loot.loot_id, itemId: item.item_id, operation, count, quantity, isMet })
  if (isMet) return undefined
  const _tag = operation === "check_less_than" ? "CountTooHigh" : "CountTooLow"
  return { _tag, operation, lootId: loot.loot_id, itemId: item.item_id, count, quantity }
}

/** Why the item cannot be used now on this platform; undefined: it can. */
export const reasonAgainstItem = (run: Run, item: LinkedItem): FailureReason | undefined => {
  if (!item.active) return { _tag: "ItemInactive", itemId: item.item_id }
  const { platform } = run
  if (item.platforms !== undefined && platform !== undefined && !item.platforms.has(platform)) {
    return { _tag: "PlatformNotAllowed", itemId: item.item_id, platform, allowed: item.platforms }
  }
  return undefined
}

/** {@link reasonAgainstItem}, which reports an item that can be used. */
export const reasonAgainstUse = (run: Run, item: LinkedItem): FailureReason | undefined => {
  const reason = reasonAgainstItem(run, item)
  if (reason === undefined) traceUse(run, item)
  return reason
}

const traceUse = ({ platform, trace }: Run, { item_id: itemId, platforms: allowed }: LinkedItem): void =>
  trace?.({ _tag: "RuleApplied", rule: { _tag: "ItemUsable", itemId, platform, allowed } })

/**
 * Carries out the loot's operation with `quantity` of its item, completely or not at all. Loot without an item gives
 * nothing on purpose. The caller must have loaded the records of `loot.itemIds`.
 */
export const give = (run: Run, entry: EntryInProgress, loot: LinkedLoot, quantity: number): Given => {
  if (loot.item_id === undefined) return undefined
  const { item } = loot
  if (item === undefined) return { _tag: "ItemMissing", itemId: loot.item_id }
  const reason = reasonAgainstItem(run, item)
  if (reason !== undefined) return reason
  // An active item without a rule set is the rule, and no step.
  if (item.platforms !== undefined) traceUse(run, item)
  switch (loot.inventory_operation) {
    case "add":
      return grant(run, entry, loot, item, quantity, false)
    case "set":
      return grant(run, entry, loot, item, quantity, true)
    case "subtract":
      traceBuckets(run, item)
      return spend(run, entry, loot, item, quantity)
    case "check_greater_than_or_equal_and_subtract":
      return check(run, loot, item, quantity) ?? spend(run, entry, loot, item, quantity)
    case "check_greater_than_or_equal":
    case "check_greater_than":
    case "check_less_than":
      return check(run, loot, item, quantity)
    case "invalid":
      return { _tag: "OperationInvalid", lootId: loot.loot_id }
    default:
      return loot.inventory_operation satisfies never
  }
}
