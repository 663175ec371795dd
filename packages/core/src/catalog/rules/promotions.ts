/**
 * Promotion codes that nobody can claim, because of their loot, their time or their uses (decisions, section 10). What
 * their platforms forbid is in platforms.ts.
 */
import { formatTimestamp, type Timestamp } from "../../kernel/time/Timestamp.ts"
import { beginningOf, isEverAvailable } from "./availability.ts"
import { innermostFirst } from "./drops.ts"
import { type Finding, finding } from "./findings.ts"
import { endsWithFrame } from "./idle.ts"
import type { LinkedCatalog, LinkedLoot, LinkedVendor } from "./linked.ts"

/** From when and until when loot or a vendor can be given, as far as its times say. The end is exclusive. */
interface Window {
  readonly from: Timestamp
  readonly until: Timestamp
}

const ALWAYS: Window = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }

type Windows = ReadonlyMap<LinkedVendor, Window>

/** When a record that ends with its time frame can be given: until the frame is over for good. A rent is never over. */
const endOf = (loot: LinkedLoot): Timestamp => {
  const { inventory_operation, inventory_selector_type, multiplier, quantity, timeFrame } = loot
  const isGiven = inventory_operation === "set" || (quantity > 0 && multiplier === undefined)
  const isLasting = inventory_selector_type === "rent" || timeFrame?.hour_interval !== undefined || !isGiven
  return timeFrame === undefined || isLasting || !endsWithFrame(loot) ? ALWAYS.until : timeFrame.end
}

const windowOf = (loot: LinkedLoot, windows: Windows): Window => {
  const own = beginningOf(loot) ?? ALWAYS.from
  if (loot.subVendor === undefined) return { from: own, until: endOf(loot) }
  const { from, until } = windows.get(loot.subVendor) ?? ALWAYS
  return { from: Math.max(own, from), until }
}

/** Whether drawn loot may be given in parts, so that it lasts longer than its parts. */
const isPartial = ({ allow_partial_bundles, subVendor }: LinkedLoot): boolean =>
  subVendor?.type === "recipe" && allow_partial_bundles

/**
 * The window of each vendor. A recipe leaves out what has not begun, and ends with the first of its parts. A draw
 * begins with the first of its candidates, and ends with the last.
 */
const windowsOf = (catalog: LinkedCatalog): Windows => {
  const windows = new Map<LinkedVendor, Window>()
  for (const vendor of innermostFirst(catalog)) {
    let { from, until } = ALWAYS
    if (vendor.type === "recipe") {
      for (const part of vendor.loot.filter(isEverAvailable)) {
        // Until it begins, a part is left out.
        until = Math.min(until, Math.max(beginningOf(part) ?? ALWAYS.from, windowOf(part, windows).until))
      }
    } else if (vendor.candidates.length > 0) {
      from = ALWAYS.until
      until = ALWAYS.from
      for (const loot of vendor.candidates) {
        const window = windowOf(loot, windows)
        from = Math.min(from, window.from)
        until = Math.max(until, isPartial(loot) ? ALWAYS.until : window.until)
      }
    }
    if (from > ALWAYS.from || until < ALWAYS.until) windows.set(vendor, { from, until })
  }
  return windows
}

/** Every code that cannot be claimed at `now` or later, at the field that says so. */
export const findUnclaimable = (catalog: LinkedCatalog, now: Timestamp): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  if (catalog.promotions.size === 0) return found
  const windows = windowsOf(catalog)
  for (const { code, end, loot_id, start, uses_maximum } of catalog.promotions.values()) {
    const path = ["promotions", code]
    const loot = catalog.loot.get(loot_id)
    if (loot !== undefined && !isEverAvailable(loot)) {
      found.push(finding("promotion_loot_inactive", [...path, "loot_id"]))
    }
    if (uses_maximum === 0) found.push(finding("promotion_without_uses", [...path, "uses_maximum"]))
    const { from, until } = loot === undefined ? ALWAYS : windowOf(loot, windows)
    if (end !== undefined && end <= from) {
      const detail = `it ends ${formatTimestamp(end)}, and the loot begins ${formatTimestamp(from)}`
      found.push(finding("promotion_ends_before_loot", [...path, "end"], detail))
    } else if (end !== undefined && end <= now) {
      found.push(finding("promotion_over", [...path, "end"], `it ended ${formatTimestamp(end)}`))
    }
    // Loot that is over now has a finding of its own.
    else if (start !== undefined && until > now && start >= until) {
      const detail = `it begins ${formatTimestamp(start)}, and the loot ends ${formatTimestamp(until)}`
      found.push(finding("promotion_begins_after_loot", [...path, "start"], detail))
    }
  }
  return found
}
