/**
 * Replaces the plain parts of a loot by markers, so that the interpreter has only the rest to explore. A marker is loot
 * that adds 1 of an item that no catalog has: the count of that item at the end says how often the part was given, also
 * when the interpreter undid some of it.
 */
import { isAlwaysAvailable } from "../../catalog/rules/availability.ts"
import type { LinkedItem, LinkedLoot, LinkedVendor } from "../../catalog/rules/linked.ts"
import { Weights } from "../../catalog/rules/weights.ts"
import { NESTING_MAX, ORDER_DEPTH_MAX } from "../../catalog/rules/bounds.ts"
import { isGivable, itemsRead, type Plain, type PlainCandidate, plainDraws, PlainOdds, quantityFor } from "./plain.ts"
import type { Surroundings } from "./plain.ts"
import type { Steps } from "./steps.ts"

/** A loot without its plain parts, and what the markers in it stand for. */
export interface Reduced {
  readonly loot: LinkedLoot
  /** By the id of the marker's item, which is below 0. */
  readonly markers: ReadonlyMap<number, Plain>
}

/** The loot that an entry fulfils. */
export interface OrderedLoot {
  readonly loot: LinkedLoot
  readonly quantity: number
  /** Whether the price of the loot is paid before. */
  readonly isBought: boolean
  /** Items that the entry itself reads or spends. */
  readonly read: ReadonlyArray<number>
}

/** How deep a loot lies within vendors and within new orders. */
interface Depth {
  readonly nesting: number
  readonly orders: number
}

/** An item that no catalog has. `any`: some item of the catalog, for the fields that do not matter. */
const markerItem = (any: LinkedItem, item_id: number): LinkedItem => ({
  ...any,
  item_id,
  active: true,
  always_owned: false,
  buckets: undefined,
  platforms: undefined,
  levels: undefined,
  levelVendor: undefined,
})

const markerOf = (loot: LinkedLoot, item: LinkedItem): LinkedLoot => ({
  ...loot,
  item_id: item.item_id,
  item,
  sub_vendor_id: undefined,
  subVendor: undefined,
  quantity: 1,
  quantity_type: "absolute",
  hard_quantity_maximum: 0,
  inventory_operation: "add",
  inventory_selector_type: "own",
  timeFrame: undefined,
  use_inventory_bucket: undefined,
  candidacy: isAlwaysAvailable(loot) ? "always" : "depends",
  itemIds: [item.item_id],
})

/** A loot that gives what the vendor gives, and has the defaults of loot otherwise. `any`: some loot of the vendor. */
export const inFront = (any: LinkedLoot, vendor: LinkedVendor, loot_id: number): LinkedLoot => ({
  ...any,
  loot_id,
  item_id: undefined,
  item: undefined,
  sub_vendor_id: vendor.vendor_id,
  subVendor: vendor,
  quantity: 1,
  quantity_type: "relative",
  multiplier: undefined,
  hard_quantity_maximum: 0,
  availability: "always",
  required: undefined,
  stack_limit: undefined,
  xp_quantity_transform_type: "none",
  broken: false,
  itemIds: [],
})

/** The vendor with other loot in the same order. */
const withLoot = (vendor: LinkedVendor, loot: ReadonlyArray<LinkedLoot>): LinkedVendor => {
  if (vendor.type !== "randomly_sampled") return { ...vendor, loot }
  const candidates = loot.filter(({ candidacy }) => candidacy !== "never")
  const isFixed = candidates.every(({ candidacy }) => candidacy === "always")
  const firstDraw = isFixed ? new Weights(candidates.map((one) => one.drop_weight)) : undefined
  return { ...vendor, loot, candidates, firstDraw }
}

/** Steps after which a reduction pauses. A pause goes through every vendor around it, which may be a hundred. */
const STEPS_UNTIL_PAUSE = 256

class Reduction {
  readonly markers = new Map<number, Plain>()
  /** Steps since the pause before. */
  #steps = 0
  readonly #any: LinkedItem
  readonly #surroundings: Surroundings
  readonly #plain: PlainOdds
  readonly #made = new Map<string, LinkedVendor>()

  constructor(any: LinkedItem, surroundings: Surroundings) {
    this.#any = any
    this.#surroundings = surroundings
    this.#plain = new PlainOdds(surroundings)
  }

  /** How many steps were taken since this was asked before. */
  taken(): number {
    const steps = this.#steps
    this.#steps = 0
    return steps
  }

  #mark(loot: LinkedLoot, plain: Plain): LinkedLoot {
    const item = markerItem(this.#any, -1 - this.markers.size)
    this.markers.set(item.item_id, plain)
    return markerOf(loot, item)
  }

  *#plainAt(loot: LinkedLoot, multiplier: number | undefined, depth: Depth): Steps<Plain | undefined> {
    const plain = yield* this.#plain.of(loot, multiplier)
    if (plain === undefined) return undefined
    const fits = depth.nesting + plain.nesting < NESTING_MAX && depth.orders + plain.orderDepth < ORDER_DEPTH_MAX
    return fits ? plain : undefined
  }

  /** The loot with markers for its plain parts. `multiplier` undefined: the inventory decides about it. */
  *loot(loot: LinkedLoot, multiplier: number | undefined, depth: Depth): Steps<LinkedLoot> {
    const plain = yield* this.#plainAt(loot, multiplier, depth)
    if (plain !== undefined) return this.#mark(loot, plain)
    const vendor = loot.subVendor
    if (vendor === undefined || depth.nesting >= NESTING_MAX) return loot
    return { ...loot, subVendor: yield* this.#vendor(vendor, quantityFor(loot, multiplier), depth) }
  }

  /** The loot itself with markers for what its sub vendor gives. The parts of a recipe stay apart: they are chosen. */
  *within(loot: LinkedLoot, multiplier: number): Steps<LinkedLoot> {
    const vendor = loot.subVendor
    if (vendor === undefined) return loot
    const outermost = { nesting: 0, orders: 0 }
    const plain = vendor.type === "recipe" ? undefined : yield* this.#plainAt(loot, multiplier, outermost)
    const given =
      plain === undefined
        ? yield* this.#vendor(vendor, quantityFor(loot, multiplier), outermost)
        : { ...vendor, type: "recipe" as const, loot: [this.#mark(loot, plain)] }
    return { ...loot, subVendor: given }
  }

  *#vendor(vendor: LinkedVendor, quantity: number | undefined, outer: Depth): Steps<LinkedVendor> {
    const key = `${vendor.vendor_id} ${quantity} ${outer.nesting} ${outer.orders}`
    const known = this.#made.get(key)
    if (known !== undefined) return known
    const depth = { nesting: outer.nesting + 1, orders: outer.orders }
    const made =
      vendor.type !== "randomly_sampled"
        ? withLoot(vendor, yield* this.#each(vendor.loot, quantity, depth))
        : quantity === 1
          ? withLoot(vendor, yield* this.#oneDraw(vendor.candidates, depth))
          : withLoot(vendor, yield* this.#each(vendor.candidates, 1, depth))
    this.#made.set(key, made)
    return made
  }

  *#each(
    loot: ReadonlyArray<LinkedLoot>,
    multiplier: number | undefined,
    { nesting, orders }: Depth,
  ): Steps<ReadonlyArray<LinkedLoot>> {
    const made: Array<LinkedLoot> = []
    for (const one of loot) {
      const depth = { nesting, orders: orders + (one.fill_in_new_order ? 1 : 0) }
      made.push(yield* this.loot(one, multiplier, depth))
      if (++this.#steps >= STEPS_UNTIL_PAUSE) yield this.taken()
    }
    return made
  }

  /** The candidates of a single draw. Its plain candidates become one candidate with their weights together. */
  *#oneDraw(candidates: ReadonlyArray<LinkedLoot>, depth: Depth): Steps<ReadonlyArray<LinkedLoot>> {
    const plain: Array<PlainCandidate> = []
    const others: Array<LinkedLoot> = []
    for (const loot of candidates) {
      const isFixed = isGivable(loot, this.#surroundings) && !loot.fill_in_new_order
      const chance = isFixed ? yield* this.#plainAt(loot, 1, depth) : undefined
      if (chance === undefined) others.push(loot)
      else plain.push({ loot, plain: chance })
      if (++this.#steps >= STEPS_UNTIL_PAUSE) yield this.taken()
    }
    const [first] = plain
    const mixed = plain.length < 2 ? undefined : yield* plainDraws(plain, 1, this.#surroundings.made)
    if (first === undefined || mixed === undefined) return yield* this.#each(candidates, 1, depth)
    const drop_weight = plain.reduce((sum, { loot }) => sum + loot.drop_weight, 0)
    return [
      { ...this.#mark(first.loot, mixed), drop_weight, candidacy: "always" },
      ...(yield* this.#each(others, 1, depth)),
    ]
  }
}

/**
 * `ordered`, with markers for the plain parts of its loot. Loot that is bought keeps its own fields, which decide about
 * the price. `any`: some item of the catalog.
 */
export function* reduced(
  { isBought, loot, quantity, read }: OrderedLoot,
  any: LinkedItem,
  surroundings: Omit<Surroundings, "read">,
): Steps<Reduced> {
  const all = new Set([...read, ...(yield* itemsRead(loot, surroundings))])
  const reduction = new Reduction(any, { ...surroundings, read: all })
  const made = isBought
    ? yield* reduction.within(loot, quantity)
    : yield* reduction.loot(loot, quantity, { nesting: 0, orders: 0 })
  yield reduction.taken()
  return { loot: made, markers: reduction.markers }
}
