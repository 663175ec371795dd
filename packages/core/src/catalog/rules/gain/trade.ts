/**
 * Trades: what a client can do again and again, as the items that it takes and gives for certain (decisions, section
 * 10).
 */
import type { LinkedCatalog, LinkedLoot } from "../linked.ts"
import type { WitnessStep } from "../witness.ts"
import { type Average, type ByItem, Looking, type Outcome, type Shape, type Tally } from "./outcome.ts"

/** Something that a client can do as often as what it needs is there. */
export interface Trade extends Outcome {
  /** The loot of its first step; undefined: it only begins a session. */
  readonly loot: LinkedLoot | undefined
  readonly steps: ReadonlyArray<WitnessStep>
  /** The same purchase without coupon and without owned parts; undefined: it uses none. */
  readonly plain: Trade | undefined
  /** Items whose count multiplies what it gives. */
  readonly multipliers: ReadonlySet<number>
  /** Of a trade whose amounts are those of so many orders on average. */
  readonly average?: Average | undefined
  /** Whether it waits for a window of time, each time. */
  readonly waits?: boolean
}

/** A claim, by what an order of 1 and an order of the largest quantity give. */
export interface ScaledClaim {
  readonly loot: LinkedLoot
  readonly one: Trade
  readonly many: Trade
}

/** Trades that are collected. A catalog with more is searched in part. */
const TRADES_MAX = 200_000
/** Quantities of a loot that are judged. */
const QUANTITIES_MAX = 64

/** The largest quantity of loot that is multiplied by what the player owns. */
const MULTIPLIED_MAX = 100

/** Orders of which the average amounts are told; amounts of more are rounded down. */
const AVERAGE_ORDERS_MAX = 1_000_000

const timesOf = (amounts: ByItem, times: number): ByItem =>
  new Map([...amounts].map(([item, amount]) => [item, Math.floor(amount * times + ROUNDING)] as const))

/** What sums of shares may lack of a whole number. */
const ROUNDING = 1e-6

/** The trade of as many orders as make whole numbers of its average amounts. */
const ofManyOrders = (trade: Trade, average: Average): Trade => {
  const orders = Math.min(average.orders, AVERAGE_ORDERS_MAX)
  return {
    ...trade,
    steps: trade.steps.map((step) => ({ ...step, times: step.times * orders })),
    changes: new Map([...timesOf(trade.changes, orders)].filter(([, change]) => change !== 0)),
    taken: timesOf(trade.taken, orders),
    transient: timesOf(trade.transient, orders),
    average: { ...average, orders },
  }
}

/** Whether no count passes what is asked for. */
const isContradiction = ({ atLeast, below }: Outcome): boolean =>
  [...below].some(([item, bound]) => (atLeast.get(item) ?? 0) >= bound)

/** The trades of a catalog in the making. */
export class Trades {
  readonly found: Array<Trade> = []
  readonly scaled: Array<ScaledClaim> = []
  readonly looking = new Looking()
  readonly catalog: LinkedCatalog
  /** Whether draws count with their average. */
  readonly isAverage: boolean
  private isCut = false

  constructor(catalog: LinkedCatalog, isAverage = false) {
    this.catalog = catalog
    this.isAverage = isAverage
  }

  /** Whether something was left out, because there was too much of it. */
  get isBounded(): boolean {
    return this.isCut || this.looking.left <= 0
  }

  /** Whether no further trade can be found. */
  get isSpent(): boolean {
    return this.looking.left <= 0 || this.found.length >= TRADES_MAX
  }

  /** Notes that something was left out. */
  cut(): void {
    this.isCut = true
  }

  /** Adds what the tally has, if it changes anything. */
  add(
    loot: LinkedLoot | undefined,
    steps: ReadonlyArray<WitnessStep>,
    outcome: Tally,
    plain?: Trade,
  ): Trade | undefined {
    outcome.settle()
    const { atLeast, below, dips, passing, rises, sets, spends, taken, transient, windowed } = outcome
    const changes = new Map([...outcome.changes].filter(([, change]) => change !== 0))
    if (changes.size + sets.size + dips.size === 0 || isContradiction(outcome)) return undefined
    if (this.found.length >= TRADES_MAX) {
      this.cut()
      return undefined
    }
    const given = { changes, below, atLeast, sets, dips, rises, passing, transient, taken, spends, windowed }
    const { average } = outcome
    const one: Trade = { loot, steps, ...given, plain, multipliers: outcome.multipliers.gain }
    const trade = average === undefined ? one : ofManyOrders(one, average)
    this.found.push(trade)
    return trade
  }
}

/** The quantities at which the outcome may be worth most, within `least` and `most`, in rising order. */
export const quantitiesOf = (
  { isProportional, multipliers, turns }: Shape,
  least: number,
  most: number,
  trades: Trades,
): ReadonlyArray<number> => {
  if (isProportional) return [least]
  // What is multiplied by what the player owns grows with each round, too.
  if (multipliers.gain.size > 0) return [...new Set([least, Math.min(most, Math.max(least, MULTIPLIED_MAX))])]
  const all = [...new Set([least, most, ...turns])].filter((one) => one >= least && one <= most)
  if (all.length > QUANTITIES_MAX) trades.cut()
  return all.sort((left, right) => left - right).slice(0, QUANTITIES_MAX)
}
