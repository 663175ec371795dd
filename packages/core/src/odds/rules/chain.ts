/**
 * Pulls one after the other, as a Markov chain. What one pull gives depends on counters that earlier pulls changed,
 * such as those of pity and of a guarantee, and on nothing else of the past. So not each way to draw is followed to its
 * end: after each pull those that lead to the same counters go on together. The pulls are those of one order (its
 * parts, or its draws that stay in the pool), or orders without end (longRun.ts). The interpreter makes each pull.
 */
import { CHANGES_MAX, NESTING_MAX, NEW_ORDERS_MAX, ORDER_QUANTITY_MAX, STEPS_MAX } from "../../catalog/rules/bounds.ts"
import { isAvailable } from "../../catalog/rules/availability.ts"
import {
  type LinkedCatalog,
  type LinkedItem,
  type LinkedLoot,
  type LinkedVendor,
  lookup,
} from "../../catalog/rules/linked.ts"
import { COUNT_MAX, type HeldRecord } from "../../inventory/schema.ts"
import type { EntryResult } from "../../order/enumerations.ts"
import { Holdings } from "../../order/rules/interpret/holdings.ts"
import type { DrawsMade } from "./draws.ts"
import { type Branch, explored, keyOfRecords, type Question } from "./explore.ts"
import { extentOfEither, extentTogether, type GivenExtent } from "./extent.ts"
import { Fraction, ONE, ZERO } from "./fraction.ts"
import { extentsOf, givenBy, isWithinBounds, loadItems, type Markers, stepsOfGiven, stepsOfMarked } from "./marked.ts"
import { itemsRead, quantityFor } from "./plain.ts"
import { inFront, type OrderedLoot, reduced } from "./reduce.ts"
import { type Steps, stepsOf } from "./steps.ts"

/** An id that no authored loot has, for the loot of a pull. */
const PULL_LOOT_ID = -2

/** Most pulls of one order, and most ways in which one pull ends. */
const PULLS_MAX = NEW_ORDERS_MAX
const PATHS_OF_PULL_MAX = 2_000

/** A part of an order that is given by itself after the parts before it. */
interface Pull {
  readonly loot: LinkedLoot
  /** How much of it; 1 of loot whose own quantity says it. */
  readonly quantity: number
  /** The vendor of which it is one draw of several; undefined: it is no such draw. */
  readonly drawnFrom: number | undefined
  /** Whether it is a draw after another one, which may find nothing left to draw. */
  readonly isFurtherDraw: boolean
}

/** The loot in a quantity of its own, whatever it is ordered in. */
const withQuantity = (loot: LinkedLoot, quantity: number): LinkedLoot => ({
  ...loot,
  quantity,
  quantity_type: "absolute",
  hard_quantity_maximum: 0,
})

/** Adds the pulls that `multiplier` of the loot comes to. False: they are too many, or cannot be ordered alone. */
const addPulls = (loot: LinkedLoot, multiplier: number, now: number, found: Array<Pull>): boolean => {
  const quantity = loot.broken ? undefined : quantityFor(loot, multiplier)
  const vendor = loot.subVendor
  if (vendor !== undefined && quantity !== undefined) {
    if (vendor.type === "recipe") {
      const parts = vendor.loot.filter((part) => isAvailable(part, now))
      return parts.every((part) => addPulls(part, quantity, now, found))
    }
    if (quantity > 1 && vendor.candidates.every((one) => one.fill_in_new_order)) {
      if (found.length + quantity > PULLS_MAX) return false
      const one = withQuantity(loot, 1)
      for (let at = 0; at < quantity; at++)
        found.push({ loot: one, quantity: 1, drawnFrom: vendor.vendor_id, isFurtherDraw: at > 0 })
      return true
    }
  }
  // An entry orders loot in such quantities alone.
  if (quantity === undefined && (multiplier < 1 || multiplier > ORDER_QUANTITY_MAX)) return false
  if (quantity === undefined) found.push({ loot, quantity: multiplier, drawnFrom: undefined, isFurtherDraw: false })
  else found.push({ loot: withQuantity(loot, quantity), quantity: 1, drawnFrom: undefined, isFurtherDraw: false })
  return found.length <= PULLS_MAX
}

/** How many vendors lie within each other at the most; levels count, too. A vendor within itself has no end. */
const depthOf = (loot: LinkedLoot, known = new Map<LinkedVendor, number>()): number => {
  let most = 0
  for (const vendor of [loot.subVendor, loot.item?.levelVendor]) {
    if (vendor === undefined) continue
    let depth = known.get(vendor)
    if (depth === undefined) {
      known.set(vendor, Number.POSITIVE_INFINITY)
      depth = vendor.loot.reduce((deepest, one) => Math.max(deepest, 1 + depthOf(one, known)), 1)
      known.set(vendor, depth)
    }
    most = Math.max(most, depth)
  }
  return most
}

/** What is known of an item that the pulls so far gave, over all ways to a standing. */
export interface Gained {
  /** The sum of what was given, each way by its probability. */
  readonly expected: Fraction
  /** The probability to be here and to have been given any. */
  readonly atLeastOne: Fraction
  readonly extent: GivenExtent
}

/** Where some ways of the pulls so far lead: the records of the counters, and what was given on these ways. */
export interface Standing {
  readonly key: string
  readonly records: ReadonlyArray<HeldRecord>
  readonly probability: Fraction
  readonly gained: ReadonlyMap<number, Gained>
}

/** What one or more pulls lead to. */
export interface Outcome {
  readonly standings: ReadonlyArray<Standing>
  readonly failures: ReadonlyMap<Exclude<EntryResult, "success">, Fraction>
}

/** How a pull ends from a state of the counters. */
interface Kernel {
  readonly branches: ReadonlyArray<Branch>
  readonly markers: Markers
  /** At the most on any way: steps and changes of the interpreter, and new orders. */
  readonly work: number
  readonly written: number
  readonly orders: number
}

/** Of an item that is not given. */
export const nothingGiven: GivenExtent = { least: 0, most: 0, none: ONE }

const togetherOf = (left: GivenExtent | undefined, right: GivenExtent | undefined): GivenExtent => {
  if (left === undefined || right === undefined) return left ?? right ?? nothingGiven
  return { ...extentTogether(left, right), none: left.none.times(right.none) }
}

/** Standings by their counters. Ways that lead to the same counters are added up. */
class Standings {
  readonly #found = new Map<string, Standing>()

  get all(): ReadonlyArray<Standing> {
    return Array.from(this.#found.values())
  }

  *add(reached: Standing): Steps<void> {
    const known = this.#found.get(reached.key)
    if (known === undefined) {
      this.#found.set(reached.key, reached)
      return
    }
    const gained = new Map<number, Gained>()
    for (const id of new Set([...known.gained.keys(), ...reached.gained.keys()])) {
      const [left, right] = [known.gained.get(id), reached.gained.get(id)]
      const both = left !== undefined && right !== undefined
      const none = both && left.extent.none.isZero && right.extent.none.isZero ? ZERO : ONE
      const extents = [left, right].flatMap((one) => (one === undefined ? [] : [one.extent]))
      const extent = extents.reduce((first, second) => ({ ...extentOfEither(first, second), none }))
      const expected = (left?.expected ?? ZERO).plus(right?.expected ?? ZERO)
      const atLeastOne = (left?.atLeastOne ?? ZERO).plus(right?.atLeastOne ?? ZERO)
      gained.set(id, { expected, atLeastOne, extent: { ...extent, none } })
      yield stepsOf(expected) + stepsOf(atLeastOne)
    }
    const probability = known.probability.plus(reached.probability)
    yield stepsOf(probability)
    this.#found.set(reached.key, { ...known, probability, gained })
  }
}

/** Whose counters they are, and what of them pulls read. */
export interface Counters {
  /** The items whose records decide about what a pull gives. */
  readonly ids: ReadonlySet<number>
  readonly start: ReadonlyArray<HeldRecord>
}

/** The pulls of an order, from any state of its counters. */
export class Chain {
  readonly counters: Counters
  readonly #catalog: LinkedCatalog
  readonly #question: Question
  readonly #pulls: ReadonlyArray<Pull>
  readonly #any: LinkedItem
  readonly #made: DrawsMade
  readonly #reduced = new Map<string, { readonly catalog: LinkedCatalog; readonly markers: Markers }>()
  readonly #kernels = new Map<string, Kernel | undefined>()
  readonly #paths: number
  #followed = 0

  /** `paths`: most ways of pulls that are followed, of those that begin with the same counters one. */
  constructor(
    catalog: LinkedCatalog,
    question: Question,
    pulls: ReadonlyArray<Pull>,
    counters: Counters,
    any: LinkedItem,
    made: DrawsMade,
    paths: number,
  ) {
    this.#paths = paths
    this.#catalog = catalog
    this.#question = question
    this.#pulls = pulls
    this.counters = counters
    this.#any = any
    this.#made = made
  }

  /** How many pulls the order is. */
  get length(): number {
    return this.#pulls.length
  }

  /** The catalog in which a pull is loot of its own, without its plain parts. */
  *#catalogOf({ loot, quantity }: Pull): Steps<{ readonly catalog: LinkedCatalog; readonly markers: Markers }> {
    const key = `${loot.loot_id} ${loot.quantity} ${quantity}`
    const known = this.#reduced.get(key)
    if (known !== undefined) return known
    const surroundings = { ...this.#question.circumstances, made: this.#made }
    const ordered = { loot, quantity, isBought: false, read: Array.from(this.counters.ids) }
    const tree = yield* reduced(ordered, this.#any, surroundings)
    // Within a recipe, because loot of an entry is checked in another sequence.
    const alone: LinkedVendor = { ...loot.vendor, type: "recipe", loot: [tree.loot] }
    const one = inFront(tree.loot, alone, PULL_LOOT_ID)
    const made = {
      catalog: { ...this.#catalog, loot: new Map(this.#catalog.loot).set(PULL_LOOT_ID, one) },
      markers: tree.markers,
    }
    yield 1 + Math.ceil(this.#catalog.loot.size / 4)
    this.#reduced.set(key, made)
    return made
  }

  /** How the pull ends from these counters; undefined: in too many ways. */
  *#kernel(pull: Pull, records: ReadonlyArray<HeldRecord>): Steps<Kernel | undefined> {
    const { drawnFrom, loot, quantity } = pull
    const key = `${loot.loot_id} ${loot.quantity} ${quantity} ${drawnFrom} ${keyOfRecords(records)}`
    if (this.#kernels.has(key)) return this.#kernels.get(key)
    const { catalog, markers } = yield* this.#catalogOf(pull)
    const { circumstances, entry } = this.#question
    const { use_inventory_bucket: bucket } = entry
    const asked = {
      entry: {
        type: "fill_loot" as const,
        loot_id: PULL_LOOT_ID,
        quantity,
        ...(bucket === undefined ? undefined : { use_inventory_bucket: bucket }),
      },
      // What the player may order is decided of the whole order.
      circumstances: { ...circumstances, isServer: true },
      holdings: Holdings.complete(records),
      remembered: Array.from(this.counters.ids),
      watched: pull.drawnFrom,
    }
    const branches = yield* explored(catalog, asked, PATHS_OF_PULL_MAX)
    // Loot that was drawn and could not be given is not drawn again, so that draws of the order depend on each other.
    const isUsable = branches?.every((branch) => branch.drawn <= 1 && isWithinBounds(branch, markers, this.#question))
    let kernel: Kernel | undefined
    if (branches !== undefined && isUsable === true) {
      const most = (of: (branch: Branch) => number) => branches.reduce((found, one) => Math.max(found, of(one)), 0)
      const marked = (branch: Branch, of: (plain: { steps: number; changes: number; orders: number }) => number) =>
        Array.from(branch.changes).reduce((sum, [id, times]) => {
          const plain = markers.get(id)
          return plain === undefined ? sum : sum + times * of(plain)
        }, 0)
      kernel = {
        branches,
        markers,
        work: most((branch) => branch.work + marked(branch, ({ steps }) => steps)),
        written: most((branch) => branch.written + marked(branch, ({ changes }) => changes)),
        orders: most((branch) => branch.orders + branch.takenBack.newOrders + marked(branch, ({ orders }) => orders)),
      }
    }
    this.#kernels.set(key, kernel)
    return kernel
  }

  /** Where a branch of a pull leads from a standing. */
  *#follow(from: Standing, branch: Branch, markers: Markers): Steps<Standing> {
    const { probability: chance, records } = branch
    const gained = new Map<number, Gained>()
    const given = givenBy(branch, markers)
    const extents = extentsOf(branch, markers)
    yield stepsOfMarked(branch, markers) + stepsOfGiven(branch, markers)
    for (const id of new Set([...from.gained.keys(), ...given.keys()])) {
      // Counters are compared with the first ones at the end.
      if (this.counters.ids.has(id)) continue
      const {
        expected: before,
        atLeastOne,
        extent,
      } = from.gained.get(id) ?? {
        expected: ZERO,
        atLeastOne: ZERO,
        extent: undefined,
      }
      const { expected, none } = given.get(id) ?? { expected: ZERO, none: ONE }
      const missed = from.probability.minus(atLeastOne).times(none)
      const made = {
        expected: chance.times(before.plus(from.probability.times(expected))),
        atLeastOne: chance.times(from.probability.minus(missed)),
        extent: togetherOf(extent, extents.get(id)),
      }
      gained.set(id, made)
      yield 4 * (stepsOf(made.expected) + stepsOf(made.atLeastOne))
    }
    const probability = from.probability.times(chance)
    yield stepsOf(probability)
    return { key: keyOfRecords(records), records, probability, gained }
  }

  /** Whether no count of what was given comes near to the largest number, where the interpreter would fail. */
  *#isFarFromLargest(standings: ReadonlyArray<Standing>): Steps<boolean> {
    const {
      circumstances: { now },
      holdings,
    } = this.#question
    const ids = new Set(standings.flatMap(({ gained }) => Array.from(gained.keys())))
    yield* loadItems(Array.from(ids), holdings)
    yield standings.length
    return standings.every(({ gained }) =>
      Array.from(gained).every(([id, { extent }]) => holdings.count(id, now, undefined) + extent.most <= COUNT_MAX / 2),
    )
  }

  /** What the order leads to from these counters; undefined: it takes too much work, or more than an order may do. */
  *from(records: ReadonlyArray<HeldRecord>): Steps<Outcome | undefined> {
    const first: Standing = { key: keyOfRecords(records), records, probability: ONE, gained: new Map() }
    const failures = new Map<Exclude<EntryResult, "success">, Fraction>()
    let standings: ReadonlyArray<Standing> = [first]
    let [work, written, orders] = [0, 0, 0]
    for (const pull of this.#pulls) {
      const next = new Standings()
      const most = { work: 0, written: 0, orders: 0 }
      for (const from of standings) {
        const kernel = yield* this.#kernel(pull, from.records)
        if (kernel === undefined) return undefined
        most.work = Math.max(most.work, kernel.work)
        most.written = Math.max(most.written, kernel.written)
        most.orders = Math.max(most.orders, kernel.orders)
        if ((this.#followed += kernel.branches.length) > this.#paths) return undefined
        for (const branch of kernel.branches) {
          const { result } = branch
          if (result === "success") yield* next.add(yield* this.#follow(from, branch, kernel.markers))
          // Draws that follow others end where nothing is left to draw.
          else if (pull.isFurtherDraw && result === "failed_to_find_any_sub_loot") {
            const rest = { ...branch, changes: new Map<number, number>(), records: from.records }
            yield* next.add(yield* this.#follow(from, rest, kernel.markers))
          } else failures.set(result, (failures.get(result) ?? ZERO).plus(from.probability.times(branch.probability)))
        }
      }
      work += most.work
      written += most.written
      orders += most.orders
      standings = next.all
      const isWithin = work <= STEPS_MAX / 2 && written <= CHANGES_MAX / 2 && orders <= NEW_ORDERS_MAX
      if (!isWithin || !(yield* this.#isFarFromLargest(standings))) return undefined
    }
    return { standings, failures }
  }
}

/** Bounds of a chain: how many pulls it must have, and most ways that are followed. */
export interface ChainLimits {
  readonly pulls: number
  readonly paths: number
  /** Whether counts of what is paid are followed from pull to pull; else only where pulls read them. */
  readonly followsPrice: boolean
}

/** The chain of an order that fulfils this loot; undefined: what it gives cannot be told from its counters alone. */
export function* chainOf(
  catalog: LinkedCatalog,
  question: Question,
  { loot, quantity, read }: OrderedLoot,
  made: DrawsMade,
  { followsPrice, paths, pulls: least }: ChainLimits,
): Steps<Chain | undefined> {
  const { circumstances, entry, holdings } = question
  // What an entitlement gives has the end of its record, and the parts of a bundle are chosen.
  if (entry.type === "fill_entitled_loot" || entry.type === "purchase_dynamic_bundle") return undefined
  const [any] = catalog.items.values()
  const pulls: Array<Pull> = []
  if (any === undefined || depthOf(loot) >= NESTING_MAX) return undefined
  if (!addPulls(loot, quantity, circumstances.now, pulls)) return undefined
  if (pulls.length < least) return undefined
  const ids = new Set([...(followsPrice ? read : []), ...(yield* itemsRead(loot, circumstances))])
  yield* loadItems(Array.from(ids), holdings)
  if (Array.from(ids).some((id) => holdings.isPartial(id))) return undefined
  const start = Array.from(ids).flatMap((id) =>
    holdings.of(id).flatMap(({ current }) => (current.count > 0 ? [current] : [])),
  )
  return new Chain(catalog, question, pulls, { ids, start }, any, made, paths)
}

/** The loot of the entry without what it gives: what is asked and paid before a pull is the same. */
export const withoutGift = (catalog: LinkedCatalog, lootId: number): LinkedCatalog => {
  const loot = lookup(catalog.loot, lootId)
  if (loot === undefined) return catalog
  const empty = { item_id: undefined, item: undefined, sub_vendor_id: undefined, subVendor: undefined, itemIds: [] }
  return { ...catalog, loot: new Map(catalog.loot).set(lootId, { ...loot, ...empty }) }
}
