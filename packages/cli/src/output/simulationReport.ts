/**
 * The result of a simulation as one page of HTML, to be read in a browser or sent to others: pictures with their
 * figures in tables beside them.
 */
import type {
  CohortResult,
  CurrencyResult,
  DayBalance,
  GroupResult,
  ItemResult,
  SimulationResult,
  SourceResult,
} from "@garrison/core/simulation/rules/summary"
import { type Child, element, type Markup, page } from "./html.ts"
import { amountChart, balanceChart, goalChart, type NamedAmount } from "./simulationCharts.ts"
import {
  dayText,
  failuresOf,
  grouped,
  itemText,
  largestFlows,
  ordersPerDay,
  percentText,
  playersText,
  type SimulationNames,
  sourceText,
} from "./simulationForms.ts"

const STYLE = `
:root { color-scheme: light dark; --ink: #1c1c1c; --paper: #fff; --soft: #6b6b6b; --rule: #ddd;
  --first: #1f6fb2; --second: #b2551f; --third: #2f7d4f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e6; --paper: #16181b; --soft: #a0a0a0; --rule: #383c42;
  --first: #6cb2ee; --second: #f0a070; --third: #7ccf9c; } }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h2 { margin-top: 2.5rem; }
figure { margin: 1rem 0; }
figcaption, caption, dt, th { color: var(--soft); text-align: left; font-weight: normal; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: 0.15rem 1rem 0.15rem 0; border-bottom: 1px solid var(--rule); }
td.number, th.number { text-align: right; }
svg { width: 100%; height: auto; font-size: 13px; }
svg text { fill: var(--ink); }
.grid { stroke: var(--rule); }
.band { fill: var(--first); opacity: 0.2; }
.median { fill: none; stroke: var(--first); stroke-width: 2; }
.mean { fill: none; stroke: var(--second); stroke-width: 2; stroke-dasharray: 6 4; }
.dot { fill: var(--first); }
.range { stroke: var(--first); stroke-width: 3; }
.open { stroke-dasharray: 8 4; }
.given { fill: var(--third); }
.taken { fill: var(--second); }
`

/** A column of a table. */
interface Column<Row> {
  readonly heading: string
  readonly text: (row: Row) => string
  /** Whether the column has numbers, which stand at the right. */
  readonly isNumber?: boolean
}

const words = <Row>(heading: string, text: (row: Row) => string): Column<Row> => ({ heading, text })
const number = <Row>(heading: string, text: (row: Row) => string): Column<Row> => ({ heading, text, isNumber: true })

const tableOf = <Row>(caption: string, columns: ReadonlyArray<Column<Row>>, rows: ReadonlyArray<Row>): Markup => {
  const kind = ({ isNumber }: Column<Row>) => (isNumber === true ? "number" : undefined)
  return element(
    "table",
    {},
    element("caption", {}, caption),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        columns.map((column) => element("th", { scope: "col", class: kind(column) }, column.heading)),
      ),
    ),
    element(
      "tbody",
      {},
      rows.map((row) =>
        element(
          "tr",
          {},
          columns.map((column) => element("td", { class: kind(column) }, column.text(row))),
        ),
      ),
    ),
  )
}

const figure = (caption: string, picture: Markup): Markup =>
  element("figure", {}, element("figcaption", {}, caption), picture)

const folded = (summary: string, ...children: ReadonlyArray<Child>): Markup =>
  element("details", {}, element("summary", {}, summary), children)

const flowSection = (currency: CurrencyResult, side: "inflow" | "outflow", names: SimulationNames): Child => {
  const flows = largestFlows(currency, side)
  const verb = side === "inflow" ? "Given" : "Taken"
  if (flows.length === 0) return element("p", {}, `${verb}: nothing.`)
  const amounts = flows.map((flow) => ({ name: sourceText(flow.source, names), amount: Number(flow[side]) }))
  const title = `${verb} by`
  const id = `${side}-${currency.item_id}`
  return [
    figure(title, amountChart(amounts, id, title, side === "inflow" ? "given" : "taken")),
    tableOf(
      title,
      [
        words<NamedAmount>("", ({ name }) => name),
        number<NamedAmount>("amount", ({ amount }) => grouped(amount)),
        number<NamedAmount>("share", ({ amount }) => percentText(amount / Number(currency[side]))),
      ],
      amounts,
    ),
  ]
}

const currencySection = (currency: CurrencyResult, names: SimulationNames): Child => {
  const name = itemText(currency.item_id, names)
  const caption = "Balance of a player: median, mean (dashed), and the band of the middle 80 % of players"
  return [
    element("h2", {}, name),
    element(
      "p",
      {},
      `${grouped(currency.inflow)} given, ${grouped(currency.outflow)} taken, ${grouped(currency.balance)} left.`,
    ),
    figure(caption, balanceChart(currency, `balance-${currency.item_id}`, `${name}: balance by day`)),
    folded(
      "Balances by day",
      tableOf(
        "A player's balance at the end of the day: percentiles are at most 1 % too small",
        [
          number<DayBalance>("day", ({ day }) => grouped(day)),
          number<DayBalance>("mean", ({ mean }) => grouped(Math.round(mean))),
          ...(["p1", "p10", "p50", "p90", "p99"] as const).map((share) =>
            number<DayBalance>(`${share.slice(1)} %`, (day) => grouped(day[share])),
          ),
        ],
        currency.by_day,
      ),
    ),
    flowSection(currency, "inflow", names),
    flowSection(currency, "outflow", names),
  ]
}

const goalSection = ({ days, goals }: SimulationResult, names: SimulationNames): Child => {
  if (goals.length === 0) return undefined
  const named = goals.map((goal) => ({
    goal,
    name: `${goal.count === 1 ? "" : `${grouped(goal.count)} `}${itemText(goal.item_id, names)}`,
  }))
  const title = "Days until players own"
  type Named = (typeof named)[number]
  return [
    element("h2", {}, title),
    figure(
      "From the best 10 % of players over half of them (large dot) to 90 %",
      goalChart(named, days, "goals", title),
    ),
    tableOf<Named>(
      "Players who never own it count as later than all others",
      [
        words<Named>("", ({ name }) => name),
        number<Named>("players", ({ goal }) => percentText(goal.share)),
        ...(["p1", "p10", "p50", "p90", "p99"] as const).map((share) =>
          number<Named>(`${share.slice(1)} %`, ({ goal }) => dayText(goal.days[share])),
        ),
        number<Named>("orders of half", ({ goal }) => dayText(goal.orders.p50)),
      ],
      named,
    ),
  ]
}

/** Items of the table of items. */
const ITEMS_MAX = 100

const itemSection = ({ items }: GroupResult, names: SimulationNames): Child => {
  const shown = items.toSorted((left, right) => Number(right.gained) - Number(left.gained)).slice(0, ITEMS_MAX)
  const more = items.length > shown.length ? `, ${ITEMS_MAX} of ${items.length}` : ""
  return folded(
    `Items${more}`,
    tableOf(
      "What all players gained and lost",
      [
        words<ItemResult>("", ({ item_id }) => itemText(item_id, names)),
        number<ItemResult>("gained", ({ gained }) => grouped(gained)),
        number<ItemResult>("lost", ({ lost }) => grouped(lost)),
      ],
      shown,
    ),
  )
}

/** The page. */
export const simulationReport = (result: SimulationResult, names: SimulationNames): string => {
  const { cohorts, currencies, days, etag, seed, start } = result
  const facts: ReadonlyArray<readonly [string, string]> = [
    ["catalog", etag],
    ["players", playersText(result)],
    ["time", `${days} days from ${start.slice(0, 10)}`],
    ["orders", grouped(result.orders)],
    ["seed", String(seed)],
  ]
  const failures = failuresOf(result)
  return page(
    "Simulation of a catalog",
    STYLE,
    element("h1", {}, "Simulation of a catalog"),
    element(
      "dl",
      {},
      facts.map(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]),
    ),
    tableOf(
      "Players",
      [
        words<CohortResult>("cohort", ({ name }) => name),
        number<CohortResult>("players", ({ players }) => grouped(players)),
        number<CohortResult>("sessions", ({ sessions }) => grouped(sessions)),
        number<CohortResult>("orders", ({ orders }) => grouped(orders)),
        number<CohortResult>("a player's orders a day", (cohort) => ordersPerDay(cohort, days)),
      ],
      cohorts,
    ),
    currencies.map((currency) => currencySection(currency, names)),
    goalSection(result, names),
    element("h2", {}, "More"),
    folded(
      "Orders that were not fulfilled",
      tableOf(
        "Declined: the player looked at the price and did not order",
        [
          words<SourceResult>("", ({ source }) => sourceText(source, names)),
          words<SourceResult>("result", ({ result: ended }) => ended),
          number<SourceResult>("times", ({ count }) => grouped(count)),
        ],
        failures,
      ),
    ),
    itemSection(result, names),
  )
}
