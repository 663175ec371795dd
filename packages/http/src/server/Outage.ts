/**
 * Informs the observers when the database stops answering, and when it answers again, once each, however many requests
 * fail in between; and of locks that were not free in time, which are no outage: other requests are served. Both say
 * what the database said, where it is, and what to do.
 */
import { type StorageTrouble, StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import type * as Cause from "effect/Cause"
import { type EpisodeHost, Episodes } from "./Episodes.ts"
import type { EventFacts, Observers } from "./Observer.ts"

/** How often a database that is away is asked whether it is back, in ms. */
const ASK_MILLIS = 1000

/** A request to no operation. */
const NO_OPERATION = "none"

/** Watches over the database. */
export interface OutageWatch {
  /**
   * Whether storage that cannot answer is the only cause of how `operation` failed. The first such cause is an event,
   * further ones are counted.
   */
  readonly concerns: (cause: Cause.Cause<unknown>, operation: string | undefined) => boolean
  /** Stops asking. */
  readonly stop: () => void
}

/** What says most of the state of storage comes first. */
const GRAVITY: ReadonlyArray<StorageTrouble> = ["damaged", "epoch", "away", "read_only", "full", "locked", "busy"]

/**
 * Storage that cannot answer, if nothing else is the cause. Several statements that ran at once, or a unit and its
 * rollback, fail for several such reasons; what they interrupted is no reason.
 */
const unavailableIn = (cause: Cause.Cause<unknown>): StorageUnavailable | undefined => {
  const reasons = cause.reasons.filter(({ _tag }) => _tag !== "Interrupt")
  const unavailable = reasons.flatMap((reason) =>
    reason._tag === "Die" && reason.defect instanceof StorageUnavailable ? reason.defect : [],
  )
  if (unavailable.length < reasons.length) return undefined
  const [gravest] = unavailable.sort((one, other) => GRAVITY.indexOf(one.trouble) - GRAVITY.indexOf(other.trouble))
  return gravest
}

/** The functions that watching needs. */
export interface OutageProbe {
  /** Whether the database takes writes now. */
  readonly isBack: () => Promise<boolean>
  /** Called when the database was found to be away. */
  readonly found: () => void
  /** Called when it had no room for a write of this operation. */
  readonly refused: (operation: string) => void
  /** Who holds the lock that writes wait for, in words. */
  readonly holders?: () => Promise<string | undefined>
  /** Where the database is; undefined: not known. */
  readonly place?: string | undefined
  /** The clock of the process, where no test gives another one. */
  readonly host?: EpisodeHost
}

/** What the database said. */
const factsOf = ({ code, message, next }: StorageUnavailable, place: string | undefined): EventFacts => ({
  cause: message,
  code,
  storage: place,
  next: place === undefined ? next : next?.replace("FILE", () => place),
})

/** Watches with the help of this probe. */
export const watchOutages = (
  { happened }: Pick<Observers, "happened">,
  { found, holders, host, isBack, place, refused }: OutageProbe,
): OutageWatch => {
  let outage: { readonly since: number; failed: number } | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const locks = new Episodes(({ byName, count, seconds }) => {
    happened("warning", "lock_timeouts_ended", { seconds, requests_failed: count, failed_by: byName })
  }, host)
  const askLater = () => {
    if (!isStopped) timer = setTimeout(() => void ask(), ASK_MILLIS)
  }
  const ask = async () => {
    if (!(await isBack())) return askLater()
    if (outage === undefined || isStopped) return
    const seconds = Math.round(performance.now() - outage.since) / 1000
    happened("warning", "storage_recovered", { seconds, requests_failed: outage.failed })
    outage = undefined
  }
  const away = (unavailable: StorageUnavailable) => {
    if (outage === undefined) {
      outage = { since: performance.now(), failed: 0 }
      happened("warning", "storage_unavailable", factsOf(unavailable, place))
      found()
      askLater()
    }
    outage.failed++
  }
  const locked = (unavailable: StorageUnavailable, operation: string | undefined) => {
    if (!locks.happened(operation ?? NO_OPERATION)) return
    const tell = (heldBy?: string) =>
      happened("warning", "lock_timeout", { operation, ...factsOf(unavailable, place), held_by: heldBy })
    if (holders === undefined) tell()
    else void holders().then(tell)
    // The lock may be that of the whole database: then nothing can be stored until it is free.
    found()
  }
  return {
    concerns: (cause, operation) => {
      const unavailable = unavailableIn(cause)
      if (unavailable === undefined) return false
      const { trouble } = unavailable
      if (trouble === "full" && operation !== undefined) refused(operation)
      if (trouble === "locked") locked(unavailable, operation)
      // The adapter has logged the damage.
      else if (trouble === "damaged") found()
      // Storage is well: the work met other work. The caller got its 503, and the access log has it.
      else if (trouble !== "busy") away(unavailable)
      return true
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      locks.stop()
    },
  }
}
