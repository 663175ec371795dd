/**
 * Warnings about fields that are written and have no effect, or another effect than they seem to have (decisions,
 * section 10).
 */
import { HOUR_MILLIS, type Timestamp } from "../../kernel/time/Timestamp.ts"
import { lootDefaults } from "../schema.ts"
import { beginningOf, isEverAvailable } from "./availability.ts"
import { innermostFirst, lootPath } from "./drops.ts"
import { type Finding, finding } from "./findings.ts"
import { frameOfLife, type LinkedCatalog, type LinkedLoot, type LinkedVendor } from "./linked.ts"
import type { LinkedTimeFrame } from "./linkedTables.ts"
import type { PublishedCatalog, PublishedLoot, PublishedVendor } from "./published.ts"

/** Vendors that an order reaches through a draw. In them, weights, limits and requirements select what is given. */
export const drawnVendors = (catalog: LinkedCatalog): ReadonlySet<LinkedVendor> => {
  const drawn = new Set<LinkedVendor>()
  const open = [...catalog.vendors.values()].filter(({ type }) => type === "randomly_sampled")
  for (let vendor = open.pop(); vendor !== undefined; vendor = open.pop()) {
    for (const { subVendor } of vendor.loot) {
      if (subVendor === undefined || drawn.has(subVendor)) continue
      drawn.add(subVendor)
      open.push(subVendor)
    }
  }
  return drawn
}

const isGranted = ({ inventory_operation: operation }: LinkedLoot): boolean =>
  operation === "add" || operation === "set"

/** Whether the loot gives something that ends with its time frame. */
export const endsWithFrame = (loot: LinkedLoot): boolean =>
  loot.subVendor === undefined &&
  loot.item !== undefined &&
  isGranted(loot) &&
  loot.inventory_selector_type !== "own" &&
  loot.inventory_selector_type !== "inherit_entitlement_inventory"

/** Whether the frame has no window now, nor later. */
const isOver = ({ active, end, hour_interval }: LinkedTimeFrame, now: Timestamp): boolean =>
  !active || (now >= end && hour_interval === undefined)

/**
 * Whether the loot cannot be given with this frame now, or when it begins. A rent takes the length of the frame,
 * whenever it was.
 */
const isNotGiven = (loot: LinkedLoot, frame: LinkedTimeFrame, now: Timestamp): boolean =>
  loot.inventory_selector_type === "rent" ? !frame.active : isOver(frame, Math.max(now, beginningOf(loot) ?? now))

/** Whether the windows follow each other without a gap. Longer ones are told at the frame. */
const hasNoGap = ({ end, hour_interval: hours, start }: LinkedTimeFrame): boolean =>
  hours !== undefined && end - start === hours * HOUR_MILLIS

const timeFrameFindings = (loot: LinkedLoot, now: Timestamp, found: Array<Finding>): void => {
  const frame = loot.timeFrame
  if (frame === undefined) return
  const path = [...lootPath(loot), "time_frame_id"]
  if (!endsWithFrame(loot)) found.push(finding("time_frame_ignored", path))
  else if (isNotGiven(loot, frame, now)) found.push(finding("time_frame_over", path))
  else if (loot.pricePoint !== undefined && frameOfLife(loot) !== undefined && hasNoGap(frame)) {
    found.push(finding("sale_always_open", path))
  }
}

/** Fields that select the candidates of a draw. All but the weight also select the parts of a drawn recipe. */
const drawFields = ["drop_weight", "stack_limit", "required_item_id", "required_item_count"] as const

/** Whether the field is written with another value than the one that stands for an absent field. */
const isWritten = (authored: PublishedLoot, field: (typeof drawFields)[number]): boolean => {
  const value = authored[field]
  return value !== undefined && value !== ({ ...lootDefaults } as Readonly<Record<string, unknown>>)[field]
}

/** Types of items that have a meaning beside a sub vendor (decisions, section 12). */
const BESIDE_SUB_VENDOR: ReadonlySet<string> = new Set(["dynamic_bundle", "recipe_with_price_reduction"])

/** Whether the item of loot with a sub vendor is never read: a stack limit and an XP transform read its count. */
const isItemIgnored = ({ item, stack_limit, subVendor, xp_quantity_transform_type }: LinkedLoot): boolean =>
  item !== undefined &&
  subVendor !== undefined &&
  !BESIDE_SUB_VENDOR.has(item.type) &&
  stack_limit === undefined &&
  xp_quantity_transform_type === "none"

const isNothing = ({ item_id, subVendor }: LinkedLoot): boolean => item_id === undefined && subVendor === undefined

/** Whether the vendor draws from one loot and a "nothing", so that two draws give the loot for certain. */
const hasNothingToDrawAway = ({ candidates, type }: LinkedVendor): boolean =>
  type === "randomly_sampled" &&
  candidates.length === 2 &&
  candidates.filter(isNothing).length === 1 &&
  candidates.every((loot) => loot.candidacy === "always" && !loot.fill_in_new_order)

/** Whether an order may give more than 1 of the loot, when it may give more than 1 of the loot's vendor (`isMany`). */
const mayBeMany = (loot: LinkedLoot, isMany: boolean): boolean => {
  const { hard_quantity_maximum: maximum, pricePoint, quantity, quantity_type } = loot
  if (maximum === 1 || quantity === 0) return false
  const isOrdered = loot.is_claimable_by_client || pricePoint !== undefined
  return quantity > 1 || (quantity_type === "relative" && (isOrdered || isMany))
}

/**
 * Loot of which an order may give more than 1. Orders of servers name loot of recipes that lie in no other vendor. A
 * draw gives 1 of its loot, and a level 1 of its reward.
 */
const manyLoot = (catalog: LinkedCatalog): ReadonlySet<LinkedLoot> => {
  const vendors = innermostFirst(catalog)
  const many = new Set(vendors)
  for (const { levelVendor } of catalog.items.values()) if (levelVendor !== undefined) many.delete(levelVendor)
  for (const { subVendor } of catalog.loot.values()) if (subVendor !== undefined) many.delete(subVendor)
  const found = new Set<LinkedLoot>()
  for (const vendor of vendors.toReversed()) {
    const isMany = vendor.type === "recipe" && many.has(vendor)
    for (const loot of vendor.loot) {
      if (!isEverAvailable(loot) || !mayBeMany(loot, isMany)) continue
      found.add(loot)
      if (loot.subVendor !== undefined) many.add(loot.subVendor)
    }
  }
  return found
}

/** Whether the vendor has weights and no type. All of its weights are one finding. */
const isUntypedDraw = ({ loot, type }: PublishedVendor): boolean =>
  type === undefined && Object.values(loot).some(({ drop_weight }) => drop_weight !== undefined)

const vendorFindings = (
  vendor: LinkedVendor,
  authored: PublishedVendor,
  drawn: ReadonlySet<LinkedVendor>,
  found: Array<Finding>,
): void => {
  if (vendor.type !== "recipe") return
  const isUntyped = isUntypedDraw(authored)
  if (isUntyped) found.push(finding("weights_ignored", ["vendors", String(vendor.vendor_id)]))
  const fields = drawFields.filter((field) => (field === "drop_weight" ? !isUntyped : !drawn.has(vendor)))
  for (const loot of vendor.loot) {
    const own = authored.loot[String(loot.loot_id)]
    if (own === undefined || !isEverAvailable(loot)) continue
    for (const field of fields) {
      if (isWritten(own, field)) found.push(finding("recipe_field_ignored", [...lootPath(loot), field]))
    }
  }
}

/** Every field that is written without effect, and every loot whose time frame is over at `now`. */
export const findIdleFields = (
  published: PublishedCatalog,
  linked: LinkedCatalog,
  now: Timestamp,
): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const drawn = drawnVendors(linked)
  const many = manyLoot(linked)
  for (const vendor of linked.vendors.values()) {
    const authored = published.vendors[String(vendor.vendor_id)]
    if (authored !== undefined) vendorFindings(vendor, authored, drawn, found)
    for (const loot of vendor.loot) {
      if (!isEverAvailable(loot)) continue
      timeFrameFindings(loot, now, found)
      if (isItemIgnored(loot)) found.push(finding("item_ignored", [...lootPath(loot), "item_id"]))
      if (loot.subVendor !== undefined && hasNothingToDrawAway(loot.subVendor) && many.has(loot)) {
        found.push(finding("second_draw_certain", lootPath(loot)))
      }
    }
  }
  return found
}
