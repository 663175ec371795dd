/**
 * Warnings about money pumps: purchases and conversions along a cycle that returns more than it takes (decisions,
 * section 10). Every reported pump is real, because each found cycle is verified exactly. Some pumps are missed: trades
 * that take more than one item are not followed.
 */
import type { LinkedCatalog } from "./linked.ts"
import { lootPath } from "./drops.ts"
import { type Finding, finding, shown } from "./findings.ts"
import { labelsOf } from "./labels.ts"
import type { Labels } from "./names.ts"
import { findTrades, type Trade } from "./trades.ts"
import { type OrdersWitness, roundOf } from "./witness.ts"

/** `taken` of item `from` become `given` of item `to`. */
interface Edge {
  readonly trade: Trade
  readonly from: number
  readonly to: number
  readonly taken: number
  readonly given: number
}

/** Rounds of relaxation. Cycles through more items than this are not found. */
const ROUNDS_MAX = 256
/** Pumps that are reported. Further pumps are found after these are mended. */
const PUMPS_REPORTED_MAX = 20

const edgesOf = (trade: Trade): ReadonlyArray<Edge> => {
  const taken = [...trade.changes].filter(([, change]) => change < 0)
  const only = taken[0]
  if (only === undefined || taken.length > 1) return []
  return [...trade.changes]
    .filter(([, change]) => change > 0)
    .map(([to, given]) => ({ trade, from: only[0], to, taken: -only[1], given }))
}

const rate = (edge: Edge): number => edge.given / edge.taken

/** The best edge between each two items. Only that edge can be part of the best cycle. */
const bestEdges = (edges: ReadonlyArray<Edge>): ReadonlyArray<Edge> => {
  const best = new Map<string, Edge>()
  for (const edge of edges) {
    const key = `${edge.from} ${edge.to}`
    const known = best.get(key)
    if (known === undefined || rate(edge) > rate(known)) best.set(key, edge)
  }
  return [...best.values()]
}

/** Edges, grouped by the item at the given end. */
const byEnd = (edges: ReadonlyArray<Edge>, end: "from" | "to"): ReadonlyMap<number, ReadonlyArray<Edge>> => {
  const groups = new Map<number, Array<Edge>>()
  for (const edge of edges) {
    const group = groups.get(edge[end])
    if (group === undefined) groups.set(edge[end], [edge])
    else group.push(edge)
  }
  return groups
}

/**
 * Removes edges that cannot lie on a cycle: no edge arrives at the item of their `near` end. Each removed edge may
 * leave the item at its `far` end without arriving edges, so the search goes on from there. Every edge is visited once,
 * also on long chains.
 */
const reached = (edges: ReadonlyArray<Edge>, near: "from" | "to", far: "from" | "to"): ReadonlyArray<Edge> => {
  const leaving = byEnd(edges, near)
  const arriving = new Map([...byEnd(edges, far)].map(([item, group]) => [item, group.length]))
  const gone = new Set<Edge>()
  const deserted = [...leaving.keys()].filter((item) => !arriving.has(item))
  for (let item = deserted.pop(); item !== undefined; item = deserted.pop()) {
    for (const edge of leaving.get(item) ?? []) {
      gone.add(edge)
      const left = (arriving.get(edge[far]) ?? 0) - 1
      arriving.set(edge[far], left)
      if (left === 0) deserted.push(edge[far])
    }
  }
  return edges.filter((edge) => !gone.has(edge))
}

/** Removes edges that cannot lie on a cycle: no edge leads to their start, or no edge leads on from their end. */
const onCycles = (edges: ReadonlyArray<Edge>): ReadonlyArray<Edge> =>
  reached(reached(edges, "from", "to"), "to", "from")

/** The best edge to each item. A cycle of such edges gains. */
const bestWays = (edges: ReadonlyArray<Edge>): ReadonlyMap<number, Edge> => {
  const worth = new Map<number, number>()
  const ways = new Map<number, Edge>()
  const rounds = Math.min(ROUNDS_MAX, new Set(edges.map((edge) => edge.from)).size + 1)
  for (let round = 0; round < rounds; round++) {
    let improved = false
    for (const edge of edges) {
      const reached = (worth.get(edge.from) ?? 0) + Math.log(rate(edge))
      if (reached <= (worth.get(edge.to) ?? 0) + 1e-12) continue
      worth.set(edge.to, reached)
      ways.set(edge.to, edge)
      improved = true
    }
    if (!improved) break
  }
  return ways
}

const cycleAmong = (ways: ReadonlyMap<number, Edge>): ReadonlyArray<Edge> | undefined => {
  const done = new Set<number>()
  for (const start of ways.keys()) {
    const walked: Array<Edge> = []
    const here = new Set<number>()
    let item = start
    while (!done.has(item) && !here.has(item)) {
      here.add(item)
      const edge = ways.get(item)
      if (edge === undefined) break
      walked.push(edge)
      item = edge.from
    }
    if (here.has(item) && ways.has(item)) return walked.slice(walked.findIndex((edge) => edge.to === item)).reverse()
    for (const seen of here) done.add(seen)
  }
  return undefined
}

const product = (amounts: ReadonlyArray<number>): bigint => amounts.reduce((all, one) => all * BigInt(one), 1n)

const gains = (cycle: ReadonlyArray<Edge>): boolean =>
  product(cycle.map((edge) => edge.given)) > product(cycle.map((edge) => edge.taken))

/** Rounds are tried that begin with at most this many of the first trade. */
const FIRST_TIMES_MAX = 1000

/**
 * The shortest round through the cycle that ends with more than it began with; undefined: it would be too long. Each
 * trade is made as often as what the trade before gave allows.
 */
const shortestRound = (cycle: ReadonlyArray<Edge>): OrdersWitness | undefined => {
  const [first] = cycle
  if (first === undefined) return undefined
  for (let begun = 1; begun <= FIRST_TIMES_MAX; begun++) {
    let owned = begun * first.taken
    const steps = cycle.map(({ given, taken, trade: { entry } }) => {
      const times = Math.floor(owned / taken)
      owned = times * given
      return { entry, times }
    })
    if (owned > begun * first.taken) return roundOf(steps)
  }
  return undefined
}

const cycleFinding = (cycle: ReadonlyArray<Edge>, { item, loot }: Labels): Finding | undefined => {
  const first = cycle[0]
  if (first === undefined || !gains(cycle)) return undefined
  const steps = cycle.map(
    ({ from, given, taken, to, trade }) =>
      `${loot(trade.loot.loot_id)} turns ${taken} of ${item(from)} into ${given} of ${item(to)}`,
  )
  return shown(finding("money_pump", lootPath(first.trade.loot), steps.join(", ")), shortestRound(cycle))
}

/** Trades that by themselves give back more than they take. */
const selfPumps = (trades: ReadonlyArray<Trade>): ReadonlyArray<Finding> =>
  trades
    .filter((trade) => trade.spends && [...trade.changes.values()].every((change) => change > 0))
    .map(({ entry, loot }) =>
      shown(finding("money_pump", lootPath(loot), "it gives back more than it takes"), roundOf([{ entry, times: 1 }])),
    )

/** Every money pump that was found, reported at the loot of its first trade. */
export const findMoneyPumps = (catalog: LinkedCatalog): ReadonlyArray<Finding> => {
  const trades = findTrades(catalog)
  const labels = labelsOf(catalog)
  const found = [...selfPumps(trades)]
  let edges = onCycles(bestEdges(trades.flatMap(edgesOf)))
  while (edges.length > 0 && found.length < PUMPS_REPORTED_MAX) {
    const cycle = cycleAmong(bestWays(edges))
    if (cycle === undefined) break
    const finding = cycleFinding(cycle, labels)
    if (finding === undefined) break
    found.push(finding)
    edges = onCycles(edges.filter((edge) => !cycle.includes(edge)))
  }
  return found
}
