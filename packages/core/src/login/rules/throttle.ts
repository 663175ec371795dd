/**
 * Slows down callers that fail to prove credentials (decisions, section 4, step 2; guarantees R24). Each failure fills
 * a bucket that leaks with time. A bucket with more failures than are free asks for a pause after the latest failure.
 * The pause doubles with each further failure and is at most 15 minutes. During the pause attempts are refused
 * unchecked and fill nothing, so that a stranger cannot lock an account for good.
 */
import type { Timestamp } from "../../kernel/time/Timestamp.ts"

/** The failures that are counted together. */
export type FailureSubject = "account" | "address" | "all"

/** How one kind of bucket behaves. */
export interface FailureLimit {
  /** Failures that cost nothing. */
  readonly free: number
  /** Time in which one failure leaks away, in ms. */
  readonly leakMillis: number
  /** Longest pause, in ms. */
  readonly pauseMaxMillis: number
  /** Most failures in a bucket: the number that gives the longest pause. */
  readonly failuresMax: number
}

const second = 1000
const minute = 60 * second

/**
 * An account forgives five failures and then one each 15 minutes. An address, which many people may share, forgives
 * thirty and one each minute. The whole service forgives a thousand and ten each second, and pauses for at most a
 * minute.
 */
export const FAILURE_LIMITS: Readonly<Record<FailureSubject, FailureLimit>> = {
  account: { free: 5, leakMillis: 15 * minute, pauseMaxMillis: 15 * minute, failuresMax: 16 },
  address: { free: 30, leakMillis: minute, pauseMaxMillis: 15 * minute, failuresMax: 41 },
  all: { free: 1000, leakMillis: 100, pauseMaxMillis: minute, failuresMax: 1007 },
}

/** The behaviour of a kind of bucket that lets a steady rate through, and no more. */
export interface FlowLimit {
  /** Time in which one count leaks away, in ms. */
  readonly leakMillis: number
  /** Time in which a full bucket leaks empty, in ms. */
  readonly capacityMillis: number
}

/** The limit that lets `burst` through at once and then `perMinute`, with equal gaps in whole milliseconds. */
export const flowLimit = (burst: number, perMinute: number): FlowLimit => {
  const leakMillis = Math.max(1, Math.round(minute / perMinute))
  return { leakMillis, capacityMillis: burst * leakMillis }
}

/** So many of a burst are counted in one row. */
const STRIPE_BURST = 3000
const STRIPES_MAX = 16

/**
 * The limit that {@link flowLimit} gives, shared out among rows that are counted in by turns: those who arrive at once
 * need not wait for one row. Together the stripes let through exactly `burst` and the rate of the whole; a small burst
 * stays in one.
 */
export const stripesOf = (burst: number, perMinute: number): ReadonlyArray<FlowLimit> => {
  const count = Math.min(STRIPES_MAX, Math.max(1, Math.floor(burst / STRIPE_BURST)))
  const leakMillis = flowLimit(burst, perMinute).leakMillis * count
  return Array.from({ length: count }, (_, index) => {
    const share = Math.floor(burst / count) + (index < burst % count ? 1 : 0)
    return { leakMillis, capacityMillis: share * leakMillis }
  })
}

/** How long an address stays familiar to an account after a login, in ms: 30 days. */
export const FAMILIAR_MILLIS = 30 * 24 * 60 * minute

/** The state of a bucket: the time of the latest failure, and when the last failure will have leaked out. */
export interface FailureRecord {
  readonly subject: FailureSubject | "familiar"
  readonly at: Timestamp
  readonly forgottenAt: Timestamp
}

/** How long the pause after the latest failure still lasts at `now`, in ms; 0: no pause. */
export const pauseMillis = (record: FailureRecord & { readonly subject: FailureSubject }, now: Timestamp): number => {
  const limit = FAILURE_LIMITS[record.subject]
  const failures = Math.ceil((record.forgottenAt - record.at) / limit.leakMillis)
  const excess = failures - limit.free
  if (excess <= 0) return 0
  const pause = Math.min(second * 2 ** (excess - 1), limit.pauseMaxMillis)
  // A failure in the future (this clock was set back or is behind) asks for no longer pause than a failure from now.
  return Math.min(pause, Math.max(0, record.at + pause - now))
}

/**
 * How long an attempt must wait for all its buckets. At an address from which the account has logged in before, only
 * the failures of that address count, so that strangers cannot shut the owner of the account out.
 */
export const longestPauseMillis = (records: ReadonlyArray<FailureRecord>, now: Timestamp): number => {
  const isFamiliar = records.some((record) => record.subject === "familiar" && now < record.forgottenAt)
  const pauses = records.map((record) => {
    const { subject } = record
    if (subject === "familiar" || (isFamiliar && subject !== "address")) return 0
    return pauseMillis({ ...record, subject }, now)
  })
  return Math.max(0, ...pauses)
}
