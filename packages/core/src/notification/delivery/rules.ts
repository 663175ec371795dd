/** What is due for a listener, and what it is given: decisions without effects (decisions, section 9). */
import type { Caller } from "../../kernel/Caller.ts"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import type { Standing } from "../../kernel/work/Signals.ts"
import type { FeedEnd } from "../../operation/Feed.ts"
import { isAfter, type Moment } from "../moment.ts"
import type { Placed } from "../reading.ts"

/** How often each thing is due, in milliseconds. */
export interface Intervals {
  /** Signs of life. */
  readonly beatMillis: number
  /** Looking up session and role without a hint. A session's end is seen after so long, so this is below a minute. */
  readonly confirmMillis: number
  /** Asking storage without a hint. A hint that is lost costs so much at the most. */
  readonly recheckMillis: number
}

/** What time it is. */
export interface Present {
  /** Of a clock that cannot be set. Whatever is due after some time goes by it. */
  readonly monotonicMillis: number
  /** The time of day. An access token ends by it. */
  readonly time: Timestamp
}

/** The times of a listener that the rules read: milliseconds of the monotonic clock, but for the end of the token. */
interface Times {
  readonly kind: "stream" | "poll"
  readonly caller: { readonly expiresAt: Timestamp } | undefined
  readonly endsAt: number
  readonly beatAt: number
  readonly confirmAt: number
  readonly recheckAt: number
}

/** Whether the listener is over by time alone, and why. */
export const overAt = ({ caller, endsAt }: Times, { monotonicMillis, time }: Present): FeedEnd | undefined => {
  if (caller !== undefined && time >= caller.expiresAt) return "expired"
  return monotonicMillis >= endsAt ? "deadline" : undefined
}

/** What is due for a listener that goes on. */
export const dueAt = ({ beatAt, confirmAt, recheckAt }: Times, monotonicMillis: number) => ({
  beats: monotonicMillis >= beatAt,
  confirms: monotonicMillis >= confirmAt,
  rechecks: monotonicMillis >= recheckAt,
})

/** Whether this is said of the caller: of its session, its player or its access token. */
export const isAbout = (
  { sessionId, subject, tokenId }: Pick<Caller, "sessionId" | "subject" | "tokenId">,
  whose: ReadonlySet<Standing>,
): boolean => whose.has(sessionId) || whose.has(subject) || whose.has(tokenId)

/** The part of what was read that a listener at this place has not been given. */
export const unseen = (placed: ReadonlyArray<Placed>, at: Moment): ReadonlyArray<Placed> => {
  const first = placed[0]
  if (first === undefined || isAfter(first.moment, at)) return placed
  return placed.filter(({ moment }) => isAfter(moment, at))
}

/** The earliest of these places: what was read after it is enough for all. */
export const earliestOf = (places: ReadonlyArray<Moment>): Moment | undefined => {
  let earliest: Moment | undefined
  for (const place of places) if (earliest === undefined || isAfter(earliest, place)) earliest = place
  return earliest
}
