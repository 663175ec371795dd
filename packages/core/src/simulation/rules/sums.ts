/**
 * What is kept of simulated players: sums and distributions of whole numbers. They can be added in any order, so that
 * threads may share the players, and their size does not grow with the players.
 */
import type { EntryResult } from "../../order/enumerations.ts"
import type { Policy } from "./policy.ts"

/** An exact sum of integers: `carried + rest`. The rest stays small enough to be exact. */
export interface Sum {
  carried: bigint
  rest: number
}

const newSum = (): Sum => ({ carried: 0n, rest: 0 })

/** A rest below this, and a number below it, add up exactly. */
const REST_MAX = 2 ** 52

/** Adds an integer of at most 2^53. */
const add = (sum: Sum, value: number): void => {
  if (value < REST_MAX && value > -REST_MAX) {
    sum.rest += value
    if (sum.rest < REST_MAX && sum.rest > -REST_MAX) return
    sum.carried += BigInt(sum.rest)
    sum.rest = 0
  } else sum.carried += BigInt(value)
}

/** The value of a sum. */
export const valueOf = ({ carried, rest }: Sum): bigint => carried + BigInt(rest)

/** How many players have each value. Values have 8 significant bits, so that a value is at most 1 % too small. */
export interface Distribution {
  readonly sum: Sum
  readonly counts: Map<number, number>
}

const newDistribution = (): Distribution => ({ sum: newSum(), counts: new Map() })

const SIGNIFICANT = 2 ** 8

const rounded = (value: number): number => {
  if (value < SIGNIFICANT) return value
  let unit = 2
  while (value / unit >= SIGNIFICANT) unit *= 2
  return Math.floor(value / unit) * unit
}

/** Counts a value of at least 0. */
export const count = ({ counts, sum }: Distribution, value: number): void => {
  add(sum, value)
  const kept = rounded(value)
  counts.set(kept, (counts.get(kept) ?? 0) + 1)
}

/** What came in, and what went out. */
export interface Flow {
  readonly gained: Sum
  readonly lost: Sum
}

const newFlow = (): Flow => ({ gained: newSum(), lost: newSum() })

/** Adds a change of a count. */
export const flow = ({ gained, lost }: Flow, change: number): void =>
  change >= 0 ? add(gained, change) : add(lost, -change)

/** An outcome of an order: the result of its entry, or that the player did not order after all. */
export type ActionResult = EntryResult | "declined"

/** How many owned a goal, and after how many days and orders. */
export interface GoalSums {
  readonly days: Distribution
  readonly orders: Distribution
}

/** Everything that is kept of the players of a cohort. */
export interface Sums {
  players: number
  sessions: number
  orders: number
  /** By source: how often each result came. */
  readonly results: ReadonlyArray<Map<ActionResult, number>>
  /** By item. */
  readonly items: Map<number, Flow>
  /** By currency, by source. */
  readonly flows: ReadonlyArray<ReadonlyArray<Flow>>
  /** By currency, by sampled day: the balances at the end of the day. */
  readonly balances: ReadonlyArray<ReadonlyArray<Distribution>>
  readonly goals: ReadonlyArray<GoalSums>
}

/** Sums of no players. `days`: how many days are sampled. */
export const newSums = ({ currencies, goals, sources }: Policy, days: number): Sums => ({
  players: 0,
  sessions: 0,
  orders: 0,
  results: sources.map(() => new Map<ActionResult, number>()),
  items: new Map(),
  flows: currencies.map(() => sources.map(newFlow)),
  balances: currencies.map(() => Array.from({ length: days }, newDistribution)),
  goals: goals.map(() => ({ days: newDistribution(), orders: newDistribution() })),
})

/** The flow of an item. */
export const flowOf = (items: Sums["items"], itemId: number): Flow => {
  const known = items.get(itemId)
  if (known !== undefined) return known
  const made = newFlow()
  items.set(itemId, made)
  return made
}

const addSum = (into: Sum, { carried, rest }: Sum): void => {
  into.carried += carried
  add(into, rest)
}

const addFlow = (into: Flow, { gained, lost }: Flow): void => {
  addSum(into.gained, gained)
  addSum(into.lost, lost)
}

const addCounts = <Key>(into: Map<Key, number>, counts: ReadonlyMap<Key, number>): void => {
  for (const [key, number] of counts) into.set(key, (into.get(key) ?? 0) + number)
}

const addDistribution = (into: Distribution, { counts, sum }: Distribution): void => {
  addSum(into.sum, sum)
  addCounts(into.counts, counts)
}

/** Calls `use` with each pair of elements of lists of the same length. */
const pairwise = <A>(into: ReadonlyArray<A>, from: ReadonlyArray<A>, use: (into: A, from: A) => void): void => {
  for (const [index, one] of into.entries()) {
    const other = from[index]
    if (other !== undefined) use(one, other)
  }
}

/** Adds the sums of other players under the same policy. */
export const addSums = (into: Sums, from: Sums): void => {
  into.players += from.players
  into.sessions += from.sessions
  into.orders += from.orders
  pairwise(into.results, from.results, addCounts)
  for (const [itemId, one] of from.items) addFlow(flowOf(into.items, itemId), one)
  pairwise(into.flows, from.flows, (left, right) => pairwise(left, right, addFlow))
  pairwise(into.balances, from.balances, (left, right) => pairwise(left, right, addDistribution))
  pairwise(into.goals, from.goals, (left, right) => {
    addDistribution(left.days, right.days)
    addDistribution(left.orders, right.orders)
  })
}

/**
 * The smallest value that at least `share` of `players` reach; undefined: fewer of them have a value at all. `share`:
 * above 0, at most 1.
 */
export const percentile = ({ counts }: Distribution, players: number, share: number): number | undefined => {
  const wanted = Math.ceil(players * share)
  let reached = 0
  for (const [value, number] of Array.from(counts).sort(([left], [right]) => left - right)) {
    reached += number
    if (reached >= wanted && number > 0) return value
  }
  return undefined
}

/** How many players have a value. */
export const sizeOf = ({ counts }: Distribution): number => {
  let size = 0
  for (const number of counts.values()) size += number
  return size
}
