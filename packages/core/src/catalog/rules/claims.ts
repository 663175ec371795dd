/**
 * Warnings about loot that a client can claim without end (decisions, section 10). Such loot is claimable, or sold at
 * price 0. It spends nothing, and no claim of it ever fails.
 */
import { isEverAvailable } from "./availability.ts"
import type { LinkedCatalog, LinkedLoot, LinkedVendor } from "./linked.ts"
import { innermostFirst, lootPath } from "./drops.ts"
import { type Finding, finding, shown } from "./findings.ts"
import type { LinkedPricePoint } from "./linkedTables.ts"
import { type Marks, marksOf, marksWithin } from "./marks.ts"
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

/** Whether the count of an item stays at this or above from some claim on. */
type StaysAt = (item: number, count: number) => boolean

/** For a vendor by itself: what is around it may raise a count, but is not known. */
const NOWHERE: StaysAt = () => false

const ofItemLoot = (loot: LinkedLoot, staysAt: StaysAt): Repetition => {
  const { item_id: item, quantity } = loot
  if (item === undefined || quantity === 0) return "harmless"
  switch (loot.inventory_operation) {
    case "add":
      // The count of a window grows with each claim, and can be spent before it ends. The top level takes no more XP.
      return loot.xp_quantity_transform_type === "none" ? "endless" : "harmless"
    case "subtract":
    case "check_greater_than_or_equal_and_subtract":
      return "guarded"
    case "check_less_than":
      return loot.multiplier === undefined && staysAt(item, quantity) ? "guarded" : "harmless"
    default:
      return "harmless"
  }
}

/** The repetition of a vendor within the loot that is judged. */
type OfVendor = (vendor: LinkedVendor) => Repetition

const ofLoot = (loot: LinkedLoot, staysAt: StaysAt, ofVendor: OfVendor): Repetition => {
  if (!isEverAvailable(loot)) return "harmless"
  return loot.subVendor === undefined ? ofItemLoot(loot, staysAt) : ofVendor(loot.subVendor)
}

/** How much loot may still be gone through for marks. Beyond it claims are judged without them. */
interface Looking {
  left: number
}

/** A guarded part guards the whole recipe: when a part fails, the recipe fails. */
const ofRecipe = (vendor: LinkedVendor, around: StaysAt, ofVendor: OfVendor, looking: Looking): Repetition => {
  let own: Marks | undefined
  const staysAt: StaysAt = (item, count) =>
    around(item, count) || ((own ??= marksWithin(vendor, looking)).get(item) ?? 0) >= count
  const parts = new Set(vendor.loot.map((part) => ofLoot(part, staysAt, ofVendor)))
  if (parts.has("guarded")) return "guarded"
  return parts.has("endless") ? "endless" : "harmless"
}

/** A draw is guarded only if every loot that may be drawn is guarded. A stack limit takes loot out of the draw. */
const ofDraw = ({ loot }: LinkedVendor, staysAt: StaysAt, ofVendor: OfVendor): Repetition => {
  const parts = loot
    .filter((part) => isEverAvailable(part) && part.drop_weight > 0)
    .map((part): Repetition => {
      const { item_id: item, stack_limit: limit } = part
      if (limit === undefined) return ofLoot(part, staysAt, ofVendor)
      return item !== undefined && staysAt(item, limit) ? "guarded" : "harmless"
    })
  if (parts.includes("endless")) return "endless"
  return parts.length > 0 && parts.every((part) => part === "guarded") ? "guarded" : "harmless"
}

const ofContent = (vendor: LinkedVendor, staysAt: StaysAt, ofVendor: OfVendor, looking: Looking): Repetition =>
  vendor.type === "recipe" ? ofRecipe(vendor, staysAt, ofVendor, looking) : ofDraw(vendor, staysAt, ofVendor)

/** Loot that is gone through for the marks of all claims. */
const LOOKS_MAX = 500_000

/** The repetition of a claim, with the marks that it makes certain, wherever in it they are checked. */
const withMarks = (claim: LinkedLoot, looking: Looking): Repetition => {
  const marks = marksOf(claim, looking)
  if (marks.size === 0) return "endless"
  const staysAt: StaysAt = (item, count) => (marks.get(item) ?? 0) >= count
  const known: Repetitions = new Map()
  const ofVendor: OfVendor = (vendor) => {
    const judged = known.get(vendor)
    if (judged !== undefined) return judged
    looking.left -= vendor.loot.length
    const repetition = looking.left < 0 ? "endless" : ofContent(vendor, staysAt, ofVendor, looking)
    known.set(vendor, repetition)
    return repetition
  }
  return ofLoot(claim, NOWHERE, ofVendor)
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
  const ofVendor: OfVendor = (vendor) => repetitions.get(vendor) ?? "harmless"
  const looking = { left: LOOKS_MAX }
  for (const vendor of innermostFirst(catalog)) repetitions.set(vendor, ofContent(vendor, NOWHERE, ofVendor, looking))
  const free = new Set<LinkedPricePoint | undefined>([...catalog.pricePoints.values()].filter(isFree))
  return [...catalog.loot.values()]
    .filter((loot) => isEverAvailable(loot) && (loot.is_claimable_by_client || free.has(loot.pricePoint)))
    .filter((loot) => ofLoot(loot, NOWHERE, ofVendor) === "endless" && withMarks(loot, looking) === "endless")
    .map((loot) => {
      const witness = roundOf([{ entry: claimOf(loot), times: 1 }])
      return { loot, finding: shown(endless(loot), witness) }
    })
}
