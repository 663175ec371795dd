/** How a linked catalog calls its entries, in findings, explanations and tables. */
import type { LinkedCatalog, LinkedLoot } from "./linked.ts"
import { type CatalogNames, type Labels, labelsWith, lootName, nameOf } from "./names.ts"

/** The names of a linked catalog. */
export const namesOf = (catalog: LinkedCatalog): CatalogNames => ({
  item: (itemId) => nameOf(catalog.items.get(itemId) ?? {}),
  loot: (lootId) => {
    const loot = catalog.loot.get(lootId)
    return loot && lootName(loot.vendor.name, loot.name)
  },
  vendor: (vendorId) => catalog.vendors.get(vendorId)?.name,
})

/** What loot without a name is called: what it gives. */
const contentOf = ({ item, subVendor }: LinkedLoot): string | undefined => {
  if (subVendor !== undefined) return subVendor.name
  return item === undefined ? "nothing" : nameOf(item)
}

/** The names of a linked catalog, where loot without a name is called by what it gives. */
export const calledNamesOf = (catalog: LinkedCatalog): CatalogNames => {
  const names = namesOf(catalog)
  return {
    ...names,
    loot: (lootId) => {
      const loot = catalog.loot.get(lootId)
      return names.loot(lootId) ?? (loot && contentOf(loot))
    },
  }
}

/**
 * Labels with the names of a catalog: `item coins (995)`. A finding names loot, items, vendors and prices so. Loot
 * without a name is called by what it gives: `loot nothing (2005529)`.
 */
export const labelsOf = (catalog: LinkedCatalog): Labels => labelsWith(calledNamesOf(catalog))
