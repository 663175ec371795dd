/**
 * Warnings about loot that a client can claim without end: claimable, or on sale for nothing, and neither spending
 * anything nor stopping by itself (decisions, section 10).
 */
import type { LinkedCatalog, LinkedLoot, LinkedVendor } from "./linked.ts"
import { innermostFirst, lootPath } from "./drops.ts"
import { type Finding, warning } from "./findings.ts"

/**
 * What fulfilling loot again and again comes to: `guarded` stops by itself, because it spends something or fails once
 * it was given; `harmless` gives nothing more after the first time; `endless` gives for ever.
 */
type Repetition = "guarded" | "harmless" | "endless"

/** What each vendor comes to; filled innermost first, so that a sub vendor is found when it is needed. */
type Repetitions = Map<LinkedVendor, Repetition>

/** Puts every item whose count fulfilling the loot adds to, by recipes alone, into `added`. */
const collectAdded = (loot: LinkedLoot, seen: Set<LinkedVendor>, added: Set<number>): void => {
  if (!loot.active) return
  const vendor = loot.subVendor
  if (vendor === undefined) {
    if (loot.item_id !== undefined && loot.inventory_operation === "add" && loot.quantity > 0) added.add(loot.item_id)
    return
  }
  if (vendor.type !== "recipe" || seen.has(vendor)) return
  seen.add(vendor)
  for (const inner of vendor.loot) collectAdded(inner, seen, added)
}

/** The items that a recipe adds to, found out when it is first asked whether one of them is among them. */
const addedBy = (siblings: ReadonlyArray<LinkedLoot>): ((item: number) => boolean) => {
  let added: Set<number> | undefined
  return (item) => {
    if (added === undefined) {
      added = new Set()
      const seen = new Set<LinkedVendor>()
      for (const sibling of siblings) collectAdded(sibling, seen, added)
    }
    return added.has(item)
  }
}

/** Of loot that stands alone: nothing is given beside it. */
const NOTHING_ADDED = (): boolean => false

const ofItemLoot = (loot: LinkedLoot, isAdded: (item: number) => boolean): Repetition => {
  const { item_id: item } = loot
  if (item === undefined || loot.quantity === 0) return "harmless"
  switch (loot.inventory_operation) {
    case "add":
      // Both stop by themselves: one record per window, and nothing more at the top level.
      if (loot.inventory_selector_type === "rent_timeframe_locked") return "harmless"
      return loot.xp_quantity_transform_type === "none" ? "endless" : "harmless"
    case "subtract":
    case "check_greater_than_or_equal_and_subtract":
      return "guarded"
    case "check_less_than":
      return isAdded(item) ? "guarded" : "harmless"
    default:
      return "harmless"
  }
}

const ofLoot = (loot: LinkedLoot, isAdded: (item: number) => boolean, repetitions: Repetitions): Repetition => {
  if (!loot.active) return "harmless"
  if (loot.subVendor === undefined) return ofItemLoot(loot, isAdded)
  return repetitions.get(loot.subVendor) ?? "harmless"
}

/** One guard guards the whole recipe: if any of its loot fails, all of it does. */
const ofRecipe = (vendor: LinkedVendor, repetitions: Repetitions): Repetition => {
  const isAdded = addedBy(vendor.loot)
  const parts = new Set(vendor.loot.map((loot) => ofLoot(loot, isAdded, repetitions)))
  if (parts.has("guarded")) return "guarded"
  return parts.has("endless") ? "endless" : "harmless"
}

/** A draw guards only if whatever is drawn guards; a stack limit takes loot out of the draw. */
const ofDraw = (vendor: LinkedVendor, repetitions: Repetitions): Repetition => {
  const parts = vendor.loot
    .filter((loot) => loot.active && loot.drop_weight > 0)
    .map((loot) => (loot.stack_limit === undefined ? ofLoot(loot, NOTHING_ADDED, repetitions) : "harmless"))
  if (parts.includes("endless")) return "endless"
  return parts.length > 0 && parts.every((part) => part === "guarded") ? "guarded" : "harmless"
}

/** The price points by which something is to be had for nothing. */
const freePricePoints = (catalog: LinkedCatalog): ReadonlySet<string | undefined> => {
  const free = new Set<string | undefined>()
  for (const [guid, point] of catalog.pricePoints) {
    const tiers = point.current_breakpoints ?? []
    if (tiers.some(({ currencies }) => currencies.some(({ price }) => price === 0))) free.add(guid)
  }
  return free
}

/** Every active loot that a client can claim, or buy for nothing, without end. */
export const findEndlessClaims = (catalog: LinkedCatalog): ReadonlyArray<Finding> => {
  const repetitions: Repetitions = new Map()
  for (const vendor of innermostFirst(catalog)) {
    const repetition = vendor.type === "recipe" ? ofRecipe(vendor, repetitions) : ofDraw(vendor, repetitions)
    repetitions.set(vendor, repetition)
  }
  const free = freePricePoints(catalog)
  return [...catalog.loot.values()]
    .filter((loot) => loot.active && (loot.is_claimable_by_client || free.has(loot.current_price_point_guid)))
    .filter((loot) => ofLoot(loot, NOTHING_ADDED, repetitions) === "endless")
    .map((loot) => warning("claimable_without_end", lootPath(loot)))
}
