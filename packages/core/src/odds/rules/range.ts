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

/** As {@link Range}, of what is added and taken; besides, a record may become `set`, which is not added up. */
interface Reached extends Range {
  readonly set: number
}

export type Ranges = ReadonlyMap<number, Reached>

/** The range of an item of which nothing is known. */
export const widest: Reached = { least: -COUNT_MAX, most: COUNT_MAX, set: 0 }

/** The range of an item that {@link rangesOf} does not list. */
export const noRange: Reached = { least: 0, most: 0, set: 0 }

/** The part of a range that can be: no count falls below 0, nor rises above the largest. `held`: before. */
export const possible = ({ least, most, set }: Reached, held: number): Range => ({
  least: Math.max(least, 0 - held),
  most: Math.min(most + set, COUNT_MAX - held),
})

const added = (sums: Map<number, Reached>, ranges: Ranges, times: number): void => {
  for (const [id, { least, most, set }] of ranges) {
    const known = sums.get(id) ?? noRange
    sums.set(id, {
      least: Math.max(-COUNT_MAX, known.least + times * least),
      most: Math.min(COUNT_MAX, known.most + times * most),
      set: times === 0 ? known.set : Math.max(known.set, set),
    })
  }
}

const itemRange = (loot: LinkedLoot, quantity: number): Reached => {
  switch (loot.inventory_operation) {
    case "add":
      // Renting gives 1 at most, and keeps what is there.
      return { ...noRange, most: loot.inventory_selector_type === "rent" ? 1 : quantity }
    case "subtract":
    case "check_greater_than_or_equal_and_subtract":
      return { ...noRange, least: -quantity }
    case "set":
      // One record is set by all such loot of an order, so that what they set does not add up.
      return loot.inventory_selector_type === "own" && loot.use_inventory_bucket === undefined
        ? { least: -COUNT_MAX, most: 0, set: quantity }
        : { least: -COUNT_MAX, most: quantity, set: 0 }
    default:
      return noRange
  }
}

/** Computes ranges, once for each vendor and quantity. A vendor within itself has the widest ranges. */
class Reach {
  readonly #known = new Map<LinkedVendor, Map<number, Ranges>>()

  #widest(root: LinkedVendor): Ranges {
    const ranges = new Map<number, Reached>()
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
    const sums = new Map<number, Reached>()
    if (item === undefined) return sums
    added(sums, new Map([[item.item_id, itemRange(loot, quantity)]]), 1)
    // Each level is reached once at most, because counts that fell do not earn a level twice in one addition.
    if (item.levels !== undefined && item.levelVendor !== undefined) {
      added(sums, yield* this.#vendor(item.levelVendor, 1), 1)
    }
    return sums
  }

  *#whole(vendor: LinkedVendor, quantity: number): Steps<Ranges> {
    const sums = new Map<number, Reached>()
    for (const loot of vendor.loot) {
      const ranges = yield* this.loot(loot, quantity)
      added(sums, ranges, 1)
      yield 1 + ranges.size
    }
    return sums
  }

  /** Of so many draws: the best of the candidates, and the worst. One that stays may be drawn each time. */
  *#drawn(vendor: LinkedVendor, draws: number): Steps<Ranges> {
    const found = new Map<number, Array<{ readonly range: Reached; readonly times: number }>>()
    for (const loot of vendor.candidates) {
      const ranges = yield* this.loot(loot, 1)
      for (const [id, range] of ranges) {
        const one = { range, times: loot.fill_in_new_order ? draws : 1 }
        const others = found.get(id)
        if (others === undefined) found.set(id, [one])
        else others.push(one)
      }
      yield 1 + 2 * ranges.size
    }
    const sums = new Map<number, Reached>()
    for (const [id, all] of found) {
      const best = (of: (range: Reached) => number): number => {
        let [left, sum] = [draws, 0]
        for (const { range, times } of all.toSorted((one, other) => of(other.range) - of(one.range))) {
          const taken = Math.min(left, times)
          sum += taken * of(range)
          left -= taken
        }
        return Math.min(COUNT_MAX, sum)
      }
      const set = draws === 0 ? 0 : all.reduce((most, { range }) => Math.max(most, range.set), 0)
      sums.set(id, { least: 0 - best(({ least }) => 0 - least), most: best(({ most }) => most), set })
      yield all.length
    }
    return sums
  }

  *#vendor(vendor: LinkedVendor, quantity: number): Steps<Ranges> {
    const known = this.#known.get(vendor) ?? new Map<number, Ranges>()
    this.#known.set(vendor, known)
    const made = known.get(quantity)
    if (made !== undefined) return made
    known.set(quantity, this.#widest(vendor))
    const sums =
      vendor.type === "randomly_sampled" ? yield* this.#drawn(vendor, quantity) : yield* this.#whole(vendor, quantity)
    known.set(quantity, sums)
    return sums
  }
}

/** By item: the least and the most by which `quantity` of the loot can change the count. */
export const rangesOf = (loot: LinkedLoot, quantity: number): Steps<Ranges> => new Reach().loot(loot, quantity)
