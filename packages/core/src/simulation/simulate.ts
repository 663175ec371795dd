/**
 * Simulates players under a policy, in memory. Each player has random numbers of their own, from the seed and the index
 * of the player. So it does not matter in which order players are simulated, or in how many parts.
 */
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { LinkedCatalog } from "../catalog/rules/linked.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { Policy } from "./rules/policy.ts"
import { simulatePlayer, type World } from "./rules/simulatePlayer.ts"
import { newSums, type Sums } from "./rules/sums.ts"

/** Bounds of a simulation. */
export const PLAYERS_MAX = 1_000_000
export const DAYS_MAX = 366

/** Days at whose end balances are measured at most. */
const SAMPLES_MAX = 61

const sampled = (days: number): ReadonlyArray<number> => {
  const step = Math.ceil(days / (SAMPLES_MAX - 1))
  return Array.from({ length: days }, (_, day) => day).filter((day) => day % step === 0 || day === days - 1)
}

/** The world of `days` days from `start` on. */
export const worldOf = (catalog: LinkedCatalog, policy: Policy, start: Timestamp, days: number): World => ({
  catalog,
  policy,
  start,
  days,
  sampledDays: sampled(days),
})

/** The index of the cohort of each of `players` players, such that every part of the players is mixed by the shares. */
export const cohortsOf = ({ cohorts }: Policy, players: number): Uint8Array => {
  const shares = cohorts.reduce((total, { share }) => total + share, 0)
  const given = cohorts.map(() => 0)
  return Uint8Array.from({ length: players }, (_, index) => {
    const due = cohorts.map(({ share }, cohort) => ((index + 1) * share) / shares - (given[cohort] ?? 0))
    const next = due.indexOf(Math.max(...due))
    given[next] = (given[next] ?? 0) + 1
    return next
  })
}

/** Some of the players of a simulation. */
export interface PlayerRange {
  readonly first: number
  /** Behind the last. */
  readonly before: number
}

/** Sums of no players, one for each cohort. */
export const emptySums = ({ policy, sampledDays }: World): ReadonlyArray<Sums> =>
  policy.cohorts.map(() => newSums(policy, sampledDays.length))

/** Adds the players of a range to the sums of their cohorts. Other fibers go on after each player. */
export const simulatePlayers = Effect.fnUntraced(function* (
  world: World,
  seed: number,
  cohorts: Uint8Array,
  { before, first }: PlayerRange,
  sums: ReadonlyArray<Sums>,
) {
  for (let index = first; index < before; index++) {
    const random = yield* Random.withSeed(Effect.service(Random.Random), `${seed}/${index}`)
    const at = cohorts[index] ?? 0
    const [cohort, sum] = [world.policy.cohorts[at], sums[at]]
    if (cohort !== undefined && sum !== undefined) simulatePlayer(world, cohort, () => random.nextDoubleUnsafe(), sum)
    yield* Effect.yieldNow
  }
})
