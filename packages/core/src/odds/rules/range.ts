/**
 * The least and the most by which an order can change the count of an item. Estimates of an average need these bounds.
 */
import type { LinkedLoot, LinkedVendor } from "../../catalog/rules/linked.ts"
import { COUNT_MAX } from "../../inventory/schema.ts"
import { quantityFor } from "./plain.ts"
import type { Steps } from "./steps.ts"

/** Both inclusive; `least` is at most 0, and `most` at least 0. */
export interface Range {
  readonly least: number
  readonly most: number
}

export type Ranges = ReadonlyMap<number, Range>

/** The range of an item of which nothing is known. */
export const widest: Range = { least: -COUNT_MAX, most: COUNT_MAX }

/** The range of an item that {@link rangesOf} does not list. */
export const noRange: Range = { least: 0, most: 0 }

const added = (sums: Map<number, Range>, ranges: Ranges, times: number): void => {
  for (const [id, { least, most }] of ranges) {
    const known = sums.get(id) ?? noRange
    sums.set(id, {
      least: Math.max(-COUNT_MAX, known.least + times * least),
      most: Math.min(COUNT_MAX, known.most + times * most),
    })
  }
}

const itemRange = (loot: LinkedLoot, quantity: number): Range => {
  switch (loot.inventory_operation) {
    case "add":
      // Renting gives 1 at most, and keeps what is there.
      return { least: 0, most: loot.inventory_selector_type === "rent" ? 1 : quantity }
    case "subtract":
    case "check_greater_than_or_equal_and_subtract":
      return { least: -quantity, most: 0 }
    case "set":
      return { least: -COUNT_MAX, most: quantity }
    default:
      return noRange
  }
}

/** Computes ranges, once for each vendor and quantity. A vendor within itself has the widest ranges. */
class Reach {
  readonly #known = new Map<LinkedVendor, Map<number, Ranges>>()

  #widest(root: LinkedVendor): Ranges {
    const ranges = new Map<number, Range>()
    const seen = new Set<LinkedVendor>([root])
    for (const vendor of seen) {
      for (const { item, subVendor } of vendor.loot) {
        if (item !== undefined) ranges.set(item.item_id, widest)
        if (subVendor !== undefined) seen.add(subVendor)
        if (item?.levelVendor !== undefined) seen.add(item.levelVendor)
      }
    }
    return ranges
  }

  *loot(loot: LinkedLoot, multiplier: number): Steps<Ranges> {
    const exact = quantityFor(loot, multiplier)
    const quantity = exact ?? (loot.hard_quantity_maximum === 0 ? COUNT_MAX : loot.hard_quantity_maximum)
    const { item, subVendor } = loot
    if (subVendor !== undefined) return yield* this.#vendor(subVendor, quantity)
    const sums = new Map<number, Range>()
    if (item === undefined) return sums
    added(sums, new Map([[item.item_id, itemRange(loot, quantity)]]), 1)
    // Each level is reached once at most, because counts that fell do not earn a level twice in one addition.
    if (item.levels !== undefined && item.levelVendor !== undefined) {
      added(sums, yield* this.#vendor(item.levelVendor, 1), 1)
    }
    return sums
  }

  *#vendor(vendor: LinkedVendor, quantity: number): Steps<Ranges> {
    const known = this.#known.get(vendor) ?? new Map<number, Ranges>()
    this.#known.set(vendor, known)
    const made = known.get(quantity)
    if (made !== undefined) return made
    known.set(quantity, this.#widest(vendor))
    const sums = new Map<number, Range>()
    for (const loot of vendor.loot) {
      const isSampled = vendor.type === "randomly_sampled"
      const times = !isSampled ? 1 : loot.fill_in_new_order ? quantity : Math.min(1, quantity)
      const ranges = yield* this.loot(loot, isSampled ? 1 : quantity)
      added(sums, ranges, times)
      yield 1 + ranges.size
    }
    known.set(quantity, sums)
    return sums
  }
}

/** By item: the least and the most by which `quantity` of the loot can change the count. */
export const rangesOf = (loot: LinkedLoot, quantity: number): Steps<Ranges> => new Reach().loot(loot, quantity)
