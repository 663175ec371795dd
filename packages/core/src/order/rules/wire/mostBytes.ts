/**
 * The most bytes that an order of a client can store, whatever it draws. It is known before anything is drawn, because
 * an order that was refused for its outcome could be sent again for other draws (decisions, section 12). It follows
 * from the catalog and the quantities. Two things that servers decide come on top, and are charged when they are
 * stored: the custom data of records, and an item that is taken from many records at once.
 */
import { isEverAvailable } from "../../../catalog/rules/availability.ts"
import {
  hasLevels,
  type LinkedCatalog,
  type LinkedItem,
  type LinkedLoot,
  type LinkedVendor,
  lookup,
} from "../../../catalog/rules/linked.ts"
import { canonicalJson } from "../../../kernel/wire/Json.ts"
import { utf8 } from "../../../kernel/wire/Utf8.ts"
import type { SubmittedEntry } from "../../schema.ts"
import type { OrderHeader } from "./encode.ts"
import { QUANTITY_MAX } from "../interpret/entry/Entry.ts"
import { type Bounds, boundsOf } from "../interpret/run.ts"

/** Bytes of a change: a record before and after it, at their longest. */
const CHANGE = 800
/** Bytes of a number that was drawn. */
const DRAW = 17
/** Bytes of the fixed fields of an order, and of an entry, at their longest. */
const ORDER = 500
const ENTRY = 500
/** Changes of the entry itself: the price and the coupon that it takes. */
const OWN_CHANGES = 2
/** Bytes of the detail of a part that is chosen, or of a code that is claimed. */
const DETAIL = 60

/**
 * The most bytes for a quantity: the lesser of `each` for each unit, and `flat` with `slope` for each unit. What does
 * not grow with the quantity has a `slope` of 0.
 */
interface Most {
  readonly each: number
  readonly flat: number
  readonly slope: number
  /** How many numbers are drawn for one unit. Those of a draw that fails are kept. */
  readonly draws: number
  /** Items whose levels may rise. */
  readonly levelled: ReadonlySet<LinkedItem>
}

const noItems: ReadonlySet<LinkedItem> = new Set()
const NOTHING: Most = { each: 0, flat: 0, slope: 0, draws: 0, levelled: noItems }

/** A product in which nothing, however often, is nothing. */
const times = (one: number, other: number): number => (one === 0 || other === 0 ? 0 : one * other)

const ofQuantity = ({ each, flat, slope }: Most, quantity: number): number =>
  Math.min(times(each, quantity), flat + times(slope, quantity))

const together = (parts: ReadonlyArray<Most>, of: (part: Most) => number): number =>
  parts.reduce((sum, part) => sum + of(part), 0)

const largest = (parts: ReadonlyArray<Most>, of: (part: Most) => number): number =>
  parts.reduce((most, part) => Math.max(most, of(part)), 0)

const levelledOf = (parts: ReadonlyArray<Most>): ReadonlySet<LinkedItem> =>
  parts.every(({ levelled }) => levelled.size === 0) ? noItems : new Set(parts.flatMap(({ levelled }) => [...levelled]))

/** What `header` takes in an order that another order makes, and in the detail that names it. */
const newOrderBytes = (header: number): number => 2 * (ORDER + ENTRY + header)

/** Whether drawn loot may fail, so that another is drawn instead. */
const mayFail = ({ inventory_operation: operation, item, subVendor }: LinkedLoot): boolean =>
  subVendor !== undefined ||
  (item !== undefined && (operation !== "add" || item.platforms !== undefined || !item.active || hasLevels(item)))

/** The bytes of a catalog's loot, for orders whose header takes `header` bytes. */
class Mosts {
  /** What an order takes that another order makes. */
  readonly #made: number
  readonly #known = new Map<LinkedVendor, Most>()

  constructor(header: number) {
    this.#made = newOrderBytes(header)
  }

  /** The most for an entry with these bounds, whatever it fulfils. */
  within({ changes, newOrders, steps }: Bounds): number {
    return changes * CHANGE + newOrders * this.#made + steps * DRAW
  }

  /** The most for the loot in the quantity that is asked for. */
  ofLoot(loot: LinkedLoot): Most {
    if (!isEverAvailable(loot)) return NOTHING
    const { hard_quantity_maximum: maximum, item, quantity, quantity_type, subVendor } = loot
    if (subVendor === undefined) {
      if (item === undefined) return NOTHING
      const levelled = hasLevels(item) ? new Set([item]) : noItems
      return { each: CHANGE, flat: CHANGE, slope: 0, draws: 0, levelled }
    }
    const most = this.#ofVendor(subVendor)
    const cap = maximum === 0 ? Number.POSITIVE_INFINITY : maximum
    // What the player holds of the item that decides about the quantity is not known yet.
    const isKnown = loot.multiplier === undefined && loot.xp_quantity_transform_type === "none"
    const given = Math.min(cap, isKnown ? quantity : Number.POSITIVE_INFINITY)
    const whole = ofQuantity(most, given)
    const draws = times(most.draws, given)
    if (quantity_type !== "relative") return { ...most, each: whole, flat: whole, slope: 0, draws }
    return {
      each: whole,
      flat: maximum === 0 ? most.flat : ofQuantity(most, cap),
      slope: maximum === 0 ? times(most.slope, given) : 0,
      draws,
      levelled: most.levelled,
    }
  }

  #ofVendor(vendor: LinkedVendor): Most {
    const known = this.#known.get(vendor)
    if (known !== undefined) return known
    // A checked catalog has no vendor within itself.
    this.#known.set(vendor, NOTHING)
    const made = vendor.type === "recipe" ? this.#ofRecipe(vendor) : this.#ofDraw(vendor)
    this.#known.set(vendor, made)
    return made
  }

  #ofRecipe({ loot }: LinkedVendor): Most {
    const parts = loot.map((part) => this.ofLoot(part))
    return {
      each: together(parts, ({ each }) => each),
      flat: together(parts, ({ flat }) => flat),
      slope: together(parts, ({ slope }) => slope),
      draws: together(parts, ({ draws }) => draws),
      levelled: levelledOf(parts),
    }
  }

  /** Drawn loot leaves the vendor, unless it has an order of its own. So does loot whose draw fails. */
  #ofDraw({ candidates }: LinkedVendor): Most {
    const parts = candidates.map((loot) => this.ofLoot(loot))
    const given = parts.map((part, index) => {
      const isInOrder = candidates[index]?.fill_in_new_order === true
      return { isInOrder, bytes: DRAW + ofQuantity(part, 1) + (isInOrder ? this.#made : 0) }
    })
    const failing = parts.filter((_, index) => mayFail(candidates[index] as LinkedLoot))
    const failed = together(failing, ({ draws }) => 1 + draws)
    const most = (of: typeof given) => of.reduce((sofar, { bytes }) => Math.max(sofar, bytes), 0)
    return {
      each: most(given) + DRAW * failed,
      flat: given.reduce((sum, { bytes, isInOrder }) => sum + (isInOrder ? 0 : bytes), 0) + DRAW * failed,
      slope: most(given.filter(({ isInOrder }) => isInOrder)),
      draws: 1 + largest(parts, ({ draws }) => draws) + failed,
      levelled: levelledOf(parts),
    }
  }
}

/** A loot that an entry fulfils, and how often. */
interface Asked {
  readonly loot: LinkedLoot
  readonly quantity: number
}

/** The loot of an entitlement: of the item that the entry names, or else of any whose record it may name. */
const entitledOf = (catalog: LinkedCatalog, { item_id }: SubmittedEntry): ReadonlyArray<LinkedLoot> => {
  const item = lookup(catalog.items, item_id)
  const items = item === undefined ? catalog.entitlements : [item]
  return items.flatMap(({ entitled_loot_id }) => lookup(catalog.loot, entitled_loot_id) ?? [])
}

/** The loot that a client's entry may fulfil; of several, one. A quantity that is not allowed fulfils none. */
const askedOf = (catalog: LinkedCatalog, entry: SubmittedEntry): ReadonlyArray<Asked> => {
  const { external_tran_id, loot_id, quantity, type } = entry
  const isOnce = type === "promotion_code" || type === "fill_loot_single_transient"
  if (quantity < 1 || quantity > (isOnce ? 1 : QUANTITY_MAX)) return []
  const loot = lookup(catalog.loot, loot_id)
  switch (type) {
    case "fill_loot":
    case "fill_loot_single_transient":
      return loot?.is_claimable_by_client === true ? [{ loot, quantity }] : []
    case "purchase_loot":
    case "purchase_dynamic_bundle":
      return loot?.pricePoint === undefined ? [] : [{ loot, quantity }]
    case "promotion_code": {
      const promotion = lookup(catalog.promotions, external_tran_id)
      const given = lookup(catalog.loot, promotion?.loot_id)
      return promotion === undefined || given === undefined ? [] : [{ loot: given, quantity: promotion.quantity }]
    }
    case "fill_entitled_loot":
      return entitledOf(catalog, entry)
        .filter(({ is_claimable_by_client: isClaimable }) => isClaimable)
        .map((entitled) => ({ loot: entitled, quantity }))
    default:
      return []
  }
}

/** The rewards of the levels of these items, and of the items whose levels those raise. Each level is reached once. */
const rewardBytes = (mosts: Mosts, levelled: Iterable<LinkedItem>): number => {
  const open = new Set(levelled)
  let bytes = 0
  // A set is walked with what is added meanwhile.
  for (const { levels = [], levelVendor } of open) {
    for (const loot of levels.flatMap(({ level }) => levelVendor?.lootBySortOrder.get(level) ?? [])) {
      const most = mosts.ofLoot(loot)
      bytes += ofQuantity(most, 1)
      for (const item of most.levelled) open.add(item)
    }
  }
  return bytes
}

/** Headers of names that take at most as many bytes count as this long. */
const HEADER_SHORT = 256
/** Bytes of a character of a name at its longest: an escape. */
const CHARACTER = 6

/** Bytes of the names in a header. Short ones are not measured, because every order has them. */
const headerBytes = ({ instance_id = "", match_id = "", portal_user_id = "" }: OrderHeader): number => {
  const most = CHARACTER * (instance_id.length + match_id.length + portal_user_id.length)
  return most <= HEADER_SHORT ? HEADER_SHORT : utf8(canonicalJson([instance_id, match_id, portal_user_id])).length
}

const known = new WeakMap<LinkedCatalog, Map<number, Mosts>>()

/** What is known of a catalog for headers of this size, rounded up so that there are few sizes. */
const mostsOf = (catalog: LinkedCatalog, header: number): Mosts => {
  const rounded = 2 ** Math.ceil(Math.log2(header))
  const ofCatalog = known.get(catalog) ?? new Map<number, Mosts>()
  known.set(catalog, ofCatalog)
  const mosts = ofCatalog.get(rounded) ?? new Mosts(rounded)
  ofCatalog.set(rounded, mosts)
  return mosts
}

/** The most bytes that an order of these entries stores. `body`: the bytes of the request. */
export const mostBytesOf = (
  catalog: LinkedCatalog,
  entries: ReadonlyArray<SubmittedEntry>,
  header: OrderHeader,
  body: number,
): number => {
  const mosts = mostsOf(catalog, headerBytes(header))
  const levelled = new Set<LinkedItem>()
  const bound = mosts.within(boundsOf(entries.length))
  let bytes = body + ORDER
  for (const entry of entries) {
    const asked = askedOf(catalog, entry)
    const parts = entry.dynamic_bundle_loot_ids?.length ?? 0
    bytes += ENTRY + DETAIL * (parts + 1)
    if (asked.length > 0) bytes += OWN_CHANGES * CHANGE
    const most = asked.map(({ loot }) => mosts.ofLoot(loot))
    const whole = asked.map(({ quantity }, index) => ofQuantity(most[index] ?? NOTHING, quantity))
    bytes += Math.min(bound, Math.max(0, ...whole))
    for (const item of levelledOf(most)) levelled.add(item)
  }
  return bytes + Math.min(bound * entries.length, rewardBytes(mosts, levelled))
}
