/**
 * The keys of a document (decisions, section 10). The key of each map must be an id. An id written in an entry must
 * agree with its key. A loot id may stand in one vendor only.
 */
import type { CatalogDocument } from "../document.ts"
import { nearest } from "../../kernel/input/nearest.ts"
import { INVENTORY_BUCKETS } from "../schema.ts"
import { type Finding, type FindingPath, finding } from "./findings.ts"
import { nameOf, withName } from "./names.ts"

const wholeNumber = /^(?:0|[1-9]\d*)$/

/** Whether a key is a well-formed id: digits only, and exact as a JSON number. */
export const isId = (key: string): boolean => wholeNumber.test(key) && Number.isSafeInteger(Number(key))

type ById = Readonly<Record<string, object>>

/** The maps of the document whose keys are ids, and the field in which an entry may repeat its id. */
const idMaps = [
  ["items", "item_id"],
  ["vendors", "vendor_id"],
  ["xp_tables", "xp_table_id"],
  ["time_frames", "time_frame_id"],
  ["item_portal_use_rulesets", undefined],
] as const

const checkMap = (entries: ById, path: FindingPath, idField: string | undefined, found: Array<Finding>): void => {
  for (const [key, entry] of Object.entries(entries)) {
    if (!isId(key)) {
      found.push(finding("key_not_an_id", [...path, key]))
      continue
    }
    const written = idField === undefined ? undefined : (entry as Readonly<Record<string, unknown>>)[idField]
    if (idField !== undefined && written !== undefined && written !== Number(key)) {
      found.push(finding("id_differs_from_key", [...path, key, idField]))
    }
  }
}

const checkLoot = (document: CatalogDocument, found: Array<Finding>): void => {
  const vendorOf = new Map<string, string>()
  for (const [vendorId, vendor] of Object.entries(document.vendors ?? {})) {
    const path = ["vendors", vendorId, "loot"]
    checkMap(vendor.loot ?? {}, path, "loot_id", found)
    for (const [lootId, loot] of Object.entries(vendor.loot ?? {})) {
      const first = vendorOf.get(lootId)
      if (first === undefined) vendorOf.set(lootId, vendorId)
      else
        found.push(
          finding(
            "id_used_twice",
            [...path, lootId],
            `it is loot of vendor ${withName(first, nameOf(document.vendors?.[first] ?? {}))} already`,
          ),
        )
      if (loot.vendor_id !== undefined && loot.vendor_id !== Number(vendorId)) {
        found.push(finding("id_differs_from_key", [...path, lootId, "vendor_id"]))
      }
    }
  }
}

/** Every fault of the keys of the document. */
export const checkKeys = (document: CatalogDocument): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  for (const [name, idField] of idMaps) checkMap(document[name] ?? {}, [name], idField, found)
  checkLoot(document, found)
  for (const [id, table] of Object.entries(document.xp_tables ?? {})) {
    for (const level of Object.keys(table.levels)) {
      if (!isId(level)) found.push(finding("key_not_a_level", ["xp_tables", id, "levels", level]))
    }
  }
  for (const [id, ruleSet] of Object.entries(document.inventory_bucket_use_rule_sets ?? {})) {
    for (const bucket of Object.keys(ruleSet.buckets)) {
      if (INVENTORY_BUCKETS.some((known) => known === bucket)) continue
      const path = ["inventory_bucket_use_rule_sets", id, "buckets", bucket]
      found.push(finding("key_not_a_bucket", path, undefined, nearest(bucket, INVENTORY_BUCKETS)))
    }
  }
  return found
}
