/**
 * Informs the observers once when the database stops answering and once when it answers again, however many requests
 * fail in between.
 */
import { StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import type * as Cause from "effect/Cause"
import type { Observers } from "./Observer.ts"

/** How often a database that is away is asked whether it is back, in ms. */
const ASK_MILLIS = 1000

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

/** Storage that cannot answer, if that is the only cause. */
const unavailableIn = (cause: Cause.Cause<unknown>): StorageUnavailable | undefined => {
  const [reason] = cause.reasons
  const defect = cause.reasons.length === 1 && reason?._tag === "Die" ? reason.defect : undefined
  return defect instanceof StorageUnavailable ? defect : undefined
}

/** The functions that watching needs. */
export interface OutageProbe {
  /** Whether the database takes writes now. */
  readonly isBack: () => Promise<boolean>
  /** Called when the database was found to be away. */
  readonly found: () => void
  /** Called when it had no room for a write of this operation. */
  readonly refused: (operation: string) => void
}

/** Watches with the help of this probe. */
export const watchOutages = (
  { happened }: Pick<Observers, "happened">,
  { found, isBack, refused }: OutageProbe,
): OutageWatch => {
  let outage: { readonly since: number; failed: number } | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
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
  return {
    concerns: (cause, operation) => {
      const unavailable = unavailableIn(cause)
      if (unavailable === undefined) return false
      // Storage is well: the work met other work. The caller got its 503, and the access log has it.
      if (unavailable.trouble === "busy") return true
      if (unavailable.trouble === "damaged") {
        found()
        return true
      }
      if (unavailable.trouble === "full" && operation !== undefined) refused(operation)
      if (outage === undefined) {
        outage = { since: performance.now(), failed: 0 }
        happened("warning", "storage_unavailable", { cause: `StorageUnavailable: ${unavailable.message}` })
        found()
        askLater()
      }
      outage.failed++
      return true
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
