/** How a linked catalog calls its entries, in findings, explanations and tables. */
import type { LinkedCatalog } from "./linked.ts"
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

/** Labels with the names of a catalog: `item coins (995)`. A finding names loot, items, vendors and prices so. */
export const labelsOf = (catalog: LinkedCatalog): Labels => labelsWith(namesOf(catalog))
