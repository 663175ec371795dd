/** The line of requests for the same places: which requests wait, since when, and which have waited too long. */

/** A request, or the rest of a request, that waits for a place. */
export interface Entrant {
  /** Begins the work. The work has a place until `leave` is called. */
  readonly start: () => void
  /** Refuses the request for lack of room. Called instead of `start`, without a place. */
  readonly shed: () => void
}

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
}

/** A line with its places. */
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
    this.#waiting.push({ entrant, arrivedAt, deadline: arrivedAt + (isLasting ? queueMillis : burstMillis) })
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
  takeLate(now: number, countMax: number): ReadonlyArray<Entrant> {
    if (this.length === 0) return []
    const { burstMillis, queueMillis } = this.#patience
    const standing = now - (this.standingSince ?? now)
    const servable = standing < queueMillis ? Number.POSITIVE_INFINITY : (this.#served / standing) * burstMillis
    const late: Array<Entrant> = []
    const kept: Array<Waiting> = []
    for (let at = this.#head; at < this.#waiting.length; at++) {
      const waiting = this.#waiting[at] as Waiting
      const isLate = waiting.deadline <= now || (kept.length >= servable && now - waiting.arrivedAt >= queueMillis)
      if (isLate && late.length < countMax) late.push(waiting.entrant)
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
