/** The candidates of a randomly sampled vendor: what is known of them before the first draw, whoever draws. */
import { isAlwaysAvailable } from "../../../catalog/rules/availability.ts"
import { frameOfLife, type LinkedItem, type LinkedLoot, type LinkedVendor } from "../../../catalog/rules/linked.ts"

/** The states of a candidate: it cannot be drawn now, it can, or it was drawn and is gone for good. */
export const OUT = 0
export const IN = 1
export const GONE = 2

/** The states of the candidates, and sums of weights. Plain arrays, because making a typed array takes long. */
export interface Sums {
  readonly state: ReadonlyArray<number>
  /** Fenwick tree of the weights that are in; its indexes start at 1. */
  readonly sums: ReadonlyArray<number>
  readonly total: number
}

/** The sums of the weights that are in. They are exact if their total is. */
export const sumUp = (loot: ReadonlyArray<LinkedLoot>, state: ReadonlyArray<number>) => {
  const sums = [0, ...loot.map((one, index) => (state[index] === IN ? one.drop_weight : 0))]
  const total = sums.reduce((sum, weight) => sum + weight, 0)
  for (let node = 1; node < sums.length; node++) {
    const parent = node + (node & -node)
    if (parent < sums.length) sums[parent] = (sums[parent] as number) + (sums[node] as number)
  }
  return { sums, total }
}

/** The sums when the candidates are in that `isIn` names. */
const sumsOf = ({ candidates }: LinkedVendor, isIn: (loot: LinkedLoot) => boolean): Sums => {
  const state = candidates.map((one) => (isIn(one) ? IN : OUT))
  return { state, ...sumUp(candidates, state) }
}

/** What is known of a vendor before its first draw. */
export interface Prepared {
  /**
   * Whether the sum of the weights of all candidates is an exact number. Then the sum of some candidates is exact too.
   */
  readonly isExact: boolean
  /** Only the candidates that depend on nothing are in. */
  readonly fixed: Sums
  /** In are also those that depend on held items alone, as for a player who holds no item. */
  readonly unheld: Sums
  /** Indexes of the candidates that depend on the player's inventory or on the time. */
  readonly dependent: ReadonlyArray<number>
  /** Those of them that depend on more than counts of held items. */
  readonly judged: ReadonlyArray<number>
  /** The others, also by the items whose counts decide about them. */
  readonly counted: ReadonlyArray<number>
  readonly byItem: ReadonlyMap<number, ReadonlyArray<number>>
}

/** Whether counts of held items alone decide about the candidate. */
const dependsOnCounts = (loot: LinkedLoot): boolean =>
  loot.candidacy === "depends" &&
  !loot.broken &&
  isAlwaysAvailable(loot) &&
  frameOfLife(loot) === undefined &&
  (loot.subVendor === undefined || loot.allow_partial_bundles)

/** The count of an item that the player does not hold. */
const countUnheld = (item: LinkedItem): number => (item.always_owned ? 1 : 0)

/** Whether a player who holds no item may draw the candidate, about which counts decide. */
const isInUnheld = ({ item, required, required_item_count, stack_limit }: LinkedLoot): boolean =>
  (required === undefined || countUnheld(required) >= required_item_count) &&
  (stack_limit === undefined || item === undefined || countUnheld(item) < stack_limit)

const isFixed = ({ candidacy }: LinkedLoot): boolean => candidacy === "always"

const prepare = (vendor: LinkedVendor): Prepared => {
  const { candidates } = vendor
  const dependent: Array<number> = []
  const judged: Array<number> = []
  const counted: Array<number> = []
  const byItem = new Map<number, Array<number>>()
  for (const [index, loot] of candidates.entries()) {
    if (loot.candidacy === "always") continue
    dependent.push(index)
    if (!dependsOnCounts(loot)) {
      judged.push(index)
      continue
    }
    counted.push(index)
    for (const { item_id } of [loot.item, loot.required].filter((item) => item !== undefined)) {
      const known = byItem.get(item_id)
      if (known === undefined) byItem.set(item_id, [index])
      else known.push(index)
    }
  }
  return {
    isExact: Number.isSafeInteger(sumsOf(vendor, () => true).total),
    fixed: sumsOf(vendor, isFixed),
    unheld: sumsOf(vendor, (loot) => isFixed(loot) || (dependsOnCounts(loot) && isInUnheld(loot))),
    dependent,
    judged,
    counted,
    byItem,
  }
}

const prepared = new WeakMap<LinkedVendor, Prepared>()

/** What is known of the vendor, which is found out once. */
export const preparedOf = (vendor: LinkedVendor): Prepared => {
  const known = prepared.get(vendor)
  if (known !== undefined) return known
  const made = prepare(vendor)
  prepared.set(vendor, made)
  return made
}
