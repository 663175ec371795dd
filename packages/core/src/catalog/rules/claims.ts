/**
 * Warnings about loot that a client can claim without end: claimable, or on sale for nothing, and neither spending
 * anything nor stopping by itself (decisions, section 10).
 */
import type { CompiledCatalog, CompiledLoot, CompiledVendor } from "./compiled.ts"
import { innermostFirst, lootPath } from "./drops.ts"
import { type Finding, warning } from "./findings.ts"

/**
 * What fulfilling loot again and again comes to: `guarded` stops by itself, because it spends something or fails once it
 * was given; `harmless` gives nothing more after the first time; `endless` gives for ever.
 */
type Repetition = "guarded" | "harmless" | "endless"

/** What each vendor comes to; filled innermost first, so that a sub vendor is found when it is needed. */
type Repetitions = Map<number, Repetition>

/** Whether fulfilling the loot adds to the count of `item`, by recipes alone. */
const adds = (loot: CompiledLoot, item: number, catalog: CompiledCatalog, seen: Set<number>): boolean => {
  if (!loot.active) return false
  if (loot.sub_vendor_id === undefined) {
    return loot.item_id === item && loot.inventory_operation === "add" && loot.quantity > 0
  }
  const vendor = catalog.vendors.get(loot.sub_vendor_id)
  if (vendor?.type !== "recipe" || seen.has(vendor.vendor_id)) return false
  seen.add(vendor.vendor_id)
  return vendor.loot.some((inner) => adds(inner, item, catalog, seen))
}

const ofItemLoot = (
  loot: CompiledLoot,
  siblings: ReadonlyArray<CompiledLoot>,
  catalog: CompiledCatalog,
): Repetition => {
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
    case "check_less_than": {
      const seen = new Set<number>()
      return siblings.some((sibling) => adds(sibling, item, catalog, seen)) ? "guarded" : "harmless"
    }
    default:
      return "harmless"
  }
}

const ofLoot = (
  loot: CompiledLoot,
  siblings: ReadonlyArray<CompiledLoot>,
  catalog: CompiledCatalog,
  repetitions: Repetitions,
): Repetition => {
  if (!loot.active) return "harmless"
  if (loot.sub_vendor_id === undefined) return ofItemLoot(loot, siblings, catalog)
  return repetitions.get(loot.sub_vendor_id) ?? "harmless"
}

/** One guard guards the whole recipe: if any of its loot fails, all of it does. */
const ofRecipe = (vendor: CompiledVendor, catalog: CompiledCatalog, repetitions: Repetitions): Repetition => {
  const parts = new Set(vendor.loot.map((loot) => ofLoot(loot, vendor.loot, catalog, repetitions)))
  if (parts.has("guarded")) return "guarded"
  return parts.has("endless") ? "endless" : "harmless"
}

/** A draw guards only if whatever is drawn guards; a stack limit takes loot out of the draw. */
const ofDraw = (vendor: CompiledVendor, catalog: CompiledCatalog, repetitions: Repetitions): Repetition => {
  const parts = vendor.loot
    .filter((loot) => loot.active && loot.drop_weight > 0)
    .map((loot) => (loot.stack_limit === undefined ? ofLoot(loot, [], catalog, repetitions) : "harmless"))
  if (parts.includes("endless")) return "endless"
  return parts.length > 0 && parts.every((part) => part === "guarded") ? "guarded" : "harmless"
}

const isFree = (loot: CompiledLoot, catalog: CompiledCatalog): boolean => {
  const guid = loot.current_price_point_guid
  const breakpoints = (guid === undefined ? undefined : catalog.pricePoints.get(guid)?.current_breakpoints) ?? []
  return breakpoints.some(({ currencies }) => currencies.some(({ price }) => price === 0))
}

/** Every active loot that a client can claim, or buy for nothing, without end. */
export const findEndlessClaims = (catalog: CompiledCatalog): ReadonlyArray<Finding> => {
  const repetitions: Repetitions = new Map()
  for (const vendor of innermostFirst(catalog)) {
    const ofVendor = vendor.type === "recipe" ? ofRecipe : ofDraw
    repetitions.set(vendor.vendor_id, ofVendor(vendor, catalog, repetitions))
  }
  return [...catalog.loot.values()]
    .filter((loot) => loot.active && (loot.is_claimable_by_client || isFree(loot, catalog)))
    .filter((loot) => ofLoot(loot, [], catalog, repetitions) === "endless")
    .map((loot) => warning("claimable_without_end", lootPath(loot)))
}
