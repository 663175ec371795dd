/**
 * Active loot that no order can give, for a reason that the loot itself shows (decisions, section 10). It is found in a
 * document with other errors too. What fails for the loot within is in unfulfillable.ts. An item that is always owned
 * is a warning, as an inactive item is: operators switch these flags for a while, and the loot stays as it is.
 */
import { lootDefaults } from "../schema.ts"
import { availabilityOf, fieldsOfNever } from "./availability.ts"
import { type BrokenPlaces, isBroken } from "./brokenPlaces.ts"
import { type Finding, type FindingPath, finding } from "./findings.ts"
import { isActive, isAlwaysOwned } from "./linked.ts"
import type { PublishedCatalog, PublishedItem, PublishedLoot } from "./published.ts"

/** Loot that is checked, with the item that it changes; undefined: it has a sub vendor, or no item. */
interface Checked {
  readonly loot: PublishedLoot
  readonly item: PublishedItem | undefined
  readonly catalog: PublishedCatalog
}

/** A rule: whether the loot breaks it, and the fields that decide. The finding is at the first of them. */
interface Rule {
  readonly code:
    | "invalid_selector"
    | "invalid_operation"
    | "rent_without_time_frame"
    | "xp_transform_without_levels"
    | "always_owned_given"
  readonly isBrokenBy: (checked: Checked) => boolean
  readonly fields: readonly [keyof PublishedLoot, ...ReadonlyArray<keyof PublishedLoot>]
  /** The field of the item that decides, too. */
  readonly itemField?: "availability_flags" | "level_xp_table_id"
}

const isGranted = ({ inventory_operation = lootDefaults.inventory_operation }: PublishedLoot): boolean =>
  inventory_operation === "add" || inventory_operation === "set"

/** Whether the loot may give its item: `add` of 0 gives nothing, and does not fail. */
const isGiven = (loot: PublishedLoot): boolean =>
  isGranted(loot) && (loot.inventory_operation === "set" || loot.quantity !== 0)

const hasNoLevels = ({ catalog, loot }: Checked): boolean => {
  const item = loot.item_id === undefined ? undefined : catalog.items[String(loot.item_id)]
  const id = item?.level_xp_table_id
  const table = id === undefined ? undefined : catalog.xp_tables[String(id)]
  return table === undefined || Object.keys(table.levels).length === 0
}

const rules: ReadonlyArray<Rule> = [
  {
    code: "invalid_selector",
    isBrokenBy: ({ loot }) => loot.inventory_selector_type === "invalid",
    fields: ["inventory_selector_type"],
  },
  {
    code: "invalid_operation",
    isBrokenBy: ({ loot }) => loot.inventory_operation === "invalid",
    fields: ["inventory_operation"],
  },
  {
    code: "rent_without_time_frame",
    isBrokenBy: ({ item, loot }) =>
      (loot.inventory_selector_type === "rent" || loot.inventory_selector_type === "rent_timeframe_locked") &&
      loot.time_frame_id === undefined &&
      item !== undefined &&
      isGiven(loot),
    fields: ["inventory_selector_type", "time_frame_id", "inventory_operation", "quantity", "item_id", "sub_vendor_id"],
  },
  {
    code: "xp_transform_without_levels",
    isBrokenBy: (checked) => (checked.loot.xp_quantity_transform_type ?? "none") !== "none" && hasNoLevels(checked),
    fields: ["xp_quantity_transform_type", "item_id"],
    itemField: "level_xp_table_id",
  },
  {
    code: "always_owned_given",
    isBrokenBy: ({ item, loot }) =>
      item !== undefined &&
      isActive(item.availability_flags) &&
      isAlwaysOwned(item.availability_flags) &&
      isGranted(loot),
    fields: ["item_id", "inventory_operation", "sub_vendor_id"],
    itemField: "availability_flags",
  },
]

/** Whether a place that decides is broken, so that nothing can be concluded. */
const isUnknown = (
  { fields, itemField }: Rule,
  path: FindingPath,
  loot: PublishedLoot,
  broken: BrokenPlaces,
): boolean => {
  const inLoot = [...fieldsOfNever, ...fields].map((field) => [...path, field])
  const inItem = itemField === undefined ? [] : [["items", String(loot.item_id), itemField]]
  const isTableUnknown = itemField === "level_xp_table_id" && broken.within.has("xp_tables")
  return isTableUnknown || [...inLoot, ...inItem].some((place) => isBroken(broken, place))
}

/** Every active loot that no order can give, at the field that says so. */
export const findUngivable = (catalog: PublishedCatalog, broken: BrokenPlaces): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  for (const [vendorId, vendor] of Object.entries(catalog.vendors)) {
    for (const [lootId, loot] of Object.entries(vendor.loot)) {
      if (availabilityOf(loot) === "never") continue
      const named = loot.item_id === undefined ? undefined : catalog.items[String(loot.item_id)]
      const checked = { loot, item: loot.sub_vendor_id === undefined ? named : undefined, catalog }
      for (const rule of rules) {
        if (!rule.isBrokenBy(checked)) continue
        const path = ["vendors", vendorId, "loot", lootId]
        if (!isUnknown(rule, path, loot, broken)) found.push(finding(rule.code, [...path, rule.fields[0]]))
      }
    }
  }
  return found
}
