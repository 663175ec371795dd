/**
 * Request bodies that are still arriving. They hold no place of running requests, so that senders who are slow on
 * purpose hold nothing that others need. Each costs memory and a connection, so they are limited in all and per
 * address, and each must keep a pace (guarantees R41).
 */
import { addressScope } from "@garrison/core/kernel/input/Address"

/** Bounds of the bodies on their way. */
export interface ArrivalLimits {
  readonly bodiesArrivingMax: number
  readonly bodiesArrivingPerAddressMax: number
  /** How long a body may be slower than `bodyBytesPerSecondMin`, in seconds. */
  readonly bodyGraceSeconds: number
  /** Bytes a second that must arrive on average after the grace. */
  readonly bodyBytesPerSecondMin: number
  /** How often the pace is looked at, in seconds. */
  readonly checkSeconds: number
}

/** Whether a body has brought too few bytes in this time. */
const isSlow = (millis: number, bytes: number, limits: ArrivalLimits): boolean =>
  bytes < (millis / 1000 - limits.bodyGraceSeconds) * limits.bodyBytesPerSecondMin

/** One body on its way. */
export interface Arrival {
  /** Called with the number of bytes that came. */
  readonly received: (bytes: number) => void
  /** Called once: the body is complete, refused, or will not arrive. */
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
  #begun = 0
  #tooSlow = 0

  constructor(limits: ArrivalLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  /** Bodies on their way now. */
  get count(): number {
    return this.#arriving.size
  }

  /** What began and what was refused since the last time. */
  takeCounts() {
    const [bodiesBegun, bodiesTooSlow] = [this.#begun, this.#tooSlow]
    this.#begun = 0
    this.#tooSlow = 0
    return { bodiesBegun, bodiesTooSlow }
  }

  /**
   * Counts a body of this address; an IPv6 /64 is one address, and an unknown one, which is empty, counts in all alone.
   * Undefined when there are too many. `onSlow` is called
   * when the body falls behind the pace, and must end it.
   */
  begin(address: string, onSlow: () => void): Arrival | undefined {
    if (this.limitOf(address) !== undefined) return undefined
    const scope = addressScope(address)
    const ofAddress = this.#perAddress.get(scope) ?? 0
    const { checkSeconds } = this.#limits
    const arriving: Arriving = { bytes: 0, beganAt: this.#now(), onSlow }
    this.#arriving.add(arriving)
    this.#begun++
    this.#perAddress.set(scope, ofAddress + 1)
    this.#sweep ??= setInterval(() => this.sweep(), checkSeconds * 1000)
    return {
      received: (bytes) => {
        arriving.bytes += bytes
      },
      end: () => this.#end(arriving, scope),
    }
  }

  /** The limit that refuses a further body of this address; undefined: none does. */
  limitOf(address: string): keyof ArrivalLimits | undefined {
    const { bodiesArrivingMax, bodiesArrivingPerAddressMax } = this.#limits
    if (this.#arriving.size >= bodiesArrivingMax) return "bodiesArrivingMax"
    const ofAddress = address === "" ? 0 : (this.#perAddress.get(addressScope(address)) ?? 0)
    return ofAddress >= bodiesArrivingPerAddressMax ? "bodiesArrivingPerAddressMax" : undefined
  }

  /** Calls `onSlow` of the bodies that are too slow. */
  sweep(): void {
    const now = this.#now()
    for (const { beganAt, bytes, onSlow } of this.#arriving) {
      if (!isSlow(now - beganAt, bytes, this.#limits)) continue
      this.#tooSlow++
      onSlow()
    }
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
