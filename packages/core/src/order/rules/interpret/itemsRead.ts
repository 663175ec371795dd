/** Which items loot reads: those whose records are loaded before it is judged or fulfilled. */
import type { LinkedLoot, LinkedVendor } from "../../../catalog/rules/linked.ts"

/**
 * Adds to `found` the items that judging and fulfilling the loot reads. Items of its sub vendors are included. Stops
 * and answers false when it has found more than `maximum`.
 */
const collect = (loot: LinkedLoot, found: Set<number>, seen: Set<LinkedVendor>, maximum: number): boolean => {
  for (const id of loot.itemIds) found.add(id)
  const vendors = [loot.subVendor, loot.item?.levelVendor]
  for (const vendor of vendors) {
    if (vendor === undefined || seen.has(vendor)) continue
    seen.add(vendor)
    for (const inner of vendor.loot) if (!collect(inner, found, seen, maximum)) return false
  }
  return found.size <= maximum
}

/** Most items that are loaded ahead for a loot. */
const AHEAD_MAX = 32

const ahead = new WeakMap<LinkedLoot, ReadonlyArray<number>>()

/** The items that fulfilling the loot can read, where they are few; otherwise only those that the loot itself reads. */
export const itemsAhead = (loot: LinkedLoot): ReadonlyArray<number> => {
  const known = ahead.get(loot)
  if (known !== undefined) return known
  const found = new Set<number>()
  const made = collect(loot, found, new Set(), AHEAD_MAX) ? Array.from(found) : loot.itemIds
  ahead.set(loot, made)
  return made
}

/** All items that fulfilling the loot can read. */
export const itemsReached = (loot: LinkedLoot): ReadonlyArray<number> => {
  const found = new Set<number>()
  collect(loot, found, new Set(), Number.POSITIVE_INFINITY)
  return Array.from(found)
}

const judged = new WeakMap<LinkedVendor, ReadonlyArray<number>>()

/** The items that decide which loot of a randomly sampled vendor are candidates. */
export const itemsJudged = (vendor: LinkedVendor): ReadonlyArray<number> => {
  const known = judged.get(vendor)
  if (known !== undefined) return known
  const found = new Set<number>()
  for (const loot of vendor.candidates) {
    if (loot.candidacy !== "depends") continue
    if (loot.allow_partial_bundles) for (const id of loot.itemIds) found.add(id)
    else collect(loot, found, new Set(), Number.POSITIVE_INFINITY)
  }
  const made = Array.from(found)
  judged.set(vendor, made)
  return made
}
