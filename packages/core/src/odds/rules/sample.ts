/** Estimates from samples, each with bounds that hold the true value with the stated confidence. */
import type { Chooser } from "../../order/rules/interpret.ts"
import type { Range } from "./range.ts"
import type { Work } from "../../kernel/Work.ts"

/** An estimated number, and the bounds that hold the true one with a probability of {@link CONFIDENCE}. */
export interface Estimate {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** The probability that the bounds of an estimate hold the true value. */
export const CONFIDENCE = 0.99
/** The quantile of the normal distribution for {@link CONFIDENCE}, both sides together. */
const DEVIATIONS = 2.575829303548901

/** The least that are taken of an entry that draws very often. */
const SAMPLES_MIN = 100
/** Samples that decide how many more are taken. */
const SAMPLES_FIRST = 10
/** Draws of all samples together, about. */
const DRAWS_MAX = 2_000_000

/**
 * The interval of Wilson for a probability. It also holds for the mean of numbers from 0 to 1, whose variance is never
 * larger than that of a yes and no with the same mean.
 */
export const probabilityOf = (sum: number, samples: number): Estimate => {
  const value = Math.min(1, sum / samples)
  const square = DEVIATIONS ** 2 / samples
  const middle = (value + square / 2) / (1 + square)
  const spread = (DEVIATIONS * Math.sqrt((value * (1 - value) + square / 4) / samples)) / (1 + square)
  return {
    value,
    low: Math.max(0, Math.min(value, middle - spread)),
    high: Math.min(1, Math.max(value, middle + spread)),
  }
}

/**
 * The empirical Bernstein bound for the mean of numbers within `range`. It holds for any distribution and any number of
 * samples, also for rare large values, where a normal approximation is too narrow.
 */
export const meanOf = (sum: number, squares: number, samples: number, range: Range): Estimate => {
  const value = sum / samples
  const variance = Math.max(0, (squares - samples * value ** 2) / (samples - 1))
  // Each side may fail with half of the remaining probability, and the bound of one side has a 2 of its own.
  const log = Math.log(4 / (1 - CONFIDENCE))
  const width = range.most - range.least
  const spread = Math.sqrt((2 * variance * log) / samples) + (7 * width * log) / (3 * (samples - 1))
  return { value, low: Math.max(range.least, value - spread), high: Math.min(range.most, value + spread) }
}

/** What one sample gave of an item on average, and the probability that it gave any. */
export interface SampledItem {
  readonly expected: number
  readonly atLeastOne: number
}

/** The sums of all samples. */
export interface Sums<Result> {
  readonly samples: number
  readonly items: ReadonlyMap<number, { readonly sum: number; readonly squares: number; readonly gained: number }>
  readonly results: ReadonlyMap<Result, number>
}

interface Sample<Result> {
  readonly result: Result
  readonly items: ReadonlyMap<number, SampledItem>
}

/**
 * Takes `maximum` samples, fewer when each of them draws very often. The number of samples is fixed after the first
 * few, so that their outcomes do not decide when to stop. `take` undefined: the sample cannot be used, and all sampling
 * ends.
 */
export function* sampled<Result>(
  maximum: number,
  choose: Chooser,
  take: (choose: Chooser) => Sample<Result> | undefined,
): Work<Sums<Result> | undefined> {
  const items = new Map<number, { sum: number; squares: number; gained: number }>()
  const results = new Map<Result, number>()
  let draws = 0
  const counting: Chooser = (ask) => {
    draws++
    return choose(ask)
  }
  let samples = SAMPLES_FIRST
  for (let taken = 0; taken < samples; taken++) {
    const sample = take(counting)
    if (sample === undefined) return undefined
    results.set(sample.result, (results.get(sample.result) ?? 0) + 1)
    for (const [id, { atLeastOne, expected }] of sample.items) {
      const sums = items.get(id) ?? { sum: 0, squares: 0, gained: 0 }
      sums.sum += expected
      sums.squares += expected ** 2
      sums.gained += atLeastOne
      items.set(id, sums)
    }
    if (taken + 1 === SAMPLES_FIRST) {
      const affordable = Math.floor((DRAWS_MAX * SAMPLES_FIRST) / Math.max(1, draws))
      samples = Math.max(SAMPLES_MIN, Math.min(maximum, affordable))
    }
    yield undefined
  }
  return { samples, items, results }
}
