/** The expiry of records that a time frame grants (decisions, sections 10 and 11). */
import type { LinkedTimeFrame } from "../../catalog/rules/linkedTables.ts"
import { HOUR_MILLIS, LATEST, type Timestamp } from "../../kernel/time/Timestamp.ts"

/** The end of the current window: the first repeat of `end` after now. undefined: inactive, or over for good. */
export const windowEnd = (frame: LinkedTimeFrame, now: Timestamp): Timestamp | undefined => {
  if (!frame.active) return undefined
  if (now < frame.end) return frame.end
  if (frame.hour_interval === undefined || frame.hour_interval <= 0) return undefined
  const interval = frame.hour_interval * HOUR_MILLIS
  const end = frame.end + (Math.floor((now - frame.end) / interval) + 1) * interval
  return end <= LATEST ? end : undefined
}

/**
 * The expiry of a record rented until `expires` (undefined: not rented) after renting it for `times` more windows. It
 * is undefined when the frame is inactive or empty, or when the expiry would be later than any date.
 */
export const extendedExpiry = (
  frame: LinkedTimeFrame,
  now: Timestamp,
  expires: Timestamp | undefined,
  times: number,
): Timestamp | undefined => {
  const length = frame.end - frame.start
  if (!frame.active || length <= 0) return undefined
  const extended = Math.max(now, expires ?? now) + length * times
  return extended <= LATEST ? extended : undefined
}
