/** Simulated orders per second in one thread: the demo world under the policy made from it, against a loop by hand. */
import { defaultPolicy } from "@garrison/core/simulation/rules/defaultPolicy"
import { readPolicy } from "@garrison/core/simulation/rules/readPolicy"
import { cohortsOf, emptySums, simulatePlayers, worldOf } from "@garrison/core/simulation/simulate"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { loadCatalog } from "./fulfilment.ts"
import { type Figure, figureOf, type Round } from "./report.ts"

const PLAYERS = 200
const DAYS = 30
const START = Date.UTC(2026, 11, 1)

/** Simulates players whose seed is `seed`; orders per second. */
const simulator = async (): Promise<(seed: number) => number> => {
  const catalog = await loadCatalog()
  const none = { authored: {}, shown: new Map<number, string>() }
  const document = defaultPolicy(catalog, new Map())
  const policy = Result.getOrThrow(readPolicy(document, catalog, { items: none, loot: none }))
  const world = worldOf(catalog, policy, START, DAYS)
  const cohorts = cohortsOf(policy, PLAYERS)
  return (seed) => {
    const sums = emptySums(world)
    const started = performance.now()
    Effect.runSync(simulatePlayers(world, seed, cohorts, { first: 0, before: PLAYERS }, sums))
    const orders = sums.reduce((total, { orders }) => total + orders, 0)
    return (orders * 1000) / (performance.now() - started)
  }
}

const FLOOR_ORDERS = 500_000
const FLOOR_ITEMS = 100
const FLOOR_ORDERS_PER_PLAYER = 200

/** Orders as somebody would write them for one catalog: an item is drawn, and its count rises. */
const byHand = (): number => {
  const started = performance.now()
  let counts = new Map<number, number>()
  for (let order = 0; order < FLOOR_ORDERS; order++) {
    if (order % FLOOR_ORDERS_PER_PLAYER === 0) counts = new Map()
    const item = Math.floor(Math.random() * FLOOR_ITEMS)
    counts.set(item, (counts.get(item) ?? 0) + 1)
  }
  return (FLOOR_ORDERS * 1000) / (performance.now() - started)
}

/** Measures simulated orders. */
export const measureSimulation = async (rounds: number): Promise<ReadonlyArray<Figure>> => {
  const simulate = await simulator()
  simulate(0)
  byHand()
  const measured: ReadonlyArray<Round> = Array.from({ length: rounds }, (_, seed) => ({
    ours: simulate(seed),
    floor: byHand(),
  }))
  return [figureOf("simulate", "orders/s", "a loop over a Map", true, measured)]
}
