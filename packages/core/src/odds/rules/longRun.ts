/**
 * The average of an order that is made again and again, from a given state: the stationary distribution of the closed
 * set of states that the orders lead to (chain.ts). Where the orders may lead to several such sets, or to ever more
 * states, there is no such average.
 */
import type { LinkedCatalog } from "../../catalog/rules/linked.ts"
import type { HeldRecord } from "../../inventory/schema.ts"
import type { Outcome, Standing } from "./chain.ts"
import { begun, type Begun, ChainSums } from "./chainedOdds.ts"
import type { DrawsMade } from "./draws.ts"
import { type Question, keyOfRecords } from "./explore.ts"
import { Fraction, ONE, ZERO } from "./fraction.ts"
import type { OrderedLoot } from "./reduce.ts"
import { Budget, type Steps, stepsOf, within } from "./steps.ts"

/** Most states of the counters. */
const STATES_MAX = 5_000

/** Why there is no average. */
export type NoAverage =
  /** It depends on luck which of so many sets of states the orders stay in, each with an average of its own. */
  | { readonly _tag: "Several"; readonly sets: number }
  /** More states than can be followed. The count of this item reached `count`, and may go on. */
  | { readonly _tag: "Growing"; readonly itemId: number; readonly count: number }
  /** The order fails, or what it gives does not depend on its counters alone, or it takes too many steps. */
  | { readonly _tag: "NotComputed" }

/** A state of the counters, and what an order made in it leads to. */
interface State {
  readonly records: ReadonlyArray<HeldRecord>
  readonly outcome: Outcome
  /** The chances of the states that follow, by their places. An order that fails changes nothing. */
  readonly next: Map<number, Fraction>
}

/** The records in which the next order begins: what is paid is there anew. */
const renewed = (
  { records }: Pick<Standing, "records">,
  start: ReadonlyArray<HeldRecord>,
  paid: ReadonlySet<number>,
): ReadonlyArray<HeldRecord> =>
  paid.size === 0
    ? records
    : [...records.filter(({ itemId }) => !paid.has(itemId)), ...start.filter(({ itemId }) => paid.has(itemId))]

/** Every state that orders lead to from the first one; or the item whose count goes on growing. */
function* statesFrom({ chain, head }: Begun, paid: ReadonlySet<number>): Steps<ReadonlyArray<State> | NoAverage> {
  const { start } = chain.counters
  const places = new Map<string, number>([[keyOfRecords(start), 0]])
  const open: Array<ReadonlyArray<HeldRecord>> = [start]
  const states: Array<State> = []
  for (const records of open) {
    const outcome = yield* chain.from(afterHead(head, records, paid))
    if (outcome === undefined) return { _tag: "NotComputed" }
    const next = new Map<number, Fraction>()
    const lead = (to: ReadonlyArray<HeldRecord>, probability: Fraction): void => {
      const key = keyOfRecords(to)
      const place = places.get(key) ?? open.push(to) - 1
      places.set(key, place)
      next.set(place, (next.get(place) ?? ZERO).plus(probability))
    }
    for (const standing of outcome.standings) lead(renewed(standing, start, paid), standing.probability)
    for (const probability of outcome.failures.values()) lead(records, probability)
    states.push({ records, outcome, next })
    yield 1 + next.size
    const last = open.at(-1)
    if (open.length > STATES_MAX && last !== undefined) return growing(last)
  }
  return states
}

/** The counters after what the order pays. */
const afterHead = (
  head: Begun["head"],
  records: ReadonlyArray<HeldRecord>,
  paid: ReadonlySet<number>,
): ReadonlyArray<HeldRecord> => (paid.size === 0 ? records : renewed({ records }, head.records, paid))

const growing = (records: ReadonlyArray<HeldRecord>): NoAverage => {
  const [largest] = records.toSorted((left, right) => right.count - left.count)
  return largest === undefined
    ? { _tag: "NotComputed" }
    : { _tag: "Growing", itemId: largest.itemId, count: largest.count }
}

/** The sets of states that are not left any more. By Tarjan's rule, without recursion. */
const closedSets = (states: ReadonlyArray<State>): ReadonlyArray<ReadonlyArray<number>> => {
  const index = new Map<number, number>()
  const low = new Map<number, number>()
  const stack: Array<number> = []
  const setOf = new Map<number, number>()
  const sets: Array<Array<number>> = []
  const work: Array<{ readonly at: number; readonly rest: Iterator<number> }> = []
  const enter = (at: number): void => {
    index.set(at, index.size)
    low.set(at, index.size - 1)
    stack.push(at)
    work.push({ at, rest: (states[at]?.next ?? new Map<number, Fraction>()).keys() })
  }
  const lower = (at: number, to: number | undefined): void => {
    low.set(at, Math.min(low.get(at) ?? 0, to ?? 0))
  }
  enter(0)
  for (let top = work.at(-1); top !== undefined; top = work.at(-1)) {
    const { at, rest } = top
    const step = rest.next()
    if (step.done !== true) {
      if (!index.has(step.value)) enter(step.value)
      else if (!setOf.has(step.value)) lower(at, index.get(step.value))
      continue
    }
    work.pop()
    const outer = work.at(-1)
    if (outer !== undefined) lower(outer.at, low.get(at))
    if (low.get(at) !== index.get(at)) continue
    const members = stack.splice(stack.indexOf(at))
    for (const member of members) setOf.set(member, sets.length)
    sets.push(members)
  }
  return sets.filter((members, set) =>
    members.every((at) => Array.from(states[at]?.next.keys() ?? []).every((to) => setOf.get(to) === set)),
  )
}

/**
 * The share of orders that begin in each state of a closed set. States are taken out one by one, from the last to the
 * second, and their ways are led past them (Grassmann, Taksar and Heyman): this subtracts nothing and loses nothing.
 */
function* stationary(states: ReadonlyArray<State>, members: ReadonlyArray<number>): Steps<ReadonlyArray<Fraction>> {
  const sorted = members.toSorted((left, right) => left - right)
  const places = new Map(sorted.map((state, place) => [state, place]))
  const rows = sorted.map((state) => {
    const next = states[state]?.next ?? new Map<number, Fraction>()
    return new Map(Array.from(next, ([to, chance]) => [places.get(to) ?? 0, chance]))
  })
  const columns = sorted.map(() => new Set<number>())
  for (const [from, row] of rows.entries()) for (const to of row.keys()) columns[to]?.add(from)
  for (let out = rows.length - 1; out > 0; out--) {
    const ways = Array.from(rows[out] ?? []).filter(([to]) => to < out)
    const leaving = ways.reduce((sum, [, chance]) => sum.plus(chance), ZERO)
    for (const from of columns[out] ?? []) {
      const row = rows[from]
      const chance = row?.get(out)
      if (from >= out || row === undefined || chance === undefined) continue
      const scaled = chance.times(Fraction.of(leaving.denominator, leaving.numerator))
      row.set(out, scaled)
      for (const [to, onward] of ways) {
        const led = (row.get(to) ?? ZERO).plus(scaled.times(onward))
        row.set(to, led)
        columns[to]?.add(from)
        yield 4 * stepsOf(led)
      }
    }
    yield 1
  }
  const shares: Array<Fraction> = [ONE]
  let total = ONE
  for (let at = 1; at < rows.length; at++) {
    let share = ZERO
    for (const from of columns[at] ?? []) {
      const [before, chance] = [shares[from], from < at ? rows[from]?.get(at) : undefined]
      if (before !== undefined && chance !== undefined) share = share.plus(before.times(chance))
      yield 2 * stepsOf(share)
    }
    shares.push(share)
    total = total.plus(share)
    yield stepsOf(total)
  }
  const one = Fraction.of(total.denominator, total.numerator)
  const found: Array<Fraction> = []
  for (const share of shares) {
    found.push(share.times(one))
    yield stepsOf(total)
  }
  return found
}

function* averageOf(
  catalog: LinkedCatalog,
  question: Question,
  ordered: OrderedLoot,
  made: DrawsMade,
): Steps<ReturnType<ChainSums["odds"]> | NoAverage> {
  const order = yield* begun(catalog, question, ordered, made, {
    pulls: 1,
    paths: Number.POSITIVE_INFINITY,
    followsPrice: true,
  })
  if (order === undefined) return { _tag: "NotComputed" }
  const paid = new Set(ordered.read)
  const states = yield* statesFrom(order, paid)
  if ("_tag" in states) return states
  const sets = closedSets(states)
  yield states.length
  const [members] = sets
  if (members === undefined || sets.length > 1) return { _tag: "Several", sets: sets.length }
  const shares = yield* stationary(states, members)
  const sums = new ChainSums()
  for (const [place, member] of members.toSorted((left, right) => left - right).entries()) {
    const state = states[member]
    if (state !== undefined) yield* sums.add(state.outcome, order.chain, state.records, shares[place] ?? ZERO)
  }
  return sums.odds()
}

/** The average of the order in the long run, exact; or why there is none. What it pays is there anew before each. */
export function* longRunOf(
  catalog: LinkedCatalog,
  question: Question,
  ordered: OrderedLoot,
  steps: number,
  made: DrawsMade,
): Steps<ReturnType<ChainSums["odds"]> | NoAverage> {
  const average = averageOf(catalog, question, ordered, made)
  return (yield* within(average, new Budget(steps), 0)) ?? { _tag: "NotComputed" }
}
