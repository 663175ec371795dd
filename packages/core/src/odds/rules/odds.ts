/**
 * The odds of an entry: how much of each item it gives on average, how likely it gives any, and how likely it fails.
 * Plain parts are computed (plain.ts), the rest is explored (explore.ts). Where there is more to explore than the bound
 * allows, the rest is sampled, and the answer is an estimate with bounds.
 */
import { isCondition, type LinkedCatalog, type LinkedLoot, lookup } from "../../catalog/rules/linked.ts"
import { sessionBucket } from "../../catalog/rules/sessionBucket.ts"
import type { EntryResult } from "../../order/enumerations.ts"
import type { SubmittedEntry } from "../../order/schema.ts"
import { type Condition, isMet } from "./condition.ts"
import { type ConditionalPrize, conditionalPrizes } from "./conditional.ts"
import { begun, chainedOdds } from "./chainedOdds.ts"
import { type Branch, endOnce, explored, type Question } from "./explore.ts"
import { type Extent, extentOfEither } from "./extent.ts"
import { Fraction, ONE, ZERO } from "./fraction.ts"
import { longRunOf, type NoAverage } from "./longRun.ts"
import {
  extentsOf,
  givenBy,
  isWithinBounds,
  loadItems,
  loadMarked,
  type Markers,
  numbersOf,
  sampleOf,
  stepsOfGiven,
  stepsOfMarked,
} from "./marked.ts"
import type { Plain } from "./plain.ts"
import { type OrderedLoot, reduced } from "./reduce.ts"
import { DrawsMade } from "./draws.ts"
import { noRange, possible, type Range, type Ranges, rangesOf, widest } from "./range.ts"
import { type Estimate, meanOfSome, probabilityOfSome, sampled, type Sums } from "./sample.ts"
import { Budget, counted, ODDS_STEPS_MAX, type Steps, stepsOf, within } from "./steps.ts"

/** The odds of one item. A number is exact, or an estimate. */
export interface ItemOdds {
  readonly itemId: number
  /** By how much the count changes on average; below 0: the item is spent. */
  readonly expected: Fraction | Estimate
  /** The probability that the player has more of the item than before. */
  readonly atLeastOne: Fraction | Estimate
  /**
   * By how much the count changes when it changes: from `least` to `most`, below 0 where it is spent. Of an estimate
   * what the samples had.
   */
  readonly least: number
  readonly most: number
}

/** The probability of a result other than success. */
export interface FailureOdds {
  readonly result: Exclude<EntryResult, "success">
  readonly probability: Fraction | Estimate
}

/** A condition, and whether it holds before the entry; undefined: that is not known. */
export interface JudgedCondition {
  readonly condition: Condition
  readonly isMet: boolean | undefined
}

/** A prize that is given only if all of its conditions hold. */
export interface JudgedPrize extends Pick<ConditionalPrize, "extent"> {
  readonly itemId: number
  readonly conditions: ReadonlyArray<JudgedCondition>
}

/** The odds of an entry. */
export interface Odds extends EndingOdds {
  /** Prizes with a condition, whether they have a chance for this player or not. By item id. */
  readonly conditional: ReadonlyArray<JudgedPrize>
  /** Whether there may be more of them. */
  readonly isConditionalCut: boolean
}

/** The odds of what is given and of failures. */
interface EndingOdds {
  /** How many times the entry was sampled; undefined: the odds are exact. */
  readonly samples: number | undefined
  /** Whether the budget of steps ended the computation, so that there are fewer samples and wider bounds. */
  readonly isCut: boolean
  /** By item id. */
  readonly items: ReadonlyArray<ItemOdds>
  readonly failures: ReadonlyArray<FailureOdds>
}

/** Of an item that no outcome changes; such an item is not listed. */
const unchanged: Extent = { least: 0, most: 0 }

function* exactOdds(branches: ReadonlyArray<Branch>, markers: Markers): Steps<EndingOdds> {
  const items = new Map<number, { expected: Fraction; atLeastOne: Fraction }>()
  const extents = new Map<number, Extent>()
  const failures = new Map<FailureOdds["result"], Fraction>()
  for (const branch of branches) {
    const { probability, result } = branch
    if (result !== "success") failures.set(result, (failures.get(result) ?? ZERO).plus(probability))
    yield stepsOf(probability) + stepsOfMarked(branch, markers) + stepsOfGiven(branch, markers)
    for (const [item, extent] of extentsOf(branch, markers)) {
      extents.set(item, extentOfEither(extents.get(item), extent))
    }
    for (const [item, { expected, none }] of givenBy(branch, markers)) {
      const known = items.get(item) ?? { expected: ZERO, atLeastOne: ZERO }
      const sums = {
        expected: known.expected.plus(probability.times(expected)),
        atLeastOne: known.atLeastOne.plus(probability.times(ONE.minus(none))),
      }
      items.set(item, sums)
      yield 2 * (stepsOf(sums.expected) + stepsOf(sums.atLeastOne))
    }
  }
  return {
    samples: undefined,
    isCut: false,
    items: Array.from(items, ([itemId, odds]) => ({ itemId, ...odds, ...(extents.get(itemId) ?? unchanged) }))
      .filter(({ atLeastOne, expected }) => !expected.isZero || !atLeastOne.isZero)
      .sort((left, right) => left.itemId - right.itemId),
    failures: Array.from(failures, ([result, probability]) => ({ result, probability })),
  }
}

/** The items that an entry pays with. */
const itemsPaid = ({ purchase_price: stated }: SubmittedEntry): ReadonlyArray<number> =>
  [
    stated?.price_item_id,
    stated?.price_coupon_item_id,
    ...(stated?.currencies ?? []).map(({ price_item_id }) => price_item_id),
  ].filter((id) => id !== undefined)

/** Loot that an entry fulfils, and how much of it. */
type EntryLoot = Pick<OrderedLoot, "loot" | "quantity" | "isBought">

/** The loot that the entry fulfils, if it comes to that; undefined: none. */
const lootOfEntry = (catalog: LinkedCatalog, entry: SubmittedEntry): EntryLoot | undefined => {
  const given = (lootId: number | undefined, quantity: number, isBought = false): EntryLoot | undefined => {
    const loot = lookup(catalog.loot, lootId)
    return loot && { loot, quantity, isBought }
  }
  switch (entry.type) {
    case "fill_loot":
    case "fill_loot_single_transient":
      return given(entry.loot_id, entry.quantity)
    case "promotion_code": {
      const promotion = lookup(catalog.promotions, entry.external_tran_id)
      return promotion && given(promotion.loot_id, promotion.quantity)
    }
    case "fill_entitled_loot":
      return given(lookup(catalog.items, entry.item_id)?.entitled_loot_id, entry.quantity)
    case "purchase_loot":
    case "purchase_dynamic_bundle":
      return given(entry.loot_id, entry.quantity, true)
    default:
      return undefined
  }
}

/** {@link lootOfEntry}, unless its parts decide about its price. */
export const orderedLoot = (catalog: LinkedCatalog, entry: SubmittedEntry): OrderedLoot | undefined => {
  const found = lootOfEntry(catalog, entry)
  if (found === undefined || (found.isBought && found.loot.item?.type === "recipe_with_price_reduction"))
    return undefined
  return { ...found, read: itemsPaid(entry) }
}

/** The loot with the chosen parts of its bundle alone, and with the conditions of every choice. */
const chosenOf = (loot: LinkedLoot, { dynamic_bundle_loot_ids: ids, type }: SubmittedEntry): LinkedLoot => {
  const vendor = loot.subVendor
  if (type !== "purchase_dynamic_bundle" || vendor === undefined) return loot
  const chosen = new Set(ids)
  const parts = vendor.loot.filter((part) => isCondition(part) || chosen.has(part.loot_id))
  return { ...loot, subVendor: { ...vendor, loot: parts } }
}

/** The conditional prizes of the entry, judged for the player. Their work is bounded by itself. */
function* conditionalOdds(
  catalog: LinkedCatalog,
  { circumstances: { now, platform }, entry, holdings }: Question,
): Steps<Pick<Odds, "conditional" | "isConditionalCut">> {
  const found = lootOfEntry(catalog, entry)
  if (found === undefined) return { conditional: [], isConditionalCut: false }
  const { isCut, prizes } = yield* conditionalPrizes(chosenOf(found.loot, entry), found.quantity, now)
  const conditions = prizes.flatMap((prize) => prize.conditions)
  const read = conditions.flatMap((condition) => ("item" in condition ? [condition.item.item_id] : []))
  yield* loadItems(read, holdings)
  const player = { bucket: sessionBucket(platform), holdings, now, platform }
  return {
    conditional: prizes.map((prize) => ({
      itemId: prize.item.item_id,
      extent: prize.extent,
      conditions: prize.conditions.map((condition) => ({ condition, isMet: isMet(condition, player) })),
    })),
    isConditionalCut: isCut,
  }
}

/** Loot of a catalog that is copied in the time of a step, about. */
const LOOT_COPIED_PER_STEP = 4

interface Tree {
  readonly catalog: LinkedCatalog
  readonly markers: Markers
}

/** The catalog in which the entry's loot is free of its plain parts, and what was taken out. */
function* reducedCatalog(
  catalog: LinkedCatalog,
  { circumstances, entry }: Question,
  drawsMade: DrawsMade,
): Steps<Tree> {
  const ordered = orderedLoot(catalog, entry)
  const [any] = catalog.items.values()
  if (ordered === undefined || any === undefined) return { catalog, markers: new Map<number, Plain>() }
  const made = yield* reduced(ordered, any, { ...circumstances, made: drawsMade })
  yield Math.ceil(catalog.loot.size / LOOT_COPIED_PER_STEP)
  const loot = new Map(catalog.loot).set(made.loot.loot_id, made.loot)
  const vendor = entry.type === "purchase_dynamic_bundle" ? made.loot.subVendor : undefined
  // An entry may choose parts of the bundle's own vendor only.
  if (vendor !== undefined) for (const part of vendor.loot) loot.set(part.loot_id, { ...part, vendor })
  return { catalog: { ...catalog, loot }, markers: made.markers }
}

const estimatedOdds = (
  sums: Sums<EntryResult>,
  samplesMax: number,
  rangeOf: (itemId: number) => Range,
): EndingOdds => ({
  samples: sums.samples,
  isCut: sums.samples < samplesMax,
  items: Array.from(sums.items, ([itemId, item]) => ({
    itemId,
    expected: meanOfSome(sums, item, rangeOf(itemId)),
    atLeastOne: probabilityOfSome(sums, item.gained),
    ...(item.extent ?? unchanged),
  })).sort((left, right) => left.itemId - right.itemId),
  failures: Array.from(sums.results).flatMap(([result, count]) =>
    result === "success" ? [] : [{ result, probability: probabilityOfSome(sums, count) }],
  ),
})

/** Answers a draw with a whole number from 0 to below `total`, each equally likely. */
export type Draw = (total: number) => number

/** Bounds of the work. */
export interface WorkLimits {
  /** Most paths that are explored for exact odds, and most samples of an estimate. */
  readonly paths: number
  readonly samples: number
  /** About how many steps all of it may take. */
  readonly steps: number
}

/** Most paths that are followed before the order is tried as a chain of pulls, which then takes less work. */
const PATHS_BEFORE_CHAIN = 200

/** The bounds wherever nothing else is said. */
export const ODDS_LIMITS: WorkLimits = { paths: 20_000, samples: 20_000, steps: ODDS_STEPS_MAX }

/** Parts of what is left of the budget that reducing and exploring may take, so that enough is left for samples. */
const REDUCING = 1 / 4
const EXPLORING = 1 / 2
/** The part for ranges, which estimates need. */
const RANGING = 1 / 8

const kept = ({ left }: Budget, part: number): number => left * (1 - part)

/** Every way in which the entry can end, as odds. `hidden`: the markers hide a bound of the interpreter. */
function* exactIn(
  { catalog, markers }: Tree,
  question: Question,
  paths: number,
): Steps<EndingOdds | "hidden" | undefined> {
  const branches = yield* explored(catalog, question, paths)
  if (branches === undefined) return undefined
  if (!branches.every((branch) => isWithinBounds(branch, markers, question))) return "hidden"
  return yield* exactOdds(branches, markers)
}

/** The odds as far as this tree of the entry's draws says them; undefined: markers hide a bound of the interpreter. */
function* oddsIn(
  tree: Tree,
  whole: LinkedCatalog,
  question: Question,
  draw: Draw,
  limits: WorkLimits,
  budget: Budget,
): Steps<EndingOdds | undefined> {
  const { catalog, markers } = tree
  const exact = yield* within(exactIn(tree, question, limits.paths), budget, kept(budget, EXPLORING))
  if (exact === "hidden") return undefined
  if (exact !== undefined) return exact
  const ordered = lootOfEntry(whole, question.entry)
  const ranges: Ranges | undefined =
    ordered === undefined
      ? new Map()
      : yield* within(rangesOf(ordered.loot, ordered.quantity), budget, kept(budget, RANGING))
  const paid = new Set(itemsPaid(question.entry))
  const numbers = yield* counted(numbersOf(markers), budget)
  const sums = yield* sampled<EntryResult>(limits.samples, budget, function* () {
    const ending = yield* endOnce(catalog, question, ({ total }) => draw(total))
    yield stepsOfMarked(ending, markers)
    return isWithinBounds(ending, markers, question) ? sampleOf(ending, numbers, extentsOf(ending, markers)) : undefined
  })
  if (sums === undefined) return undefined
  yield* counted(loadItems(Array.from(sums.items.keys()), question.holdings), budget)
  return estimatedOdds(sums, limits.samples, (itemId) => {
    const range = ranges === undefined ? widest : (ranges.get(itemId) ?? noRange)
    const held = question.holdings.count(itemId, question.circumstances.now, undefined)
    return possible(paid.has(itemId) ? { ...range, least: 0 - held } : range, held)
  })
}

/** The odds of an order that is a chain of pulls; undefined: it is none, or takes too much work. */
function* chainedIn(
  tree: Tree,
  catalog: LinkedCatalog,
  question: Question,
  ordered: OrderedLoot,
  { paths }: WorkLimits,
  budget: Budget,
  made: DrawsMade,
): Steps<EndingOdds | undefined> {
  const chain = (followsPrice: boolean) =>
    within(begun(catalog, question, ordered, made, { pulls: 2, paths, followsPrice }), budget, kept(budget, REDUCING))
  const begin = yield* chain(false)
  if (begin === undefined) return undefined
  const few = Math.min(PATHS_BEFORE_CHAIN, paths)
  const exact = yield* within(exactIn(tree, question, few), budget, kept(budget, REDUCING))
  if (exact !== undefined && exact !== "hidden") return exact
  const chained = yield* within(chainedOdds(begin), budget, kept(budget, EXPLORING))
  if (chained !== "price") return chained
  const following = yield* chain(true)
  const followed = following && (yield* within(chainedOdds(following), budget, kept(budget, EXPLORING)))
  return followed === "price" ? undefined : followed
}

/** What the entry gives, and how it fails: exact, or an estimate where that takes more work than the limits allow. */
function* endingOdds(
  catalog: LinkedCatalog,
  question: Question,
  draw: Draw,
  limits: WorkLimits,
  made: DrawsMade,
): Steps<EndingOdds> {
  const budget = new Budget(limits.steps)
  const plain: Tree = { catalog, markers: new Map() }
  const tree = (yield* within(reducedCatalog(catalog, question, made), budget, kept(budget, REDUCING))) ?? plain
  yield* counted(loadMarked(tree.markers, question.holdings), budget)
  const ordered = orderedLoot(catalog, question.entry)
  if (ordered !== undefined) {
    const chained = yield* chainedIn(tree, catalog, question, ordered, limits, budget, made)
    if (chained !== undefined) return chained
  }
  const odds = yield* oddsIn(tree, catalog, question, draw, limits, budget)
  if (odds !== undefined) return odds
  // Without markers there is nothing hidden, so that the second answer always is one.
  const whole = yield* oddsIn(plain, catalog, question, draw, limits, budget)
  if (whole === undefined) throw new Error("odds without markers have no bounds of their own")
  return whole
}

/** The average of the entry in the long run, made from this state again and again; or why there is none. */
export function* longRunOdds(
  catalog: LinkedCatalog,
  question: Question,
  limits: WorkLimits = ODDS_LIMITS,
  made: DrawsMade = new DrawsMade(),
): Steps<Odds | NoAverage> {
  const ordered = orderedLoot(catalog, question.entry)
  if (ordered === undefined) return { _tag: "NotComputed" }
  const average = yield* longRunOf(catalog, question, ordered, limits.steps, made)
  return "_tag" in average ? average : { ...average, conditional: [], isConditionalCut: false }
}

/**
 * The odds of the entry. `draw` is used only where the exact odds would take more work than the limits allow. The same
 * numbers lead to the same estimates. `made`: pools that other computations drew from, which save time, and no steps.
 */
export function* oddsOf(
  catalog: LinkedCatalog,
  question: Question,
  draw: Draw,
  limits: WorkLimits = ODDS_LIMITS,
  made: DrawsMade = new DrawsMade(),
): Steps<Odds> {
  const odds = yield* endingOdds(catalog, question, draw, limits, made)
  return { ...odds, ...(yield* conditionalOdds(catalog, question)) }
}
