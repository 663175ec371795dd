/**
 * Warnings about money pumps: orders that a client can repeat for ever, and each time owns as much of everything as
 * before and more of something (decisions, section 10). Each reported round was gone through on paper, check by check;
 * `gain/` has the search, and says which gains it does not look for.
 */
import { findEndlessClaims } from "./claims.ts"
import { lootPath } from "./drops.ts"
import { type Finding, type FindingPath, finding, shown } from "./findings.ts"
import type { TableCode } from "./codes.ts"
import { amounts, describeTrade } from "./gain/describe.ts"
import { multipliedClaims } from "./gain/multiplied.ts"
import { Looking } from "./gain/outcome.ts"
import { type Round, roundOfTrades, simplified } from "./gain/round.ts"
import { type Combination, findGains } from "./gain/search.ts"
import { averageTrades, findTrades } from "./gain/trades.ts"
import { variedTrades } from "./gain/variants.ts"
import type { Trade } from "./gain/trade.ts"
import { labelsOf } from "./labels.ts"
import type { Labels } from "./names.ts"
import { topXpOf } from "./levels.ts"
import type { LinkedCatalog, LinkedLoot } from "./linked.ts"
import { type Judge, roundOf, type Witness, type WitnessStep } from "./witness.ts"

/** Pumps that are reported. Further pumps are found after these are mended. */
const PUMPS_REPORTED_MAX = 20

/** Witnesses that are judged. Findings beyond stand as they are. */
const JUDGED_MAX = 1000

const NO_LOOT: FindingPath = ["vendors"]

/** Whether what shows a finding is not refuted. */
const judging = (catalog: LinkedCatalog, { now, refutes }: Judge): ((witness: Witness | undefined) => boolean) => {
  let left = JUDGED_MAX
  return (witness) => witness?.kind !== "orders" || left-- <= 0 || !refutes(catalog, witness, now)
}

/** Whether the trade is more than an order of 1 for its price: most likely the mistake is here. */
const isUnusual = ({ plain, steps }: Trade): boolean =>
  plain !== undefined || steps.some(({ entry }) => entry !== undefined && entry.quantity > 1)

const lootOf = ({ trades }: Round): ReadonlyArray<LinkedLoot> => trades.flatMap(({ trade }) => trade.loot ?? [])

/** Whether the round is a session and nothing else. */
const isSession = ({ trades }: Round): boolean =>
  trades.every(({ trade }) => trade.steps.every(({ entry }) => entry === undefined))

const pumpFinding = (round: Round, labels: Labels): Finding => {
  const suspect = round.trades.find(({ trade }) => isUnusual(trade))?.trade.loot
  const [first] = suspect === undefined ? lootOf(round) : [suspect]
  const steps = round.trades.map(({ times, trade }) => describeTrade(trade, times, labels))
  const code = isSession(round) ? "session_gives_again" : "money_pump"
  return shown(finding(code, first === undefined ? NO_LOOT : lootPath(first), steps.join(", ")), round.witness)
}

/** Of rounds with the same loot, or with more loot than another one has, only the shorter one is told. */
const distinct = (rounds: ReadonlyArray<Round>): ReadonlyArray<Round> => {
  const told: Array<{ readonly round: Round; readonly loot: ReadonlySet<LinkedLoot> }> = []
  for (const round of rounds.toSorted((left, right) => left.trades.length - right.trades.length)) {
    const loot = new Set(lootOf(round))
    if (!told.some((one) => [...one.loot].every((part) => loot.has(part)))) told.push({ round, loot })
    if (told.length === PUMPS_REPORTED_MAX) break
  }
  return told.map(({ round }) => round)
}

/** The trade as one that is made once in each window, if it costs something and a mark of the window stops the next. */
const onceInWindow = (trade: Trade): ReadonlyArray<Trade> => {
  const marks = new Set([...trade.below.keys()].filter((item) => trade.windowed.has(item)))
  const costs = [...trade.taken].some(([item, count]) => count > 0 && !marks.has(item))
  if (marks.size === 0 || !costs) return []
  const unmarked = <A>(map: ReadonlyMap<number, A>): ReadonlyMap<number, A> =>
    new Map([...map].filter(([item]) => !marks.has(item)))
  const { below, changes, sets } = trade
  const passing = new Set([...trade.passing].filter((item) => !marks.has(item)))
  return [{ ...trade, changes: unmarked(changes), below: unmarked(below), sets: unmarked(sets), passing, waits: true }]
}

/** What a search beside that for certain gains is for. */
interface Search {
  readonly code: TableCode
  readonly isSought: (trade: Trade) => boolean
}

const ON_AVERAGE: Search = {
  code: "draws_gain_on_average",
  isSought: ({ average }) => average?.makesOrders === false,
}
const BY_NEW_ORDERS: Search = {
  code: "new_orders_gain_on_average",
  isSought: ({ average }) => average?.makesOrders === true,
}
const IN_WINDOWS: Search = { code: "windows_gain_again", isSought: ({ waits }) => waits === true }

/** How much the trades gain in so many orders. */
const figureOf = ({ code }: Search, combination: Combination, labels: Labels): string => {
  const net = new Map<number, number>()
  let orders = 0
  for (const [{ changes, steps, waits }, times] of combination) {
    for (const [item, change] of changes) net.set(item, (net.get(item) ?? 0) + change * Number(times))
    const isCounted = waits === true || ![...combination.keys()].some((trade) => trade.waits)
    if (isCounted) orders += Number(times) * steps.reduce((sum, step) => sum + step.times, 0)
  }
  const unit = code === "windows_gain_again" ? "window" : "order"
  return `${amounts(net, 1, labels)} in ${orders} ${unit}${orders === 1 ? "" : "s"}`
}

const searchFinding = (search: Search, combination: Combination, labels: Labels): Finding => {
  const trades = [...combination]
  const first = trades.find(([trade]) => search.isSought(trade))?.[0].loot
  const steps = trades.map(([trade, times]) => describeTrade(trade, Number(times), labels))
  const detail = `${figureOf(search, combination, labels)}: ${steps.join(", ")}`
  return finding(search.code, first === undefined ? NO_LOOT : lootPath(first), detail)
}

/** The orders of a combination, as often as `timesOf` says, compared with making none. */
const ordersOnce = (combination: Combination, timesOf: (step: WitnessStep, times: bigint) => number) => {
  const steps = [...combination].flatMap(([trade, times]) =>
    trade.steps.map((step) => ({ ...step, times: timesOf(step, times) })),
  )
  const round = roundOf(steps, Object.fromEntries([...combination.keys()].flatMap(({ atLeast }) => [...atLeast])))
  return round === undefined ? undefined : ({ ...round, instead: [] } satisfies Witness)
}

/** What shows the gain of one window; undefined: it takes several, or the gain is one of many draws. */
const witnessOf = ({ isSought }: Search, combination: Combination): Witness | undefined => {
  const isOfOne = [...combination].every(([trade, times]) => !isSought(trade) || (trade.waits === true && times === 1n))
  return isOfOne ? ordersOnce(combination, (step, times) => step.times * Number(times)) : undefined
}

/** Findings about gains that are not certain, or not at once. */
const searched = (
  search: Search,
  catalog: LinkedCatalog,
  trades: ReadonlyArray<Trade>,
  stands: (witness: Witness | undefined) => boolean,
): { readonly findings: ReadonlyArray<Finding>; readonly isBounded: boolean } => {
  if (!trades.some(search.isSought)) return { findings: [], isBounded: false }
  const labels = labelsOf(catalog)
  const varied = variedTrades(catalog, trades, new Looking())
  const { combinations, isBounded } = findGains(varied.trades)
  const told = new Set<LinkedLoot>()
  const findings: Array<Finding> = []
  for (const combination of combinations) {
    const soughtFirst = (one: Trade, other: Trade): number =>
      Number(search.isSought(other)) - Number(search.isSought(one))
    const times = new Map([...simplified(combination)].sort(([one], [other]) => soughtFirst(one, other)))
    const sought = [...times.keys()].filter(search.isSought).flatMap(({ loot }) => loot ?? [])
    if (sought.length === 0 || sought.some((loot) => told.has(loot))) continue
    const witness = witnessOf(search, times)
    // Of what has no witness it is judged whether each order can be made at all.
    if (!stands(witness ?? ordersOnce(times, () => 1))) continue
    for (const loot of sought) told.add(loot)
    findings.push(shown(searchFinding(search, times, labels), witness))
    if (findings.length === PUMPS_REPORTED_MAX) break
  }
  return { findings, isBounded: isBounded || varied.isBounded }
}

/** Every claim without end, every other round that gains, and whether the search for them was cut short. */
export const findRepeatedGains = (catalog: LinkedCatalog, judge: Judge): ReadonlyArray<Finding> => {
  const labels = labelsOf(catalog)
  const stands = judging(catalog, judge)
  const endless = findEndlessClaims(catalog).filter(({ finding: { witness } }) => stands(witness))
  const claimed = new Set(endless.map(({ loot }) => loot))
  const trades = findTrades(catalog, (loot) => claimed.has(loot))
  const varied = variedTrades(catalog, trades.found, trades.looking)
  const topXp = (item: number): number => topXpOf(catalog.items.get(item))
  const { combinations, isBounded } = findGains(varied.trades)
  const shownRounds = combinations.flatMap((combination) => roundOfTrades(combination, topXp) ?? [])
  const rounds = distinct(shownRounds.filter(({ witness }) => stands(witness)))
  const told = new Set(rounds.flatMap(lootOf))
  const found = [
    ...endless.map((one) => one.finding),
    ...rounds.map((round) => pumpFinding(round, labels)),
    ...multipliedClaims(
      trades.scaled.filter(({ loot }) => !told.has(loot)),
      topXp,
      labels,
    ).filter(({ witness }) => stands(witness)),
  ]
  const others = trades.found.filter(({ loot }) => loot === undefined || !told.has(loot))
  const average = averageTrades(catalog, (loot) => claimed.has(loot) || told.has(loot))
  const costly = average.found.filter((trade) => trade.average !== undefined && trade.spends)
  const searches = [
    searched(ON_AVERAGE, catalog, [...others, ...costly.filter(ON_AVERAGE.isSought)], stands),
    searched(BY_NEW_ORDERS, catalog, [...others, ...costly.filter(BY_NEW_ORDERS.isSought)], stands),
    searched(IN_WINDOWS, catalog, [...others, ...others.flatMap(onceInWindow)], stands),
  ]
  found.push(...searches.flatMap(({ findings }) => findings))
  const isCut = isBounded || searches.some((search) => search.isBounded)
  if (isCut || varied.isBounded || trades.isBounded || average.isBounded)
    found.push(finding("gain_search_bounded", NO_LOOT))
  return found
}
