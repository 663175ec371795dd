/** The expiry of records that a time frame grants (decisions, sections 10 and 11). */
import type { LinkedTimeFrame } from "../../catalog/rules/linkedTables.ts"
import { HOUR_MILLIS, LATEST, type Timestamp } from "../../kernel/time/Timestamp.ts"

/** A repeat of a time frame. It is open from `start` on, and over at `end`. */
interface Repeat {
  readonly start: Timestamp
  readonly end: Timestamp
}

/** The window that is open, or else the next: the first repeat that ends after now. undefined: inactive, or over. */
export const nextWindow = (frame: LinkedTimeFrame, now: Timestamp): Repeat | undefined => {
  const { active, end, hour_interval: hours, start } = frame
  if (!active) return undefined
  if (now < end) return { start, end }
  if (hours === undefined || hours <= 0) return undefined
  const interval = hours * HOUR_MILLIS
  const later = (Math.floor((now - end) / interval) + 1) * interval
  return end + later <= LATEST ? { start: start + later, end: end + later } : undefined
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
