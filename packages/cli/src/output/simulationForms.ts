/** The result of a simulation as tables and charts for people, and as JSON for scripts. */
import type {
  FlowSource,
  CohortResult,
  CurrencyResult,
  Exact,
  GoalResult,
  GroupResult,
  SimulationResult,
  SourceFlow,
  SourceResult,
} from "@garrison/core/simulation"
import { facts, table } from "./table.ts"

/** Names of items and loot by id. */
export interface SimulationNames {
  readonly items: ReadonlyMap<number, string>
  readonly loot: ReadonlyMap<number, string>
}

/** A number as people read it: 1,234,567. */
export const grouped = (value: Exact): string => value.toLocaleString("en")

const rounded = (value: number): string => grouped(Number(value.toPrecision(4)))

/** A share from 0 to 1 in percent. */
export const percentText = (share: number): string => `${Number((share * 100).toPrecision(3))} %`

const BLOCKS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const

/** A bar of up to `width` columns for a share from 0 to 1, with spaces behind it. */
export const bar = (share: number, width: number): string => {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * width * 8)
  const full = "█".repeat(Math.floor(eighths / 8))
  return `${full}${BLOCKS[eighths % 8] ?? ""}`.padEnd(width)
}

const LEVELS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const

/** A line of one column for each value, from 0 to the largest of them. */
const sparkline = (values: ReadonlyArray<number>): string => {
  const top = Math.max(...values, 0)
  return values
    .map((value) => LEVELS[top === 0 ? 0 : Math.min(LEVELS.length - 1, Math.floor((value / top) * LEVELS.length))])
    .join("")
}

/** An item as people know it. */
export const itemText = (id: number, { items }: SimulationNames): string => items.get(id) ?? `item ${id}`

const ownSources = {
  start: "owned from the start",
  entitlements: "entitlements of sessions",
  expired: "expired",
  session_ended: "ended with the session",
} as const

/** What made items come and go, as people know it. */
export const sourceText = (source: FlowSource, { loot }: SimulationNames): string => {
  switch (source.kind) {
    case "redeem":
      return `redeem ${source.code}`
    case "play":
    case "claim":
    case "buy":
      return `${source.kind} ${loot.get(source.lootId) ?? `loot ${source.lootId}`}`
    default:
      return ownSources[source.kind]
  }
}

const sourceJson = (source: FlowSource, { loot }: SimulationNames) =>
  "lootId" in source ? { kind: source.kind, loot_id: source.lootId, name: loot.get(source.lootId) } : source

const groupJson = <Group extends GroupResult>(group: Group, names: SimulationNames) => ({
  ...group,
  currencies: group.currencies.map(({ item_id, sources, ...currency }) => ({
    item_id,
    name: names.items.get(item_id),
    ...currency,
    sources: sources.map(({ source, ...flow }) => ({ source: sourceJson(source, names), ...flow })),
  })),
  goals: group.goals.map(({ item_id, ...goal }) => ({ item_id, name: names.items.get(item_id), ...goal })),
  results: group.results.map(({ source, ...result }) => ({ source: sourceJson(source, names), ...result })),
  items: group.items.map(({ item_id, ...item }) => ({ item_id, name: names.items.get(item_id), ...item })),
})

/** The result for scripts, with the names of items and loot, and the policy that the players followed. */
export const simulationJson = (result: SimulationResult, names: SimulationNames, policy: unknown) => ({
  ...groupJson(result, names),
  policy,
  cohorts: result.cohorts.map((cohort) => groupJson(cohort, names)),
})

const BAR_WIDTH = 20
/** Sources and results that people are shown; the JSON has all. */
const ROWS_MAX = 20

const byAmount = (side: "inflow" | "outflow") => (left: SourceFlow, right: SourceFlow) =>
  Number(right[side]) - Number(left[side])

/** The largest flows of a currency in one direction, the largest first. */
export const largestFlows = ({ sources }: CurrencyResult, side: "inflow" | "outflow"): ReadonlyArray<SourceFlow> =>
  sources
    .filter((flow) => flow[side] !== 0)
    .toSorted(byAmount(side))
    .slice(0, ROWS_MAX)

const flowTable = (currency: CurrencyResult, side: "inflow" | "outflow", names: SimulationNames): string => {
  const flows = largestFlows(currency, side)
  if (flows.length === 0) return side === "inflow" ? "Nothing gives any." : "Nothing takes any."
  const share = (flow: SourceFlow) => Number(flow[side]) / Number(currency[side])
  return table<SourceFlow>(
    [
      { heading: side === "inflow" ? "GIVEN BY" : "TAKEN BY", text: ({ source }) => sourceText(source, names) },
      { heading: "AMOUNT", text: (flow) => grouped(flow[side]) },
      { heading: "SHARE", text: (flow) => percentText(share(flow)) },
      { heading: "", text: (flow) => bar(share(flow), BAR_WIDTH) },
    ],
    flows,
  )
}

const balanceLines = ({ by_day: days }: CurrencyResult): ReadonlyArray<readonly [string, string]> => {
  const last = days.at(-1)
  if (last === undefined) return []
  const line = (name: "mean" | "p10" | "p50" | "p90") =>
    [
      name === "mean" ? "mean" : `${name.slice(1)} % of players have at most`,
      `${sparkline(days.map((day) => day[name]))} ${rounded(last[name])} on day ${last.day}`,
    ] as const
  return [line("mean"), line("p10"), line("p50"), line("p90")]
}

const currencyText = (currency: CurrencyResult, names: SimulationNames): string =>
  [
    `${itemText(currency.item_id, names)}: ${grouped(currency.inflow)} given, ${grouped(currency.outflow)} taken, ` +
      `${grouped(currency.balance)} left`,
    facts(balanceLines(currency)),
    "",
    flowTable(currency, "inflow", names),
    "",
    flowTable(currency, "outflow", names),
  ].join("\n")

/** A number of days or orders that something took; 0: it was so from the start. */
export const dayText = (value: number | null): string =>
  value === null ? "never" : value === 0 ? "start" : grouped(value)

const goalTable = (goals: ReadonlyArray<GoalResult>, names: SimulationNames): string =>
  table<GoalResult>(
    [
      {
        heading: "TO OWN",
        text: ({ count, item_id }) => `${count === 1 ? "" : `${grouped(count)} `}${itemText(item_id, names)}`,
      },
      { heading: "PLAYERS", text: ({ share }) => percentText(share) },
      { heading: "BEST 1 %", text: ({ days }) => dayText(days.p1) },
      { heading: "BEST 10 %", text: ({ days }) => dayText(days.p10) },
      { heading: "HALF", text: ({ days }) => dayText(days.p50) },
      { heading: "90 %", text: ({ days }) => dayText(days.p90) },
      { heading: "99 %", text: ({ days }) => dayText(days.p99) },
      { heading: "MEDIAN ORDERS", text: ({ orders }) => dayText(orders.p50) },
    ],
    goals,
  )

/** Results that are not success, the most frequent first. */
export const failuresOf = ({ results }: GroupResult): ReadonlyArray<SourceResult> =>
  results
    .filter(({ result }) => result !== "success")
    .toSorted((left, right) => right.count - left.count)
    .slice(0, ROWS_MAX)

const failureTable = (result: SimulationResult, names: SimulationNames): string => {
  const all = new Map<string, number>()
  for (const { count, source } of result.results) {
    const name = sourceText(source, names)
    all.set(name, (all.get(name) ?? 0) + count)
  }
  return table<SourceResult>(
    [
      { heading: "NOT FULFILLED", text: ({ source }) => sourceText(source, names) },
      { heading: "RESULT", text: ({ result }) => result },
      { heading: "TIMES", text: ({ count }) => grouped(count) },
      { heading: "SHARE", text: ({ count, source }) => percentText(count / (all.get(sourceText(source, names)) ?? 1)) },
    ],
    failuresOf(result),
  )
}

/** How many orders a player makes in a day, on average. */
export const ordersPerDay = ({ orders, players }: GroupResult, days: number): string =>
  players === 0 ? "-" : rounded(orders / players / days)

const cohortTable = ({ cohorts, days }: SimulationResult): string =>
  table<CohortResult>(
    [
      { heading: "COHORT", text: ({ name }) => name },
      { heading: "PLAYERS", text: ({ players }) => grouped(players) },
      { heading: "SESSIONS", text: ({ sessions }) => grouped(sessions) },
      { heading: "ORDERS", text: ({ orders }) => grouped(orders) },
      { heading: "A PLAYER'S ORDERS A DAY", text: (cohort) => ordersPerDay(cohort, days) },
    ],
    cohorts,
  )

/** A currency of a cohort. */
interface CohortCurrency {
  readonly cohort: CohortResult
  readonly currency: CurrencyResult
}

/** What the players of each cohort gained, spent and have at the end. */
const cohortCurrencies = ({ cohorts }: SimulationResult, names: SimulationNames): string => {
  const end = ({ currency }: CohortCurrency, name: "mean" | "p10" | "p50" | "p90") =>
    rounded(currency.by_day.at(-1)?.[name] ?? 0)
  return table<CohortCurrency>(
    [
      { heading: "COHORT", text: ({ cohort }) => cohort.name },
      { heading: "CURRENCY", text: ({ currency }) => itemText(currency.item_id, names), cuttable: true },
      { heading: "GIVEN", text: ({ currency }) => grouped(currency.inflow) },
      { heading: "TAKEN", text: ({ currency }) => grouped(currency.outflow) },
      { heading: "MEAN", text: (row) => end(row, "mean") },
      { heading: "10 %", text: (row) => end(row, "p10") },
      { heading: "HALF", text: (row) => end(row, "p50") },
      { heading: "90 %", text: (row) => end(row, "p90") },
    ],
    cohorts.flatMap((cohort) => cohort.currencies.map((currency) => ({ cohort, currency }))),
  )
}

/** The figures of each cohort by itself; of a single one they are those of all players. */
const cohortsApart = (result: SimulationResult, names: SimulationNames): ReadonlyArray<string> => {
  const { cohorts, currencies, goals } = result
  if (cohorts.length < 2) return []
  return [
    ...(currencies.length === 0
      ? []
      : [
          `Cohorts apart: given and taken in all, and a player's balance on the last day\n${cohortCurrencies(result, names)}`,
        ]),
    ...(goals.length === 0
      ? []
      : cohorts.map((cohort) => `Days until players of ${cohort.name} own\n${goalTable(cohort.goals, names)}`)),
  ]
}

/** How many players of how many. */
export const playersText = ({ players, players_asked }: SimulationResult): string =>
  players === players_asked
    ? grouped(players)
    : `${grouped(players)} of ${grouped(players_asked)}: the simulation was interrupted`

/** The result for people. */
export const simulationText = (result: SimulationResult, names: SimulationNames): string => {
  const { currencies, days, etag, goals, seed, start } = result
  return [
    facts([
      ["catalog", etag],
      ["players", playersText(result)],
      ["time", `${days} days from ${start.slice(0, 10)}`],
      ["seed", String(seed)],
    ]),
    cohortTable(result),
    ...currencies.map((currency) => currencyText(currency, names)),
    ...(goals.length === 0 ? [] : [`Days until players own\n${goalTable(goals, names)}`]),
    ...cohortsApart(result, names),
    ...(failuresOf(result).length === 0 ? [] : [failureTable(result, names)]),
  ].join("\n\n")
}
