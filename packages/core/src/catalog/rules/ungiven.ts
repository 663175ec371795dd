/**
 * Warnings about items that are asked for and that no loot gives (decisions, section 10): currencies, items that a
 * check or a draw requires, and marks that a check looks for in vain. A server can still make a record by hand, so they
 * are no errors. Whether what gives an item asks for the item first is not judged.
 */
import { isEverAvailable } from "./availability.ts"
import { lootPath } from "./drops.ts"
import { type Finding, type FindingPath, finding } from "./findings.ts"
import { drawnVendors } from "./idle.ts"
import { needsCount } from "./impossible.ts"
import type { LinkedCatalog, LinkedItem, LinkedLoot, LinkedVendor } from "./linked.ts"
import type { Labels } from "./names.ts"
import type { PublishedCatalog } from "./published.ts"
import type { Survey } from "./survey.ts"

type Code = "price_item_not_given" | "condition_item_not_given" | "check_always_passes"

/** The places that ask for an item which nothing gives: the first of them, and how many there are. */
interface Asked {
  readonly path: FindingPath
  places: number
}

/** By item, for each code: one finding, however many places ask for the item. */
type Found = Readonly<Record<Code, Map<LinkedItem, Asked>>>

/** Notes that the place asks for the item, if nothing gives it. Every player has 1 of an item that is always owned. */
const note = (
  found: Found,
  code: Code,
  item: LinkedItem | undefined,
  { given }: Survey,
  path: () => FindingPath,
): void => {
  if (item === undefined || item.always_owned || !item.active || given.has(item)) return
  const known = found[code].get(item)
  if (known === undefined) found[code].set(item, { path: path(), places: 1 })
  else known.places++
}

const notePrices = (published: PublishedCatalog, catalog: LinkedCatalog, survey: Survey, found: Found): void => {
  for (const [guid, point] of catalog.pricePoints) {
    if (!survey.sold.has(point)) continue
    published.price_points[guid]?.current_breakpoints?.forEach(({ currencies }, tier) =>
      currencies.forEach(({ price, price_item_id: id }, index) => {
        const path = ["price_points", guid, "current_breakpoints", tier, "currencies", index, "price_item_id"]
        if (price > 0) note(found, "price_item_not_given", catalog.items.get(id), survey, () => path)
      }),
    )
  }
}

const noteConditions = (
  loot: LinkedLoot,
  survey: Survey,
  isDrawn: (vendor: LinkedVendor) => boolean,
  found: Found,
): void => {
  const { inventory_operation: operation, item, quantity, required, required_item_count, subVendor, vendor } = loot
  if (subVendor === undefined && item !== undefined) {
    const path = () => [...lootPath(loot), "item_id"]
    if (needsCount(loot)) note(found, "condition_item_not_given", item, survey, path)
    else if (operation === "check_less_than" && quantity > 0) note(found, "check_always_passes", item, survey, path)
  }
  if (required !== undefined && required_item_count > 0 && isDrawn(vendor)) {
    note(found, "condition_item_not_given", required, survey, () => [...lootPath(loot), "required_item_id"])
  }
}

/** Every item that is asked for and that nothing gives, at the first place that asks for it. */
export const findUngiven = (
  published: PublishedCatalog,
  catalog: LinkedCatalog,
  survey: Survey,
  labels: Labels,
): ReadonlyArray<Finding> => {
  const found: Found = {
    price_item_not_given: new Map(),
    condition_item_not_given: new Map(),
    check_always_passes: new Map(),
  }
  notePrices(published, catalog, survey, found)
  const drawn = drawnVendors(catalog)
  const isDrawn = (vendor: LinkedVendor): boolean => vendor.type === "randomly_sampled" || drawn.has(vendor)
  for (const loot of catalog.loot.values()) {
    if (isEverAvailable(loot)) noteConditions(loot, survey, isDrawn, found)
  }
  return (Object.keys(found) as Array<Code>).flatMap((code) =>
    Array.from(found[code], ([{ item_id: id }, { path, places }]) =>
      finding(code, path, places === 1 ? labels.item(id) : `${labels.item(id)}, in ${places} places`),
    ),
  )
}
