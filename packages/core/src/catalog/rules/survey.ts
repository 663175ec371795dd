/**
 * What the whole of a catalog leads to, found in one pass over its loot: items that loot gives, vendors that loot leads
 * to, loot that is sold, and loot that players get by themselves. The checks of what no player reaches ask it
 * (decisions, section 10).
 */
import { isEverAvailable } from "./availability.ts"
import type { LinkedCatalog, LinkedItem, LinkedLoot, LinkedVendor } from "./linked.ts"
import type { LinkedPricePoint } from "./linkedTables.ts"

/** What is known of a catalog after the pass. */
export interface Survey {
  /** The items that some active loot gives. A server may order any loot, so it does not matter where the loot lies. */
  readonly given: ReadonlySet<LinkedItem>
  /** The vendors that loot has as its sub vendor. Inactive loot counts, because operators switch it on. */
  readonly within: ReadonlySet<LinkedVendor>
  /** The active loot that is for sale, by its price point. */
  readonly sold: ReadonlyMap<LinkedPricePoint, ReadonlyArray<LinkedLoot>>
  /** The loot of promotion codes and of entitlements. */
  readonly named: ReadonlySet<LinkedLoot>
}

/** Whether the loot gives more of its item, or makes it more than none. */
const isGift = ({ inventory_operation: operation, item, quantity, subVendor }: LinkedLoot): boolean =>
  subVendor === undefined && item !== undefined && quantity > 0 && (operation === "add" || operation === "set")

const namedLoot = ({ entitlements, loot, promotions }: LinkedCatalog): ReadonlySet<LinkedLoot> => {
  const named = new Set<LinkedLoot>()
  const ids = [
    ...Array.from(promotions.values(), ({ loot_id }) => loot_id),
    ...entitlements.flatMap(({ entitled_loot_id: id }) => (id === undefined ? [] : [id])),
  ]
  for (const id of ids) {
    const one = loot.get(id)
    if (one !== undefined) named.add(one)
  }
  return named
}

/** Goes through the catalog once. */
export const surveyOf = (catalog: LinkedCatalog): Survey => {
  const given = new Set<LinkedItem>()
  const within = new Set<LinkedVendor>()
  const sold = new Map<LinkedPricePoint, Array<LinkedLoot>>()
  for (const loot of catalog.loot.values()) {
    const { item, pricePoint, subVendor } = loot
    if (subVendor !== undefined) within.add(subVendor)
    if (!isEverAvailable(loot)) continue
    if (item !== undefined && isGift(loot)) given.add(item)
    if (pricePoint === undefined) continue
    const others = sold.get(pricePoint)
    if (others === undefined) sold.set(pricePoint, [loot])
    else others.push(loot)
  }
  return { given, within, sold, named: namedLoot(catalog) }
}

/** Whether players get the loot by itself: by a claim, a purchase, a promotion code, or an entitlement. */
export const isReached = ({ named }: Survey, loot: LinkedLoot): boolean =>
  loot.is_claimable_by_client || loot.pricePoint !== undefined || named.has(loot)
