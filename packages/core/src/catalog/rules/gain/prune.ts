/**
 * Leaves out the trades that can be in no round: what they take is given by no trade, or what they give is of no use.
 */
import type { Trade } from "./trade.ts"

/** A trade, without what it gives and nothing takes. */
export interface UsefulTrade {
  readonly trade: Trade
  readonly changes: ReadonlyMap<number, number>
  /** Whether something lasting that it gives was left out. */
  readonly gains: boolean
}

/** A trade in the search. */
interface Candidate {
  readonly trade: Trade
  readonly changes: Map<number, number>
  gains: boolean
  isGone: boolean
}

/** The trades that give an item and those that take it, and how many of them are still there. */
interface Users {
  readonly givers: Array<Candidate>
  readonly takers: Array<Candidate>
  giverCount: number
  takerCount: number
  /** Whether it was seen that nothing gives, or takes, the item. */
  isUngiven: boolean
  isUntaken: boolean
}

/** The items of which more is no gain by itself: what ends, and what must stay below a number. */
const itemsWithoutWorth = (trades: ReadonlyArray<Trade>): ReadonlySet<number> => {
  const items = new Set<number>()
  for (const { below, passing } of trades) {
    for (const item of below.keys()) items.add(item)
    for (const item of passing) items.add(item)
  }
  return items
}

const NOBODY = { giverCount: 0, takerCount: 0, isUngiven: false, isUntaken: false }

const usersOf = (candidates: ReadonlyArray<Candidate>): ReadonlyMap<number, Users> => {
  const users = new Map<number, Users>()
  for (const candidate of candidates) {
    for (const [item, change] of candidate.changes) {
      const known = users.get(item) ?? { ...NOBODY, givers: [], takers: [] }
      users.set(item, known)
      if (change > 0) known.giverCount = known.givers.push(candidate)
      else known.takerCount = known.takers.push(candidate)
    }
  }
  return users
}

const isFree = ({ changes }: Candidate): boolean => [...changes.values()].every((change) => change > 0)

/** Each trade that may be in a round that gains. */
export const usefulTrades = (trades: ReadonlyArray<Trade>): ReadonlyArray<UsefulTrade> => {
  const worthless = itemsWithoutWorth(trades)
  const candidates = trades.map((trade): Candidate => ({
    trade,
    changes: new Map(trade.changes),
    gains: false,
    isGone: false,
  }))
  const users = usersOf(candidates)
  const open = [...users.keys()]
  const remove = (candidate: Candidate): void => {
    if (candidate.isGone) return
    candidate.isGone = true
    for (const [item, change] of candidate.changes) {
      const of = users.get(item)
      if (of === undefined) continue
      if (change > 0) of.giverCount--
      else of.takerCount--
      if ((of.giverCount === 0 && !of.isUngiven) || (of.takerCount === 0 && !of.isUntaken)) open.push(item)
    }
  }
  /** Leaves out what the candidate gives of an item that nothing takes. */
  const shorten = (candidate: Candidate, item: number): void => {
    if (candidate.isGone || !candidate.changes.has(item)) return
    // A count that only rises passes every bound.
    if (candidate.trade.below.has(item)) return remove(candidate)
    candidate.changes.delete(item)
    candidate.gains ||= !candidate.trade.passing.has(item)
    if ([...candidate.changes.values()].some((change) => change > 0)) return
    const isOfUse =
      candidate.gains && (isFree(candidate) || [...candidate.changes.keys()].some((one) => worthless.has(one)))
    if (!isOfUse) remove(candidate)
  }
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const of = users.get(item)
    if (of === undefined) continue
    if (of.giverCount === 0 && !of.isUngiven) {
      of.isUngiven = true
      for (const taker of of.takers) remove(taker)
    }
    if (of.takerCount === 0 && !of.isUntaken) {
      of.isUntaken = true
      for (const giver of of.givers) shorten(giver, item)
      of.giverCount = 0
    }
  }
  return candidates.filter(({ isGone }) => !isGone)
}
