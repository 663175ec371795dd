/** Which records count: expiry, the buckets of a session, and the order of spending (decisions, section 11). */
import type { InventoryBucket } from "../../catalog/schema.ts"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import { COUNT_MAX, type HeldRecord } from "../schema.ts"

/** Whether the record no longer counts: from `expires` on. */
export const isExpired = (record: HeldRecord, now: Timestamp): boolean =>
  record.expires !== undefined && now >= record.expires

/** Buckets whose inventory counts and may be spent; undefined: all of them. */
export type AllowedBuckets = ReadonlySet<InventoryBucket> | undefined

/** Whether the record counts at `now` in a session that may use `allowed`. */
export const counts = (record: HeldRecord, now: Timestamp, allowed: AllowedBuckets): boolean =>
  !isExpired(record, now) && (allowed === undefined || allowed.has(record.bucket))

/**
 * A sum of counts, at most {@link COUNT_MAX}. No order lets a sum pass it, but what is always owned is counted on top,
 * and records of before that rule may hold more together.
 */
export const cappedCount = (sum: number): number => Math.min(sum, COUNT_MAX)

/** The oldest record first; the id decides between records of one order. */
export const byAge = (left: HeldRecord, right: HeldRecord): number =>
  left.acquired - right.acquired ||
  (left.inventoryId < right.inventoryId ? -1 : Number(left.inventoryId > right.inventoryId))

/** The order of spending: the session's bucket first, then the earliest expiry; equals stay in the order given. */
export const spendingOrder =
  (session: InventoryBucket) =>
  (left: HeldRecord, right: HeldRecord): number => {
    const bucket = Number(right.bucket === session) - Number(left.bucket === session)
    if (bucket !== 0) return bucket
    if (left.expires === right.expires) return 0
    if (left.expires === undefined) return 1
    return right.expires === undefined ? -1 : left.expires - right.expires
  }
