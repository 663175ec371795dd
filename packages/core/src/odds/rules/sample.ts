/** Estimates from samples, each with bounds that hold the true value with the stated confidence. */
import { type Extent, extentOfEither } from "./extent.ts"
import type { Range } from "./range.ts"
import { type Budget, counted, type Steps } from "./steps.ts"

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

/** The least that are taken, whatever they cost. */
const SAMPLES_MIN = 2
/** Samples that decide how many more are planned, and the part of the budget that these are planned to take. */
const SAMPLES_FIRST = 10
const PLANNED_PART = 0.8

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

/** The sums of an item. `extent` undefined: no sample changed its count. */
interface SumsOfItem {
  readonly sum: number
  readonly squares: number
  readonly gained: number
  readonly extent: Extent | undefined
}

/** The sums of all samples. */
export interface Sums<Result> {
  /** How many were taken, and how many were to be taken: fewer where the budget ended before. */
  readonly samples: number
  readonly planned: number
  readonly items: ReadonlyMap<number, SumsOfItem>
  readonly results: ReadonlyMap<Result, number>
}

interface Sample<Result> {
  readonly result: Result
  readonly items: ReadonlyMap<number, SampledItem>
  readonly extents: ReadonlyMap<number, Extent>
}

/**
 * The estimate of a mean of which some samples are missing, because the budget ended. When that happens depends on the
 * samples, so the missing ones count as the least for the lower bound and as the most for the upper.
 */
export const meanOfSome = (
  { planned, samples }: Pick<Sums<unknown>, "samples" | "planned">,
  { squares, sum }: { readonly sum: number; readonly squares: number },
  range: Range,
): Estimate => {
  const missing = planned - samples
  const value = sum / samples
  const bound = (each: number) => meanOf(sum + missing * each, squares + missing * each ** 2, planned, range)
  return missing === 0
    ? bound(0)
    : { value, low: Math.min(value, bound(range.least).low), high: Math.max(value, bound(range.most).high) }
}

/** As {@link meanOfSome}, for a probability. */
export const probabilityOfSome = (
  { planned, samples }: Pick<Sums<unknown>, "samples" | "planned">,
  sum: number,
): Estimate => {
  const { low } = probabilityOf(sum, planned)
  const { high } = probabilityOf(sum + planned - samples, planned)
  return { value: Math.min(1, sum / samples), low, high }
}

/**
 * Takes `maximum` samples, fewer where the budget does not suffice for that many. How many is planned after the first
 * few, so that their outcomes do not decide when to stop. `take` undefined: the sample cannot be used, and all sampling
 * ends.
 */
export function* sampled<Result>(
  maximum: number,
  budget: Budget,
  take: () => Steps<Sample<Result> | undefined>,
): Steps<Sums<Result> | undefined> {
  const items = new Map<number, { -readonly [Name in keyof SumsOfItem]: SumsOfItem[Name] }>()
  const results = new Map<Result, number>()
  const before = budget.left
  let planned = Math.max(SAMPLES_MIN, Math.min(SAMPLES_FIRST, maximum))
  let taken = 0
  while (taken < planned && (taken < SAMPLES_MIN || budget.left > 0)) {
    const sample = yield* counted(take(), budget)
    if (sample === undefined) return undefined
    taken++
    results.set(sample.result, (results.get(sample.result) ?? 0) + 1)
    for (const [id, { atLeastOne, expected }] of sample.items) {
      const sums = items.get(id) ?? { sum: 0, squares: 0, gained: 0, extent: undefined }
      const extent = sample.extents.get(id)
      if (extent !== undefined) sums.extent = extentOfEither(sums.extent, extent)
      sums.sum += expected
      sums.squares += expected ** 2
      sums.gained += atLeastOne
      items.set(id, sums)
    }
    if (taken === SAMPLES_FIRST) {
      const affordable = Math.floor((PLANNED_PART * budget.left * taken) / (before - budget.left))
      planned = Math.max(taken, Math.min(maximum, taken + affordable))
    }
  }
  return { samples: taken, planned, items, results }
}
