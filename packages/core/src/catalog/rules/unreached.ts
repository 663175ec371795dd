/**
 * Warnings about vendors and level rewards that no order comes to (decisions, section 10). A server may order any loot
 * by its id, so a recipe of gifts that nothing leads to is a list for servers. A draw or a check is none: loot that is
 * ordered by itself is not drawn, and is not stopped by the check beside it.
 */
import { isEverAvailable } from "./availability.ts"
import { lootPath } from "./drops.ts"
import { type Finding, finding } from "./findings.ts"
import { isCondition, type LinkedCatalog, type LinkedItem, type LinkedLoot, type LinkedVendor } from "./linked.ts"
import type { PublishedCatalog } from "./published.ts"
import { isReached, type Survey } from "./survey.ts"

/** Whether the loot compares a count, so that it stops what lies beside it. A subtraction by itself is a price. */
const isCheck = (loot: LinkedLoot): boolean => isCondition(loot) && loot.inventory_operation !== "subtract"

/** Why the vendor has no effect when nothing leads to it; undefined: servers may order its loot. */
const reasonToLead = ({ loot, type }: LinkedVendor, survey: Survey): string | undefined => {
  if (loot.length === 0) return "it has no loot"
  const active = loot.filter(isEverAvailable)
  if (type === "randomly_sampled") {
    return active.some((one) => !isReached(survey, one)) ? "nothing is drawn from it" : undefined
  }
  const isGuarded = active.some(isCheck) && !active.every(isCondition)
  return isGuarded && !active.some((one) => isReached(survey, one)) ? "its checks stop nothing" : undefined
}

/** The items whose levels a vendor rewards, by vendor. */
const rewardedBy = ({ items }: LinkedCatalog): ReadonlyMap<LinkedVendor, ReadonlyArray<LinkedItem>> => {
  const rewarded = new Map<LinkedVendor, Array<LinkedItem>>()
  for (const item of items.values()) {
    if (item.levelVendor === undefined) continue
    const others = rewarded.get(item.levelVendor)
    if (others === undefined) rewarded.set(item.levelVendor, [item])
    else others.push(item)
  }
  return rewarded
}

/** The levels that a player can reach. Every player begins at a level that needs 0 XP, so nobody reaches it. */
const levelsReached = (items: ReadonlyArray<LinkedItem>): ReadonlyArray<number> => {
  const reached = new Set<number>()
  // Items often share a table.
  for (const levels of new Set(items.map(({ levels: own = [] }) => own))) {
    for (const { level, xp } of levels) if (xp > 0) reached.add(level)
  }
  return [...reached].sort((left, right) => left - right)
}

/** The levels in words; a player must see which there are, however many. */
const inWords = (levels: ReadonlyArray<number>): string =>
  levels.length <= 5 ? levels.join(", ") : `${levels.slice(0, 3).join(", ")}, … ${levels.at(-1)}`

const rewardFindings = (
  vendor: LinkedVendor,
  levels: ReadonlyArray<number>,
  published: PublishedCatalog,
  survey: Survey,
  found: Array<Finding>,
): void => {
  const reached = new Set(levels)
  for (const loot of vendor.loot) {
    if (!isEverAvailable(loot) || reached.has(loot.sort_order) || isReached(survey, loot)) continue
    const authored = published.vendors[String(vendor.vendor_id)]?.loot[String(loot.loot_id)]
    found.push(
      authored?.sort_order === undefined
        ? finding("level_reward_without_level", lootPath(loot))
        : finding(
            "level_reward_not_reached",
            [...lootPath(loot), "sort_order"],
            `level ${loot.sort_order}; players reach ${inWords(levels)}`,
          ),
    )
  }
}

/** Every vendor that nothing leads to, and every reward of a level that nobody reaches. */
export const findUnreached = (
  published: PublishedCatalog,
  catalog: LinkedCatalog,
  survey: Survey,
): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const rewarded = rewardedBy(catalog)
  for (const [vendor, items] of rewarded) {
    const levels = levelsReached(items)
    if (levels.length > 0 && !survey.within.has(vendor)) rewardFindings(vendor, levels, published, survey, found)
    for (const { item_id, levels: own = [] } of items) {
      if (own.length === 0)
        found.push(finding("level_vendor_without_levels", ["items", String(item_id), "level_vendor_id"]))
    }
  }
  for (const vendor of catalog.vendors.values()) {
    if (survey.within.has(vendor) || rewarded.has(vendor)) continue
    const reason = reasonToLead(vendor, survey)
    if (reason !== undefined) found.push(finding("vendor_not_led_to", ["vendors", String(vendor.vendor_id)], reason))
  }
  return found
}
