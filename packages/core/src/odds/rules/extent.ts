/**
 * How much of an item is given when any is given: the smallest and the largest amount. Amounts of parts that are
 * independent of each other add up, and so do their bounds.
 */
import type { Fraction } from "./fraction.ts"

/** Both bounds are reached with some probability, and are not 0. */
export interface Extent {
  readonly least: number
  readonly most: number
}

/** An extent, and the probability that nothing is given. */
export interface GivenExtent extends Extent {
  readonly none: Fraction
}

/** The least of all outcomes, also of those that give nothing. */
export const lowOf = ({ least, none }: GivenExtent): number => (none.isZero ? least : 0)

/** Of two parts that are both given. */
export const extentTogether = (left: GivenExtent, right: GivenExtent): Extent => ({
  least: Math.min(left.least + lowOf(right), right.least + lowOf(left)),
  most: left.most + right.most,
})

/** Of a part that is given `times` times, each by itself. */
export const extentOfTimes = (part: GivenExtent, times: number): Extent => ({
  least: part.none.isZero ? part.least * times : part.least,
  most: part.most * times,
})

/** Either of two. */
export const extentOfEither = (left: Extent | undefined, right: Extent): Extent =>
  left === undefined ? right : { least: Math.min(left.least, right.least), most: Math.max(left.most, right.most) }

/** A candidate of a draw that gives the item. */
interface Giver extends GivenExtent {
  /** Whether it stays in the pool when it is drawn. */
  readonly stays: boolean
}

/** How many other candidates there are, which do not give the item: those that leave, and whether any stays. */
interface Others {
  readonly leaving: number
  readonly stays: boolean
}

const rising = (left: number, right: number): number => left - right

/** The most that `draws` draws come to: the best that leave, and the best that stays for the rest. */
const mostOfDraws = (givers: ReadonlyArray<Giver>, draws: number): number => {
  const best = givers.reduce((most, one) => (one.stays ? Math.max(most, one.most) : most), 0)
  const leaving = givers.flatMap(({ most, stays }) => (stays || most <= best ? [] : [most]))
  const taken = leaving.sort(rising).slice(-draws)
  return taken.reduce((sum, one) => sum + one, 0) + (draws - taken.length) * best
}

/** The least that draws come to of which one gives something: a giver with its least, and the lowest of the others. */
const leastOfDraws = (givers: ReadonlyArray<Giver>, others: Others, draws: number): number => {
  const staying = givers.flatMap((one) => (one.stays ? [lowOf(one)] : []))
  const fallback = others.stays ? 0 : Math.min(...staying, Number.POSITIVE_INFINITY)
  const lows = givers.flatMap((one) => (one.stays || lowOf(one) >= fallback ? [] : [lowOf(one)])).sort(rising)
  const sums = [0]
  for (const low of lows) sums.push((sums.at(-1) ?? 0) + low)
  // What the other draws come to at the least. `own`: the lows of the giver itself are not among them.
  const rest = (own: number | undefined): number => {
    const at = own === undefined ? lows.length : lows.indexOf(own)
    const left = Math.max(0, draws - 1 - others.leaving)
    const available = lows.length - (at >= 0 && at < lows.length ? 1 : 0)
    const count = Math.min(left, available)
    const sum = at >= 0 && at < count ? (sums[count + 1] ?? 0) - (own ?? 0) : (sums[count] ?? 0)
    return left === count ? sum : sum + (left - count) * fallback
  }
  const ofStaying = rest(undefined)
  const known = new Map<number, number>()
  return givers.reduce((least, one) => {
    if (one.stays || lowOf(one) >= fallback) return Math.min(least, one.least + ofStaying)
    const low = lowOf(one)
    const others = known.get(low) ?? rest(low)
    known.set(low, others)
    return Math.min(least, one.least + others)
  }, Number.POSITIVE_INFINITY)
}

/** Of `draws` draws from a pool: without replacement, but for candidates that stay. */
export const extentOfDraws = (givers: ReadonlyArray<Giver>, others: Others, draws: number): Extent => {
  const isEndless = others.stays || givers.some(({ stays }) => stays)
  const made = isEndless ? draws : Math.min(draws, givers.length + others.leaving)
  return { least: leastOfDraws(givers, others, made), most: mostOfDraws(givers, made) }
}
