/**
 * Warnings about loot that inherits type and end from an entitlement, where no entitlement is (decisions, section 10).
 */
import { isAlwaysAvailable, isEverAvailable } from "./availability.ts"
import { innermostFirst, lootPath } from "./drops.ts"
import { type Finding, finding } from "./findings.ts"
import { isEntitlement, type LinkedCatalog, type LinkedLoot, type LinkedVendor } from "./linked.ts"
import type { Survey } from "./survey.ts"

/** Every loot that an entitlement item leads to, through sub vendors and the rewards of levels. */
const entitledLoot = (catalog: LinkedCatalog): ReadonlySet<LinkedLoot> => {
  const reached = new Set<LinkedLoot>()
  const open: Array<LinkedLoot> = []
  const reach = (loot: LinkedLoot | undefined): void => {
    if (loot === undefined || reached.has(loot)) return
    reached.add(loot)
    open.push(loot)
  }
  const entered = new Set<LinkedVendor>()
  for (const item of catalog.items.values()) {
    if (isEntitlement(item) && item.entitled_loot_id !== undefined) reach(catalog.loot.get(item.entitled_loot_id))
  }
  for (let loot = open.pop(); loot !== undefined; loot = open.pop()) {
    for (const vendor of [loot.subVendor, loot.item?.levelVendor]) {
      if (vendor === undefined || entered.has(vendor)) continue
      entered.add(vendor)
      vendor.loot.forEach(reach)
    }
  }
  return reached
}

/** Whether the loot itself needs an entitlement to inherit from. */
const isInheriting = (loot: LinkedLoot): boolean =>
  isEverAvailable(loot) &&
  loot.inventory_selector_type === "inherit_entitlement_inventory" &&
  loot.item !== undefined &&
  loot.subVendor === undefined &&
  ((loot.inventory_operation === "add" && loot.quantity > 0) || loot.inventory_operation === "set")

/** Whether loot needs an entitlement whatever is drawn, by itself or by what lies within. */
type Needs = (loot: LinkedLoot) => boolean

/** A recipe needs what one of its parts needs. A draw may give what needs nothing. */
const needing = (catalog: LinkedCatalog): Needs => {
  const vendors = new Set<LinkedVendor>()
  const needs: Needs = (loot) => {
    const isSome = loot.quantity > 0 && loot.multiplier === undefined
    if (loot.subVendor !== undefined) return isSome && vendors.has(loot.subVendor)
    return isInheriting(loot) && (isSome || loot.inventory_operation === "set")
  }
  for (const vendor of innermostFirst(catalog)) {
    const isNeedy = vendor.type === "recipe" && vendor.loot.some((part) => isAlwaysAvailable(part) && needs(part))
    if (isNeedy) vendors.add(vendor)
  }
  return needs
}

/**
 * Loot that inherits from an entitlement where there is none: no entitlement leads to it, or it is bought or claimed by
 * a code, which is no entitlement.
 */
export const findInheriting = (catalog: LinkedCatalog, { sold }: Survey): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const inheriting = [...catalog.loot.values()].filter(isInheriting)
  if (inheriting.length === 0) return found
  const entitled = entitledLoot(catalog)
  for (const loot of inheriting) {
    if (entitled.has(loot)) continue
    found.push(finding("selector_outside_entitlement", [...lootPath(loot), "inventory_selector_type"]))
  }
  const needs = needing(catalog)
  const isBought = (loot: LinkedLoot): boolean => entitled.has(loot) && needs(loot) && isEverAvailable(loot)
  for (const loot of [...sold.values()].flat()) {
    if (!isBought(loot) || loot.item?.type === "dynamic_bundle") continue
    found.push(finding("entitled_loot_sold", [...lootPath(loot), "current_price_point_guid"]))
  }
  for (const { code, loot_id } of catalog.promotions.values()) {
    const loot = catalog.loot.get(loot_id)
    if (loot === undefined || !isBought(loot)) continue
    found.push(finding("entitled_loot_sold", ["promotions", code, "loot_id"]))
  }
  return found
}
