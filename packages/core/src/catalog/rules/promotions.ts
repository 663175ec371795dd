/**
 * Promotion codes that nobody can claim, because of their loot, their time or their uses (decisions, section 10). What
 * their platforms forbid is in platforms.ts.
 */
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import { beginningOf, isEverAvailable } from "./availability.ts"
import { innermostFirst } from "./drops.ts"
import { type Finding, finding } from "./findings.ts"
import type { LinkedCatalog, LinkedLoot, LinkedVendor } from "./linked.ts"

/** When each vendor can give something for the first time. A recipe leaves out what has not begun. */
type Beginnings = ReadonlyMap<LinkedVendor, Timestamp>

const beginning = (loot: LinkedLoot, beginnings: Beginnings): Timestamp => {
  const within = loot.subVendor === undefined ? undefined : beginnings.get(loot.subVendor)
  return Math.max(beginningOf(loot) ?? Number.NEGATIVE_INFINITY, within ?? Number.NEGATIVE_INFINITY)
}

/** When each vendor begins. A draw begins with the first of its candidates. */
const beginningsOf = (catalog: LinkedCatalog): Beginnings => {
  const beginnings = new Map<LinkedVendor, Timestamp>()
  for (const vendor of innermostFirst(catalog)) {
    if (vendor.type === "recipe" || vendor.candidates.length === 0) continue
    const first = vendor.candidates.reduce(
      (least, loot) => Math.min(least, beginning(loot, beginnings)),
      Number.POSITIVE_INFINITY,
    )
    if (Number.isFinite(first)) beginnings.set(vendor, first)
  }
  return beginnings
}

/** Every code that cannot be claimed at `now` or later, at the field that says so. */
export const findUnclaimable = (catalog: LinkedCatalog, now: Timestamp): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  if (catalog.promotions.size === 0) return found
  const beginnings = beginningsOf(catalog)
  for (const { code, end, loot_id, uses_maximum } of catalog.promotions.values()) {
    const path = ["promotions", code]
    const loot = catalog.loot.get(loot_id)
    if (loot !== undefined && !isEverAvailable(loot)) {
      found.push(finding("promotion_loot_inactive", [...path, "loot_id"]))
    }
    if (uses_maximum === 0) found.push(finding("promotion_without_uses", [...path, "uses_maximum"]))
    if (end === undefined) continue
    if (loot !== undefined && end <= beginning(loot, beginnings)) {
      found.push(finding("promotion_ends_before_loot", [...path, "end"]))
    } else if (end <= now) found.push(finding("promotion_over", [...path, "end"]))
  }
  return found
}
