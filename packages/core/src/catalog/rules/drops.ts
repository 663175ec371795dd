/**
 * Warnings about loot that can never drop, vendors whose weights sum to zero, and sales that give nothing (decisions,
 * section 10).
 */
import { isEverAvailable } from "./availability.ts"
import { isCondition, type LinkedCatalog, type LinkedLoot, type LinkedVendor } from "./linked.ts"
import { type Finding, type FindingPath, finding, shown } from "./findings.ts"
import { CANDIDATES_MAX, type OddsWitness } from "./witness.ts"

/** The path of loot in the document. */
export const lootPath = (loot: LinkedLoot): FindingPath => [
  "vendors",
  String(loot.vendor.vendor_id),
  "loot",
  String(loot.loot_id),
]

/** Why active loot can never be given by its vendor; undefined: it can be given. */
const reasonAgainst = (
  loot: LinkedLoot,
  vendor: LinkedVendor,
  givingVendors: ReadonlyMap<LinkedVendor, boolean>,
): string | undefined => {
  if (vendor.type === "randomly_sampled") {
    if (loot.drop_weight === 0) return "its drop weight is 0"
    if (loot.stack_limit === 0) return "its stack limit is 0"
  }
  if (loot.subVendor !== undefined) {
    return givingVendors.get(loot.subVendor) === false ? "its sub vendor can never give anything" : undefined
  }
  return loot.item?.active === false ? "its item is inactive" : undefined
}

/**
 * Sub vendors before the vendors that contain them. Recursion is safe: the catalog has no cycles, and the checker
 * limits its nesting.
 */
export const innermostFirst = (catalog: LinkedCatalog): ReadonlyArray<LinkedVendor> => {
  const ordered = new Set<LinkedVendor>()
  const visit = (vendor: LinkedVendor | undefined): void => {
    if (vendor === undefined || ordered.has(vendor)) return
    for (const loot of vendor.loot) visit(loot.subVendor)
    ordered.add(vendor)
  }
  for (const vendor of catalog.vendors.values()) visit(vendor)
  return [...ordered]
}

/** The vendor draws among its candidates, and gives the loot with probability 0. */
const oddsOf = ({ loot_id, vendor }: LinkedLoot, because: string): OddsWitness => ({
  kind: "odds",
  vendor_id: vendor.vendor_id,
  loot_id,
  odds: "0",
  because,
  candidates: vendor.candidates
    .slice(0, CANDIDATES_MAX)
    .map(({ drop_weight, loot_id: id }) => ({ loot_id: id, weight: drop_weight })),
})

/** Vendors of which everything that they would give is inactive, and at most their checks and costs are left. */
const inactiveVendors = (vendors: ReadonlyArray<LinkedVendor>): ReadonlySet<LinkedVendor> => {
  const inactive = new Set<LinkedVendor>()
  const isGone = (loot: LinkedLoot): boolean =>
    !isEverAvailable(loot) || (loot.subVendor !== undefined && inactive.has(loot.subVendor))
  for (const vendor of vendors) {
    const loot = vendor.type === "recipe" ? vendor.loot : vendor.candidates
    const gifts = loot.filter((part) => !isCondition(part))
    // A recipe of checks and costs alone is sold for what it takes.
    const given = gifts.length > 0 ? gifts : loot
    if (given.length > 0 && given.every(isGone)) inactive.add(vendor)
  }
  return inactive
}

/** Every loot for sale that gives nothing. Of a dynamic bundle it is said that nothing can be chosen. */
const findEmptySales = (catalog: LinkedCatalog, inactive: ReadonlySet<LinkedVendor>): ReadonlyArray<Finding> =>
  [...catalog.loot.values()].flatMap((loot) => {
    const { item, pricePoint, subVendor } = loot
    if (pricePoint === undefined || subVendor === undefined || !isEverAvailable(loot)) return []
    if (item?.type === "dynamic_bundle" || !inactive.has(subVendor)) return []
    return [finding("sale_gives_nothing", [...lootPath(loot), "sub_vendor_id"])]
  })

/** Every active loot that can never be given, and every randomly sampled vendor that can never give any loot. */
export const findDeadLoot = (catalog: LinkedCatalog): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const giving = new Map<LinkedVendor, boolean>()
  const vendors = innermostFirst(catalog)
  for (const vendor of vendors) {
    const active = vendor.loot.filter(isEverAvailable)
    let alive = 0
    for (const loot of active) {
      const reason = reasonAgainst(loot, vendor, giving)
      if (reason === undefined) alive++
      else found.push(shown(finding("loot_never_drops", lootPath(loot), reason), oddsOf(loot, reason)))
    }
    if (vendor.type === "randomly_sampled" && alive === 0) {
      found.push(finding("vendor_never_drops", ["vendors", String(vendor.vendor_id)]))
    }
    giving.set(vendor, vendor.type === "recipe" ? alive > 0 || active.length === 0 : alive > 0)
  }
  return [...found, ...findEmptySales(catalog, inactiveVendors(vendors))]
}
