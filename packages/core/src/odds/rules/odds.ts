/**
 * The odds of an entry: how much of each item it gives on average, how likely it gives any, and how likely it fails.
 * Plain parts are computed (plain.ts), the rest is explored (explore.ts). Where there is more to explore than the bound
 * allows, the rest is sampled, and the answer is an estimate with bounds.
 */
import { type LinkedCatalog, lookup } from "../../catalog/rules/linked.ts"
import { COUNT_MAX } from "../../inventory/schema.ts"
import type { EntryResult } from "../../order/enumerations.ts"
import type { SubmittedEntry } from "../../order/schema.ts"
import { CHANGES_MAX, NEW_ORDERS_MAX, STEPS_MAX } from "../../catalog/rules/bounds.ts"
import { type Branch, type Ending, endOnce, explored, type Question } from "./explore.ts"
import { Fraction, ONE, ZERO } from "./fraction.ts"
import { type Plain } from "./plain.ts"
import { type OrderedLoot, reduced } from "./reduce.ts"
import { noRange, rangesOf } from "./range.ts"
import { type Estimate, meanOf, probabilityOf, type SampledItem, sampled, type Sums } from "./sample.ts"
import type { Work } from "../../kernel/Work.ts"

/** The odds of one item. A number is exact, or an estimate. */
export interface ItemOdds {
  readonly itemId: number
  /** By how much the count changes on average; below 0: the item is spent. */
  readonly expected: Fraction | Estimate
  /** The probability that the player has more of the item than before. */
  readonly atLeastOne: Fraction | Estimate
}

/** The probability of a result other than success. */
export interface FailureOdds {
  readonly result: Exclude<EntryResult, "success">
  readonly probability: Fraction | Estimate
}

/** The odds of an entry. */
export interface Odds {
  /** How many times the entry was sampled; undefined: the odds are exact. */
  readonly samples: number | undefined
  /** By item id. */
  readonly items: ReadonlyArray<ItemOdds>
  readonly failures: ReadonlyArray<FailureOdds>
}

/** The markers of a reduced order by the ids of their items. */
export type Markers = ReadonlyMap<number, Plain>

/**
 * Whether the parts behind the markers stay within the bounds of the interpreter, with as much again for the rest. What
 * the player holds counts too, because a sum has a bound.
 */
const isWithinBounds = (
  { changes, orders }: Ending,
  markers: Markers,
  { circumstances: { now }, holdings }: Pick<Question, "circumstances" | "holdings">,
): boolean => {
  if (markers.size === 0) return true
  let made = orders
  let steps = 0
  let written = 0
  const counts = new Map<number, number>(changes)
  for (const [id, plain] of markers) {
    const times = changes.get(id) ?? 0
    if (times === 0) continue
    made += times * plain.orders
    steps += times * plain.steps
    written += times * plain.changes
    for (const [item, { most }] of plain.items) counts.set(item, (counts.get(item) ?? 0) + times * most)
  }
  let most = 0
  for (const [item, count] of counts)
    most = Math.max(most, count + (item < 0 ? 0 : holdings.count(item, now, undefined)))
  return made <= NEW_ORDERS_MAX && steps <= STEPS_MAX / 2 && written <= CHANGES_MAX / 2 && most <= COUNT_MAX / 2
}

/** What an ending gives of each item on average, and the probability that it gives none. */
const givenBy = ({ changes }: Ending, markers: Markers) => {
  const given = new Map<number, { expected: Fraction; none: Fraction }>()
  for (const [id, change] of changes) {
    if (id >= 0) given.set(id, { expected: Fraction.of(change), none: change > 0 ? ZERO : ONE })
  }
  for (const [id, times] of changes) {
    const plain = markers.get(id)
    if (plain === undefined || times === 0) continue
    for (const [item, chance] of plain.items) {
      const known = given.get(item) ?? { expected: ZERO, none: ONE }
      given.set(item, {
        expected: known.expected.plus(chance.expected.times(Fraction.of(times))),
        none: known.none.times(chance.none.power(times)),
      })
    }
  }
  return given
}

function* exactOdds(branches: ReadonlyArray<Branch>, markers: Markers): Work<Odds> {
  const items = new Map<number, { expected: Fraction; atLeastOne: Fraction }>()
  const failures = new Map<FailureOdds["result"], Fraction>()
  for (const branch of branches) {
    const { probability, result } = branch
    if (result !== "success") failures.set(result, (failures.get(result) ?? ZERO).plus(probability))
    for (const [item, { expected, none }] of givenBy(branch, markers)) {
      const known = items.get(item) ?? { expected: ZERO, atLeastOne: ZERO }
      items.set(item, {
        expected: known.expected.plus(probability.times(expected)),
        atLeastOne: known.atLeastOne.plus(probability.times(ONE.minus(none))),
      })
      yield undefined
    }
    yield undefined
  }
  return {
    samples: undefined,
    items: Array.from(items, ([itemId, odds]) => ({ itemId, ...odds }))
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

/** The loot that the entry fulfils, if it comes to that; undefined: none, or its parts decide about its price. */
const orderedLoot = (catalog: LinkedCatalog, entry: SubmittedEntry): OrderedLoot | undefined => {
  const given = (lootId: number | undefined, quantity: number, isBought = false): OrderedLoot | undefined => {
    const loot = lookup(catalog.loot, lootId)
    return loot && { loot, quantity, isBought, read: itemsPaid(entry) }
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
    case "purchase_dynamic_bundle": {
      const bought = given(entry.loot_id, entry.quantity, true)
      return bought?.loot.item?.type === "recipe_with_price_reduction" ? undefined : bought
    }
    default:
      return undefined
  }
}

/** The catalog in which the entry's loot is free of its plain parts, and what was taken out. */
function* reducedCatalog(catalog: LinkedCatalog, { circumstances, entry }: Question) {
  const ordered = orderedLoot(catalog, entry)
  const [any] = catalog.items.values()
  if (ordered === undefined || any === undefined) return { catalog, markers: new Map<number, Plain>() }
  const made = yield* reduced(ordered, any, circumstances)
  const loot = new Map(catalog.loot).set(made.loot.loot_id, made.loot)
  const vendor = entry.type === "purchase_dynamic_bundle" ? made.loot.subVendor : undefined
  // An entry may choose parts of the bundle's own vendor only.
  if (vendor !== undefined) for (const part of vendor.loot) loot.set(part.loot_id, { ...part, vendor })
  return { catalog: { ...catalog, loot }, markers: made.markers }
}

/** As {@link givenBy}, in JSON numbers, which are exact enough for a sample and much faster. */
const sampleOf = ({ changes, result }: Ending, markers: Markers) => {
  const items = new Map<number, SampledItem>()
  for (const [id, change] of changes) {
    if (id >= 0) items.set(id, { expected: change, atLeastOne: change > 0 ? 1 : 0 })
  }
  for (const [id, times] of changes) {
    for (const [item, { expected, none }] of markers.get(id)?.items ?? []) {
      const known = items.get(item) ?? { expected: 0, atLeastOne: 0 }
      items.set(item, {
        expected: known.expected + times * expected.toNumber(),
        atLeastOne: 1 - (1 - known.atLeastOne) * none.toNumber() ** times,
      })
    }
  }
  return { result, items }
}

const estimatedOdds = (catalog: LinkedCatalog, { entry }: Question, sums: Sums<EntryResult>): Odds => {
  const { items, results, samples } = sums
  const loot = lookup(catalog.loot, entry.loot_id)
  const ranges = loot === undefined ? new Map<number, typeof noRange>() : rangesOf(loot, entry.quantity)
  return {
    samples,
    items: Array.from(items, ([itemId, { gained, squares, sum }]) => ({
      itemId,
      expected: meanOf(sum, squares, samples, ranges.get(itemId) ?? noRange),
      atLeastOne: probabilityOf(gained, samples),
    })).sort((left, right) => left.itemId - right.itemId),
    failures: Array.from(results).flatMap(([result, count]) =>
      result === "success" ? [] : [{ result, probability: probabilityOf(count, samples) }],
    ),
  }
}

/** Answers a draw with a whole number from 0 to below `total`, each equally likely. */
export type Draw = (total: number) => number

interface Tree {
  readonly catalog: LinkedCatalog
  readonly markers: Markers
}

/** Bounds of the work: most paths that are explored for exact odds, and most samples of an estimate. */
export interface WorkLimits {
  readonly paths: number
  readonly samples: number
}

/** The bounds wherever nothing else is said: a few seconds. */
const LIMITS: WorkLimits = { paths: 20_000, samples: 20_000 }

/** The odds as far as this tree of the entry's draws says them; undefined: markers hide a bound of the interpreter. */
function* oddsIn({ catalog, markers }: Tree, whole: LinkedCatalog, question: Question, draw: Draw, limits: WorkLimits) {
  const branches = yield* explored(catalog, question, limits.paths)
  if (branches !== undefined) {
    return branches.every((branch) => isWithinBounds(branch, markers, question))
      ? yield* exactOdds(branches, markers)
      : undefined
  }
  const sums = yield* sampled<EntryResult>(
    limits.samples,
    ({ total }) => draw(total),
    (choose) => {
      const ending = endOnce(catalog, question, choose, false)
      return isWithinBounds(ending, markers, question) ? sampleOf(ending, markers) : undefined
    },
  )
  return sums === undefined ? undefined : estimatedOdds(whole, question, sums)
}

/**
 * The odds of the entry. `draw` is used only where the exact odds would take more work than the bound allows. The same
 * numbers lead to the same estimates.
 */
export function* oddsOf(
  catalog: LinkedCatalog,
  question: Question,
  draw: Draw,
  limits: WorkLimits = LIMITS,
): Work<Odds> {
  const tree = yield* reducedCatalog(catalog, question)
  const odds = yield* oddsIn(tree, catalog, question, draw, limits)
  if (odds !== undefined) return odds
  // Without markers there is nothing hidden, so that the second answer always is one.
  const whole = yield* oddsIn({ catalog, markers: new Map() }, catalog, question, draw, limits)
  if (whole === undefined) throw new Error("odds without markers have no bounds of their own")
  return whole
}
