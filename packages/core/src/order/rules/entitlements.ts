/** The entitlements of a player, as entries of the order that begins an inventory session (decisions, section 11). */
import type { LinkedItem } from "../../catalog/rules/linked.ts"
import type { InventoryBucket } from "../../catalog/schema.ts"
import { sessionBucket } from "../../catalog/rules/sessionBucket.ts"
import { counts } from "../../inventory/rules/counts.ts"
import type { HeldRecord } from "../../inventory/schema.ts"
import type { Platform } from "../../kernel/Platform.ts"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import type { SubmittedEntry } from "../schema.ts"

/**
 * An entry for each of the items that the player owns and may use on this platform, in the order of the items. Others
 * have no entry, because it would fail at each session, and orders are kept for ever.
 */
export const ownedEntitlements = (
  items: ReadonlyArray<LinkedItem>,
  records: ReadonlyArray<HeldRecord>,
  platform: Platform | undefined,
  now: Timestamp,
): ReadonlyArray<SubmittedEntry> => {
  const bucket = sessionBucket(platform)
  const held = new Map<number, Array<HeldRecord>>()
  for (const record of records) {
    const of = held.get(record.itemId)
    if (of === undefined) held.set(record.itemId, [record])
    else of.push(record)
  }
  const isOwned = ({ always_owned, buckets, item_id }: LinkedItem): boolean => {
    const allowed = buckets === undefined ? undefined : (buckets.get(bucket) ?? new Set<InventoryBucket>())
    return always_owned || (held.get(item_id) ?? []).some((record) => record.count > 0 && counts(record, now, allowed))
  }
  const isUsable = ({ active, platforms }: LinkedItem): boolean =>
    active && (platforms === undefined || platform === undefined || platforms.has(platform))
  return items
    .filter((item) => isUsable(item) && isOwned(item))
    .map(({ item_id }) => ({ type: "fill_entitled_loot", item_id, quantity: 1 }))
}
