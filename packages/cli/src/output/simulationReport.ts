/**
 * The result of a simulation as one page of HTML, to be read in a browser or sent to others: pictures with their
 * figures in tables beside them, of all players and of each cohort, and the policy that they followed. A narrow screen
 * shows each row of a table as a block, so that nothing is wider than the screen.
 */
import type {
  CohortResult,
  CurrencyResult,
  DayBalance,
  GroupResult,
  ItemResult,
  SimulationResult,
  SourceResult,
} from "@garrison/core/simulation"
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
h1, h2, h3, p, summary, figcaption, caption { overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.85rem; }
pre code { display: block; }
figure { margin: 1rem 0; }
figcaption, caption, dt, th { color: var(--soft); text-align: left; font-weight: normal; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: 0.15rem 1rem 0.15rem 0; border-bottom: 1px solid var(--rule); }
td { overflow-wrap: anywhere; }
td.number, th.number { text-align: right; overflow-wrap: normal; }
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
@media (max-width: 40rem) {
  svg { font-size: 24px; }
  dl { grid-template-columns: 1fr; }
  dd { margin-bottom: 0.4rem; }
  thead { display: none; }
  table, caption, tbody, tr, td { display: block; }
  tr { padding: 0.4rem 0; border-bottom: 1px solid var(--rule); }
  td, td.number { display: flex; justify-content: space-between; gap: 1rem; padding: 0; border: 0; text-align: right;
    overflow-wrap: anywhere; }
  td::before { content: attr(data-label); color: var(--soft); text-align: left; }
  td[data-label=""] { text-align: left; }
  td[data-label=""]::before { content: none; }
}
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
          columns.map((column) =>
            element("td", { class: kind(column), "data-label": column.heading }, column.text(row)),
          ),
        ),
      ),
    ),
  )
}

const figure = (caption: string, picture: Markup): Markup =>
  element("figure", {}, element("figcaption", {}, caption), picture)

const folded = (summary: string, ...children: ReadonlyArray<Child>): Markup =>
  element("details", {}, element("summary", {}, summary), children)

/** Makes the id of a picture its own: the same pictures are shown of all players and of each cohort. */
type IdOf = (id: string) => string

const flowSection = (
  currency: CurrencyResult,
  side: "inflow" | "outflow",
  names: SimulationNames,
  idOf: IdOf,
): Child => {
  const flows = largestFlows(currency, side)
  const verb = side === "inflow" ? "Given" : "Taken"
  if (flows.length === 0) return element("p", {}, `${verb}: nothing.`)
  const amounts = flows.map((flow) => ({ name: sourceText(flow.source, names), amount: Number(flow[side]) }))
  const title = `${verb} by`
  const id = idOf(`${side}-${currency.item_id}`)
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

const currencySection = (currency: CurrencyResult, names: SimulationNames, idOf: IdOf): Child => {
  const name = itemText(currency.item_id, names)
  const caption = "Balance of a player: median, mean (dashed), and the band of the middle 80 % of players"
  return [
    element("h3", {}, name),
    element(
      "p",
      {},
      `${grouped(currency.inflow)} given, ${grouped(currency.outflow)} taken, ${grouped(currency.balance)} left.`,
    ),
    figure(caption, balanceChart(currency, idOf(`balance-${currency.item_id}`), `${name}: balance by day`)),
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
    flowSection(currency, "inflow", names, idOf),
    flowSection(currency, "outflow", names, idOf),
  ]
}

const goalSection = ({ goals }: GroupResult, days: number, names: SimulationNames, idOf: IdOf): Child => {
  if (goals.length === 0) return undefined
  const named = goals.map((goal) => ({
    goal,
    name: `${goal.count === 1 ? "" : `${grouped(goal.count)} `}${itemText(goal.item_id, names)}`,
  }))
  const title = "Days until players own"
  type Named = (typeof named)[number]
  return [
    element("h3", {}, title),
    figure(
      "From the best 10 % of players over half of them (large dot) to 90 %",
      goalChart(named, days, idOf("goals"), title),
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
      "What these players gained and lost",
      [
        words<ItemResult>("", ({ item_id }) => itemText(item_id, names)),
        number<ItemResult>("gained", ({ gained }) => grouped(gained)),
        number<ItemResult>("lost", ({ lost }) => grouped(lost)),
      ],
      shown,
    ),
  )
}

const failureSection = (group: GroupResult, names: SimulationNames): Child =>
  folded(
    "Orders that were not fulfilled",
    tableOf(
      "Declined: the player looked at the price and did not order",
      [
        words<SourceResult>("", ({ source }) => sourceText(source, names)),
        words<SourceResult>("result", ({ result: ended }) => ended),
        number<SourceResult>("times", ({ count }) => grouped(count)),
      ],
      failuresOf(group),
    ),
  )

/** The figures of some players. `key`: a name without spaces that no other group has. */
const groupSection = (
  title: string,
  key: string,
  group: GroupResult,
  { days }: SimulationResult,
  names: SimulationNames,
): Markup => {
  const idOf: IdOf = (id) => `${key}-${id}`
  const whole = `${grouped(group.players)} players, ${grouped(group.sessions)} sessions, ${grouped(group.orders)} orders.`
  return element(
    "section",
    {},
    element("h2", {}, title),
    element("p", {}, whole),
    group.currencies.map((currency) => currencySection(currency, names, idOf)),
    goalSection(group, days, names, idOf),
    element("h3", {}, "More"),
    failureSection(group, names),
    itemSection(group, names),
  )
}

const cohortTable = ({ cohorts, days }: SimulationResult): Markup =>
  tableOf(
    "Cohorts: players who do the same",
    [
      words<CohortResult>("cohort", ({ name }) => name),
      number<CohortResult>("players", ({ players }) => grouped(players)),
      number<CohortResult>("sessions", ({ sessions }) => grouped(sessions)),
      number<CohortResult>("orders", ({ orders }) => grouped(orders)),
      number<CohortResult>("a player's orders a day", (cohort) => ordersPerDay(cohort, days)),
    ],
    cohorts,
  )

/** The page. `policy`: the text of the policy that the players followed. */
export const simulationReport = (result: SimulationResult, names: SimulationNames, policy: string): string => {
  const { cohorts, days, etag, seed, start } = result
  const facts: ReadonlyArray<readonly [string, string]> = [
    ["catalog", etag],
    ["players", playersText(result)],
    ["time", `${days} days from ${start.slice(0, 10)}`],
    ["orders", grouped(result.orders)],
    ["seed", String(seed)],
  ]
  // Of a single cohort the figures are those of all players.
  const apart = cohorts.length === 1 ? [] : cohorts
  return page(
    "Simulation of a catalog",
    STYLE,
    element("h1", {}, "Simulation of a catalog"),
    element(
      "dl",
      {},
      facts.map(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]),
    ),
    cohortTable(result),
    groupSection("All players", "all", result, result, names),
    apart.map((cohort, index) => groupSection(`Cohort ${cohort.name}`, `cohort-${index}`, cohort, result, names)),
    element("h2", {}, "Policy"),
    element("p", {}, "What the players of each cohort did in a session, in this order."),
    element(
      "pre",
      {},
      // A text has no line breaks of its own, so each line is an element.
      policy
        .trimEnd()
        .split("\n")
        .map((line) => element("code", {}, line)),
    ),
  )
}
