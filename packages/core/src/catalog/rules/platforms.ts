/**
 * Warnings about what no player can get on any platform (decisions, section 10): a claim, a purchase or a promotion
 * code whose items allow no platform in common. A server acts on no platform, so it may order the loot all the same.
 */
import type { Labels } from "./names.ts"
import { sessionBucket } from "./sessionBucket.ts"
import { type Platform, PLATFORMS } from "../../kernel/Platform.ts"
import { isAlwaysAvailable, isEverAvailable } from "./availability.ts"
import { innermostFirst, lootPath } from "./drops.ts"
import { type Finding, type FindingPath, finding } from "./findings.ts"
import { needsCount } from "./impossible.ts"
import { isCondition, type LinkedCatalog, type LinkedItem, type LinkedLoot, type LinkedVendor } from "./linked.ts"
import type { BucketRules, LinkedPricePoint } from "./linkedTables.ts"
import type { Survey } from "./survey.ts"

/** Platforms; undefined: all of them. */
type Platforms = ReadonlySet<Platform> | undefined

/** The platforms of each vendor that not all platforms have, sub vendors first. */
type Known = Map<LinkedVendor, Platforms>

const intersection = (left: Platforms, right: Platforms): Platforms =>
  left === undefined ? right : right === undefined ? left : new Set([...left].filter((platform) => right.has(platform)))

const union = (all: ReadonlyArray<Platforms>): Platforms => {
  const together = new Set<Platform>()
  for (const one of all) {
    if (one === undefined) return undefined
    for (const platform of one) together.add(platform)
  }
  return together
}

/** The platforms whose sessions may use some bucket of an item with these rules. */
const ofBuckets = (buckets: BucketRules | undefined): Platforms =>
  buckets && new Set(PLATFORMS.filter((platform) => (buckets.get(sessionBucket(platform))?.size ?? 0) > 0))

/** The platforms on which the item can be paid with, checked for or taken. */
const ofUse = ({ always_owned, buckets, platforms }: LinkedItem): Platforms =>
  always_owned ? platforms : intersection(platforms, ofBuckets(buckets))

/** The platforms on which the loot may be given. */
const ofLoot = (loot: LinkedLoot, known: Known): Platforms => {
  const { item, multiplier, quantity, subVendor } = loot
  if (subVendor === undefined) return item && (needsCount(loot) ? ofUse(item) : item.platforms)
  // A draw of quantity 0 draws nothing.
  const mayDrawNothing = subVendor.type === "randomly_sampled" && (quantity === 0 || multiplier !== undefined)
  return mayDrawNothing ? undefined : known.get(subVendor)
}

/** Whether drawn loot may be given in parts, so that a part without a platform is left out. */
const isPartial = ({ allow_partial_bundles, subVendor }: LinkedLoot): boolean =>
  subVendor?.type === "recipe" && allow_partial_bundles

const ofVendor = (vendor: LinkedVendor, known: Known): Platforms =>
  vendor.type === "recipe"
    ? vendor.loot
        .filter(isAlwaysAvailable)
        .reduce((common: Platforms, part) => intersection(common, ofLoot(part, known)), undefined)
    : union(vendor.candidates.map((loot) => (isPartial(loot) ? undefined : ofLoot(loot, known))))

const isNone = (platforms: Platforms): boolean => platforms?.size === 0

/** The platforms in words. */
const inWords = (platforms: Platforms): string =>
  platforms === undefined ? "every platform" : platforms.size === 0 ? "no platform" : [...platforms].join(", ")

/** What the buyer of a dynamic bundle can choose: its conditions and one of its parts. */
const ofSold = (loot: LinkedLoot, known: Known): Platforms => {
  const { item, subVendor } = loot
  if (item?.type !== "dynamic_bundle" || subVendor?.type !== "recipe") return ofLoot(loot, known)
  const active = subVendor.loot.filter(isEverAvailable)
  const conditions = active.filter(isCondition)
  const parts = active.filter((part) => !isCondition(part))
  const chosen = union(parts.map((part) => ofLoot(part, known)))
  return conditions.reduce((common: Platforms, part) => intersection(common, ofLoot(part, known)), chosen)
}

/** The items that something costs, each once. */
const currenciesOf = (catalog: LinkedCatalog, { current_breakpoints: tiers }: LinkedPricePoint) =>
  new Set(tiers.flatMap(({ currencies }) => currencies.flatMap(({ price_item_id: id }) => catalog.items.get(id) ?? [])))

const saleFindings = (
  loot: LinkedLoot,
  currencies: ReadonlySet<LinkedItem>,
  known: Known,
  labels: Labels,
  found: Array<Finding>,
): void => {
  const platforms = ofSold(loot, known)
  const path = [...lootPath(loot), "current_price_point_guid"]
  for (const item of currencies) {
    if (!isNone(intersection(platforms, ofUse(item)))) continue
    const price = `${labels.item(item.item_id)} can be paid with on ${inWords(ofUse(item))}`
    found.push(finding("platforms_disjoint", path, `${price}, and the loot be had on ${inWords(platforms)}`))
    if (isNone(platforms)) return
  }
}

/** Whether anything in the catalog is limited to platforms, or to buckets, which are those of platforms. */
const isLimited = ({ items, promotions }: LinkedCatalog): boolean =>
  [...items.values()].some(({ buckets, platforms }) => platforms !== undefined || buckets !== undefined) ||
  [...promotions.values()].some(({ platforms }) => platforms !== undefined)

/** Every claim, price and promotion code for which no platform is allowed. */
export const findDisjointPlatforms = (
  catalog: LinkedCatalog,
  { sold }: Survey,
  labels: Labels,
): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  if (!isLimited(catalog)) return found
  const known: Known = new Map()
  for (const vendor of innermostFirst(catalog)) known.set(vendor, ofVendor(vendor, known))
  for (const [point, loot] of sold) {
    const currencies = currenciesOf(catalog, point)
    for (const one of loot) saleFindings(one, currencies, known, labels, found)
  }
  for (const loot of catalog.loot.values()) {
    if (!isEverAvailable(loot)) continue
    if (loot.is_claimable_by_client && isNone(ofLoot(loot, known))) {
      found.push(finding("platforms_disjoint", [...lootPath(loot), "is_claimable_by_client"]))
    }
  }
  for (const { code, loot_id, platforms } of catalog.promotions.values()) {
    const loot = catalog.loot.get(loot_id)
    if (loot === undefined || !isEverAvailable(loot) || !isNone(intersection(platforms, ofLoot(loot, known)))) continue
    const path: FindingPath = ["promotions", code, platforms === undefined ? "loot_id" : "platforms"]
    const detail = `the code works on ${inWords(platforms)}, and ${labels.loot(loot_id)} on ${inWords(ofLoot(loot, known))}`
    found.push(finding("platforms_disjoint", path, detail))
  }
  return found
}
