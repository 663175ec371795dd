/** What draws without replacement give for certain, whatever is drawn. */
import type { LinkedLoot } from "../linked.ts"

/** A candidate of a draw that only gives. */
export interface Drawable {
  readonly candidate: LinkedLoot
  /** What it gives, by item. */
  readonly gains: ReadonlyMap<number, number>
  readonly passing: ReadonlySet<number>
}

/** What so many draws give. */
interface DrawGains {
  /** The least that they give of each item. */
  readonly certain: ReadonlyMap<number, number>
  readonly passing: ReadonlySet<number>
  /** Items of which they may give more. At most {@link LUCKY_MAX} are named. */
  readonly lucky: ReadonlyArray<number>
}

/** Most items of a draw that are named as its luck. */
const LUCKY_MAX = 16

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, one) => total + one, 0)

/** The gains of an item in a pool of `size` candidates; the others give none of it. */
interface Pool {
  size: number
  /** What each candidate gives that leaves the pool when it is drawn. */
  readonly once: Array<number>
  /** What each candidate gives that stays in the pool. */
  readonly again: Array<number>
  /** Whether a candidate stays in the pool that gives none of it. */
  hasEmptyAgain: boolean
}

const rising = (left: number, right: number): number => left - right

/** The least that `draws` give. */
const least = ({ again, hasEmptyAgain, once, size }: Pool, draws: number): number => {
  if (hasEmptyAgain) return 0
  const stays = Math.min(...again, Number.POSITIVE_INFINITY)
  const scarce = Math.max(0, draws - (size - once.length - again.length))
  if (scarce === 0) return 0
  const drawn = once
    .filter((gain) => gain < stays)
    .sort(rising)
    .slice(0, scarce)
  return sum(drawn) + (again.length === 0 ? 0 : (scarce - drawn.length) * stays)
}

/** The most that `draws` may give. */
const most = ({ again, once }: Pool, draws: number): number => {
  const stays = Math.max(...again, 0)
  const high = once
    .filter((gain) => gain > stays)
    .sort(rising)
    .slice(-draws)
  return sum(high) + (draws - high.length) * stays
}

const isAgain = ({ candidate }: Drawable): boolean => candidate.fill_in_new_order

/** The pool of each item that a candidate gives. */
const poolsOf = (candidates: ReadonlyArray<Drawable>): ReadonlyMap<number, Pool> => {
  const pools = new Map<number, Pool>()
  const again = candidates.filter(isAgain).length
  for (const drawable of candidates) {
    for (const [item, gain] of drawable.gains) {
      const pool = pools.get(item) ?? { size: candidates.length, once: [], again: [], hasEmptyAgain: false }
      pools.set(item, pool)
      if (gain > 0) (isAgain(drawable) ? pool.again : pool.once).push(gain)
    }
  }
  for (const pool of pools.values()) pool.hasEmptyAgain = pool.again.length < again
  return pools
}

const EMPTY: Pool = { size: 0, once: [], again: [], hasEmptyAgain: false }

/** What `draws` among the candidates give; undefined: there may be nothing to draw. `areIn`: all can be drawn now. */
export const gainsOfDraws = (
  candidates: ReadonlyArray<Drawable>,
  draws: number,
  areIn: boolean,
): DrawGains | undefined => {
  const always = areIn ? candidates : candidates.filter(({ candidate }) => candidate.candidacy === "always")
  if (always.length === 0) return undefined
  // Where fewer than all candidates may be drawn, the pool may be short, too.
  const short = always.length < draws && always.length < candidates.length ? poolsOf(always) : undefined
  const certain = new Map<number, number>()
  const lucky: Array<number> = []
  for (const [item, pool] of poolsOf(candidates)) {
    const sure = Math.min(
      least(pool, draws),
      short === undefined ? Number.POSITIVE_INFINITY : least(short.get(item) ?? EMPTY, draws),
    )
    if (sure > 0) certain.set(item, sure)
    if (lucky.length < LUCKY_MAX && most(pool, draws) > sure) lucky.push(item)
  }
  return { certain, passing: new Set(candidates.flatMap(({ passing }) => [...passing])), lucky }
}
