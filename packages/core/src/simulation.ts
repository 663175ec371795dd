/** Simulated players, whose orders are fulfilled in memory. */
export { defaultPolicy } from "./simulation/rules/defaultPolicy.ts"
export type { CatalogNames } from "./simulation/rules/names.ts"
export type { FlowSource, Policy } from "./simulation/rules/policy.ts"
export { readPolicy, type PolicyFinding } from "./simulation/rules/readPolicy.ts"
export type { World } from "./simulation/rules/simulatePlayer.ts"
export {
  summaryOf,
  type CohortResult,
  type CurrencyResult,
  type DayBalance,
  type Exact,
  type GoalResult,
  type GroupResult,
  type ItemResult,
  type SimulationResult,
  type SourceFlow,
  type SourceResult,
} from "./simulation/rules/summary.ts"
export type { Sums } from "./simulation/rules/sums.ts"
export { DAYS_MAX, PLAYERS_MAX, cohortsOf, emptySums, simulatePlayers, worldOf } from "./simulation/simulate.ts"
