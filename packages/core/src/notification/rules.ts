/**
 * How a player's notifications are paged, streamed and kept (decisions, section 9).
 */
import { jsonEncoder } from "../kernel/wire/encoder.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { Notification } from "./schema.ts"
import type { NotificationRetention, NotificationSpan, StoredNotification } from "./NotificationStore.ts"
import type { WireJson } from "../kernel/wire/WireJson.ts"
import { LATEST, laterOf, type Moment, ofBroadcast, START } from "./moment.ts"

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

/**
 * Up to where everything was read, by a read of what is newer than `after`, oldest first. `head` is how many broadcasts
 * there were at that moment: whatever was not there yet comes later than them. A read that stopped at its limit knows
 * no more than what it found.
 */
export const readUpTo = (
  found: ReadonlyArray<{ readonly moment: Moment }>,
  { after, head, limit }: { readonly after: Moment; readonly head: number; readonly limit: number },
): Moment => {
  const last = found.at(-1)?.moment ?? after
  return found.length < limit ? laterOf(laterOf(after, last), ofBroadcast(head)) : last
}

/** A notification as it is stored and sent. */
export const encodeNotification = jsonEncoder(Notification)
