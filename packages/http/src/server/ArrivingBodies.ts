/**
 * Request bodies that are still on their way. They hold no place of requests that are worked on, so that senders who
 * are slow on purpose hold nothing that others need; but they cost memory and a connection each, so there is a limit on
 * them in all and for one address, and each has to keep a pace (guarantees R41).
 */
import { addressScope } from "@garrison/core/kernel/Address"

/** Bounds of the bodies on their way. */
export interface ArrivalLimits {
  readonly bodiesArrivingMax: number
  readonly bodiesArrivingPerAddressMax: number
  /** How long a body may be slower than that, in seconds. */
  readonly bodyGraceSeconds: number
  /** What must arrive on average after the grace. */
  readonly bodyBytesPerSecondMin: number
  /** How often the pace is looked at, in seconds. */
  readonly checkSeconds: number
}

/** Whether a body that began so long ago should have brought more by now. */
const isSlow = (millis: number, bytes: number, limits: ArrivalLimits): boolean =>
  bytes < (millis / 1000 - limits.bodyGraceSeconds) * limits.bodyBytesPerSecondMin

/** One body on its way. */
export interface Arrival {
  /** Called with the number of bytes that came. */
  readonly received: (bytes: number) => void
  /** Called once: the body is whole, refused, or will not come. */
  readonly end: () => void
}

interface Arriving {
  bytes: number
  readonly beganAt: number
  readonly onSlow: () => void
}

/** Counts bodies on their way. */
export class ArrivingBodies {
  readonly #limits: ArrivalLimits
  readonly #now: () => number
  readonly #arriving = new Set<Arriving>()
  readonly #perAddress = new Map<string, number>()
  #sweep: NodeJS.Timeout | undefined

  constructor(limits: ArrivalLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  /** Bodies on their way now. */
  get count(): number {
    return this.#arriving.size
  }

  /**
   * Counts a body of this address, all of an IPv6 /64 being one; undefined when there are too many. `onSlow` is called
   * when it falls behind the pace, and has to end it.
   */
  begin(address: string, onSlow: () => void): Arrival | undefined {
    const scope = addressScope(address)
    const ofAddress = this.#perAddress.get(scope) ?? 0
    const { bodiesArrivingMax, bodiesArrivingPerAddressMax, checkSeconds } = this.#limits
    if (this.#arriving.size >= bodiesArrivingMax || ofAddress >= bodiesArrivingPerAddressMax) return undefined
    const arriving: Arriving = { bytes: 0, beganAt: this.#now(), onSlow }
    this.#arriving.add(arriving)
    this.#perAddress.set(scope, ofAddress + 1)
    this.#sweep ??= setInterval(() => this.sweep(), checkSeconds * 1000)
    return {
      received: (bytes) => {
        arriving.bytes += bytes
      },
      end: () => this.#end(arriving, scope),
    }
  }

  /** Tells those who are too slow. */
  sweep(): void {
    const now = this.#now()
    for (const { beganAt, bytes, onSlow } of this.#arriving) if (isSlow(now - beganAt, bytes, this.#limits)) onSlow()
  }

  #end(arriving: Arriving, scope: string): void {
    if (!this.#arriving.delete(arriving)) return
    const left = (this.#perAddress.get(scope) ?? 1) - 1
    if (left === 0) this.#perAddress.delete(scope)
    else this.#perAddress.set(scope, left)
    if (this.#arriving.size > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }
}
