/**
 * Warnings about money pumps: orders that a client can repeat for ever, and each time owns as much of everything as
 * before and more of something (decisions, section 10). Each reported round was gone through on paper, check by check;
 * `gain/` has the search, and says which gains it does not look for.
 */
import { findEndlessClaims } from "./claims.ts"
import { lootPath } from "./drops.ts"
import { type Finding, type FindingPath, finding, shown } from "./findings.ts"
import { describeTrade } from "./gain/describe.ts"
import { multipliedClaims } from "./gain/multiplied.ts"
import { type Round, roundOfTrades } from "./gain/round.ts"
import { findGains } from "./gain/search.ts"
import { findTrades } from "./gain/trades.ts"
import { variedTrades } from "./gain/variants.ts"
import type { Trade } from "./gain/trade.ts"
import { labelsOf } from "./labels.ts"
import type { Labels } from "./names.ts"
import { topXpOf } from "./levels.ts"
import type { LinkedCatalog, LinkedLoot } from "./linked.ts"
import type { Judge, Witness } from "./witness.ts"

/** Pumps that are reported. Further pumps are found after these are mended. */
const PUMPS_REPORTED_MAX = 20

/** Witnesses that are judged. Findings beyond stand as they are. */
const JUDGED_MAX = 2000

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
  if (isBounded || varied.isBounded || trades.isBounded) found.push(finding("gain_search_bounded", NO_LOOT))
  return found
}
