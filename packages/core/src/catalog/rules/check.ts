/**
 * The catalog checker (decisions, section 10): finds the errors for which a document is refused, and warns about likely
 * mistakes. It reports all findings at once, each with its place in the document.
 */
import { HOUR_MILLIS } from "../../kernel/time/Timestamp.ts"
import type { Breakpoint, CatalogDocument } from "../document.ts"
import { findDeadLoot } from "./drops.ts"
import { findIdleFields } from "./idle.ts"
import { findImpossible } from "./impossible.ts"
import { findSelfFeedingRewards } from "./levelRewards.ts"
import { isActive, link } from "./linked.ts"
import { withNames } from "./findingNames.ts"
import { surveyOf } from "./survey.ts"
import { findUnavailing } from "./unavailing.ts"
import { findUnfulfillable } from "./unfulfillable.ts"
import { findUngivable } from "./ungivable.ts"
import { type Finding, type FindingPath, finding, isError } from "./findings.ts"
import { type BrokenPlaces, isBroken, NOTHING_BROKEN } from "./brokenPlaces.ts"
import { checkKeys, isId } from "./keys.ts"
import { checkNesting } from "./nesting.ts"
import { normalise } from "./normalise.ts"
import type { PublishedCatalog } from "./published.ts"
import { findRepeatedGains } from "./pumps.ts"
import type { DerivedUuids } from "./uuids.ts"
import type { Judge } from "./witness.ts"

/** The document, the places from which no check may conclude anything, and the list of findings. */
interface Checking {
  readonly catalog: PublishedCatalog
  readonly broken: BrokenPlaces
  readonly found: Array<Finding>
}

const checkCurrencies = (breakpoint: Breakpoint, path: FindingPath, { catalog, broken, found }: Checking): void => {
  const seen = new Set<number>()
  breakpoint.currencies.forEach(({ price_item_id }, index) => {
    const at = [...path, "currencies", index, "price_item_id"]
    if (isBroken(broken, at)) return
    const item = catalog.items[String(price_item_id)]
    if (item !== undefined && !isActive(item.availability_flags)) found.push(finding("price_item_inactive", at))
    if (seen.has(price_item_id)) found.push(finding("price_item_twice", at))
    seen.add(price_item_id)
  })
}

const checkPricePoints = (checking: Checking): void => {
  const { catalog, broken, found } = checking
  for (const [guid, point] of Object.entries(catalog.price_points)) {
    for (const list of ["current_breakpoints", "pre_sale_breakpoints"] as const) {
      const quantities = new Set<number>()
      point[list]?.forEach((breakpoint, tier) => {
        const path = ["price_points", guid, list, tier]
        checkCurrencies(breakpoint, path, checking)
        const at = [...path, "quantity"]
        if (isBroken(broken, at)) return
        if (quantities.has(breakpoint.quantity)) found.push(finding("breakpoint_twice", at))
        quantities.add(breakpoint.quantity)
      })
    }
  }
}

/** Most entitlement items of a catalog: an inventory session fulfils all that a player owns in one order. */
const ENTITLEMENTS_MAX = 1000

const checkEntitlements = ({ catalog, found }: Checking): void => {
  const count = Object.values(catalog.items).filter(({ type }) => type === "entitlement").length
  if (count > ENTITLEMENTS_MAX) found.push(finding("entitlements_too_many", ["items"], `it has ${count}`))
}

const checkXpTables = ({ catalog, broken, found }: Checking): void => {
  for (const [id, table] of Object.entries(catalog.xp_tables)) {
    const path = ["xp_tables", id, "levels"]
    const levels = Object.entries(table.levels)
      .filter(([level]) => isId(level) && !isBroken(broken, [...path, level]))
      .sort(([left], [right]) => Number(left) - Number(right))
    levels.forEach(([level, xp], index) => {
      const before = levels[index - 1]
      if (before === undefined || xp > before[1]) return
      const detail = `level ${level} needs ${xp}, level ${before[0]} needs ${before[1]}`
      found.push(finding("xp_table_not_rising", [...path, level], detail))
    })
  }
}

/** Most characters of a promotion code: an order can hold no longer one. */
const PROMOTION_CODE_LENGTH_MAX = 256

/** Whether an order can hold the code. */
const isPromotionCode = ({ length }: string): boolean => length > 0 && length <= PROMOTION_CODE_LENGTH_MAX

const checkTimes = ({ catalog, broken, found }: Checking): void => {
  for (const [id, frame] of Object.entries(catalog.time_frames)) {
    const path = ["time_frames", id]
    if (isBroken(broken, [...path, "start"]) || isBroken(broken, [...path, "end"])) continue
    if (frame.end <= frame.start) found.push(finding("time_frame_empty", [...path, "end"]))
    else if (frame.hour_interval !== undefined && frame.end - frame.start > frame.hour_interval * HOUR_MILLIS) {
      found.push(finding("time_frame_overlaps", [...path, "hour_interval"]))
    }
  }
  for (const [code, { start, end }] of Object.entries(catalog.promotions)) {
    if (!isPromotionCode(code)) found.push(finding("promotion_code_unfit", ["promotions", code]))
    if (start !== undefined && end !== undefined && end <= start) {
      found.push(finding("promotion_empty", ["promotions", code, "end"]))
    }
  }
}

/** A checked document: the catalog to publish when there is no error, and all findings. */
export interface Checked {
  readonly catalog: PublishedCatalog
  readonly findings: ReadonlyArray<Finding>
}

/**
 * Checks a decoded document, as it is at the time of the judge. `uuids` are its derived uuids. `broken` are the places
 * whose values did not fit the schema: the caller reports those as errors. Findings that follow from them are not
 * reported. Other findings need a sound catalog: what fails for the loot within, what has no effect, loot that never
 * drops, claims without end, money pumps. They are searched only when there is no other error.
 */
export const checkDocument = (
  document: CatalogDocument,
  uuids: DerivedUuids,
  broken: BrokenPlaces,
  judge: Judge,
): Checked => {
  const { now } = judge
  const { catalog, findings } = normalise(document, uuids, broken)
  const found = [...checkKeys(document), ...findings, ...checkNesting(catalog), ...findUngivable(catalog, broken)]
  const checking: Checking = { catalog, broken, found }
  checkPricePoints(checking)
  checkEntitlements(checking)
  checkXpTables(checking)
  checkTimes(checking)
  if (broken !== NOTHING_BROKEN || found.some(isError)) return { catalog, findings: withNames(found, catalog) }
  const linked = link(0, catalog, now)
  const survey = surveyOf(linked)
  const all = [
    ...found,
    ...findUnfulfillable(linked),
    ...findImpossible(linked, survey, now),
    ...findIdleFields(catalog, linked, now),
    ...findUnavailing(catalog, linked, survey, now),
    ...findSelfFeedingRewards(linked),
    ...findDeadLoot(linked),
    ...findRepeatedGains(linked, judge),
  ]
  return { catalog, findings: withNames(all, catalog, linked) }
}
