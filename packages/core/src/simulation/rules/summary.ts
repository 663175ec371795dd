/** The result of a simulation, computed from its sums. Field names are those of the JSON that the command prints. */
import { formatTimestamp } from "../../kernel/time/Timestamp.ts"
import type { FlowSource } from "./policy.ts"
import type { World } from "./simulatePlayer.ts"
import {
  type ActionResult,
  addSums,
  type Distribution,
  type Flow,
  newSums,
  percentile,
  sizeOf,
  type Sums,
  valueOf,
} from "./sums.ts"

/** An integer: a number where that is exact. */
export type Exact = number | bigint

const exact = (value: bigint): Exact => (Number.isSafeInteger(Number(value)) ? Number(value) : value)

/** Numbers that the given share of players do not exceed; each at most 1 % too small. */
export interface Percentiles {
  readonly p1: number
  readonly p10: number
  readonly p50: number
  readonly p90: number
  readonly p99: number
}

/** As {@link Percentiles}; null: fewer players ever came so far. */
export type OpenPercentiles = { readonly [Name in keyof Percentiles]: number | null }

/** Balances at the end of a day. */
export interface DayBalance extends Percentiles {
  /** Counted from 1. */
  readonly day: number
  readonly mean: number
}

/** What a source gave and took. */
export interface SourceFlow {
  readonly source: FlowSource
  readonly inflow: Exact
  readonly outflow: Exact
}

/** A currency: `inflow` less `outflow` is the sum of the balances at the end. */
export interface CurrencyResult {
  readonly item_id: number
  readonly inflow: Exact
  readonly outflow: Exact
  /** The sum of all players' balances at the end. */
  readonly balance: Exact
  /** Without those that gave and took nothing. */
  readonly sources: ReadonlyArray<SourceFlow>
  readonly by_day: ReadonlyArray<DayBalance>
}

/** The time until players own an item. Players who never own it count as later than all others. */
export interface GoalResult {
  readonly item_id: number
  readonly count: number
  readonly owners: number
  readonly share: number
  /** The day on which a player came to own it: 1 is the first, 0 is from the start. */
  readonly days: OpenPercentiles
  /** The player's orders until then. */
  readonly orders: OpenPercentiles
}

/** How the orders of a source ended. `declined`: the player looked, and did not order. */
export interface SourceResult {
  readonly source: FlowSource
  readonly result: ActionResult
  readonly count: number
}

/** How much of an item players gained and lost. */
export interface ItemResult {
  readonly item_id: number
  readonly gained: Exact
  readonly lost: Exact
}

/** Results of some players. */
export interface GroupResult {
  readonly players: number
  readonly sessions: number
  readonly orders: number
  readonly currencies: ReadonlyArray<CurrencyResult>
  readonly goals: ReadonlyArray<GoalResult>
  readonly results: ReadonlyArray<SourceResult>
  /** By id. */
  readonly items: ReadonlyArray<ItemResult>
}

/** Results of a cohort. */
export interface CohortResult extends GroupResult {
  readonly name: string
}

/** The result of a simulation. The same seed, policy, catalog, start and number of players and days repeat it. */
export interface SimulationResult extends GroupResult {
  readonly etag: string
  readonly seed: number
  readonly start: string
  readonly days: number
  /** Players that were asked for; fewer `players`: the simulation was interrupted. */
  readonly players_asked: number
  readonly cohorts: ReadonlyArray<CohortResult>
}

const SHARES = { p1: 0.01, p10: 0.1, p50: 0.5, p90: 0.9, p99: 0.99 } as const

const openPercentiles = (distribution: Distribution, players: number): OpenPercentiles => {
  const at = (share: number) => percentile(distribution, players, share) ?? null
  return { p1: at(SHARES.p1), p10: at(SHARES.p10), p50: at(SHARES.p50), p90: at(SHARES.p90), p99: at(SHARES.p99) }
}

const percentilesOf = (distribution: Distribution, players: number): Percentiles => {
  const { p1, p10, p50, p90, p99 } = openPercentiles(distribution, players)
  return { p1: p1 ?? 0, p10: p10 ?? 0, p50: p50 ?? 0, p90: p90 ?? 0, p99: p99 ?? 0 }
}

const total = (flows: ReadonlyArray<Flow>, side: keyof Flow): bigint =>
  flows.reduce((sum, flow) => sum + valueOf(flow[side]), 0n)

const currencyResults = ({ policy, sampledDays }: World, sums: Sums): ReadonlyArray<CurrencyResult> =>
  policy.currencies.map((itemId, index) => {
    const flows = sums.flows[index] ?? []
    const balances = sums.balances[index] ?? []
    const last = balances.at(-1)
    return {
      item_id: itemId,
      inflow: exact(total(flows, "gained")),
      outflow: exact(total(flows, "lost")),
      balance: exact(last === undefined ? 0n : valueOf(last.sum)),
      sources: policy.sources.flatMap((source, place) => {
        const flow = flows[place]
        if (flow === undefined) return []
        const [inflow, outflow] = [valueOf(flow.gained), valueOf(flow.lost)]
        return inflow === 0n && outflow === 0n ? [] : [{ source, inflow: exact(inflow), outflow: exact(outflow) }]
      }),
      by_day: balances.map((balance, place) => ({
        day: (sampledDays[place] ?? 0) + 1,
        mean: sums.players === 0 ? 0 : Number(valueOf(balance.sum)) / sums.players,
        ...percentilesOf(balance, sums.players),
      })),
    }
  })

const goalResults = ({ policy }: World, sums: Sums): ReadonlyArray<GoalResult> =>
  policy.goals.flatMap(({ count, itemId }, index) => {
    const goal = sums.goals[index]
    if (goal === undefined) return []
    const owners = sizeOf(goal.days)
    return [
      {
        item_id: itemId,
        count,
        owners,
        share: sums.players === 0 ? 0 : owners / sums.players,
        days: openPercentiles(goal.days, sums.players),
        orders: openPercentiles(goal.orders, sums.players),
      },
    ]
  })

const groupOf = (world: World, sums: Sums): GroupResult => ({
  players: sums.players,
  sessions: sums.sessions,
  orders: sums.orders,
  currencies: currencyResults(world, sums),
  goals: goalResults(world, sums),
  results: world.policy.sources.flatMap((source, index) =>
    Array.from(sums.results[index] ?? [])
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([result, count]) => ({ source, result, count })),
  ),
  items: Array.from(sums.items)
    .sort(([left], [right]) => left - right)
    .map(([item_id, { gained, lost }]) => ({ item_id, gained: exact(valueOf(gained)), lost: exact(valueOf(lost)) })),
})

/** The result of a simulation of `players` players from the sums of its cohorts. */
export const summaryOf = (
  world: World,
  { players, seed }: { readonly players: number; readonly seed: number },
  cohorts: ReadonlyArray<Sums>,
): SimulationResult => {
  const all = newSums(world.policy, world.sampledDays.length)
  for (const sums of cohorts) addSums(all, sums)
  return {
    etag: world.catalog.etag,
    seed,
    start: formatTimestamp(world.start),
    days: world.days,
    players_asked: players,
    ...groupOf(world, all),
    cohorts: world.policy.cohorts.map(({ name }, index) => ({
      name,
      ...groupOf(world, cohorts[index] ?? newSums(world.policy, world.sampledDays.length)),
    })),
  }
}
