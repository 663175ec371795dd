/** The line of requests that wait for the same places, and which of them have waited too long (guarantees R30, R42). */

/** A request, or the rest of a request, that waits for a place. */
export interface Entrant {
  /** Begins the work. The work has a place until `leave` is called. */
  readonly start: () => void
  /** Refuses the request for lack of room, by this limit. Called instead of `start`, without a place. */
  readonly shed: (limit: SheddingLimit) => void
}

/** The settings by which a request is shed: too many wait, or it has waited for longer than it may. */
export type SheddingLimit = "requestsQueuedMax" | "queueBurstMillis" | "queueMillis"

/** How long a request may wait in a line. */
export interface Patience {
  /** Longest wait when the line was empty this short a time ago, in ms. */
  readonly burstMillis: number
  /** Longest wait when the line has not been empty for that long, in ms. */
  readonly queueMillis: number
}

interface Waiting {
  readonly entrant: Entrant
  /** Milliseconds of the monotonic clock. */
  readonly arrivedAt: number
  readonly deadline: number
  /** What the deadline is by. */
  readonly limit: SheddingLimit
}

/** A request that has waited too long, and by which limit. */
interface Late {
  readonly entrant: Entrant
  readonly limit: SheddingLimit
}

/** The requests that wait for the same places, and those that have one. */
export class Line {
  /** Requests worked on now. */
  inFlight = 0
  /** Since when the line has not been empty, in ms of the monotonic clock; undefined while it is empty. */
  standingSince: number | undefined
  readonly #placesMax: number
  readonly #patience: Patience
  #waiting: Array<Waiting> = []
  #head = 0
  /** Requests that left the line for a place since it was last empty. */
  #served = 0

  constructor(placesMax: number, patience: Patience) {
    this.#placesMax = placesMax
    this.#patience = patience
  }

  get length(): number {
    return this.#waiting.length - this.#head
  }

  get hasPlace(): boolean {
    return this.inFlight < this.#placesMax
  }

  /** When the first in line arrived; undefined when none waits. */
  get firstArrivedAt(): number | undefined {
    return this.#waiting[this.#head]?.arrivedAt
  }

  /** Puts a request at the end of the line. */
  add(entrant: Entrant, arrivedAt: number): void {
    const { burstMillis, queueMillis } = this.#patience
    this.standingSince ??= arrivedAt
    const isLasting = arrivedAt - this.standingSince >= burstMillis
    const limit = isLasting ? "queueMillis" : "queueBurstMillis"
    this.#waiting.push({ entrant, arrivedAt, deadline: arrivedAt + (isLasting ? queueMillis : burstMillis), limit })
  }

  /**
   * Takes out the first request that has not waited too long, because an answer in time is worth more than a late one.
   * If all have waited too long, takes the first of all.
   */
  take(now: number): Entrant | undefined {
    let at = this.#head
    while (at < this.#waiting.length && (this.#waiting[at]?.deadline ?? now) <= now) at++
    if (at === this.#waiting.length) at = this.#head
    const taken = this.#waiting[at]
    if (taken === undefined) return undefined
    this.#served++
    if (at > this.#head) this.#waiting.splice(at, 1)
    else this.#head++
    if (this.#head === this.#waiting.length) this.#keep([])
    // Served requests are removed now and then, so that the array does not grow while requests wait.
    else if (this.#head > 1024) this.#keep(this.#waiting.slice(this.#head))
    return taken.entrant
  }

  /**
   * Takes out at most `countMax` requests that have waited too long: beyond their deadline, or beyond `queueMillis` at
   * a position that the line, at its pace since it was last empty, does not serve within `burstMillis`.
   */
  takeLate(now: number, countMax: number): ReadonlyArray<Late> {
    if (this.length === 0) return []
    const { burstMillis, queueMillis } = this.#patience
    const standing = now - (this.standingSince ?? now)
    const servable = standing < queueMillis ? Number.POSITIVE_INFINITY : (this.#served / standing) * burstMillis
    const late: Array<Late> = []
    const kept: Array<Waiting> = []
    for (let at = this.#head; at < this.#waiting.length; at++) {
      const waiting = this.#waiting[at] as Waiting
      const { arrivedAt, deadline, entrant, limit } = waiting
      const isLate = deadline <= now || (kept.length >= servable && now - arrivedAt >= queueMillis)
      if (isLate && late.length < countMax) late.push({ entrant, limit: deadline <= now ? limit : "queueMillis" })
      else kept.push(waiting)
    }
    if (late.length > 0) this.#keep(kept)
    return late
  }

  #keep(waiting: Array<Waiting>): void {
    this.#waiting = waiting
    this.#head = 0
    if (waiting.length > 0) return
    this.standingSince = undefined
    this.#served = 0
  }
}
