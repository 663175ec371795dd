/** The level that a player has reached by an item with an XP table (decisions, section 11). */
import type { LinkedItem } from "../../catalog/rules/linked.ts"
import type { InventoryBucket } from "../../catalog/schema.ts"
import type { Platform } from "../../kernel/Platform.ts"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import type { HeldRecord, ItemLevel } from "../schema.ts"
import { sessionBucket } from "../../catalog/rules/sessionBucket.ts"
import { cappedCount, counts } from "./counts.ts"

const noBuckets: ReadonlySet<InventoryBucket> = new Set()

const levelOf = ({ item_id, levels = [] }: LinkedItem, count: number): ItemLevel => {
  let reached: (typeof levels)[number] | undefined
  let next: (typeof levels)[number] | undefined
  for (const step of levels) {
    if (step.xp <= count) reached = step
    else {
      next = step
      break
    }
  }
  return {
    item_id,
    count,
    ...(reached === undefined ? {} : { level: reached.level, level_minimum: reached.xp }),
    ...(next === undefined ? {} : { next_level: next.level, next_level_minimum: next.xp }),
  }
}

/**
 * The level of each item. The count is the one that orders from a session on this platform see (undefined: orders of
 * servers): unexpired records in the buckets that the item's rule set allows.
 */
export const levelsOf = (
  items: ReadonlyArray<LinkedItem>,
  records: ReadonlyArray<HeldRecord>,
  platform: Platform | undefined,
  now: Timestamp,
): ReadonlyArray<ItemLevel> => {
  const bucket = sessionBucket(platform)
  const byItem = new Map(items.map((item) => [item.item_id, item]))
  const sums = new Map<number, number>()
  for (const record of records) {
    const buckets = byItem.get(record.itemId)?.buckets
    const allowed = buckets === undefined ? undefined : (buckets.get(bucket) ?? noBuckets)
    if (counts(record, now, allowed)) sums.set(record.itemId, (sums.get(record.itemId) ?? 0) + record.count)
  }
  return items.map((item) => levelOf(item, cappedCount((sums.get(item.item_id) ?? 0) + (item.always_owned ? 1 : 0))))
}
