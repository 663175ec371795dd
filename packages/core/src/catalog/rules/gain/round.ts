/**
 * The round of orders that shows a combination of trades: the fewest of each, in a sequence that every check allows.
 */
import { type OrdersWitness, roundOf, type WitnessStep } from "../witness.ts"
import { itemOfLuck } from "./outcome.ts"
import type { Combination } from "./search.ts"
import type { Trade } from "./trade.ts"

/** How often each trade is made. */
type Times = Map<Trade, bigint>

/** Trades of a combination, and orders of a round whose sequence is sought. */
const TRADES_MAX = 100
const STEPS_MAX = 1000
/** How many rounds are gone through. */
const ROUNDS = 3
/** How often a count of 1,000,000 may double before it passes the largest one. */
const DOUBLINGS_MAX = 32

/** The net change of each item. */
const netOf = (times: Combination): ReadonlyMap<number, bigint> => {
  const net = new Map<number, bigint>()
  for (const [{ changes }, count] of times) {
    for (const [item, change] of changes) net.set(item, (net.get(item) ?? 0n) + BigInt(change) * count)
  }
  return net
}

/** Items whose count the trades ask to stay below a number. */
const guardedBy = (times: Combination): ReadonlySet<number> =>
  new Set([...times.keys()].flatMap(({ below }) => [...below.keys()]))

/** Items of which more is no gain: what ends, what is set again, and what must stay below a number. */
const worthless = (times: Combination): ReadonlySet<number> =>
  new Set([...times.keys()].flatMap(({ below, passing, sets }) => [...below.keys(), ...passing, ...sets.keys()]))

/** Whether more of the item is a gain that lasts. */
const isWorth = (item: number, without: ReadonlySet<number>): boolean => !without.has(itemOfLuck(item) ?? item)

/** Whether the combination takes nothing, gives something that lasts, and raises no count that must stay low. */
const gains = (times: Combination): boolean => {
  const guarded = guardedBy(times)
  const net = netOf(times)
  // What a draw may give counts, too: it would stop the next round.
  const isStopped = (item: number): boolean => guarded.has(itemOfLuck(item) ?? item)
  if ([...net].some(([item, change]) => change < 0n || (change > 0n && isStopped(item)))) return false
  const without = worthless(new Map([...times].filter(([, count]) => count > 0n)))
  return [...net].some(([item, change]) => change > 0n && isWorth(item, without))
}

/** The least count of the trade with which the combination gains. */
const fewest = (times: Times, trade: Trade): bigint => {
  const most = times.get(trade) ?? 0n
  const gainsWith = (count: bigint): boolean => gains(new Map(times).set(trade, count))
  let [low, high] = [0n, most]
  while (low < high) {
    const middle = (low + high) / 2n
    if (gainsWith(middle)) high = middle
    else low = middle + 1n
  }
  return high
}

const gcd = (left: bigint, right: bigint): bigint => (right === 0n ? left : gcd(right, left % right))

/** The combination with fewer orders, and without coupons and owned parts where it gains without them. */
export const simplified = (combination: Combination): Combination => {
  let times: Times = new Map(combination)
  for (const trade of combination.keys()) {
    if (trade.plain === undefined) continue
    const simple: Times = new Map(times)
    simple.delete(trade)
    simple.set(trade.plain, (times.get(trade.plain) ?? 0n) + (times.get(trade) ?? 0n))
    if (gains(simple)) times = simple
  }
  for (let pass = 0; pass < 2; pass++) {
    const common = [...times.values()].reduce(gcd, 0n)
    if (common > 1n) times = new Map([...times].map(([trade, count]) => [trade, count / common] as const))
    for (const trade of times.keys()) {
      const count = fewest(times, trade)
      if (count === 0n) times.delete(trade)
      else times.set(trade, count)
    }
  }
  return times
}

/** A player who makes the trades. Counts are known of some items; of the others the player holds what is needed. */
class Player {
  private readonly counts: Map<number, number>
  private readonly transient = new Map<number, number>()
  /** How many the player must hold at the beginning. */
  readonly holds: Map<number, number>
  private readonly known: ReadonlySet<number>

  constructor(known: ReadonlySet<number>, holds: ReadonlyMap<number, number>) {
    this.known = known
    this.holds = new Map(holds)
    this.counts = new Map(holds)
  }

  count(item: number): number {
    return this.counts.get(item) ?? 0
  }

  /** Whether the player may make the trade now. */
  can({ atLeast, below, changes }: Trade): boolean {
    for (const [item, bound] of below) if (this.count(item) >= bound) return false
    for (const [item, least] of atLeast) if (this.known.has(item) && this.count(item) < least) return false
    for (const [item, change] of changes) {
      if (change < 0 && this.known.has(item) && this.count(item) + change < 0) return false
    }
    return true
  }

  /** Makes the trade so often. */
  make(trade: Trade, times: number): void {
    for (const [item, least] of trade.atLeast) {
      const taken = Math.max(0, -(trade.changes.get(item) ?? 0))
      this.provide(item, least + taken * (times - 1))
    }
    if (trade.steps.some(({ entry }) => entry === undefined)) this.endSession()
    for (const [item, change] of trade.changes) {
      const set = trade.sets.get(item)
      if (set !== undefined || (change < 0 && trade.loot === undefined)) continue
      if (change < 0) this.provide(item, change * -times)
      this.counts.set(item, this.count(item) + change * times)
    }
    for (const [item, count] of trade.taken) this.spendTransient(item, count * times)
    for (const [item, count] of trade.sets) this.counts.set(item, count)
    for (const [item, count] of trade.transient)
      this.transient.set(item, (this.transient.get(item) ?? 0) + count * times)
  }

  private provide(item: number, least: number): void {
    const lacking = least - this.count(item)
    if (lacking <= 0 || this.known.has(item)) return
    this.holds.set(item, (this.holds.get(item) ?? 0) + lacking)
    this.counts.set(item, least)
  }

  private spendTransient(item: number, count: number): void {
    const kept = this.transient.get(item)
    if (kept !== undefined) this.transient.set(item, Math.max(0, kept - count))
  }

  private endSession(): void {
    for (const [item, count] of this.transient) this.counts.set(item, this.count(item) - count)
    this.transient.clear()
  }

  /** The counts at this moment. */
  snapshot(): ReadonlyMap<number, number> {
    return new Map(this.counts)
  }
}

const endsSession = ({ steps }: Trade): boolean => steps.some(({ entry }) => entry === undefined)

/** Trades in the sequence of a round. */
type Sequence = ReadonlyArray<{ readonly trade: Trade; readonly times: number }>

/** Makes the trades in some sequence, as early as each may be made; sessions wait for the others. */
const sequenceOf = (times: Combination, known: ReadonlySet<number>, player: Player): Sequence | undefined => {
  const left = new Map([...times].map(([trade, count]) => [trade, Number(count)] as const))
  const trades = [...left.keys()].sort((one, other) => Number(endsSession(one)) - Number(endsSession(other)))
  const isFree = ({ atLeast, below, changes, sets }: Trade): boolean =>
    sets.size === 0 && [...below.keys(), ...atLeast.keys(), ...changes.keys()].every((item) => !known.has(item))
  const sequence: Array<{ readonly trade: Trade; times: number }> = []
  for (;;) {
    const trade = trades.find((one) => (left.get(one) ?? 0) > 0 && player.can(one))
    if (trade === undefined) break
    const count = isFree(trade) ? (left.get(trade) ?? 0) : 1
    player.make(trade, count)
    left.set(trade, (left.get(trade) ?? 0) - count)
    const last = sequence.at(-1)
    if (last?.trade === trade) last.times += count
    else sequence.push({ trade, times: count })
  }
  return [...left.values()].every((count) => count === 0) ? sequence : undefined
}

/** Whether each round leaves as much of everything as before, the first one too, and of something more that lasts. */
const keepsGaining = (sequence: Sequence, player: Player, without: ReadonlySet<number>): boolean => {
  let before = player.snapshot()
  if ([...player.holds].some(([item, count]) => player.count(item) < count)) return false
  const holds = JSON.stringify([...player.holds])
  for (let round = 1; round < ROUNDS; round++) {
    for (const { times, trade } of sequence) {
      for (let time = 0; time < times; time++) {
        if (!player.can(trade)) return false
        player.make(trade, 1)
      }
    }
    const after = player.snapshot()
    const rises = [...after].map(([item, count]) => [item, count - (before.get(item) ?? 0)] as const)
    if (rises.some(([, rise]) => rise < 0)) return false
    if (!rises.some(([item, rise]) => rise > 0 && isWorth(item, without))) return false
    before = after
  }
  return JSON.stringify([...player.holds]) === holds
}

/** How often a trade that is multiplied by what it gives multiplies the count each time, at the most. */
const growthOf = ({ atLeast, changes, multipliers }: Trade): number =>
  [...multipliers].reduce((most, item) => {
    const owned = Math.max(1, atLeast.get(item) ?? 0)
    return Math.max(most, 1 + (changes.get(item) ?? 0) / owned)
  }, 1)

/** Whether what multiplies itself may pass the largest count before the rounds are gone through. */
const growsTooLarge = (sequence: Sequence): boolean => {
  const doublings = sequence.reduce((sum, { times, trade }) => sum + times * Math.log2(growthOf(trade)), 0)
  return doublings * ROUNDS > DOUBLINGS_MAX
}

/** A round that gains, and the trades in their sequence. */
export interface Round {
  readonly trades: Sequence
  /** Absent: it has too many orders to be written down, or its counts grow too fast for three rounds. */
  readonly witness: OrdersWitness | undefined
}

/** How many counts below what is needed, and how many items by themselves, are tried for the beginning. */
const BEGINNINGS_MAX = 8
/** Items of which different counts are tried together, and needs of each that are told apart. */
const MIXED_MAX = 3
const COUNTS_MAX = 4

/** What some trade needs of an item: the most of it, one less, what another needs, one, or none. */
type Needs = ReadonlyMap<number, ReadonlySet<number>>

const mostOf = (counts: ReadonlySet<number>): number => Math.max(...counts)

/** Different counts of several items, in every combination. */
const mixed = (needs: Needs): ReadonlyArray<ReadonlyMap<number, number>> => {
  const most = new Map([...needs].map(([item, counts]) => [item, mostOf(counts)] as const))
  return [...needs].slice(0, MIXED_MAX).reduce<ReadonlyArray<ReadonlyMap<number, number>>>(
    (made, [item, counts]) => {
      const tried = new Set([mostOf(counts), mostOf(counts) - 1, ...[...counts].slice(0, COUNTS_MAX), 1, 0])
      return [...tried].flatMap((count) => made.map((one) => new Map(one).set(item, count)))
    },
    [most],
  )
}

/**
 * What the player may hold of the known items at the beginning: nothing, what the trades need at once, less, what they
 * need of one item, or different counts of several.
 */
const beginnings = (times: Combination, known: ReadonlySet<number>): ReadonlyArray<ReadonlyMap<number, number>> => {
  const needs = new Map<number, Set<number>>()
  for (const { atLeast } of times.keys()) {
    for (const [item, least] of atLeast) {
      if (known.has(item)) needs.set(item, (needs.get(item) ?? new Set()).add(least))
    }
  }
  const needed = [...needs].map(([item, counts]) => [item, mostOf(counts)] as const)
  const most = Math.min(BEGINNINGS_MAX, Math.max(0, ...needed.map(([, least]) => least)))
  const lessBy = (less: number) => new Map(needed.map(([item, least]) => [item, Math.max(0, least - less)] as const))
  const alone = needed.slice(0, BEGINNINGS_MAX).map((one) => new Map([one]))
  const together = Array.from({ length: most }, (_, less) => lessBy(less))
  return [new Map(), ...together, ...alone, ...mixed(needs)]
}

/** Where no trade reaches a level any more: at what it sets, or else above the highest level by all that is taken. */
const restingAt = (times: Combination, topXp: (item: number) => number): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (const { changes, dips } of times.keys()) {
    for (const changed of [...changes.keys(), ...dips.keys()]) {
      const item = itemOfLuck(changed) ?? changed
      const top = topXp(item)
      if (top === 0 || counts.has(item)) continue
      const taken = [...times].map(
        ([trade, count]) => Number(count) * Math.max(trade.atLeast.get(item) ?? 0, -(trade.changes.get(item) ?? 0)),
      )
      counts.set(
        item,
        taken.reduce((sum, one) => sum + one, top),
      )
    }
  }
  for (const { sets } of times.keys()) {
    for (const [item, count] of sets) if (topXp(item) > 0) counts.set(item, count)
  }
  return counts
}

/** The round of the trades for a player who begins with this; undefined: a check stops it, or it ends to gain. */
const roundFrom = (
  times: Combination,
  known: ReadonlySet<number>,
  beginning: ReadonlyMap<number, number>,
): Round | undefined => {
  const player = new Player(known, beginning)
  const sequence = sequenceOf(times, known, player)
  if (sequence === undefined) return undefined
  const holds = Object.fromEntries(player.holds)
  if (!keepsGaining(sequence, player, worthless(times))) return undefined
  const made = sequence.flatMap(({ times: count, trade }) =>
    Array.from({ length: count }, (): ReadonlyArray<WitnessStep> => trade.steps).flat(),
  )
  return { trades: sequence, witness: growsTooLarge(sequence) ? undefined : roundOf(made, holds) }
}

/**
 * The round of the combination; undefined: some check stops each sequence that was tried. `topXp` says how many of an
 * item a player has at its highest level, where more of it is rewarded no more.
 */
export const roundOfTrades = (combination: Combination, topXp: (item: number) => number): Round | undefined => {
  if (combination.size > TRADES_MAX) return { trades: plainSequence(combination), witness: undefined }
  if (!gains(combination)) return undefined
  const times = simplified(combination)
  const known = new Set([...guardedBy(times), ...[...times.keys()].flatMap(({ transient }) => [...transient.keys()])])
  const steps = [...times].reduce((sum, [, count]) => sum + count, 0n)
  if (steps > BigInt(STEPS_MAX))
    return known.size > 0 ? undefined : { trades: plainSequence(times), witness: undefined }
  const atTop = [...restingAt(times, topXp)].filter(([item, count]) => !known.has(item) && count > 0)
  for (const beginning of beginnings(times, known)) {
    const round = roundFrom(times, known, new Map([...atTop, ...beginning]))
    if (round !== undefined) return round
  }
  return undefined
}

/** The trades of a combination that is too large to be put in a sequence. */
const plainSequence = (times: Combination): Sequence =>
  [...times].map(([trade, count]) => ({ trade, times: Number(count) }))
