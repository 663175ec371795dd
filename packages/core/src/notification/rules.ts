/**
 * How a player's notifications are paged, streamed and kept (decisions, section 9).
 */
import { jsonEncoder } from "../kernel/wire/encoder.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { Notification } from "./schema.ts"
import type { NotificationRetention, NotificationSpan, StoredNotification } from "./NotificationStore.ts"
import type { WireJson } from "../kernel/wire/WireJson.ts"
import type { BroadcastRetention } from "./BroadcastStore.ts"
import { compareMoments, LATEST, laterOf, type Moment, START } from "./moment.ts"

/** The retention at `now`: the newest `countMax`, none of them older than `retentionSeconds`. */
export const retentionAt = (now: Timestamp, retentionSeconds: number, countMax: number): NotificationRetention => ({
  countMax,
  createdAfter: now - retentionSeconds * 1000,
})

/**
 * The span to read for a page: one notification more than fits, because the next page starts there.
 * `startAt` is inclusive, `excludeBefore` exclusive.
 */
export const spanOf = (
  startAt: Moment | undefined,
  excludeBefore: Moment | undefined,
  pageSize: number,
  createdAfter: Timestamp,
): NotificationSpan => ({
  upTo: startAt ?? LATEST,
  after: excludeBefore ?? START,
  createdAfter,
  limit: pageSize + 1,
})

/** Splits the notifications of {@link spanOf} into the page and the place where the next page starts. */
export const cutPage = (
  found: ReadonlyArray<StoredNotification>,
  pageSize: number,
): { readonly wires: ReadonlyArray<WireJson>; readonly next: Moment } => ({
  wires: found.slice(0, pageSize).map((notification) => notification.wire),
  next: found[pageSize]?.moment ?? START,
})

/** The order in which notifications are read: pages have the newest first, streams the oldest. */
export type ReadingOrder = "newest" | "oldest"

/** Own notifications and broadcasts, both in `order`, as one list in that order: at most `limit` of them. */
export const merged = (
  own: ReadonlyArray<StoredNotification>,
  broadcasts: ReadonlyArray<StoredNotification>,
  order: ReadingOrder,
  limit: number,
): ReadonlyArray<StoredNotification> => {
  if (broadcasts.length === 0) return own
  const sign = order === "oldest" ? 1 : -1
  const list: Array<StoredNotification> = []
  let [at, sent] = [0, 0]
  while (list.length < limit) {
    const [one, other] = [own[at], broadcasts[sent]]
    const isOther = other !== undefined && (one === undefined || sign * compareMoments(one.moment, other.moment) > 0)
    const next = isOther ? other : one
    if (next === undefined) break
    list.push(next)
    if (isOther) sent++
    else at++
  }
  return list
}

/**
 * Up to where everything was read, by a read of what is newer than `after`, oldest first. `head` is the place of the
 * newest that there was at that moment: whatever was not there yet comes later. A read that stopped at its limit knows
 * no more than what it found.
 */
export const readUpTo = (
  found: ReadonlyArray<{ readonly moment: Moment }>,
  { after, head, limit }: { readonly after: Moment; readonly head: Moment; readonly limit: number },
): Moment => {
  const last = found.at(-1)?.moment ?? after
  return found.length < limit ? laterOf(laterOf(after, last), head) : last
}

/** The broadcasts that retention keeps of a log that has had `head` of them: the newest `countMax`. */
export const broadcastRetentionAt = (head: number, countMax: number, createdAfter: Timestamp): BroadcastRetention => ({
  positionAbove: head - countMax,
  createdAfter,
})

/** A notification as it is stored and sent. */
export const encodeNotification = jsonEncoder(Notification)
