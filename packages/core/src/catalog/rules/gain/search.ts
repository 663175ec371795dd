/**
 * Searches combinations of trades that take nothing and give something (decisions, section 10). One item after
 * another is eliminated: each trade that gives the item is combined with each trade that takes it, so that nothing of
 * the item is taken on the whole. What is left at the end takes nothing. Where the combinations become too many, the
 * search ends.
 */
import { usefulTrades } from "./prune.ts"
import type { Trade } from "./trade.ts"

/** How often each trade is made. */
export type Combination = ReadonlyMap<Trade, bigint>

/** Combinations of trades, as one trade. */
interface Ray {
  /** The net change of each item that is not eliminated yet, without zeros. */
  readonly changes: ReadonlyMap<number, bigint>
  /** Items whose count must not rise on the whole. */
  readonly below: ReadonlySet<number>
  /** Items of which something is given that ends. */
  readonly passing: ReadonlySet<number>
  /** Eliminated items of which something is left, of those that a trade needs to stay below a number. */
  readonly left: ReadonlySet<number>
  /** Whether something lasting is left of an eliminated item. */
  readonly gains: boolean
  readonly origin: Trade | Sum
}

/** A ray `leftTimes` times and another one `rightTimes` times. */
interface Sum {
  readonly left: Ray
  readonly leftTimes: bigint
  readonly right: Ray
  readonly rightTimes: bigint
}

/** Combinations that are made in all, and that are found. */
const RAYS_MAX = 40_000
const FOUND_MAX = 200
/** No amount of a combination is larger. A larger one would need more orders than can be written down. */
const AMOUNT_MAX = 1n << 128n

const NONE: ReadonlySet<number> = new Set()

const union = (left: ReadonlySet<number>, right: ReadonlySet<number>): ReadonlySet<number> =>
  left.size === 0 ? right : right.size === 0 || left === right ? left : new Set([...left, ...right])

const isDisjoint = (left: ReadonlySet<number>, right: ReadonlySet<number>): boolean => {
  if (left.size === 0 || right.size === 0) return true
  for (const item of left) if (right.has(item)) return false
  return true
}

const gcd = (left: bigint, right: bigint): bigint => {
  let [a, b] = [left, right]
  while (b !== 0n) [a, b] = [b, a % b]
  return a
}

/** The giver and the taker of the item, each so often that nothing of it is left; undefined: a count would rise. */
const combined = (giver: Ray, taker: Ray, item: number): Ray | undefined => {
  const given = giver.changes.get(item) ?? 1n
  const taken = -(taker.changes.get(item) ?? -1n)
  const common = gcd(given, taken)
  const [leftTimes, rightTimes] = [taken / common, given / common]
  const below = union(giver.below, taker.below)
  const left = union(giver.left, taker.left)
  if (!isDisjoint(below, left)) return undefined
  const changes = new Map<number, bigint>()
  for (const [one, change] of giver.changes) changes.set(one, change * leftTimes)
  for (const [one, change] of taker.changes) {
    const sum = (changes.get(one) ?? 0n) + change * rightTimes
    if (sum === 0n) changes.delete(one)
    else changes.set(one, sum)
  }
  return {
    changes,
    below,
    left,
    passing: union(giver.passing, taker.passing),
    gains: giver.gains || taker.gains,
    origin: { left: giver, leftTimes, right: taker, rightTimes },
  }
}

/** The ray with the item left over; undefined: its count must not rise. */
const leaving = (ray: Ray, item: number, isGuarded: boolean): Ray | undefined => {
  if (ray.below.has(item)) return undefined
  const changes = new Map(ray.changes)
  changes.delete(item)
  const left = isGuarded ? new Set([...ray.left, item]) : ray.left
  return { ...ray, changes, left, gains: ray.gains || !ray.passing.has(item) }
}

const takes = ({ changes }: Ray): boolean => [...changes.values()].some((change) => change < 0n)
const givesAny = ({ changes }: Ray): boolean => [...changes.values()].some((change) => change > 0n)

/** Whether the ray takes nothing, gives something that lasts, and raises no count that must not rise. */
const isPump = (ray: Ray): boolean => {
  if (takes(ray)) return false
  let gains = ray.gains
  for (const item of ray.changes.keys()) {
    if (ray.below.has(item)) return false
    gains ||= !ray.passing.has(item)
  }
  return gains
}

/** How often each trade is made for the ray. A ray is younger than those that it is made of. */
const combinationOf = (ray: Ray): Combination => {
  const times = new Map<Trade, bigint>()
  const order: Array<Ray> = []
  const seen = new Set<Ray>()
  const open: Array<{ readonly ray: Ray; readonly isDone: boolean }> = [{ ray, isDone: false }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.isDone) {
      order.push(next.ray)
      continue
    }
    if (seen.has(next.ray)) continue
    seen.add(next.ray)
    open.push({ ray: next.ray, isDone: true })
    const { origin } = next.ray
    if ("leftTimes" in origin) open.push({ ray: origin.left, isDone: false }, { ray: origin.right, isDone: false })
  }
  const uses = new Map<Ray, bigint>([[ray, 1n]])
  const use = (of: Ray, count: bigint): void => {
    uses.set(of, (uses.get(of) ?? 0n) + count)
  }
  for (const one of order.toReversed()) {
    const count = uses.get(one) ?? 0n
    const { origin } = one
    if ("leftTimes" in origin) {
      use(origin.left, origin.leftTimes * count)
      use(origin.right, origin.rightTimes * count)
    } else times.set(origin, (times.get(origin) ?? 0n) + count)
  }
  return times
}

/** The items of which more is no gain by itself: what must stay below a number, and what ends. */
interface Worth {
  readonly guarded: ReadonlySet<number>
  readonly ending: ReadonlySet<number>
}

/** The rays by the items that they change. */
class Rays {
  private readonly givers = new Map<number, Set<Ray>>()
  private readonly takers = new Map<number, Set<Ray>>()
  /** Of the rays that turn one item into another, the best of each kind. */
  private readonly best = new Map<string, Ray>()
  private readonly worth: Worth
  private made = 0
  readonly pumps: Array<Ray> = []
  isBounded = false

  constructor(worth: Worth) {
    this.worth = worth
  }

  get isSpent(): boolean {
    return this.made > RAYS_MAX || this.pumps.length >= FOUND_MAX
  }

  /**
   * The key of rays of which only the best is of use; undefined: each is of its own kind. Of an item whose count must
   * stay below a number, the best ray may take too many at once.
   */
  private kindOf({ below, changes, gains, left, passing }: Ray): string | undefined {
    if (below.size + left.size + passing.size > 0 || changes.size !== 2) return undefined
    for (const item of changes.keys()) if (this.worth.guarded.has(item)) return undefined
    const [[one, change] = [0, 0n], [other] = [0]] = [...changes]
    const isMixed = [...changes.values()].some((amount) => amount < 0n)
    return isMixed ? (change < 0n ? `${one} ${other} ${gains}` : `${other} ${one} ${gains}`) : undefined
  }

  private static isBetter(ray: Ray, known: Ray): boolean {
    const amounts = ({ changes }: Ray): readonly [given: bigint, taken: bigint] => {
      const all = [...changes.values()]
      return [all.find((amount) => amount > 0n) ?? 0n, -(all.find((amount) => amount < 0n) ?? -1n)]
    }
    const [given, taken] = amounts(ray)
    const [knownGiven, knownTaken] = amounts(known)
    return given * knownTaken > knownGiven * taken
  }

  add(ray: Ray): void {
    if (isPump(ray)) {
      this.pumps.push(ray)
      return
    }
    // What only takes is of use where it makes room below a number.
    if (!givesAny(ray) && !ray.gains && ![...ray.changes.keys()].some((item) => this.worth.guarded.has(item))) return
    for (const amount of ray.changes.values()) {
      if (amount <= AMOUNT_MAX && amount >= -AMOUNT_MAX) continue
      this.isBounded = true
      return
    }
    const kind = this.kindOf(ray)
    const known = kind === undefined ? undefined : this.best.get(kind)
    if (known !== undefined) {
      if (!Rays.isBetter(ray, known)) return
      this.drop(known)
    }
    if (kind !== undefined) this.best.set(kind, ray)
    for (const [item, change] of ray.changes) {
      const users = change > 0n ? this.givers : this.takers
      const known = users.get(item)
      if (known === undefined) users.set(item, new Set([ray]))
      else known.add(ray)
    }
  }

  private drop(ray: Ray): void {
    for (const item of ray.changes.keys()) {
      this.givers.get(item)?.delete(ray)
      this.takers.get(item)?.delete(ray)
    }
    const kind = this.kindOf(ray)
    if (kind !== undefined && this.best.get(kind) === ray) this.best.delete(kind)
  }

  /** How many more rays there are when the item is eliminated. */
  growth(item: number): number {
    const [givers, takers] = [this.givers.get(item)?.size ?? 0, this.takers.get(item)?.size ?? 0]
    return givers * takers - givers - takers
  }

  items(): ReadonlySet<number> {
    return new Set([...this.givers.keys(), ...this.takers.keys()])
  }

  /** Combines every giver of the item with every taker, and keeps what gives more of it where that may be of use. */
  eliminate(item: number): void {
    const { ending, guarded } = this.worth
    const givers = [...(this.givers.get(item) ?? [])]
    const takers = [...(this.takers.get(item) ?? [])]
    for (const ray of [...givers, ...takers]) this.drop(ray)
    this.givers.delete(item)
    this.takers.delete(item)
    const isOfUse = (ray: Ray): boolean =>
      givesAny(ray) || !takes(ray) || [...ray.changes.keys()].some((one) => guarded.has(one) || ending.has(one))
    for (const giver of givers) {
      const short = leaving(giver, item, guarded.has(item))
      if (short !== undefined && isOfUse(short)) this.add(short)
      for (const taker of takers) {
        if (this.isSpent) {
          this.isBounded = true
          return
        }
        this.made++
        const ray = combined(giver, taker, item)
        if (ray !== undefined && isOfUse(ray)) this.add(ray)
      }
    }
  }
}

const big = (changes: ReadonlyMap<number, number>): ReadonlyMap<number, bigint> =>
  new Map([...changes].map(([item, change]) => [item, BigInt(change)] as const))

/** The item that is eliminated next: first those with one giver or one taker, then the one of the least growth. */
const nextItem = (rays: Rays, open: Set<number>): number | undefined => {
  let next: number | undefined
  let least = Number.POSITIVE_INFINITY
  for (const item of open) {
    const growth = rays.growth(item)
    if (growth >= least) continue
    next = item
    least = growth
    if (growth <= 0) break
  }
  return next
}

/** Combinations of the trades that gain, and whether there may be more. */
export interface Found {
  readonly combinations: ReadonlyArray<Combination>
  readonly isBounded: boolean
}

/** Every way to combine the trades so that they take nothing on the whole, as far as the bounds allow. */
export const findGains = (trades: ReadonlyArray<Trade>): Found => {
  const useful = usefulTrades(trades)
  const guarded = new Set(useful.flatMap(({ trade }) => [...trade.below.keys()]))
  const ending = new Set(useful.flatMap(({ trade }) => [...trade.passing]))
  const rays = new Rays({ guarded, ending })
  for (const { changes, gains, trade } of useful) {
    const left = [...trade.changes.keys()].filter((item) => guarded.has(item) && !changes.has(item))
    rays.add({
      changes: big(changes),
      below: trade.below.size === 0 ? NONE : new Set(trade.below.keys()),
      passing: trade.passing,
      left: left.length === 0 ? NONE : new Set(left),
      gains,
      origin: trade,
    })
  }
  const open = new Set(rays.items())
  for (let item = nextItem(rays, open); item !== undefined && !rays.isSpent; item = nextItem(rays, open)) {
    open.delete(item)
    rays.eliminate(item)
  }
  const isBounded = rays.isBounded || (rays.isSpent && rays.pumps.length < FOUND_MAX)
  return { combinations: rays.pumps.map(combinationOf), isBounded }
}
