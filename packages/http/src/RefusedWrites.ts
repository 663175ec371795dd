/**
 * Writes that storage refused for lack of room (guarantees R46). A probe writes little, and may succeed where the
 * writes of players fail. So a process whose writes were refused is ready again only when nothing was refused for a
 * while, and the operations that were refused have succeeded since, or were not asked for.
 */

/** After a refusal the process stays unready for at least so long, in ms: on a nearly full disk some writes succeed. */
const CALM_MILLIS = 5000
/**
 * After so long without a refusal, in ms, the probe decides, because an unready process may get no requests. Each time
 * that the probe was wrong it takes twice as long.
 */
const PATIENCE_MILLIS = 60_000
const PATIENCE_MILLIS_MAX = 15 * 60_000

/** Remembers the operations whose writes were refused. */
export class RefusedWrites {
  /** Whether the writes of an operation were refused, and it has not succeeded since. */
  isAny = false
  readonly #now: () => number
  readonly #operations = new Set<string>()
  #latestAt = Number.NEGATIVE_INFINITY
  #patienceMillis = PATIENCE_MILLIS

  /** `now` is the time in ms. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether the process is unready for what was refused, whatever a probe says. */
  get isDecisive(): boolean {
    // After the clock was set back, nothing must wait until it has caught up.
    const calmMillis = Math.abs(this.#now() - this.#latestAt)
    return calmMillis < CALM_MILLIS || (this.isAny && calmMillis < this.#patienceMillis)
  }

  /** The write of an operation was refused. */
  refused(operation: string): void {
    this.#operations.add(operation)
    this.isAny = true
    this.#latestAt = this.#now()
  }

  /** An operation succeeded. */
  succeeded(operation: string): void {
    if (!this.#operations.delete(operation) || this.#operations.size > 0) return
    this.isAny = false
    this.#patienceMillis = PATIENCE_MILLIS
  }

  /** A probe found that storage takes writes, after so long that it decides. */
  forgive(): void {
    if (!this.isAny) return
    this.#operations.clear()
    this.isAny = false
    this.#patienceMillis = Math.min(this.#patienceMillis * 2, PATIENCE_MILLIS_MAX)
  }
}
