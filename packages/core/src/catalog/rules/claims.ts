/**
 * Warnings about loot that a client can claim without end (decisions, section 10). Such loot is claimable, or sold at
 * price 0. It spends nothing, and no claim of it ever fails.
 */
import { isEverAvailable } from "./availability.ts"
import type { LinkedCatalog, LinkedLoot, LinkedVendor } from "./linked.ts"
import { innermostFirst, lootPath } from "./drops.ts"
import { type Finding, finding, shown } from "./findings.ts"
import type { LinkedPricePoint } from "./linkedTables.ts"
import { roundOf, type WitnessEntry } from "./witness.ts"

/**
 * The result of fulfilling loot again and again. `guarded`: it ends, because it spends something or fails after the
 * first time. `harmless`: it gives nothing more after the first time. `endless`: it gives for ever.
 */
type Repetition = "guarded" | "harmless" | "endless"

/**
 * The repetition of each vendor. Filled innermost first, so that a sub vendor is known before the vendors that contain
 * it.
 */
type Repetitions = Map<LinkedVendor, Repetition>

/** Adds to `added` every item whose count the loot raises by recipes alone. */
const collectAdded = (loot: LinkedLoot, seen: Set<LinkedVendor>, added: Set<number>): void => {
  if (!isEverAvailable(loot)) return
  const vendor = loot.subVendor
  if (vendor === undefined) {
    if (loot.item_id !== undefined && loot.inventory_operation === "add" && loot.quantity > 0) added.add(loot.item_id)
    return
  }
  if (vendor.type !== "recipe" || seen.has(vendor)) return
  seen.add(vendor)
  for (const inner of vendor.loot) collectAdded(inner, seen, added)
}

/** Whether a recipe adds to an item. The items are collected at the first question. */
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

/** For loot that stands alone: its fulfilment adds no other item. */
const NOTHING_ADDED = (): boolean => false

const ofItemLoot = (loot: LinkedLoot, isAdded: (item: number) => boolean): Repetition => {
  const { item_id: item } = loot
  if (item === undefined || loot.quantity === 0) return "harmless"
  switch (loot.inventory_operation) {
    case "add":
      // The count of a window grows with each claim, and can be spent before it ends. The top level takes no more XP.
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
  if (!isEverAvailable(loot)) return "harmless"
  if (loot.subVendor === undefined) return ofItemLoot(loot, isAdded)
  return repetitions.get(loot.subVendor) ?? "harmless"
}

/** A guarded part guards the whole recipe: when a part fails, the recipe fails. */
const ofRecipe = (vendor: LinkedVendor, repetitions: Repetitions): Repetition => {
  const isAdded = addedBy(vendor.loot)
  const parts = new Set(vendor.loot.map((loot) => ofLoot(loot, isAdded, repetitions)))
  if (parts.has("guarded")) return "guarded"
  return parts.has("endless") ? "endless" : "harmless"
}

/** A draw is guarded only if every loot that may be drawn is guarded. A stack limit takes loot out of the draw. */
const ofDraw = (vendor: LinkedVendor, repetitions: Repetitions): Repetition => {
  const parts = vendor.loot
    .filter((loot) => isEverAvailable(loot) && loot.drop_weight > 0)
    .map((loot) => (loot.stack_limit === undefined ? ofLoot(loot, NOTHING_ADDED, repetitions) : "harmless"))
  if (parts.includes("endless")) return "endless"
  return parts.length > 0 && parts.every((part) => part === "guarded") ? "guarded" : "harmless"
}

/** Whether the price point has a price of 0. */
const isFree = ({ current_breakpoints: tiers }: LinkedPricePoint): boolean =>
  tiers.some(({ currencies }) => currencies.some(({ price }) => price === 0))

/** The claim of the loot, or its purchase at price 0. */
const claimOf = ({ is_claimable_by_client, loot_id, pricePoint }: LinkedLoot): WitnessEntry => {
  const free = pricePoint?.current_breakpoints.flatMap(({ currencies, quantity }) =>
    currencies
      .filter(({ price }) => price === 0)
      .map(({ price, price_item_id }) => ({ price, price_item_id, quantity })),
  )[0]
  if (is_claimable_by_client || free === undefined) return { type: "fill_loot", loot_id, quantity: 1 }
  const { price, price_item_id, quantity } = free
  return { type: "purchase_loot", loot_id, quantity, purchase_price: { currencies: [{ price_item_id, price }] } }
}

/** Loot that a client can claim without end, and the finding about it. */
interface EndlessClaim {
  readonly loot: LinkedLoot
  readonly finding: Finding
}

const endless = (loot: LinkedLoot): Finding => {
  const path = lootPath(loot)
  const isOfWindow = loot.subVendor === undefined && loot.inventory_selector_type === "rent_timeframe_locked"
  if (loot.is_claimable_by_client)
    return finding("claimable_without_end", path, isOfWindow ? "its count grows until its window ends" : undefined)
  const detail = "its price of 0 makes it a claim without end"
  const fix = "write a price of 1 or more, or give it by inventory_operation: set"
  return finding("claimable_without_end", path, detail, undefined, fix)
}

/** Every active loot that a client can claim, or buy at price 0, without end. */
export const findEndlessClaims = (catalog: LinkedCatalog): ReadonlyArray<EndlessClaim> => {
  const repetitions: Repetitions = new Map()
  for (const vendor of innermostFirst(catalog)) {
    const repetition = vendor.type === "recipe" ? ofRecipe(vendor, repetitions) : ofDraw(vendor, repetitions)
    repetitions.set(vendor, repetition)
  }
  const free = new Set<LinkedPricePoint | undefined>([...catalog.pricePoints.values()].filter(isFree))
  return [...catalog.loot.values()]
    .filter((loot) => isEverAvailable(loot) && (loot.is_claimable_by_client || free.has(loot.pricePoint)))
    .filter((loot) => ofLoot(loot, NOTHING_ADDED, repetitions) === "endless")
    .map((loot) => {
      const witness = roundOf([{ entry: claimOf(loot), times: 1 }])
      return { loot, finding: shown(endless(loot), witness) }
    })
}
