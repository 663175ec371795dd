/**
 * Counts by a unit of time, such as seconds, of the last so many units. The memory is fixed: a series is a ring of
 * numbers, and there are so many series at most. Time is given by the caller, in units, and never goes back.
 */

/** A series: its number in the {@link Rings}. */
export type Series = number

/** Rings of one length and one unit. */
export class Rings {
  readonly #size: number
  readonly #series: Array<Uint32Array> = []
  /** The unit under way. */
  #now: number
  /** The first unit that was counted. */
  readonly #began: number

  /** `units`: how many complete units are kept, in addition to the one under way, which begins with `now`. */
  constructor(units: number, now: number) {
    this.#size = units + 1
    this.#now = now
    this.#began = now
  }

  /** A new series. */
  open(): Series {
    return this.#series.push(new Uint32Array(this.#size)) - 1
  }

  /** Makes this the unit under way; those before it that nobody counted in are 0. An earlier one changes nothing. */
  move(now: number): void {
    const steps = Math.min(now - this.#now, this.#size)
    for (let step = 0; step < steps; step++) {
      const slot = (now - step) % this.#size
      for (const ring of this.#series) ring[slot] = 0
    }
    this.#now = Math.max(now, this.#now)
  }

  /** Adds to the unit under way. */
  add(series: Series, count = 1): void {
    const ring = this.#series[series] as Uint32Array
    const slot = this.#now % this.#size
    ring[slot] = (ring[slot] as number) + count
  }

  /** Makes the unit under way at least this large. */
  raise(series: Series, value: number): void {
    const ring = this.#series[series] as Uint32Array
    const slot = this.#now % this.#size
    ring[slot] = Math.max(ring[slot] as number, value)
  }

  /** How many units are complete, as many as are kept at most. */
  get complete(): number {
    return Math.min(this.#now - this.#began, this.#size - 1)
  }

  /** The sum of the unit under way and of so many before it. */
  sum(series: Series, before: number): number {
    let sum = 0
    for (let back = 0; back <= Math.min(before, this.complete); back++) sum += this.#at(series, back)
    return sum
  }

  /** The complete units, the oldest first. */
  list(series: Series): ReadonlyArray<number> {
    const { complete } = this
    return Array.from({ length: complete }, (_, index) => this.#at(series, complete - index))
  }

  #at(series: Series, back: number): number {
    return this.#series[series]?.[(this.#now - back) % this.#size] ?? 0
  }
}
