/**
 * Loot whose outcome depends on its draws alone: it adds, it cannot fail, and no rule reads what it adds. The parts of
 * such loot are independent of each other and of the rest of the order, so its odds follow by arithmetic.
 */
import { isAvailable } from "../../catalog/rules/availability.ts"
import { hasLevels, type LinkedItem, type LinkedLoot, type LinkedVendor } from "../../catalog/rules/linked.ts"
import { closureOf } from "../../order/rules/interpret/give.ts"
import { COUNT_MAX } from "../../inventory/schema.ts"
import type { Platform } from "../../kernel/Platform.ts"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import { NESTING_MAX, NEW_ORDERS_MAX, ORDER_DEPTH_MAX } from "../../catalog/rules/bounds.ts"
import { type DrawsMade, drawnFrom, type Kind } from "./draws.ts"
import { extentOfDraws, extentTogether, type GivenExtent } from "./extent.ts"
import { Fraction, ONE, ZERO } from "./fraction.ts"
import { type Steps, stepsOf } from "./steps.ts"

/** How often plain loot gives an item, and how much of it. */
export interface Chance {
  readonly expected: Fraction
  /** The probability that nothing of the item is given. */
  readonly none: Fraction
  /** The least that is given when any is given, and the most. */
  readonly least: number
  readonly most: number
}

/** The outcome of plain loot, and upper bounds of the work of the interpreter. */
export interface Plain {
  readonly items: ReadonlyMap<number, Chance>
  readonly steps: number
  readonly changes: number
  readonly orders: number
  /** How deep its new orders and its vendors nest. */
  readonly orderDepth: number
  readonly nesting: number
}

/** When and where the loot is fulfilled, and the items that some loot of the order reads. */
export interface Surroundings {
  readonly now: Timestamp
  readonly platform: Platform | undefined
  readonly read: ReadonlySet<number>
  readonly made: DrawsMade
}

/** Whether a recipe or a draw gives the loot without looking at the inventory, as far as the loot itself decides. */
const isUnconditional = (loot: LinkedLoot): boolean =>
  !loot.broken &&
  loot.required === undefined &&
  loot.stack_limit === undefined &&
  loot.multiplier === undefined &&
  loot.xp_quantity_transform_type === "none"

const canBeGiven = (item: LinkedItem, platform: Platform | undefined): boolean =>
  item.active &&
  !item.always_owned &&
  !hasLevels(item) &&
  (item.platforms === undefined || platform === undefined || item.platforms.has(platform))

/** Whether the loot can be given at this time. */
export const isGivable = (loot: LinkedLoot, { now }: Pick<Surroundings, "now">): boolean =>
  isAvailable(loot, now) && closureOf({ now }, loot) === undefined

/** Whether the selector adds to a count. */
const addsToCount = ({ inventory_selector_type: selector, timeFrame }: LinkedLoot): boolean =>
  selector === "own" ||
  selector === "own_transient" ||
  (selector === "rent_timeframe_locked" && timeFrame !== undefined)

/** Whether the loot is plain as far as the loot itself decides: its sub vendor may be not, and its item may be read. */
const isPlainItself = (loot: LinkedLoot, { now, platform }: Pick<Surroundings, "now" | "platform">): boolean => {
  if (!isUnconditional(loot)) return false
  if (loot.subVendor !== undefined || loot.item_id === undefined) return true
  const { item } = loot
  if (item === undefined || !canBeGiven(item, platform)) return false
  return loot.inventory_operation === "add" && addsToCount(loot) && closureOf({ now }, loot) === undefined
}

/** The items that loot in the tree reads or changes in another way than by adding. Level rewards are in the tree. */
export function* itemsRead(
  root: LinkedLoot,
  surroundings: Pick<Surroundings, "now" | "platform">,
): Steps<ReadonlySet<number>> {
  const read = new Set<number>()
  const seen = new Set<LinkedVendor>()
  const open = [root]
  for (let loot = open.pop(); loot !== undefined; loot = open.pop()) {
    if (!isPlainItself(loot, surroundings)) for (const id of loot.itemIds) read.add(id)
    for (const vendor of [loot.subVendor, loot.item?.levelVendor]) {
      if (vendor === undefined || seen.has(vendor)) continue
      seen.add(vendor)
      for (const one of vendor.loot) open.push(one)
      yield vendor.loot.length
    }
  }
  return read
}

/** The quantity for `multiplier` of unconditional loot; undefined: `multiplier` is not known. */
export const quantityFor = (loot: LinkedLoot, multiplier: number | undefined): number | undefined => {
  if (loot.multiplier !== undefined || loot.xp_quantity_transform_type !== "none") return undefined
  if (loot.quantity_type === "relative" && multiplier === undefined) return undefined
  const quantity = loot.quantity_type === "relative" ? loot.quantity * (multiplier ?? 0) : loot.quantity
  const capped = loot.hard_quantity_maximum === 0 ? quantity : Math.min(quantity, loot.hard_quantity_maximum)
  return capped > COUNT_MAX ? undefined : capped
}

const nothing: Plain = { items: new Map(), steps: 2, changes: 0, orders: 0, orderDepth: 0, nesting: 0 }

/** Every part once: what they give adds up, and they are independent of each other. */
function* together(parts: ReadonlyArray<Plain>): Steps<Plain["items"]> {
  const items = new Map<number, Chance>()
  for (const part of parts) {
    for (const [id, chance] of part.items) {
      const known = items.get(id)
      if (known === undefined) items.set(id, chance)
      else {
        const none = known.none.times(chance.none)
        const expected = known.expected.plus(chance.expected)
        items.set(id, { expected, none, ...extentTogether(known, chance) })
        yield stepsOf(none) + stepsOf(expected)
      }
    }
    yield 1 + part.items.size
  }
  return items
}

const largest = (parts: ReadonlyArray<Plain>, of: (part: Plain) => number): number =>
  parts.reduce((most, part) => Math.max(most, of(part)), 0)

const sumOf = (parts: ReadonlyArray<Plain>, of: (part: Plain) => number): number =>
  parts.reduce((sum, part) => sum + of(part), 0)

/** A candidate of a draw. */
export interface PlainCandidate {
  readonly loot: LinkedLoot
  readonly plain: Plain
}

/** The candidates by weight and by whether they stay; those for which `isAlone` answers true are kinds of their own. */
const kindsOf = (candidates: ReadonlyArray<PlainCandidate>, factorOf: (candidate: PlainCandidate) => Fraction) => {
  const kinds = new Map<string, { kind: Kind; members: Array<PlainCandidate> }>()
  for (const candidate of candidates) {
    const { drop_weight: weight, fill_in_new_order: stays } = candidate.loot
    const factor = factorOf(candidate)
    const key = `${weight} ${stays} ${factor.toString()}`
    const known = kinds.get(key)
    const members = known === undefined ? [] : known.members
    members.push(candidate)
    kinds.set(key, { kind: { weight, stays, factor, size: members.length }, members })
  }
  return Array.from(kinds.values())
}

const givers = (candidates: ReadonlyArray<PlainCandidate>): ReadonlyMap<number, ReadonlyArray<PlainCandidate>> => {
  const found = new Map<number, Array<PlainCandidate>>()
  for (const candidate of candidates) {
    for (const id of candidate.plain.items.keys()) {
      const known = found.get(id)
      if (known === undefined) found.set(id, [candidate])
      else known.push(candidate)
    }
  }
  return found
}

/** What `draws` draws from the candidates give; undefined: that is more work than the bound allows. */
function* drawnItems(
  candidates: ReadonlyArray<PlainCandidate>,
  draws: number,
  made: DrawsMade,
): Steps<Plain["items"] | undefined> {
  const kinds = kindsOf(candidates, () => ONE)
  yield candidates.length
  const drawn = yield* drawnFrom(
    kinds.map(({ kind }) => kind),
    draws,
    made,
  )
  if (drawn === undefined) return undefined
  const times = new Map<PlainCandidate, Fraction>()
  for (const [index, { members }] of kinds.entries()) {
    const each = (drawn.counts[index] ?? ZERO).times(Fraction.of(1, members.length))
    for (const member of members) times.set(member, each)
    yield members.length + stepsOf(each)
  }
  const items = new Map<number, Chance>()
  const staying = candidates.filter(({ loot }) => loot.fill_in_new_order).length
  for (const [id, giving] of givers(candidates)) {
    let expected = ZERO
    let missed = ZERO
    const extents: Array<GivenExtent & { readonly stays: boolean }> = []
    for (const candidate of giving) {
      const chance = candidate.plain.items.get(id) as Chance
      const count = times.get(candidate) ?? ZERO
      expected = expected.plus(count.times(chance.expected))
      missed = missed.plus(count.times(ONE.minus(chance.none)))
      extents.push({ ...chance, stays: candidate.loot.fill_in_new_order })
      yield 4 * Math.max(stepsOf(expected), stepsOf(missed))
    }
    // One draw, or one candidate that is drawn once at most: the chances add up.
    const isOnce = draws === 1 || (giving.length === 1 && giving[0]?.loot.fill_in_new_order === false)
    const none = isOnce ? ONE.minus(missed) : yield* noneOf(id, candidates, draws, made)
    if (none === undefined) return undefined
    const stayingGivers = extents.filter(({ stays }) => stays).length
    const leaving = candidates.length - staying - (extents.length - stayingGivers)
    const extent = extentOfDraws(extents, { leaving, stays: staying > stayingGivers }, draws)
    items.set(id, { expected, none, ...extent })
  }
  return items
}

/** The probability that none of the drawn candidates gives the item. */
function* noneOf(
  id: number,
  candidates: ReadonlyArray<PlainCandidate>,
  draws: number,
  made: DrawsMade,
): Steps<Fraction | undefined> {
  const kinds = kindsOf(candidates, ({ plain }) => plain.items.get(id)?.none ?? ONE)
  yield candidates.length
  const drawn = yield* drawnFrom(
    kinds.map(({ kind }) => kind),
    draws,
    made,
  )
  return drawn?.product
}

/** What draws from plain candidates give; undefined: a candidate may fail, or the work is too much. */
export function* plainDraws(
  candidates: ReadonlyArray<PlainCandidate>,
  draws: number,
  made: DrawsMade,
): Steps<Plain | undefined> {
  if (draws === 0) return nothing
  const total = candidates.reduce((sum, { loot }) => sum + loot.drop_weight, 0)
  if (candidates.length === 0 || !Number.isSafeInteger(total)) return undefined
  const staying = candidates.filter(({ loot }) => loot.fill_in_new_order)
  if (draws > NEW_ORDERS_MAX && staying.length > 0) return undefined
  const items = yield* drawnItems(candidates, draws, made)
  if (items === undefined) return undefined
  const parts = candidates.map(({ plain }) => plain)
  const isJudged = candidates.some(({ loot }) => loot.candidacy === "depends")
  const judging = isJudged ? sumOf(parts, ({ steps }) => steps) : 0
  const times = staying.length > 0 ? draws : Math.min(draws, candidates.length)
  return {
    items,
    steps: 2 + candidates.length + times * (2 + judging + largest(parts, ({ steps }) => steps)),
    changes: times * largest(parts, ({ changes }) => changes),
    orders: times * (largest(parts, ({ orders }) => orders) + (staying.length > 0 ? 1 : 0)),
    orderDepth: largest(parts, ({ orderDepth }) => orderDepth) + (staying.length > 0 ? 1 : 0),
    nesting: 1 + largest(parts, ({ nesting }) => nesting),
  }
}

/** Computes the outcome of plain loot, once for each vendor and quantity. */
export class PlainOdds {
  readonly #surroundings: Surroundings
  /** undefined: not plain, or under way: a vendor within itself is not plain. */
  readonly #known = new Map<LinkedVendor, Map<number, Plain | undefined>>()

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
  }

  /** The outcome of `multiplier` of the loot; undefined: the loot is not plain, or the work is too much. */
  *of(loot: LinkedLoot, multiplier: number | undefined): Steps<Plain | undefined> {
    if (!isPlainItself(loot, this.#surroundings)) return undefined
    const quantity = quantityFor(loot, multiplier)
    if (quantity === undefined) return undefined
    if (loot.subVendor !== undefined) return yield* this.#vendor(loot.subVendor, quantity)
    if (loot.item === undefined || quantity === 0) return nothing
    const { item_id } = loot.item
    if (this.#surroundings.read.has(item_id)) return undefined
    const chance: Chance = { expected: Fraction.of(quantity), none: ZERO, least: quantity, most: quantity }
    return { ...nothing, items: new Map([[item_id, chance]]), changes: 1 }
  }

  *#vendor(vendor: LinkedVendor, quantity: number): Steps<Plain | undefined> {
    const known = this.#known.get(vendor) ?? new Map<number, Plain | undefined>()
    this.#known.set(vendor, known)
    if (known.has(quantity)) return known.get(quantity)
    known.set(quantity, undefined)
    const made =
      vendor.type === "randomly_sampled" ? yield* this.#sampled(vendor, quantity) : yield* this.#all(vendor, quantity)
    const isBounded =
      made !== undefined &&
      made.nesting < NESTING_MAX &&
      made.orderDepth < ORDER_DEPTH_MAX &&
      made.orders < NEW_ORDERS_MAX
    known.set(quantity, isBounded ? made : undefined)
    return known.get(quantity)
  }

  *#all(vendor: LinkedVendor, quantity: number): Steps<Plain | undefined> {
    const parts: Array<Plain> = []
    for (const loot of vendor.loot) {
      yield 1
      if (!isAvailable(loot, this.#surroundings.now)) continue
      const part = yield* this.of(loot, quantity)
      if (part === undefined) return undefined
      parts.push(part)
    }
    return {
      items: yield* together(parts),
      steps: 2 + vendor.loot.length + sumOf(parts, ({ steps }) => steps),
      changes: sumOf(parts, ({ changes }) => changes),
      orders: sumOf(parts, ({ orders }) => orders),
      orderDepth: largest(parts, ({ orderDepth }) => orderDepth),
      nesting: 1 + largest(parts, ({ nesting }) => nesting),
    }
  }

  *#sampled(vendor: LinkedVendor, quantity: number): Steps<Plain | undefined> {
    const candidates: Array<PlainCandidate> = []
    for (const loot of vendor.candidates) {
      yield 1
      if (!isGivable(loot, this.#surroundings)) continue
      const plain = yield* this.of(loot, 1)
      if (plain === undefined) return undefined
      candidates.push({ loot, plain })
    }
    return yield* plainDraws(candidates, quantity, this.#surroundings.made)
  }
}
