/**
 * Slowing down who fails to prove credentials (decisions, section 4, step 2; guarantees R24). Each failure fills a
 * bucket that leaks with time; a bucket fuller than what is free asks for a pause after the latest failure, doubling
 * with each further one and never longer than 15 minutes. While the pause lasts, attempts are turned away unseen and
 * fill nothing, so that no one can lock an account for good.
 */
import type { Timestamp } from "../../kernel/Timestamp.ts"

/** Whose failures are counted together. */
export type FailureSubject = "account" | "address" | "all"

/** How one kind of bucket behaves. */
export interface FailureLimit {
  /** Failures that cost nothing. */
  readonly free: number
  /** Time in which one failure leaks away, in ms. */
  readonly leakMillis: number
  /** Longest pause, in ms. */
  readonly pauseMaxMillis: number
  /** Failures that a bucket holds at most: those that make the pause as long as it gets. */
  readonly failuresMax: number
}

const second = 1000
const minute = 60 * second

/**
 * An account forgives five failures and then one each 15 minutes; an address, which many people may share, thirty and
 * one each minute; the whole service a thousand and ten each second, and it never pauses for more than a minute.
 */
export const FAILURE_LIMITS: Readonly<Record<FailureSubject, FailureLimit>> = {
  account: { free: 5, leakMillis: 15 * minute, pauseMaxMillis: 15 * minute, failuresMax: 16 },
  address: { free: 30, leakMillis: minute, pauseMaxMillis: 15 * minute, failuresMax: 41 },
  all: { free: 1000, leakMillis: 100, pauseMaxMillis: minute, failuresMax: 1007 },
}

/** How one kind of bucket behaves that lets through what flows at a steady rate, and no more. */
export interface FlowLimit {
  /** Time in which one leaks away, in ms. */
  readonly leakMillis: number
  /** Time in which a full bucket leaks empty, in ms. */
  readonly capacityMillis: number
}

/** The limit that lets through `burst` at once and then so many per minute, to the millisecond between two. */
export const flowLimit = (burst: number, perMinute: number): FlowLimit => {
  const leakMillis = Math.max(1, Math.round(minute / perMinute))
  return { leakMillis, capacityMillis: burst * leakMillis }
}

/** How long an address stays familiar to an account after a login, in ms: 30 days. */
export const FAMILIAR_MILLIS = 30 * 24 * 60 * minute

/** The state of a bucket of failures: when the latest fell in, and when the last one will have leaked out. */
export interface FailureRecord {
  readonly subject: FailureSubject | "familiar"
  readonly at: Timestamp
  readonly forgottenAt: Timestamp
}

/** How long the pause after the latest failure still lasts at `now`, in ms; 0: there is none. */
export const pauseMillis = (record: FailureRecord & { readonly subject: FailureSubject }, now: Timestamp): number => {
  const limit = FAILURE_LIMITS[record.subject]
  const failures = Math.ceil((record.forgottenAt - record.at) / limit.leakMillis)
  const excess = failures - limit.free
  if (excess <= 0) return 0
  const pause = Math.min(second * 2 ** (excess - 1), limit.pauseMaxMillis)
  // A failure from ahead of this clock, which was set back or is behind, asks for no longer pause than one from now.
  return Math.min(pause, Math.max(0, record.at + pause - now))
}

/**
 * How long an attempt has to wait for all its buckets. An address from which the account has logged in before waits for
 * its own failures alone: what strangers do to the account does not shut its owner out.
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
