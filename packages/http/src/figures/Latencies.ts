/**
 * How long things took, by a unit of time: each unit has a count for each of the durations that are told apart, six in
 * an octave, so that a quantile is at most 13 % too large.
 */
import { Rings, type Series } from "./Rings.ts"

/** The shortest duration that is told apart, in ms. */
const SHORTEST = 0.1
const PER_OCTAVE = 6
/** Up to 10 s, and one for all that is longer. */
const BUCKETS = Math.ceil(Math.log2(10_000 / SHORTEST) * PER_OCTAVE) + 2

const bucketOf = (millis: number): number =>
  millis <= SHORTEST ? 0 : Math.min(BUCKETS - 1, Math.ceil(Math.log2(millis / SHORTEST) * PER_OCTAVE))

/** The longest duration of a bucket, in ms, with three digits. */
const longestOf = (bucket: number): number => Number((SHORTEST * 2 ** (bucket / PER_OCTAVE)).toPrecision(3))

/** The duration that `share` of them do not exceed; null: there is none. */
const quantile = (counts: ReadonlyArray<number>, share: number): number | null => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let seen = 0
  const found = counts.findIndex((count) => (seen += count) >= total * share)
  return longestOf(found)
}

/** Three quantiles, in ms. */
export interface Quantiles {
  readonly p50_ms: number | null
  readonly p95_ms: number | null
  readonly p99_ms: number | null
}

/** Durations of one kind. */
export class Latencies {
  readonly #rings: Rings
  readonly #buckets: ReadonlyArray<Series>

  /** Counts by the units of `rings`, which somebody else moves. */
  constructor(rings: Rings) {
    this.#rings = rings
    this.#buckets = Array.from({ length: BUCKETS }, () => rings.open())
  }

  /** Counts a duration. */
  add(millis: number): void {
    this.#rings.add(this.#buckets[bucketOf(millis)] as Series)
  }

  /** Of all that is kept. */
  quantiles(): Quantiles {
    const counts = this.#buckets.map((bucket) => this.#rings.sum(bucket, Number.POSITIVE_INFINITY))
    return { p50_ms: quantile(counts, 0.5), p95_ms: quantile(counts, 0.95), p99_ms: quantile(counts, 0.99) }
  }

  /** The duration that 95 of 100 do not exceed, of each complete unit, the oldest first. */
  p95ByUnit(): ReadonlyArray<number | null> {
    const lists = this.#buckets.map((bucket) => this.#rings.list(bucket))
    return (lists[0] ?? []).map((_, unit) => {
      const counts = lists.map((list) => list[unit] ?? 0)
      return quantile(counts, 0.95)
    })
  }
}
