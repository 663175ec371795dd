/**
 * How a player's notifications are numbered, paged and kept (decisions, section 9). Positions count up from 1 in each
 * player's list. So an older notification has a smaller position, also when the clock was set back.
 */
import { jsonEncoder } from "../kernel/wire/encoder.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { Notification } from "./schema.ts"
import type { NotificationRetention, NotificationSpan, StoredNotification } from "./NotificationStore.ts"
import type { WireJson } from "../kernel/wire/WireJson.ts"

/** The position before the first notification: as `start_at` an empty page, as `exclude_before` no exclusion. */
const END_POSITION = 0
/** A position at or after every notification. */
const LATEST_POSITION = Number.MAX_SAFE_INTEGER

/** The text that a cursor seals for a position. */
export const formatPosition = (position: number): string => position.toString(10)

/** The position in an opened cursor. The text was authenticated, so {@link formatPosition} wrote it. */
export const parsePosition = (text: string): number => Number(text)

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
  startAt: number | undefined,
  excludeBefore: number | undefined,
  pageSize: number,
  createdAfter: Timestamp,
): NotificationSpan => ({
  newest: startAt ?? LATEST_POSITION,
  olderThanAll: excludeBefore ?? END_POSITION,
  createdAfter,
  limit: pageSize + 1,
})

/** Splits the notifications of {@link spanOf} into the page and the position where the next page starts. */
export const cutPage = (
  found: ReadonlyArray<StoredNotification>,
  pageSize: number,
): { readonly wires: ReadonlyArray<WireJson>; readonly next: number } => ({
  wires: found.slice(0, pageSize).map((notification) => notification.wire),
  next: found[pageSize]?.position ?? END_POSITION,
})

/** A notification as it is stored and sent. */
export const encodeNotification = jsonEncoder(Notification)
