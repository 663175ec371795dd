/**
 * The catalog checker (decisions, section 10): what a document is refused for, and what it is warned about. Everything
 * that is wrong is reported at once, each with its place in the document.
 */
import type { Breakpoint, CatalogDocument } from "../document.ts"
import { findEndlessClaims } from "./claims.ts"
import { compile, isActive } from "./compile.ts"
import { findDeadLoot } from "./drops.ts"
import { type Finding, type FindingPath, refusal, warning } from "./findings.ts"
import { checkKeys } from "./keys.ts"
import { checkNesting } from "./nesting.ts"
import { normalise } from "./normalise.ts"
import type { NormalCatalog } from "./prepared.ts"
import { findMoneyPumps } from "./pumps.ts"
import type { DerivedUuids } from "./uuids.ts"

const checkActiveLoot = (catalog: NormalCatalog, found: Array<Finding>): void => {
  for (const [vendorId, vendor] of Object.entries(catalog.vendors)) {
    for (const [lootId, loot] of Object.entries(vendor.loot)) {
      if (loot.active === false) continue
      const path = ["vendors", vendorId, "loot", lootId]
      if (loot.inventory_selector_type === "invalid") {
        found.push(refusal("invalid_selector", [...path, "inventory_selector_type"]))
      }
      if (loot.inventory_operation === "invalid") {
        found.push(refusal("invalid_operation", [...path, "inventory_operation"]))
      }
    }
  }
}

const checkCurrencies = (
  breakpoint: Breakpoint,
  path: FindingPath,
  catalog: NormalCatalog,
  found: Array<Finding>,
): void => {
  const seen = new Set<number>()
  breakpoint.currencies.forEach(({ price_item_id }, index) => {
    const at = [...path, "currencies", index, "price_item_id"]
    const item = catalog.items[String(price_item_id)]
    if (item !== undefined && !isActive(item.availability_flags)) found.push(refusal("price_item_inactive", at))
    if (seen.has(price_item_id)) found.push(refusal("price_item_twice", at))
    seen.add(price_item_id)
  })
}

const checkPricePoints = (catalog: NormalCatalog, found: Array<Finding>): void => {
  for (const [guid, point] of Object.entries(catalog.price_points)) {
    for (const list of ["current_breakpoints", "pre_sale_breakpoints"] as const) {
      const quantities = new Set<number>()
      point[list]?.forEach((breakpoint, tier) => {
        const path = ["price_points", guid, list, tier]
        if (quantities.has(breakpoint.quantity)) found.push(refusal("breakpoint_twice", [...path, "quantity"]))
        quantities.add(breakpoint.quantity)
        checkCurrencies(breakpoint, path, catalog, found)
      })
    }
  }
}

const checkXpTables = (catalog: NormalCatalog, found: Array<Finding>): void => {
  for (const [id, table] of Object.entries(catalog.xp_tables)) {
    const levels = Object.entries(table.levels).sort(([left], [right]) => Number(left) - Number(right))
    levels.forEach(([level, xp], index) => {
      const before = levels[index - 1]
      if (before === undefined || xp > before[1]) return
      const detail = `level ${level} needs ${xp}, level ${before[0]} needs ${before[1]}`
      found.push(refusal("xp_table_not_rising", ["xp_tables", id, "levels", level], detail))
    })
  }
}

const HOUR = 60 * 60 * 1000

const checkTimes = (catalog: NormalCatalog, found: Array<Finding>): void => {
  for (const [id, frame] of Object.entries(catalog.time_frames)) {
    if (frame.end <= frame.start) found.push(refusal("time_frame_empty", ["time_frames", id, "end"]))
    else if (frame.hour_interval !== undefined && frame.end - frame.start > frame.hour_interval * HOUR) {
      found.push(warning("time_frame_overlaps", ["time_frames", id, "hour_interval"]))
    }
  }
  for (const [code, { start, end }] of Object.entries(catalog.promotions)) {
    if (start !== undefined && end !== undefined && end <= start) {
      found.push(refusal("promotion_empty", ["promotions", code, "end"]))
    }
  }
}

const isRefusal = (finding: Finding): boolean => finding.severity === "refusal"

/** A decoded document checked: the catalog to publish, when nothing was refused, and all findings. */
export interface Checked {
  readonly catalog: NormalCatalog
  readonly findings: ReadonlyArray<Finding>
}

/**
 * Checks a decoded document. `uuids` are those of {@link namesWithoutUuid}. Warnings that need a sound catalog (loot that
 * never drops, claims without end, money pumps) are looked for only when nothing is refused.
 */
export const checkDocument = (document: CatalogDocument, uuids: DerivedUuids): Checked => {
  const { catalog, findings } = normalise(document, uuids)
  const found = [...checkKeys(document), ...findings, ...checkNesting(catalog)]
  checkActiveLoot(catalog, found)
  checkPricePoints(catalog, found)
  checkXpTables(catalog, found)
  checkTimes(catalog, found)
  if (found.some(isRefusal)) return { catalog, findings: found }
  const compiled = compile(0, catalog)
  return {
    catalog,
    findings: [...found, ...findDeadLoot(compiled), ...findEndlessClaims(compiled), ...findMoneyPumps(compiled)],
  }
}
